"""A table in Markdown, as code hosts, Marp, Quarto and MyST read it: a pipe table with `$…$` for formulas."""

from __future__ import annotations

from slides.tables import pandoc
from slides.tables.layout import grid, written
from slides.tables.table import Cell, Formula, Number, Table
from slides.tables.tex import MARKDOWN, tex


def render(identity: str, table: Table) -> str:  # noqa: ARG001 - every writer takes the id of the table
    """Write the caption, the table and the notes."""
    blocks = [
        pandoc.paragraph([pandoc.strong(_inlines(table.caption))]),
        grid(table, [], _inlines),
        *(pandoc.paragraph(_inlines(note)) for note in table.notes),
    ]
    return pandoc.convert(blocks, "gfm")


def _inlines(cell: Cell) -> list[pandoc.Node]:
    return written(cell, _formula, _number)


def _formula(formula: Formula) -> pandoc.Node:
    return pandoc.raw("markdown", f"${tex(formula, MARKDOWN)}$")


def _number(number: Number) -> pandoc.Node:
    return pandoc.text(number.text)
