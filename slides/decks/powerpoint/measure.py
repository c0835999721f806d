"""How wide words are, on the safe side: as wide as in DejaVu Sans, which is wider than any font that may stand in."""

from __future__ import annotations

from slides.decks import fonts
from slides.decks.powerpoint.runs import Run, Shift

# How high a line is, and one with raised or lowered words, in sizes of type.
LINE, SHIFTED_LINE = 1.17, 1.4

# How large raised and lowered words are.
SMALL = 0.66


def width(run: Run, points: float) -> float:
    """Give the width of words in points, in a size of type in points."""
    size = points if run.shift is Shift.NONE else points * SMALL
    return fonts.width(run.text, fonts.BOLD if run.bold else fonts.REGULAR) * size
