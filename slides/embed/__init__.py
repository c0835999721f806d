"""Filling marked places in an author's own files, and keeping them current.

A mark names a figure, a table or a claim. `markdown`, `latex` and `powerpoint` each have `fill`, which gives a file's
new content and what was stale in it; only `command` writes.
"""
