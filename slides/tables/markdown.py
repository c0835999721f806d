"""A table in Markdown, as code hosts, Marp, Quarto and MyST read it: a pipe table with `$…$` for formulas."""

from __future__ import annotations

from slides.tables import pandoc
from slides.tables.layout import grid
from slides.tables.table import Cell, Formula, Number, Table, pieces_of
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
    inlines = []
    for piece in pieces_of(cell):
        match piece:
            case Formula():
                inlines.append(pandoc.raw("markdown", f"${tex(piece, MARKDOWN)}$"))
            case Number(text=text) | str(text):
                inlines.append(pandoc.text(text))
    return inlines
