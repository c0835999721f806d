"""Shapes that several drawings share. Each takes its place in pixels, or axes, and puts its artists there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke
from matplotlib.ticker import NullLocator

from figures.sheet import MARK, WORDS, Box, Point, Sheet
from figures.style import Role
from workflow.numerals import MINUS

# Printed values, row by row.
Matrix = list[list[str]]

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
    axes.set_yticks([10.0**exponent for exponent in labelled], labels=[_power(exponent) for exponent in labelled])
    axes.yaxis.set_minor_locator(NullLocator())


def _power(exponent: int) -> str:
    return ONE if exponent == 0 else f"1e{exponent}"


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


def floor_line(sheet: Sheet, axes: Axes, exponent: int) -> None:
    """Draw the line that bars on a log axis stand on, a power of ten and no zero, and name it among the ticks."""
    axes.axhline(10.0**exponent, color=sheet.style.palette.muted, linewidth=sheet.style.hairline, clip_on=False)
    ticks = [10.0**exponent, *axes.get_yticks()]
    name = f"{FLOOR}\n{_power(exponent)}"
    axes.set_yticks(ticks, labels=[name, *(label.get_text() for label in axes.get_yticklabels())])


def ring(sheet: Sheet, axes: Axes, place: float, size: float) -> None:
    """Mark an exact zero in its strip, at a size that depends on nothing: there is no gap to draw."""
    palette = sheet.style.palette
    look: dict[str, Any] = {"marker": "o", "markerfacecolor": palette.panel, "markeredgecolor": palette.gap.edge}
    axes.plot(place, ZERO_LEVEL, markersize=size, markeredgewidth=sheet.style.line, zorder=MARK + 1, **look)


def tolerance_line(sheet: Sheet, axes: Axes, value: float) -> None:
    """Draw the dashed line under which a gap counts as rounding."""
    look: dict[str, Any] = {"linewidth": sheet.style.line, "dashes": DASHES, "zorder": MARK}
    axes.axhline(value, color=sheet.style.palette.tolerance, **look)


def name_level(sheet: Sheet, axes: Axes, level: float, lift: float, words: str) -> None:
    """Write words at the right end of a level, a little above it."""
    place: dict[str, Any] = {"xycoords": axes.get_yaxis_transform(), "ha": "right"}
    sheet.label(axes, (1, level), (-lift, lift), words, size=sheet.style.type.label, **place)


def hand(sheet: Sheet, width: float) -> dict[str, Any]:
    """Give the look of what was made by hand: a pale line, wide enough to hold the engine's dots, with a thin edge."""
    route = sheet.style.palette.route
    edge = withStroke(linewidth=width + 2 * sheet.style.hairline, foreground=route.edge)
    look: dict[str, Any] = {"solid_capstyle": "round", "solid_joinstyle": "round", "zorder": MARK}
    return {"color": route.tint, "linewidth": width, "path_effects": [edge], **look}


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


def tick(sheet: Sheet, left: float, middle: float, size: float) -> None:
    """Draw a tick, as wide as `size`: right."""
    points = [(left + size * across, middle + size * down) for across, down in TICK]
    _glyph(sheet, points, size, sheet.style.palette.gap)


def cross(sheet: Sheet, left: float, middle: float, size: float) -> None:
    """Draw a cross, as wide as `size`: wrong."""
    top, bottom = middle - size / 2, middle + size / 2
    for points in ([(left, top), (left + size, bottom)], [(left, bottom), (left + size, top)]):
        _glyph(sheet, points, size, sheet.style.palette.wrong)


def _glyph(sheet: Sheet, points: Sequence[Point], size: float, role: Role) -> None:
    look: dict[str, Any] = {"solid_capstyle": "round", "solid_joinstyle": "round", "zorder": WORDS}
    sheet.line(points, linewidth=size * PEN, color=role.edge, **look)


@dataclass(frozen=True)
class Grid:
    """How large a matrix of printed values is drawn, in pixels.

    size : of the type
    value, minus : how wide a value without its sign is, and the sign alone
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

    def column(self, entries: Matrix) -> float:
        """How wide each column of a matrix is; one without signs keeps no room for them."""
        is_signed = any(value.startswith(MINUS) for row in entries for value in row)
        return self.value + (self.minus if is_signed else 0)

    def width(self, entries: Matrix) -> float:
        """How wide a matrix is, brackets included."""
        columns = len(entries[0])
        return columns * self.column(entries) + (columns - 1) * self.column_gap + 2 * self.pad


def matrix(sheet: Sheet, grid: Grid, left: float, middle: float, entries: Matrix) -> None:
    """Set printed values as a textbook sets a matrix: in brackets, the decimal points of a column under each other.

    The values of a matrix all have the same number of decimals, so it is enough to end those of a column at one place.
    """
    height, column_width = len(entries) * grid.row_step, grid.column(entries)
    box = Box(left, middle - height / 2, grid.width(entries), height)
    for row, values in enumerate(entries):
        centre = box.top + (row + 0.5) * grid.row_step
        for column, value in enumerate(values):
            end = left + grid.pad + column_width + column * (column_width + grid.column_gap)
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
