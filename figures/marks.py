"""Shapes that several drawings share. Each takes its place in pixels, or axes, and puts its artists there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from matplotlib.ticker import NullLocator

from figures.sheet import MARK, WORDS, Box
from workflow.printed import MINUS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from figures.sheet import Point, Sheet

# A dash is a pattern of inked and empty lengths, in multiples of the line's width.
DASHES = (4, 2.5)

# On a log axis an exact 0 lies infinitely far down: it gets a strip of its own, with its own tick, this far up in it.
ZERO_LEVEL = 0.3

# How wide the pen of a glyph is, as a part of the glyph: as heavy as bold type of that size.
PEN = 0.2

# The corners of a tick as wide as 1, from its left end and its middle.
TICK = ((0, 0.05), (0.36, 0.4), (1, -0.4))

ZERO, ONE, FLOOR = "0", "1", "floor"


def log_scale(axes: Axes, decades: tuple[int, int], labelled: Sequence[int]) -> None:
    """Give axes a log scale between two powers of ten, with a tick at the labelled ones."""
    first, last = decades
    axes.set_yscale("log")
    axes.set_ylim(10.0**first, 10.0**last)
    labels = [ONE if exponent == 0 else f"1e{exponent}" for exponent in labelled]
    axes.set_yticks([10.0**exponent for exponent in labelled], labels=labels)
    axes.yaxis.set_minor_locator(NullLocator())


def rules(sheet: Sheet, axes: Axes) -> None:
    """Draw a faint horizontal rule at every tick."""
    axes.grid(visible=True, axis="y", color=sheet.style.palette.grid, linewidth=sheet.style.hairline)


def zero_strip(sheet: Sheet, box: Box) -> Axes:
    """Put a strip under a log axis where exact zeros are shown, with the one tick 0."""
    axes = sheet.axes(box)
    axes.set_ylim(0, 1)
    axes.set_yticks([ZERO_LEVEL], labels=[ZERO])
    rules(sheet, axes)
    return axes


def floor_line(sheet: Sheet, axes: Axes, value: float) -> None:
    """Draw the line that bars on a log axis stand on, which is no zero, and name it among the ticks."""
    axes.axhline(value, color=sheet.style.palette.muted, linewidth=sheet.style.hairline, clip_on=False)
    ticks = [value, *axes.get_yticks()]
    axes.set_yticks(ticks, labels=[FLOOR, *(label.get_text() for label in axes.get_yticklabels())])


def tolerance_line(sheet: Sheet, axes: Axes, value: float) -> None:
    """Draw the dashed line under which a gap counts as rounding."""
    look: dict[str, Any] = {"linewidth": sheet.style.line, "dashes": DASHES, "zorder": MARK}
    axes.axhline(value, color=sheet.style.palette.tolerance, **look)


def name_level(sheet: Sheet, axes: Axes, level: float, lift: float, words: str) -> None:
    """Write words at the right end of a level, a little above it."""
    place: dict[str, Any] = {"xycoords": axes.get_yaxis_transform(), "ha": "right"}
    sheet.label(axes, (1, level), (-lift, lift), words, size=sheet.style.type.label, **place)


def hand(sheet: Sheet, width: float) -> dict[str, Any]:
    """Give the look of what was made by hand: a pale line, wide enough to hold the engine's dots."""
    look: dict[str, Any] = {"solid_capstyle": "round", "solid_joinstyle": "round", "zorder": MARK}
    return {"color": sheet.style.palette.route.tint, "linewidth": width, **look}


def engine(sheet: Sheet, size: float) -> dict[str, Any]:
    """Give the look of what the engine made: dots, to be seen inside the line of the hand."""
    route, hairline = sheet.style.palette.route, sheet.style.hairline
    look: dict[str, Any] = {
        "markerfacecolor": route.fill,
        "markeredgecolor": route.edge,
        "markeredgewidth": hairline,
        "zorder": MARK + 1,
    }
    return {"linestyle": "none", "marker": "o", "markersize": size, **look}


def spaced(start: Point, end: Point, count: int) -> list[Point]:
    """Give points at equal distances from start to end, both included."""
    (left, top), (right, bottom) = start, end
    parts = [place / (count - 1) for place in range(count)]
    return [(left + part * (right - left), top + part * (bottom - top)) for part in parts]


def tick(sheet: Sheet, left: float, middle: float, size: float, *, colour: str | None = None) -> None:
    """Draw a tick, as wide as `size`: right."""
    _glyph(sheet, [(left + size * across, middle + size * down) for across, down in TICK], size, colour)


def cross(sheet: Sheet, left: float, middle: float, size: float, *, colour: str | None = None) -> None:
    """Draw a cross, as wide as `size`: wrong."""
    top, bottom = middle - size / 2, middle + size / 2
    _glyph(sheet, [(left, top), (left + size, bottom)], size, colour)
    _glyph(sheet, [(left, bottom), (left + size, top)], size, colour)


def _glyph(sheet: Sheet, points: Sequence[Point], size: float, colour: str | None) -> None:
    sheet.line(
        points,
        linewidth=size * PEN,
        color=colour or sheet.style.palette.ink,
        solid_capstyle="round",
        solid_joinstyle="round",
        zorder=WORDS,
    )


@dataclass(frozen=True)
class Grid:
    """How large a matrix of printed values is drawn, in pixels.

    size : of the type
    value, minus : how wide a value with its sign is, and the sign alone
    column_gap, row_step : between two columns, and from one row to the next
    pad : between the values and the brackets
    hook : how far the brackets reach over the values
    """

    size: float
    value: float
    minus: float
    column_gap: float
    row_step: float
    pad: float
    hook: float

    def width(self, columns: int) -> float:
        """How wide a matrix of so many columns is, brackets included."""
        return columns * self.value + (columns - 1) * self.column_gap + 2 * self.pad


def matrix(sheet: Sheet, grid: Grid, left: float, middle: float, entries: Sequence[Sequence[str]]) -> None:
    """Set printed values as a textbook sets a matrix: in brackets, the decimal points of a column under each other.

    The values of a matrix all have the same number of decimals, so it is enough to end those of a column at one place.
    """
    box = Box(
        left, middle - len(entries) * grid.row_step / 2, grid.width(len(entries[0])), len(entries) * grid.row_step
    )
    signed = any(value.startswith(MINUS) for row in entries for value in row)
    # Without a sign, the room for signs would push the values to the right of the middle.
    first_end = left + grid.pad + grid.value - (0 if signed else grid.minus / 2)
    for row, values in enumerate(entries):
        centre = box.top + (row + 0.5) * grid.row_step
        for column, value in enumerate(values):
            end = first_end + column * (grid.value + grid.column_gap)
            sheet.words(end, centre, value, size=grid.size, ha="right", va="center_baseline")
    _brackets(sheet, grid, box)


def _brackets(sheet: Sheet, grid: Grid, box: Box) -> None:
    look: dict[str, Any] = {
        "color": sheet.style.palette.ink,
        "linewidth": sheet.style.hairline,
        "solid_joinstyle": "miter",
    }
    for edge, inside in ((box.left, box.left + grid.hook), (box.right, box.right - grid.hook)):
        sheet.line([(inside, box.top), (edge, box.top), (edge, box.bottom), (inside, box.bottom)], **look)
