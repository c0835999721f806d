"""A review in one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

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

# What is counted when nothing changed: one, and several.
_COUNTED: Mapping[str, str] = {"claims": "claim", "figures": "figure", "tables": "table", "decks": "deck"}


def headline(review: Review) -> str:
    """Say in one sentence what became of everything, the loudest first: each of a change's findings counts."""
    found = Counter((verdict, _kind(change)) for change in review.changes() for verdict in change.findings)
    kinds = list(NOUNS)
    ordered = sorted(found, key=lambda each: (-each[0].loudness, kinds.index(each[1])))
    told = ", ".join(_told(kind, verdict, found[verdict, kind]) for verdict, kind in ordered if verdict.is_change)
    quiet = ", ".join(_told(kind, verdict, found[verdict, kind]) for verdict, kind in ordered)
    if not quiet:
        told = f"Nothing changed: {_as_they_were(review.compared)}"
    elif not told:
        is_noise = any(verdict is Verdict.NOISE for verdict, _ in found)
        told = f"Only {'rounding noise' if is_noise else 'what no reader sees'}: {quiet}"
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


def _kind(change: Change) -> type[Change]:
    return next(kind for kind in NOUNS if isinstance(change, kind))


def _told(kind: type[Change], verdict: Verdict, number: int) -> str:
    if kind is ClaimChange and verdict in _OF_CLAIMS:
        return f"{number:,} {_OF_CLAIMS[verdict][number != 1]}"
    return f"{counted(number, kind)} {_FATES[verdict][number != 1]}"


def _as_they_were(compared: Mapping[str, int]) -> str:
    numbers = {noun: compared[kind] for kind, noun in _COUNTED.items() if compared.get(kind)}
    counts = [f"{number:,} {noun}{'s' if number != 1 else ''}" for noun, number in numbers.items()]
    if not counts:
        return "there is nothing to compare"
    listed = f"{', '.join(counts[:-1])} and {counts[-1]}" if len(counts) > 1 else counts[0]
    return f"{listed} {'is as it was' if list(numbers.values()) == [1] else 'are as they were'}"
