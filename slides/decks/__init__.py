"""Slide decks: one template a lesson, `LESSON.md.j2`, written as HTML, PowerPoint, PDF and Markdown.

template.py fills a template with the printed forms of claims, deck.py holds what came of it as data, and one module a
format writes that.
"""
