"""A table in LaTeX: a plain `tabular` with booktabs, which compiles in beamer as it stands.

Pandoc's own LaTeX tables are `longtable`s, which beamer refuses; here it writes the cells, and the skeleton is ours.
"""

from __future__ import annotations

from collections.abc import Sequence

from slides.tables import pandoc
from slides.tables.layout import Filling, filling, is_numeric, written
from slides.tables.table import Cell, Formula, Number, Row, Table, pieces_of
from slides.tables.tex import LATEX, tex
from workflow.numerals import MINUS

# More than these fit under the title of a frame only in smaller type.
LINES_OF_A_SLIDE = 12

NEEDS = "% Needs \\usepackage{booktabs} and \\usepackage{amsmath}; beamer loads the latter by itself.\n"


def render(identity: str, table: Table) -> str:
    """Write the table; its caption is a comment, since a slide has a title and a paper its own `caption`."""
    places = range(len(table.head))
    columns = "".join("r" if is_numeric(table, place) else "l" for place in places)
    is_tall = len(table.rows) + len(table.foot) > LINES_OF_A_SLIDE
    opening, closing = ("{\\small\n", "}") if is_tall else ("", "")
    skeleton = [
        _raw(f"{opening}\\begin{{tabular}}{{@{{}}{columns}@{{}}}}\n\\toprule\n"),
        *_row([_inlines(cell) for cell in table.head]),
        _raw("\\midrule\n"),
        *_rows(table, table.rows),
        *([_raw("\\midrule\n"), *_rows(table, table.foot)] if table.foot else []),
        _raw(f"\\bottomrule\n\\end{{tabular}}{closing}"),
    ]
    notes = (pandoc.paragraph([_raw("\\medskip\n"), *_inlines(note)]) for note in table.notes)
    blocks = [pandoc.paragraph(skeleton), *notes]
    caption = pandoc.convert([pandoc.paragraph(_inlines(table.caption))], "latex").strip()
    return f"% {identity}: {caption}\n{NEEDS}{pandoc.convert(blocks, 'latex')}"


def _rows(table: Table, rows: Sequence[Row]) -> list[pandoc.Node]:
    nodes: list[pandoc.Node] = []
    is_grouped = any(row[0] == "" for row in rows)
    for number, row in enumerate(rows):
        begins_group = is_grouped and row[0] != ""
        if number and (begins_group or _has_matrix(row) or _has_matrix(rows[number - 1])):
            nodes.append(_raw("\\addlinespace\n"))
        nodes += _row([_inlines(cell) + _fill(filling(table, place, cell)) for place, cell in enumerate(row)])
    return nodes


def _has_matrix(row: Row) -> bool:
    """Whether a row is higher than a line, so that it would touch those above and below."""
    return any(isinstance(piece, Formula) and piece.has_matrix for cell in row for piece in pieces_of(cell))


def _row(cells: Sequence[Sequence[pandoc.Node]]) -> list[pandoc.Node]:
    nodes: list[pandoc.Node] = []
    for cell in cells:
        nodes += [_raw(" & "), *cell] if nodes else cell
    return [*nodes, _raw(" \\\\\n")]


def _inlines(cell: Cell) -> list[pandoc.Node]:
    return written(cell, _formula, _number)


def _formula(formula: Formula) -> pandoc.Node:
    return _raw(f"${tex(formula, LATEX)}$")


def _number(number: Number) -> pandoc.Node:
    """Set a number as text, but for its minus sign, which LaTeX's fonts have in formulas only."""
    text = number.text
    return _raw(f"$-${text.removeprefix(MINUS)}") if text.startswith(MINUS) else pandoc.text(text)


def _fill(lacking: Filling) -> list[pandoc.Node]:
    return [_raw(LATEX.blank(lacking))] if lacking.digits else []


def _raw(content: str) -> pandoc.Node:
    return pandoc.raw("latex", content)
