"""Slide tables, each as Markdown, HTML and LaTeX: one package a lesson, one module a table.

A module of a lesson has `table(...) -> Table`, whose parameters carry the names of the ledgers that it shows, and
`CONSTANTS`, the digits that belong to its formulas and not to a claim, each with its reason.
"""
