"""A table as data: its words, and numbers that know their claims. Writers decide how it looks.

A digit comes into a table through a `Number` only. What stands in words or in the TeX of a formula and is a digit all
the same, such as the exponent of a square, has to be excused by name: see `literals`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from workflow.ledger import Ledger


@dataclass(frozen=True)
class Number:
    """One printed number, and the claim that it comes from.

    claim : the claim's id, 'dl01_6_4/race.last_loss'; of an entry its place too, 'lecture4/batch.Z[0][1]'; of what a
        claim is held under, 'dl01_6_4/race.loss_gap.bound'
    text : the printed form
    """

    claim: str
    text: str


@dataclass(frozen=True)
class Matrix:
    """Numbers in rows of one length, set in brackets."""

    rows: tuple[tuple[Number, ...], ...]


@dataclass(frozen=True)
class Formula:
    """Mathematics: pieces of TeX, with numbers and matrices in their places."""

    pieces: tuple[str | Number | Matrix, ...]

    def parts(self) -> Iterator[str | Number]:
        """Go through TeX and numbers in the order in which they are written."""
        for piece in self.pieces:
            match piece:
                case Matrix(rows=rows):
                    yield from (number for row in rows for number in row)
                case _:
                    yield piece

    @property
    def has_matrix(self) -> bool:
        """Whether it holds a matrix that is higher than a line."""
        return any(isinstance(piece, Matrix) and len(piece.rows) > 1 for piece in self.pieces)


Piece = str | Number | Formula
Cell = Piece | tuple[Piece, ...]
Row = tuple[Cell, ...]


class ShownError(Exception):
    """A table that cannot show what it wants to; the text is the whole message for a person."""


@dataclass(frozen=True)
class Table:
    """What one slide table says.

    caption : what it is about, in a few words
    head : the heads of the columns
    rows : cells under the heads; the first one names its row
    foot : rows that sum up those above
    notes : remarks below
    """

    caption: Cell
    head: Row
    rows: tuple[Row, ...]
    foot: tuple[Row, ...] = ()
    notes: tuple[Cell, ...] = ()

    def __post_init__(self) -> None:
        for name, part in {"head": self.head, "rows": self.rows, "foot": self.foot, "notes": self.notes}.items():
            if not isinstance(part, tuple):
                msg = f"{name} must be a tuple; got {part!r}. Was a comma forgotten?"
                raise ShownError(msg)
        if any(isinstance(note, Number) for note in self.notes):
            msg = "a note is a number alone; a note of several parts is a tuple in the tuple of notes"
            raise ShownError(msg)
        for row in (*self.rows, *self.foot):
            if len(row) != len(self.head):
                msg = f"a row has {len(row)} cells where the head has {len(self.head)}: it begins with {row[:1]!r}"
                raise ShownError(msg)
        for piece in self.pieces():
            if not isinstance(piece, str | Number | Formula):
                msg = f"a cell holds words, formulas and numbers from `shown`, alone or in a tuple; got {piece!r}"
                raise ShownError(msg)

    def pieces(self) -> Iterator[Piece]:
        """Go through all pieces in the order in which every writer puts them."""
        for cell in self.cells():
            yield from pieces_of(cell)

    def cells(self) -> Iterator[Cell]:
        """Go through caption, heads, cells and notes in the order in which every writer puts them."""
        yield self.caption
        yield from self.head
        for row in (*self.rows, *self.foot):
            yield from row
        yield from self.notes

    def column(self, place: int) -> list[Cell]:
        """Give the cells of a column under its head."""
        return [row[place] for row in (*self.rows, *self.foot)]

    def parts(self) -> Iterator[str | Number]:
        """Go through words, TeX and numbers in the order in which every writer puts them."""
        for piece in self.pieces():
            match piece:
                case Formula():
                    yield from piece.parts()
                case _:
                    yield piece

    def literals(self) -> list[str]:
        """List every text and every piece of TeX that comes from no claim."""
        return [part for part in self.parts() if isinstance(part, str)]


class Shown:
    """The printed forms of a ledger's claims, as a table takes them.

    Every method takes the name of a claim and, where it prints a vector or a matrix, the place in it.
    A LedgerError says when there is no such claim, a ShownError when it does not print what is asked for.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def __call__(self, name: str, *place: int) -> Number:
        """Give one number."""
        return self._number(name, self.printed(name, *place), place)

    def bound(self, name: str) -> Number:
        """Give what a claim is held under: a tolerance or a bound."""
        printed = getattr(self._ledger[name], "bound_printed", None)
        if printed is None:
            msg = f"{self._id(name)} is held under no bound"
            raise ShownError(msg)
        return self._number(f"{name}.bound", printed, ())

    def numbers(self, name: str, *place: int) -> tuple[Number, ...]:
        """Give the entries of a vector."""
        entries = self._entries(name, place)
        return tuple(self._number(name, entry, (*place, index)) for index, entry in enumerate(entries))

    def row(self, name: str, *place: int) -> Formula:
        """Give a vector, lying."""
        return Formula((Matrix((self.numbers(name, *place),)),))

    def column(self, name: str, *place: int) -> Formula:
        """Give a vector, standing."""
        return Formula((Matrix(tuple((number,) for number in self.numbers(name, *place))),))

    def matrix(self, name: str, *place: int) -> Formula:
        """Give a matrix."""
        rows = range(len(self._entries(name, place)))
        return Formula((Matrix(tuple(self.numbers(name, *place, row) for row in rows)),))

    def printed(self, name: str, *place: int) -> Any:
        """Give what stands there: the text of a number, or a list of what is in it."""
        printed = self._ledger[name].printed
        for index in place:
            if not isinstance(printed, list) or not 0 <= index < len(printed):
                msg = f"{self._id(name)} prints {printed!r}, which has no entry {index}"
                raise ShownError(msg)
            printed = printed[index]
        return printed

    def _entries(self, name: str, place: tuple[int, ...]) -> list[Any]:
        entries = self.printed(name, *place)
        if not isinstance(entries, list):
            msg = f"{self._id(name, place)} prints {entries!r}, which has no entries"
            raise ShownError(msg)
        return entries

    def _number(self, name: str, printed: Any, place: tuple[int, ...]) -> Number:
        if not isinstance(printed, str):
            msg = f"{self._id(name, place)} prints {printed!r} where one number is to be shown"
            raise ShownError(msg)
        return Number(self._id(name, place), printed)

    def _id(self, name: str, place: tuple[int, ...] = ()) -> str:
        return f"{self._ledger.identity}.{name}" + "".join(f"[{index}]" for index in place)


def pieces_of(cell: Cell) -> tuple[Piece, ...]:
    """Give the pieces of a cell; most cells are one piece."""
    return cell if isinstance(cell, tuple) else (cell,)


def formula(*pieces: str | Number | Matrix | Formula) -> Formula:
    """Join TeX, numbers, matrices and formulas into one formula."""
    joined: list[str | Number | Matrix] = []
    for piece in pieces:
        joined += piece.pieces if isinstance(piece, Formula) else [piece]
    return Formula(tuple(joined))
