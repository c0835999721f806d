"""A review as a comment on a pull request: what a reviewer must not miss first, then what moved, then the detail.

A comment has a limit, and a change has none. What does not fit is counted; weaker checks are the last to be left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial

from workflow.review.changes import WITHOUT_DIGITS, Cause, Change, ClaimChange, Review
from workflow.review.report.comment import Line, Part, code, fitted
from workflow.review.report.headline import NOUNS, counted, headline
from workflow.review.report.telling import (
    IN_A_LINE,
    NAME,
    TEXT,
    alarm,
    alarm_of_many,
    cause,
    detail,
    row,
    what_is_weaker,
)
from workflow.review.verdicts import Verdict

__all__ = ["code", "headline", "summary"]

# What is told in parts of its own, by the finding, the loudest first.
_ALARMS = {
    Verdict.WEAKER: "Weaker checks",
    Verdict.FAILING: "Claims that do not hold",
    Verdict.BROKEN: "What cannot be read",
}

# What is kept longest when not everything fits.
_DETAIL, _TABLE, _CAUSE, _ALARM, _WEAKER = range(5)


def summary(review: Review) -> str:
    """Write the comment: one line when nothing changed and nothing is in doubt, else under 60,000 characters."""
    first = f"{headline(review)}\n"
    changes = list(review.changes())
    if not changes and not review.stale and not review.judges:
        return first
    parts = [
        Part(f"{first}\nCompared: {code(review.base, NAME)} with {code(review.head, NAME)}.\n", []),
        *_alarms(changes),
        *_doubts(review),
        *_causes(review),
        *_table(changes),
        *_details(changes),
        *_silence(review),
    ]
    return fitted(parts)


# What must not be missed


def _doubts(review: Review) -> Iterator[Part]:
    if review.stale:
        lines = [Line((_ALARM,), partial(_sentence_line, sentence)) for sentence in review.stale]
        yield Part("\n### Results that are not what their sources make\n\n", lines)
    if review.judges:
        lines = [Line((_ALARM,), partial(_cause_line, each)) for each in review.judges]
        yield Part("\n### How claims are judged changed\n\n", lines)


def _alarms(changes: Sequence[Change]) -> Iterator[Part]:
    for verdict, title in _ALARMS.items():
        found = [change for change in changes if verdict in change.findings]
        rank = _WEAKER if verdict is Verdict.WEAKER else _ALARM
        if found:
            lines = [_alarm_line(alike, rank) for alike in _alike(found, verdict)]
            yield Part(f"\n### {title}: {len(found):,}\n\n", lines)


def _alike(changes: Sequence[Change], verdict: Verdict) -> list[Sequence[Change]]:
    """Put weaker claims of a ledger together of which the same is to be told, as many as one line names."""
    groups: dict[Hashable, list[Change]] = defaultdict(list)
    for change in changes:
        if verdict is Verdict.WEAKER and isinstance(change, ClaimChange):
            groups[what_is_weaker(change)].append(change)
        else:
            groups[id(change)].append(change)
    return [group[start : start + IN_A_LINE] for group in groups.values() for start in range(0, len(group), IN_A_LINE)]


def _alarm_line(alike: Sequence[Change], rank: int) -> Line:
    if len(alike) == 1:
        return _line(alike[0], rank, alarm)
    return Line((rank, alike[0].verdict.loudness), partial(alarm_of_many, alike), len(alike))


# What could have moved it


def _causes(review: Review) -> Iterator[Part]:
    if review.causes:
        lines = [Line((_CAUSE,), partial(_cause_line, each)) for each in review.causes]
        yield Part("\n### What could have moved it\n\n", lines)
    if review.unrecorded:
        yield Part(f"\nWhat moved it cannot be said: {code(review.unrecorded, TEXT)}\n", [])


def _sentence_line(sentence: str) -> str:
    return f"- {code(sentence, TEXT)}"


def _cause_line(it: Cause) -> str:
    return f"- {cause(it)}"


# What moved


def _table(changes: Sequence[Change]) -> Iterator[Part]:
    found = [change for change in changes if change.verdict.is_change and not _is_told_above(change)]
    if found:
        head = "| what | verdict | before | after | why |\n| --- | --- | --- | --- | --- |\n"
        yield Part(f"\n### What moved: {len(found):,}\n\n{head}", [_line(change, _TABLE, row) for change in found])


def _is_told_above(change: Change) -> bool:
    """Whether there is nothing to say of a change but what a reviewer must not miss."""
    return change.verdict in _ALARMS and {*change.findings} <= {*_ALARMS, Verdict.GONE}


# The detail


def _details(changes: Sequence[Change]) -> Iterator[Part]:
    for kind in NOUNS:
        found = [change for change in changes if isinstance(change, kind)]
        if found:
            yield Part(
                f"\n<details>\n<summary>{counted(len(found), kind)}</summary>\n\n",
                [_line(change, _DETAIL, detail) for change in found],
                "\n</details>\n",
            )


def _line(change: Change, rank: int, write: Callable[[Change], str]) -> Line:
    return Line((rank, change.verdict.loudness), partial(write, change))


def _silence(review: Review) -> Iterator[Part]:
    number = review.compared.get(WITHOUT_DIGITS, 0)
    if number:
        yield Part(
            f"\nFor {number:,} of the {review.compared.get('claims', number):,} claims only the check is compared, "
            "not the value.\n",
            [],
        )
