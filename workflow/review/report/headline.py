"""A review in one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from workflow.review.changes import (
    Change,
    ClaimChange,
    DeckChange,
    FigureChange,
    FileChange,
    Review,
    SeriesChange,
    TableChange,
)
from workflow.review.verdicts import Verdict

# What each kind of change is called: one, and several.
NOUNS: Mapping[type[Change], tuple[str, str]] = {
    ClaimChange: ("claim", "claims"),
    SeriesChange: ("series", "series"),
    FigureChange: ("figure", "figures"),
    TableChange: ("table", "tables"),
    DeckChange: ("deck", "decks"),
    FileChange: ("file", "files"),
}

# What became of one, and of several.
_FATES: Mapping[Verdict, tuple[str, str]] = {
    Verdict.BROKEN: ("cannot be read", "cannot be read"),
    Verdict.FAILING: ("fails", "fail"),
    Verdict.WEAKER: ("is checked less", "are checked less"),
    Verdict.CHECK: ("is checked otherwise", "are checked otherwise"),
    Verdict.PRINTED: ("prints otherwise", "print otherwise"),
    Verdict.GONE: ("is gone", "are gone"),
    Verdict.PIXELS: ("moved", "moved"),
    Verdict.CELLS: ("shows other cells", "show other cells"),
    Verdict.WORDS: ("reads otherwise", "read otherwise"),
    Verdict.NEW: ("is new", "are new"),
    Verdict.RENAMED: ("was renamed", "were renamed"),
    Verdict.MOVED: ("moved but shows the same", "moved but show the same"),
    Verdict.NOISE: ("moved by rounding", "moved by rounding"),
    Verdict.BYTES: ("differs only in its bytes", "differ only in their bytes"),
}

# Of claims it is said what they are to a reader: checks and printed numbers.
_OF_CLAIMS: Mapping[Verdict, tuple[str, str]] = {
    Verdict.WEAKER: ("check is weaker", "checks are weaker"),
    Verdict.CHECK: ("check changed", "checks changed"),
    Verdict.PRINTED: ("printed number changed", "printed numbers changed"),
    Verdict.MOVED: ("number moved but prints the same", "numbers moved but print the same"),
    Verdict.BYTES: ("claim is stated elsewhere", "claims are stated elsewhere"),
}

# A number that a reader sees and that its check expects is told as both; one that only rounding moved as neither.
_WITH_ITS_CHECK = ("printed number changed with its check", "printed numbers changed with their checks")
_FLIPPED = ("last digit flipped by rounding", "last digits flipped by rounding")

# How many kinds of changes are named.
_NAMED = 4

# What is counted when nothing changed: one, and several.
_COUNTED: Mapping[str, str] = {"claims": "claim", "figures": "figure", "tables": "table", "decks": "deck"}


def headline(review: Review) -> str:
    """Say in one short sentence what became of everything: each change counts once, by its loudest finding."""
    changes = list(review.changes())
    seen = [change for change in changes if change.verdict.is_change]
    if not changes:
        told = f"Nothing changed: {_as_they_were(review.compared)}"
    elif seen:
        told = _in_short(seen)
    else:
        is_noise = any(change.verdict is Verdict.NOISE for change in changes)
        told = f"Only {'rounding noise' if is_noise else 'what no reader sees'}: {_in_short(changes)}"
    return f"{'; '.join([told, *_but(review)])}."


def counted(number: int, kind: type[Change]) -> str:
    """Give '1 figure', '25 figures'."""
    return f"{number:,} {NOUNS[kind][number != 1]}"


def _but(review: Review) -> list[str]:
    """Name what makes everything else doubtful."""
    told = []
    if review.judges:
        told.append("how claims are judged changed")
    if review.stale:
        told.append("some results are not what their sources make")
    return told


def _in_short(changes: Sequence[Change]) -> str:
    """Name the loudest kinds of changes, and count the others."""
    found = Counter(_words(change) for change in sorted(changes, key=_place))
    told = [f"{number:,} {words[number != 1]}" for words, number in found.items()]
    left_out = sum(list(found.values())[_NAMED:])
    more = f"{left_out:,} more change{'s' if left_out != 1 else ''}"
    return _listed([*told[:_NAMED], more] if left_out else told)


def _place(change: Change) -> tuple[int, int]:
    verdict = Verdict.NOISE if _is_flipped(change) else change.verdict
    # What flipped can be seen, so it stands before what is only noise.
    return -verdict.loudness, -1 if _is_flipped(change) else list(NOUNS).index(_kind(change))


def _words(change: Change) -> tuple[str, str]:
    """Say what became of it, when it is one such change and when there are several."""
    kind, verdict = _kind(change), change.verdict
    if _is_flipped(change):
        return _FLIPPED
    if kind is ClaimChange and verdict is Verdict.CHECK and _is_printed_for_good(change):
        return _WITH_ITS_CHECK
    if kind is ClaimChange and verdict in _OF_CLAIMS:
        return _OF_CLAIMS[verdict]
    (noun, nouns), (fate, fates) = NOUNS[kind], _FATES[verdict]
    return f"{noun} {fate}", f"{nouns} {fates}"


def _is_flipped(change: Change) -> bool:
    """Whether a printed number changed, and only because rounding took it over an edge."""
    return change.verdict is Verdict.PRINTED and Verdict.NOISE in change.findings


def _is_printed_for_good(change: Change) -> bool:
    return Verdict.PRINTED in change.findings and Verdict.NOISE not in change.findings


def _kind(change: Change) -> type[Change]:
    return next(kind for kind in NOUNS if isinstance(change, kind))


def _as_they_were(compared: Mapping[str, int]) -> str:
    numbers = {noun: compared[kind] for kind, noun in _COUNTED.items() if compared.get(kind)}
    counts = [f"{number:,} {noun}{'s' if number != 1 else ''}" for noun, number in numbers.items()]
    if not counts:
        return "there is nothing to compare"
    return f"{_listed(counts)} {'is as it was' if list(numbers.values()) == [1] else 'are as they were'}"


def _listed(told: Sequence[str]) -> str:
    return f"{', '.join(told[:-1])} and {told[-1]}" if len(told) > 1 else told[0]
