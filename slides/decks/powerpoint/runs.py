"""Text as PowerPoint has it: paragraphs of runs and formulas. What a cell of a table becomes, and how wide a run is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from slides.decks import fonts
from slides.tables.layout import Filling, blank
from slides.tables.table import Cell, Formula, Number, pieces_of
from slides.tables.tex import MATHML, tex

# How high a line is, and one with raised or lowered words, in sizes of type.
LINE, SHIFTED_LINE = 1.17, 1.4

# How large raised and lowered words are.
_SMALL = 0.66


class Shift(Enum):
    """Where a run stands, as a share of the size of type that it is raised by."""

    SUB = -0.25
    NONE = 0.0
    SUP = 0.3


@dataclass(frozen=True)
class Run:
    """Words in one look."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    shift: Shift = Shift.NONE


@dataclass(frozen=True)
class Equation:
    """A formula as TeX; one that `stands_alone` has lines of its own."""

    tex: str
    stands_alone: bool = False


Piece = Run | Equation


@dataclass(frozen=True)
class Paragraph:
    """What stands together.

    level : how deep it stands in lists
    sign : what stands in front of it, a bullet or the kind of a number as PowerPoint names it; nothing if empty
    start : the first number of its list
    """

    pieces: tuple[Piece, ...]
    level: int = 0
    sign: str = ""
    start: int = 1

    @property
    def stands_alone(self) -> bool:
        """Whether it is a formula on lines of its own."""
        return any(isinstance(piece, Equation) and piece.stands_alone for piece in self.pieces)


BULLET = "•"


def cell_paragraph(cell: Cell, lacking: Filling, *, bold: bool = False) -> Paragraph:
    """Give a cell as a paragraph, with blanks for what its number lacks."""
    pieces = tuple(_piece(piece, bold) for piece in pieces_of(cell) if piece != "")
    filled = blank(lacking)
    return Paragraph((*pieces, Run(filled, bold)) if filled else pieces)


def width(run: Run, points: float) -> float:
    """Give the width of a run in points, on the safe side: in DejaVu Sans, wider than any font that may stand in."""
    size = points if run.shift is Shift.NONE else points * _SMALL
    return fonts.width(run.text, fonts.BOLD if run.bold else fonts.REGULAR) * size


def _piece(piece: str | Number | Formula, bold: bool) -> Piece:
    match piece:
        case Formula():
            return Equation(tex(piece, MATHML))
        case Number(text=text):
            return Run(text, bold)
    return Run(piece, bold)
