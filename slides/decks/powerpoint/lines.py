"""Lines of words and matrices, for programs that show no equations: every row of a matrix is a line, aligned by tabs.

Where a matrix of two rows stands beside words, these stand half a line lower than its first row. So there are lines
half as high, in which every other one is empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from slides.decks.powerpoint.flat import OPERATORS, RELATIONS, Grid, Part
from slides.decks.powerpoint.runs import LINE, Run, width

# The ends and the middle of high brackets.
_HIGH = {
    "[": "⎡⎢⎣",
    "]": "⎤⎥⎦",
    "(": "⎛⎜⎝",
    ")": "⎞⎟⎠",
}

# How far the rows of a matrix lie apart, as high as the pieces of its brackets are, and its columns, in sizes of type.
PITCH = 1.16
_COLUMN_GAP = 0.7

# Between words and a matrix, in sizes of type.
_CLEARANCE = 0.12

# What a line leaves free at its end, in points: programs round the places of tabs, each in its own way. And what adding
# up in another order may change.
SLACK, _ROUNDING = 1.5, 0.01

TAB = Run("\t")


@dataclass(frozen=True)
class Stop:
    """Where a tab leads: words begin there or, at the `right`, end there."""

    position: float
    right: bool


@dataclass(frozen=True)
class Line:
    """A line of runs.

    stops : of its tabs
    height : in points; None where it flows, into as many lines as it takes
    leads : whether it begins what it is a part of, where a bullet belongs
    """

    runs: tuple[Run, ...]
    stops: tuple[Stop, ...] = ()
    height: float | None = None
    leads: bool = True


@dataclass(frozen=True)
class Words:
    """Runs that stand together; at the `right`, close to the matrix behind them, however wide they turn out."""

    runs: tuple[Run, ...]
    right: bool = False


Row = list[Part]
Segment = Words | Grid


def lines(parts: Sequence[Part], points: float, room: float) -> list[Line]:
    """Set parts in lines no wider than there is room."""
    if not any(isinstance(part, Grid) for part in parts):
        return [Line(tuple(part for part in parts if isinstance(part, Run)))]
    found: list[Line] = []
    for row in broken(parts, points, room):
        high = list(_high(row, points))
        found += high if not found else [replace(line, leads=False) for line in high]
    return found


def natural(parts: Sequence[Part], points: float) -> float:
    """Give the width of parts in one line."""
    widths = [_width(segment, points) for segment in _segments(parts)]
    return sum(widths) + _CLEARANCE * points * max(len(widths) - 1, 0)


def fits(parts: Sequence[Part], points: float, room: float) -> bool:
    """Whether parts stand in one line."""
    return natural(parts, points) + SLACK <= room + _ROUNDING


def _width(segment: Segment, points: float) -> float:
    match segment:
        case Grid():
            columns = _columns(segment, points)
            return sum(columns) + _COLUMN_GAP * points * (len(columns) - 1) + 2 * _bracket(points)
    return sum(width(run, points) for run in segment.runs)


def rows_of(parts: Sequence[Part]) -> int:
    """Count the rows of the highest matrix."""
    return max((len(each.rows) for each in parts if isinstance(each, Grid)), default=1)


def words(parts: Sequence[Part]) -> Iterator[Part]:
    """Take runs apart at their blanks; a blank stays with the word before it."""
    for part in parts:
        match part:
            case Run(text=text) if " " in text:
                yield from (replace(part, text=word) for word in _split(text))
            case _:
                yield part


def _split(text: str) -> Iterator[str]:
    starts = [0, *(place for place in range(1, len(text)) if text[place - 1] == " " != text[place]), len(text)]
    yield from (text[begin:end] for begin, end in pairwise(starts))


def broken(parts: Sequence[Part], points: float, room: float) -> Iterator[Row]:
    """Break parts into rows as words flow."""
    row: Row = []
    for part in words(parts):
        if row and not fits([*row, part], points, room):
            yield row
            row = []
        row.append(part)
    if row:
        yield row


def _columns(grid: Grid, points: float) -> list[float]:
    return [max(natural(cell, points) for cell in column) for column in zip(*grid.rows, strict=True)]


def _bracket(points: float) -> float:
    return 0.5 * points


def _high(row: Row, points: float) -> Iterator[Line]:
    """Set a row of parts in as many lines as its highest matrix needs."""
    rows = rows_of(row)
    segments = list(_segments(row))
    offsets = [rows - len(segment.rows) if isinstance(segment, Grid) else rows - 1 for segment in segments]
    step = 2 if all(offset % 2 == 0 for offset in offsets) else 1
    stops = tuple(_stops(segments, points))[1:]  # no tab leads to where a line begins
    leading = offsets[0]
    for place in range(0, 2 * rows - 1, step):
        filled: list[Run] = []
        for segment, offset in zip(segments, offsets, strict=True):
            filled += _cells(segment, (place - offset) // 2 if (place - offset) % 2 == 0 else -1)
        pitch = PITCH * points * step / 2 if place else LINE * points
        yield Line(tuple(_trimmed(filled[1:])), stops, pitch, place == leading)


def _segments(row: Sequence[Part]) -> Iterator[Segment]:
    """Give runs that stand together as words."""
    together: list[Run] = []
    for part in row:
        match part:
            case Run():
                together.append(part)
            case Grid():
                yield from _in_front(together)
                together = []
                yield part
    if together:
        yield Words(tuple(together))


def _in_front(runs: Sequence[Run]) -> Iterator[Words]:
    """Give the words in front of a matrix, its name in "…, where W = [" apart, so that this can stand close to it."""
    each = [word for word in words(runs) if isinstance(word, Run)]
    name = max((place for place, word in enumerate(each[:-1], 1) if _parts_words(word)), default=0)
    if name:
        yield Words(tuple(each[:name]))
    if each:
        yield Words(tuple(each[name:]), right=name > 0)


def _parts_words(run: Run) -> bool:
    """Whether a blank ends it that is not one behind an operator."""
    return run.text.endswith(" ") and run.text.strip() not in OPERATORS | RELATIONS


def _stops(segments: Sequence[Segment], points: float) -> Iterator[Stop]:
    """Give where the tabs lead: one in front of words or a bracket, and one to the end of each column."""
    position = 0.0
    for segment in segments:
        match segment:
            case Grid():
                yield Stop(position, right=False)
                position += _bracket(points)
                *columns, last = _columns(segment, points)
                for column in columns:
                    position += column
                    yield Stop(position, right=True)
                    position += _COLUMN_GAP * points
                position += last + _bracket(points)
                yield Stop(position, right=True)
            case Words(right=right):
                start, position = position, position + _width(segment, points)
                yield Stop(position if right else start, right)
        # A tab leads nowhere if its place is reached already.
        position += _CLEARANCE * points


def _cells(segment: Segment, place: int) -> Iterator[Run]:
    """Give what a segment has in its row of that number, with a tab in front of each."""
    match segment:
        case Grid(rows=rows) if 0 <= place < len(rows):
            yield from (TAB, *_sign(segment.opening, place, len(rows)))
            for cell in rows[place]:
                yield from (TAB, *cell)
            yield from _sign(segment.closing, place, len(rows))
        case Grid(rows=rows):
            yield from [TAB] * (1 + len(rows[0]))
        case Words(runs=runs):
            yield from (TAB, *(runs if place == 0 else ()))


def _sign(sign: str, place: int, count: int) -> Iterator[Run]:
    """Give the piece of a high bracket that belongs to a row."""
    yield Run(sign if count == 1 else _HIGH[sign][0 if place == 0 else 2 if place == count - 1 else 1])


def _trimmed(runs: list[Run]) -> list[Run]:
    while runs and runs[-1] == TAB:
        runs.pop()
    return runs
