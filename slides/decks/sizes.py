"""How large the type on a slide of 1280 by 720 can be: estimated from what it shows, before a browser lays it out.

Lengths are pixels, or parts of the size of type where they grow with it, as slides/tables/stylesheet.py and
page/deck.css set them. Tests measure every slide in a browser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from math import ceil
from typing import NamedTuple

from slides.decks import fonts
from slides.tables.table import Cell, Formula, Matrix, Number, Row, Table, pieces_of

# The largest that fits is taken, and the smallest where none does.
TITLES = (40, 36, 32)
TABLES = (26, 24, 22, 20)
WORDS = (32, 30, 28, 26)

# What a slide leaves for a line, and for what stands under its title. Words alone should not fill it.
WIDTH, HEIGHT, HEIGHT_OF_WORDS = 1184, 568, 460

# As wide as a table may be that has its notes beside it.
WIDTH_BESIDE = 700

LINE, LINE_OF_WORDS, LINE_OF_MATRIX = 1.3, 1.4, 1.35
GAP, GAP_OF_WORDS = 0.5, 0.6
ROW_GAP, CLOSE_ROW_GAP, COLUMN_GAP = 0.4, 0.1, 1.6
BRACKETS, BOLD = 1.0, 1.12

# With so many rows they stand closer.
MANY_ROWS = 12

# What TeX does not print, and commands, which print about one letter each.
_UNPRINTED, _COMMAND = re.compile(r"\\[,;! ]|[{}^_\s]"), re.compile(r"\\[A-Za-z]+")


def of_title(title: str) -> int:
    """Choose the size in which a title stands on one line."""
    return _largest(TITLES, lambda size: fonts.width(title, fonts.BOLD) * size <= WIDTH)


class Setting(NamedTuple):
    """The size of a table, and whether its notes stand beside it: a high and narrow table leaves them room there."""

    size: int
    notes_beside: bool


def of_table(table: Table) -> Setting:
    """Choose how a table is set."""
    width = _width(table)
    for size in TABLES:
        height = _height(table, WIDTH / size) * size
        if width * size <= WIDTH and height + _height_of_notes(table, size) * size <= HEIGHT:
            return Setting(size, notes_beside=False)
        if width * size <= WIDTH_BESIDE and _height(table, width) * size <= HEIGHT and table.notes:
            return Setting(size, notes_beside=True)
    return Setting(TABLES[-1], notes_beside=width * TABLES[-1] <= WIDTH_BESIDE)


def of_words(texts: Sequence[str]) -> int:
    """Choose the size of paragraphs, items and formulas."""
    return _largest(WORDS, lambda size: _height_of_words(texts, size) * size <= HEIGHT_OF_WORDS)


def _largest(sizes: Sequence[int], fits: Callable[[int], bool]) -> int:
    return next(filter(fits, sizes), sizes[-1])


def _height_of_words(texts: Iterable[str], size: int) -> float:
    return sum(_lines(fonts.width(text), WIDTH / size) * LINE_OF_WORDS + GAP_OF_WORDS for text in texts)


def _height(table: Table, width: float) -> float:
    """Add up the rows, and the lines of a caption that may be so wide."""
    rows = (*table.rows, *table.foot)
    gap = CLOSE_ROW_GAP if len(table.rows) >= MANY_ROWS else ROW_GAP
    caption = _lines(BOLD * _length(table.caption), width) * LINE + GAP
    return caption + LINE + gap + sum(_high(row) + gap for row in rows)


def _height_of_notes(table: Table, size: int) -> float:
    return sum(max(_lines(_length(note), WIDTH / size) * LINE_OF_WORDS, _high([note])) + GAP for note in table.notes)


def _lines(length: float, width: float) -> int:
    return max(1, ceil(length / width))


def _high(row: Row | list[Cell]) -> float:
    """Give the height of the highest cell."""
    lines = max((len(piece.rows) for cell in row for piece in _pieces(cell) if isinstance(piece, Matrix)), default=1)
    return lines * LINE_OF_MATRIX if lines > 1 else LINE


def _width(table: Table) -> float:
    """Add up the columns, each as wide as its longest cell."""
    longest = (max(BOLD * _length(head), *map(_length, table.column(place))) for place, head in enumerate(table.head))
    return sum(length + COLUMN_GAP for length in longest) - COLUMN_GAP


def _length(cell: Cell) -> float:
    """Give the length of a cell on one line, formulas about as long as they are printed."""
    return sum(map(_length_of, _pieces(cell)))


def _length_of(piece: str | Number | Matrix) -> float:
    match piece:
        case Matrix(rows=rows):
            longest = max(sum(fonts.width(number.text) + 1 for number in row) for row in rows)
            return longest - 1 + BRACKETS
        case Number(text=text):
            return fonts.width(text)
    return fonts.width(_COMMAND.sub("x", _UNPRINTED.sub("", piece)) if "\\" in piece else piece)


def _pieces(cell: Cell) -> list[str | Number | Matrix]:
    return [part for piece in pieces_of(cell) for part in (piece.pieces if isinstance(piece, Formula) else (piece,))]
