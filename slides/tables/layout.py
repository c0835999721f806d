"""What the writers share: which columns hold numbers, and what lets their decimal points stand under each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from slides.tables import pandoc
from slides.tables.table import Cell, Formula, Number, Table, pieces_of
from workflow.numerals import MINUS

# A number whose decimal point can stand under those of others; and one with an exponent or a fraction bar, which ends
# where they end.
_PLAIN = re.compile(rf"{MINUS}?[\d,]+(?:\.(?P<decimals>\d+))?")
_OTHER = re.compile(rf"{MINUS}?[\d,]+(?:\.\d+)?(?:e[+-]?\d+|/\d+)")

# As wide as a point and as a digit; these stay where ordinary spaces would collapse.
POINT_SPACE, DIGIT_SPACE = "\N{PUNCTUATION SPACE}", "\N{FIGURE SPACE}"


class Filling(NamedTuple):
    """What a number lacks at its end to be as long as the longest of its column: a point, and digits."""

    point: bool
    digits: int


NOTHING = Filling(point=False, digits=0)


def is_numeric(table: Table, place: int) -> bool:
    """Whether each cell of a column is a number, so that it is set at the right; a cell may be empty."""
    column = table.column(place)
    return any(column) and all(cell == "" or _is_numeral(cell) for cell in column)


def _is_numeral(cell: Cell) -> bool:
    return isinstance(cell, Number) and any(form.fullmatch(cell.text) for form in (_PLAIN, _OTHER))


def filling(table: Table, place: int, cell: Cell) -> Filling:
    """Give what a cell lacks; nothing where its column is not one of numbers."""
    return fillings(table.column(place))[cell] if is_numeric(table, place) else NOTHING


def fillings(column: Sequence[Cell]) -> dict[Cell, Filling]:
    """Give what each cell of a column lacks; nothing where it has no decimal point to align."""
    decimals = {cell: _decimals(cell) for cell in column}
    longest = max(count or 0 for count in decimals.values())
    return {
        cell: NOTHING if own is None else Filling(point=longest > 0 and own == 0, digits=longest - own)
        for cell, own in decimals.items()
    }


def _decimals(cell: Cell) -> int | None:
    """Count the digits behind the point; None for an empty cell, or a number that is not plain."""
    plain = _PLAIN.fullmatch(cell.text) if isinstance(cell, Number) else None
    return len(plain["decimals"] or "") if plain else None


def blank(lacking: Filling) -> str:
    """Give spaces as wide as what is lacking."""
    return POINT_SPACE * lacking.point + DIGIT_SPACE * lacking.digits


def written(
    cell: Cell, formula: Callable[[Formula], pandoc.Node], number: Callable[[Number], pandoc.Node]
) -> list[pandoc.Node]:
    """Write the pieces of a cell, its formulas and numbers as a format wants them."""
    nodes = []
    for piece in pieces_of(cell):
        match piece:
            case Formula():
                nodes.append(formula(piece))
            case Number():
                nodes.append(number(piece))
            case str(words):
                nodes.append(pandoc.text(words))
    return nodes


def grid(table: Table, caption: pandoc.Inlines, inlines: Callable[[Cell], list[pandoc.Node]]) -> pandoc.Node:
    """Lay a table out for pandoc, with blanks that align its numbers."""
    places = range(len(table.head))
    rows, foot = (
        [[inlines(cell) + _fill(filling(table, place, cell)) for place, cell in enumerate(row)] for row in part]
        for part in (table.rows, table.foot)
    )
    alignments = ["AlignRight" if is_numeric(table, place) else "AlignLeft" for place in places]
    return pandoc.table(caption, alignments, [inlines(cell) for cell in table.head], rows, foot)


def _fill(lacking: Filling) -> list[pandoc.Node]:
    return [pandoc.text(blank(lacking))] if blank(lacking) else []
