"""A table as large as it comes out, and as DrawingML: a native table that keeps the look of the deck's table style."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lxml import etree

from slides.decks.powerpoint.content import Sheet
from slides.decks.powerpoint.drawing import A, a, emu, worded
from slides.decks.powerpoint.runs import Paragraph
from slides.decks.powerpoint.style import HAIRLINE, LINE_COLOUR, RULE, RULE_COLOUR, TABLE_STYLE
from slides.decks.powerpoint.text import Setting, with_equations, without_equations

# Between columns at least, as a rule, and at most, in sizes of type. A small table is drawn out to a part of the room.
_LEAST_GAP, _GAP, _LARGEST_GAP = 1.0, 2.4, 5.0
_DRAWN_OUT = 0.5


@dataclass(frozen=True)
class LaidTable:
    """A table with the widths of its columns and the heights of its rows, in points.

    gap : between what stands in two columns
    edge : above and below what stands in a row
    """

    sheet: Sheet
    setting: Setting
    columns: tuple[float, ...]
    rows: tuple[float, ...]
    gap: float
    edge: float

    @property
    def width(self) -> float:
        """The width of the whole table."""
        return sum(self.columns)

    @property
    def height(self) -> float:
        """The height of the whole table."""
        return sum(self.rows)


def laid(sheet: Sheet, setting: Setting, edge: float, *, breaks: bool) -> LaidTable | None:
    """Lay a table out in the room of a setting; give None where it is too wide.

    edge : above and below what stands in a row, in sizes of type
    breaks : whether a cell may take several lines; a head may
    """
    gaps = max(len(sheet.numeric) - 1, 0)
    widths = _widths(sheet, setting, setting.room - _LEAST_GAP * setting.points * gaps, breaks)
    if widths is None:
        return None
    gap = _gap(setting, sum(widths), gaps) if gaps else 0.0
    columns = (width + gap / 2 * ((place > 0) + (place < gaps)) for place, width in enumerate(widths))
    rows = (
        max(replace(setting, room=width).height([cell]) for cell, width in zip(row, widths, strict=True))
        for row in sheet.rows
    )
    edge_width = edge * setting.points
    return LaidTable(sheet, setting, tuple(columns), tuple(row + 2 * edge_width for row in rows), gap, edge_width)


def _gap(setting: Setting, width: float, gaps: int) -> float:
    drawn_out = min((setting.room * _DRAWN_OUT - width) / gaps, _LARGEST_GAP * setting.points)
    return min(max(_GAP * setting.points, drawn_out), (setting.room - width) / gaps)


def _widths(sheet: Sheet, setting: Setting, room: float, breaks: bool) -> list[float] | None:
    """Give each column its width; where that is too much, break lines in the widest heads, then in other cells."""
    heads, *others = sheet.rows
    columns = list(zip(*others, strict=True))
    natural = [max(setting.width(cell) for cell in column) for column in columns]
    least = [max(setting.least_width(cell) for cell in column) for column in columns]
    widest = [max(setting.width(head), width) for head, width in zip(heads, natural, strict=True)]
    for widths in (natural, least) if breaks else (natural,):
        floors = [max(setting.least_width(head), width) for head, width in zip(heads, widths, strict=True)]
        if sum(floors) <= room:
            return _narrowed(widest, floors, room)
    return None


def _narrowed(widest: Sequence[float], floors: Sequence[float], room: float) -> list[float]:
    """Take away from the widest columns what is too much."""
    limit = max(widest)
    while sum(_limited(widest, floors, limit)) > room:
        limit -= 1
    return _limited(widest, floors, limit)


def _limited(widest: Sequence[float], least: Sequence[float], limit: float) -> list[float]:
    return [max(floor, min(width, limit)) for width, floor in zip(widest, least, strict=True)]


def table_element(table: LaidTable, *, equations: bool) -> etree._Element:
    """Write a table."""
    grid = a("tblGrid", *(a("gridCol", w=emu(width)) for width in table.columns))
    last_row = table.sheet.foot == 1
    style = a("tblPr", worded(a("tableStyleId"), TABLE_STYLE), firstRow=True, firstCol=True, lastRow=last_row)
    element = a("tbl", style, grid)
    for place, (row, height) in enumerate(zip(table.sheet.rows, table.rows, strict=True)):
        element.append(a("tr", *_cells(table, place, row, equations), h=emu(height)))
    return element


def _cells(table: LaidTable, place: int, row: Sequence[Paragraph], equations: bool) -> Iterator[etree._Element]:
    write = with_equations if equations else without_equations
    for column, cell in enumerate(row):
        align = "r" if table.sheet.numeric[column] else "l"
        setting = replace(table.setting, align=align, room=_room(table, column))
        body = a("txBody", a("bodyPr"), a("lstStyle"), *write([cell], setting))
        yield a("tc", body, _cell_properties(table, place, column))


def _room(table: LaidTable, column: int) -> float:
    return table.columns[column] - sum(_margins(table, column))


def _margins(table: LaidTable, column: int) -> tuple[float, float]:
    """Give what is left free in a column: nothing at the edges of the table, so that it stands under the title."""
    is_last = column == len(table.columns) - 1
    return table.gap / 2 if column else 0.0, 0.0 if is_last else table.gap / 2


def _cell_properties(table: LaidTable, row: int, column: int) -> etree._Element:
    left, right = map(emu, _margins(table, column))
    edge = emu(table.edge)
    return a("tcPr", *_borders(table.sheet, row), marL=left, marR=right, marT=edge, marB=edge, anchor="ctr")


def _borders(sheet: Sheet, row: int) -> Iterator[etree._Element]:
    """Give the lines above and below a row, where they are not those of the table style."""
    for tag, below in (("lnT", row), ("lnB", row + 1)):
        first = len(sheet.rows) - sheet.foot
        if sheet.foot > 1 and first <= below < len(sheet.rows):
            # Of a foot of several rows, the style would set off the last one only.
            is_first = below == first
            colour = a("schemeClr", val=RULE_COLOUR) if is_first else a("srgbClr", val=LINE_COLOUR)
            yield a(tag, a("solidFill", colour), w=emu(RULE if is_first else HAIRLINE))
        elif 0 < below < len(sheet.rows) and not sheet.rows[below][0].pieces:
            # It continues the row above, whose first cell names both.
            yield a(tag, a("noFill"))


def graphic(table: LaidTable, *, equations: bool) -> etree._Element:
    """Write a table as what a frame shows."""
    return a("graphic", a("graphicData", table_element(table, equations=equations), uri=A.replace("main", "table")))
