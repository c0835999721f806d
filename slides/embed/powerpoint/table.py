"""A table of PowerPoint, filled anew: its look and its box stay."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from pptx.oxml.ns import qn

from slides.embed.mark import MarkError
from slides.embed.powerpoint.words import Run, read, write

Cell = Sequence[Sequence[Run]]


def refill(frame: Any, rows: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    """Put rows in the place of a table's; give the rows that stood there.

    Raises
    ------
    MarkError
        If cells of the table are merged.
    """
    table = frame.find(f".//{qn('a:tbl')}")
    if table.xpath(".//a:tc[@gridSpan or @rowSpan or @hMerge or @vMerge]"):
        msg = "the table has merged cells, so no row or column can be put into it. Split them."
        raise MarkError(msg)
    shown: list[list[Cell]] = [
        [read(_body(cell)) for cell in row.findall(qn("a:tc"))] for row in table.findall(qn("a:tr"))
    ]
    _fit_rows(table, len(rows))
    _fit_columns(table, len(rows[0]))
    for row, cells in zip(table.findall(qn("a:tr")), rows, strict=True):
        for cell, lines in zip(row.findall(qn("a:tc")), cells, strict=True):
            if read(_body(cell)) != [list(line) for line in lines]:
                write(_body(cell), lines, is_math=True)
    return shown


def _body(cell: Any) -> Any:
    return cell.find(qn("a:txBody"))


def text_of(row: Sequence[Cell]) -> str:
    """Give a row for a message."""
    return " | ".join(" / ".join("".join(run.text for run in line) for line in cell) for cell in row)


def _fit_rows(table: Any, count: int) -> None:
    """Take rows out of the middle, or put copies of the second there: the first and the last keep their look."""
    rows = table.findall(qn("a:tr"))
    height = _total(rows, "h")
    model = rows[min(1, len(rows) - 1)]
    for _ in range(count - len(rows)):
        model.addnext(_twin(model))
    for row in rows[1 : 1 + max(0, len(rows) - count)]:
        table.remove(row)
    _share(height, table.findall(qn("a:tr")), "h")


def _fit_columns(table: Any, count: int) -> None:
    """Take columns from the right, or put copies of the last there."""
    grid = table.find(qn("a:tblGrid"))
    columns = grid.findall(qn("a:gridCol"))
    width = _total(columns, "w")
    for parent in (grid, *table.findall(qn("a:tr"))):
        cells = [child for child in parent if child.tag in {qn("a:gridCol"), qn("a:tc")}]
        for _ in range(count - len(cells)):
            cells[-1].addnext(_twin(cells[-1]))
        for cell in cells[count:]:
            parent.remove(cell)
    _share(width, grid.findall(qn("a:gridCol")), "w")


def _total(elements: Sequence[Any], name: str) -> int:
    return sum(int(element.get(name)) for element in elements)


def _share(whole: int, elements: Sequence[Any], name: str) -> None:
    """Let rows or columns together be as long as those before, each in its proportion."""
    total = _total(elements, name)
    if total != whole:
        for element in elements:
            element.set(name, str(int(element.get(name)) * whole // total))


def _twin(element: Any) -> Any:
    """Copy a row, a column or a cell without the number by which PowerPoint knows it."""
    twin = copy.deepcopy(element)
    for extension in twin.xpath("./a:extLst | ./a:tc/a:extLst"):
        extension.getparent().remove(extension)
    return twin
