"""What a comment tells of one change: in a row of a table, and in detail.

All that is foreign goes through `code`, with little room each, so that nobody's long text hides another's.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import singledispatch
from typing import TypeVar

from workflow.review.changes import (
    Cause,
    Change,
    ClaimChange,
    DeckChange,
    Edit,
    Entry,
    FigureChange,
    PictureChange,
    SeriesChange,
    TableChange,
    Window,
)
from workflow.review.ledgers.distances import by
from workflow.review.report.comment import code
from workflow.review.report.headline import NOUNS

Thing = TypeVar("Thing")

# How much room a name takes at most, and another text.
NAME = 200
TEXT = 300

# How many notes, entries, cells, words or causes of one thing are named.
_FEW = 3
_MANY = 12

# A share below is not told.
_LEAST_PERCENT = 0.01

# How many claims one line names of which the same is told.
IN_A_LINE = 25


def alarm(change: Change) -> str:
    """Tell in one line what a reviewer must not miss."""
    notes = " ".join(code(note, TEXT) for note in change.notes[:_FEW])
    return " ".join(filter(None, [f"- **{_name(change)}**", _held_to(change), notes, _stated(change)]))


def what_is_weaker(change: ClaimChange) -> Hashable:
    """Give what is the same of claims that one line can tell of: their ledger, what they are held to, their notes."""
    return change.identity.rpartition(".")[0], change.held_to_before, change.held_to, change.notes


def alarm_of_many(alike: Sequence[Change]) -> str:
    """Tell in one line what a reviewer must not miss of several claims of a ledger, and name each."""
    first = alike[0]
    ledger = first.identity.rpartition(".")[0]
    names = ", ".join(code(change.identity.rpartition(".")[2], NAME) for change in alike)
    held_to = ""
    if isinstance(first, ClaimChange) and first.held_to_before != first.held_to:
        gone_or_held_to = code(first.held_to, TEXT) if first.held_to else "gone"
        held_to = f"{_or_nothing(first.held_to_before)} → {gone_or_held_to}."
    notes = " ".join(code(note, TEXT) for note in first.notes[:_FEW])
    return " ".join(
        filter(None, [f"- **{len(alike):,} checks of {code(ledger, NAME)}**:", held_to, notes, f"({names})"])
    )


# In a row


def row(change: Change) -> str:
    """Tell in a row what it is, what became of it, what it was and is, and what moved it."""
    before, after = _before_and_after(change)
    kind = next(nouns[0] for kind, nouns in NOUNS.items() if isinstance(change, kind))
    return f"| {kind} {_name(change)} | {_verdicts(change)} | {before} | {after} | {_why(change)} |"


@singledispatch
def _before_and_after(change: Change) -> tuple[str, str]:
    """Show the first thing that became other, as it was and as it is, and say how many more there are."""
    return "", code(change.notes[0], TEXT) if change.notes else ""


@_before_and_after.register
def _(change: ClaimChange) -> tuple[str, str]:
    if change.entries:
        entry, more = change.entries[0], _more(change.entries)
        return f"{_place(entry)}{_or_nothing(entry.before)}", f"{_or_nothing(entry.after)}{more}"
    if change.held_to_before != change.held_to:
        return _or_nothing(change.held_to_before), _or_nothing(change.held_to)
    return "", code(change.notes[0], TEXT) if change.notes else ""


@_before_and_after.register
def _(change: SeriesChange) -> tuple[str, str]:
    return "", _distance(change)


@_before_and_after.register
def _(change: FigureChange) -> tuple[str, str]:
    moved = [picture.pixels for picture in change.pictures if picture.pixels]
    words = "alt text reads otherwise" if change.alt_text else ""
    most = max((pixels.moved / (pixels.width * pixels.height) for pixels in moved), default=None)
    pictures = "" if most is None else f"{len(moved)} of its pictures, {_share(most)} of the pixels at most"
    return _or_nothing(change.renamed_from) if change.renamed_from else "", "; ".join(filter(None, [pictures, words]))


@_before_and_after.register
def _(change: TableChange) -> tuple[str, str]:
    if not change.cells:
        return _edits_in_short(change.words)
    cell = change.cells[0]
    place = f"{code(cell.row, NAME)}, {code(cell.column, NAME)}: "
    return f"{place}{_or_nothing(cell.before)}", f"{_or_nothing(cell.after)}{_more(change.cells)}"


@_before_and_after.register
def _(change: DeckChange) -> tuple[str, str]:
    if not change.slides:
        return "", code(change.notes[0], TEXT) if change.notes else ""
    before, after = _edits_in_short(change.slides[0].words)
    return f"slide {change.slides[0].number}: {before}", f"{after}{_more(change.slides)}"


# In detail


def detail(change: Change) -> str:
    """Tell all there is, in a list."""
    told = [f"- {_name(change)} {_verdicts(change)}", *(f"  - {each}" for each in _told(change)), *_notes(change)]
    return "\n".join(told)


def _notes(change: Change) -> list[str]:
    return [f"  - {each}" for each in _first(change.notes, _MANY, lambda note: code(note, TEXT))]


@singledispatch
def _told(change: Change) -> list[str]:
    """Tell of each entry, picture, cell or slide on a line of its own."""
    del change  # its notes say it all
    return []


@_told.register
def _(change: ClaimChange) -> list[str]:
    entries = _first(
        change.entries,
        _MANY,
        lambda entry: f"{_place(entry)}{_arrow(entry.before, entry.after)}",
    )
    return [*filter(None, [_stated(change), _held_to(change)]), *entries]


@_told.register
def _(change: SeriesChange) -> list[str]:
    return [_distance(change)]


@_told.register
def _(change: FigureChange) -> list[str]:
    numbers = ", ".join(_first(change.numbers, _MANY, lambda number: code(number, NAME)))
    ledger = f"from {code(change.ledger, NAME)}{', where moved: ' if numbers else ''}{numbers}" if change.ledger else ""
    renamed_from = f"it was {code(change.renamed_from, NAME)}" if change.renamed_from else ""
    alt_text = f"alt text: {_edits(change.alt_text)}" if change.alt_text else ""
    pictures = _first(change.pictures, _MANY, _picture)
    return [*filter(None, [renamed_from, ledger]), *pictures, *filter(None, [alt_text])]


@_told.register
def _(change: TableChange) -> list[str]:
    cells = _first(
        change.cells,
        _MANY,
        lambda cell: f"{code(cell.row, NAME)}, {code(cell.column, NAME)}: {_arrow(cell.before, cell.after)}",
    )
    return [*cells, *([f"words: {_edits(change.words)}"] if change.words else [])]


@_told.register
def _(change: DeckChange) -> list[str]:
    return _first(
        change.slides,
        _MANY,
        lambda slide: f"slide {slide.number}, {code(slide.title, NAME)}, {_verdicts(slide)}: {_edits(slide.words)}",
    )


def _picture(change: PictureChange) -> str:
    told = f"{code(change.style, NAME)}: {_verdicts(change)}"
    pixels = change.pixels
    if pixels is None:
        return " ".join([told, *(code(note, TEXT) for note in change.notes[:_FEW])])
    return (
        f"{told}: {pixels.moved:,} of {pixels.width * pixels.height:,} pixels, "
        f"all in {_window(pixels.box)}, most in {_window(pixels.worst)}: {pixels.worst.moved:,}"
    )


def _window(window: Window) -> str:
    return f"{window.width}×{window.height} at ({window.left}, {window.top})"


# What all of them say alike


def _held_to(change: Change) -> str:
    if not isinstance(change, ClaimChange) or change.held_to_before == change.held_to:
        return ""
    if not change.held_to:
        return f"was held to {code(change.held_to_before, TEXT)} and is gone."
    return f"is held to {code(change.held_to, TEXT)}, was held to {code(change.held_to_before, TEXT)}."


def _stated(change: Change) -> str:
    return f"({code(change.where, NAME)})" if isinstance(change, ClaimChange) and change.where else ""


def cause(it: Cause) -> str:
    """Tell of a source of change, with its versions where it has some."""
    told = f"{it.kind} {code(it.name, NAME)}"
    if it.before and it.after:
        return f"{told} {_arrow(it.before, it.after)}"
    return f"{told} {code(it.before or it.after, NAME)}" if it.before or it.after else told


def _why(change: Change) -> str:
    by = [f"**{change.moved_by}**"] if change.moved_by else []
    return ", ".join([*by, *_first(change.causes, _FEW, cause)])


def _name(change: Change) -> str:
    return code(change.identity, NAME)


def _verdicts(change: Change) -> str:
    return "; ".join(verdict.value for verdict in sorted(change.findings, key=lambda each: -each.loudness))


def _distance(change: SeriesChange) -> str:
    return f"{change.moved:,} of {change.size:,} entries{by(change.moved, change.largest)}"


def _share(share: float) -> str:
    percent = 100 * share
    return f"{percent:.2f} %" if percent >= _LEAST_PERCENT else f"less than {_LEAST_PERCENT} %"


def _place(entry: Entry) -> str:
    return f"{code(entry.place, NAME)} " if entry.place else ""


def _or_nothing(text: str) -> str:
    return code(text, TEXT) if text else "nothing"


def _arrow(before: str, after: str) -> str:
    return f"{_or_nothing(before)} → {_or_nothing(after)}"


def _more(found: Sequence[object]) -> str:
    return f", and {len(found) - 1:,} more" if len(found) > 1 else ""


def _first(found: Sequence[Thing], number: int, told: Callable[[Thing], str]) -> list[str]:
    """Tell of the first few, and count the others."""
    left_out = len(found) - number
    return [*(told(each) for each in found[:number]), *([f"and {left_out:,} more"] if left_out > 0 else [])]


def _edits(edits: Sequence[Edit]) -> str:
    """Tell what is gone and what is new, in order."""
    signs = {"gone": "−", "new": "+"}
    changed = [edit for edit in edits if edit.kind != "same"]
    return " ".join(_first(changed, _MANY, lambda edit: f"{signs[edit.kind]} {code(edit.text, TEXT)}"))


def _edits_in_short(edits: Sequence[Edit]) -> tuple[str, str]:
    """Give the first words that are gone, and the first that are new."""
    texts = {kind: next((edit.text for edit in edits if edit.kind == kind), "") for kind in ("gone", "new")}
    return _or_nothing(texts["gone"]), _or_nothing(texts["new"])
