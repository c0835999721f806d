"""What a reader finds written in a drawn figure, for the scan that holds every digit to a claim."""

from __future__ import annotations

import math
from collections.abc import Iterator

from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.text import Text

from figures.marks import ZERO, ZERO_LEVEL


def words_in(figure: Figure) -> list[str]:
    """List the texts of a figure, without the labels of ticks that say where they stand: those are the axis's own."""
    axes = [axis for each in figure.axes for axis in (each.xaxis, each.yaxis)]
    own = {id(label) for axis in axes for label in _own_labels(axis)}
    return [text.get_text() for text in figure.findobj(Text) if text.get_visible() and id(text) not in own]


def _own_labels(axis: Axis) -> Iterator[Text]:
    axis.get_majorticklabels()  # lets the axis write them
    for place, tick in zip(axis.get_majorticklocs(), axis.get_major_ticks(), strict=True):
        if _says(tick.label1.get_text(), float(place)):
            yield tick.label1


def _says(label: str, place: float) -> bool:
    """Whether a label is the number of its place, or the zero of a strip under a log axis."""
    try:
        number = float(label.replace(",", "").replace("\N{MINUS SIGN}", "-"))
    except ValueError:
        return False
    return math.isclose(number, place, abs_tol=1e-300) or (label == ZERO and place == ZERO_LEVEL)
