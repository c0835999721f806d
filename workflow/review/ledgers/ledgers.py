"""What became of claims and series: the ledgers of two states, whether they can be trusted or not."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from workflow.claims import NOT_KEPT, Series, array_of
from workflow.ledger import Ledger, LedgerError, Record, Recorded
from workflow.review.changes import WITHOUT_DIGITS, Change, ClaimChange, FileChange, SeriesChange
from workflow.review.ledgers.checks import measured
from workflow.review.ledgers.claims import compared, renamed
from workflow.review.ledgers.series import compared_series, renamed_series, tolerance_of
from workflow.review.states import State
from workflow.review.texts.foreign import decoded
from workflow.review.verdicts import Verdict

Thing = TypeVar("Thing")
Kind = TypeVar("Kind", bound=Change)

_PATH = re.compile(r"ledgers/(?P<identity>[^/]+/[^/]+)\.json")


@dataclass(frozen=True)
class LedgerChanges:
    """What became of claims, series and the files that hold them; how many of each there are in either state."""

    claims: tuple[ClaimChange, ...]
    series: tuple[SeriesChange, ...]
    files: tuple[FileChange, ...]
    compared: Mapping[str, int]


@dataclass(frozen=True)
class _Side:
    """A ledger of one state: what it holds, or why it cannot be read."""

    record: Record = field(default_factory=Record)
    broken: str = ""
    is_missing: bool = False


def is_of_ledger(path: str) -> bool:
    """Whether a path under results/ is that of a ledger, which `ledgers` reads."""
    return _PATH.fullmatch(path) is not None


def ledgers(before: State, after: State) -> LedgerChanges:
    """Compare the claims and series of all ledgers of two states, `ledgers/LESSON/NAME.json`."""
    paths = {path for state in (before, after) for path in (*state.files, *state.unreadable)}
    claims: list[ClaimChange] = []
    series: list[SeriesChange] = []
    files: list[FileChange] = []
    counts: Counter[str] = Counter()
    for path in sorted(paths):
        if named := _PATH.fullmatch(path):
            was, now = _sides(before, after, path, named["identity"])
            counts += _counts(was.record, now.record)
            of_claims = [*_claims(named["identity"], was, now)]
            of_series = [*_series(named["identity"], was, now)]
            claims += of_claims
            series += of_series
            files += _file(path, was, now, is_told=bool(of_claims or of_series))
    return LedgerChanges(_sorted(claims), _sorted(series), tuple(files), dict(counts))


def _sorted(changes: list[Kind]) -> tuple[Kind, ...]:
    return tuple(sorted(changes, key=lambda change: change.identity))


# Reading both sides


def _sides(before: State, after: State, path: str, identity: str) -> tuple[_Side, _Side]:
    now = _side(after, path, identity)
    # The same bytes are read once: what is the same object is as it was.
    is_same = path in after.files and before.files.get(path) == after.files[path]
    return (now if is_same else _side(before, path, identity)), now


def _side(state: State, path: str, identity: str) -> _Side:
    if path in state.unreadable:
        return _Side(broken=state.unreadable[path])
    if path not in state.files:
        return _Side(is_missing=True)
    text = decoded(state.files[path])
    if text is None:
        return _Side(broken="this is not UTF-8")
    try:
        return _Side(Ledger.recorded(text, identity))
    except LedgerError as error:
        return _Side(broken=str(error))


def _counts(was: Record, now: Record) -> Counter[str]:
    claims = {**was.claims, **now.claims}
    return Counter(
        {
            "claims": len(claims),
            "series": len({**was.series, **now.series}),
            WITHOUT_DIGITS: sum(each.claim.volatile for each in claims.values()),
        }
    )


# The files themselves


def _file(path: str, was: _Side, now: _Side, *, is_told: bool) -> Iterator[FileChange]:
    """Tell what is wrong with a ledger's file, or that it is another when nothing in it is."""
    wrong = list(_complaints(was, now))
    if wrong:
        yield FileChange(identity=path, findings=(Verdict.BROKEN,), notes=tuple(wrong))
    elif was is not now and not is_told:
        verdict = Verdict.GONE if now.is_missing else Verdict.NEW if was.is_missing else Verdict.BYTES
        yield FileChange(identity=path, findings=(verdict,))


def _complaints(was: _Side, now: _Side) -> Iterator[str]:
    if now.broken:
        yield f"It cannot be read: {now.broken}."
        if was.record.claims:
            yield f"{len(was.record.claims):,} claims were in it."
    if now.record.edited:
        yield "It was edited by hand: its digest is that of another text."
    elif now.record.doubt:
        yield f"It cannot be trusted: {now.record.doubt}."
    if was is now:
        if now.broken or now.record.edited or now.record.doubt:
            yield "It was so before."
        return
    if was.broken:
        yield f"What it was cannot be read: {was.broken}."
    # An older form of the project may have written the older text otherwise, so no more is asked of it.
    if was.record.edited:
        yield "What it was had been edited by hand: its digest is that of another text."


# What is in them


def _claims(identity: str, was: _Side, now: _Side) -> Iterator[ClaimChange]:
    before, after = was.record.claims, now.record.claims
    for name, why in now.record.no_claims.items():
        yield _unreadable(f"{identity}.{name}", why, before.get(name))
    if now.broken:
        return  # the file is told of; of each claim nothing is known
    pairs = _renames(before, after, _content_of_claim)
    for name in sorted({*before, *after} - {*pairs, *pairs.values(), *now.record.no_claims}):
        change = compared(f"{identity}.{name}", before.get(name), after.get(name))
        if change:
            yield _with_what_the_ledger_tells(change, name, was, now)
    for old, new in pairs.items():
        yield renamed(f"{identity}.{new}", old, before[old], after[new])


def _unreadable(identity: str, why: str, before: Recorded | None) -> ClaimChange:
    where = before.claim.where if before else ""
    return ClaimChange(
        identity=identity, findings=(Verdict.BROKEN,), notes=(f"It cannot be read: {why}.",), where=where
    )


def _with_what_the_ledger_tells(change: ClaimChange, name: str, was: _Side, now: _Side) -> ClaimChange:
    if now.is_missing:
        return replace(change, notes=(*change.notes, "The whole ledger is gone."))
    if name in was.record.no_claims:
        return replace(change, notes=(*change.notes, f"What it was cannot be read: {was.record.no_claims[name]}."))
    if was.broken:
        return replace(change, notes=(*change.notes, "What it was cannot be read."))
    return change


def _series(identity: str, was: _Side, now: _Side) -> Iterator[SeriesChange]:
    before, after = was.record.series, now.record.series
    for name, why in now.record.no_series.items():
        note = f"It cannot be read: {why}."
        yield SeriesChange(identity=f"{identity}.{name}", findings=(Verdict.BROKEN,), notes=(note,), moved=0, size=0)
    if now.broken:
        return
    pairs = _renames(before, after, _content_of_series)
    for name in sorted({*before, *after} - {*pairs, *pairs.values(), *now.record.no_series}):
        change = compared_series(
            f"{identity}.{name}", before.get(name), after.get(name), _tolerance(name, was.record, now.record)
        )
        if change:
            yield change
    for old, new in pairs.items():
        yield renamed_series(f"{identity}.{new}", old, after[new])


def _tolerance(name: str, was: Record, now: Record) -> float | None:
    """Give the tighter tolerance of both sides, so that a larger one excuses no move that came with it."""
    both = [tolerance_of(name, (each.claim for each in record.claims.values())) for record in (was, now)]
    return min((each for each in both if each is not None), default=None)


# What has another name


def _renames(
    before: Mapping[str, Thing], after: Mapping[str, Thing], content: Callable[[Thing], Hashable]
) -> dict[str, str]:
    """Pair what is gone with what is new and has the same content, where only one of each has it."""
    gone, new = (_by_content(one, other, content) for one, other in ((before, after), (after, before)))
    return {names[0]: new[key][0] for key, names in gone.items() if len(names) == 1 == len(new.get(key, ()))}


def _by_content(
    of: Mapping[str, Thing], other: Mapping[str, Thing], content: Callable[[Thing], Hashable]
) -> dict[Hashable, list[str]]:
    found: dict[Hashable, list[str]] = defaultdict(list)
    for name in sorted(set(of) - set(other)):
        found[content(of[name])].append(name)
    return found


def _content_of_claim(it: Recorded) -> Hashable:
    # The place where the lesson states it belongs to it: many claims hold a gap of 0, or that something is true.
    values = {
        name: NOT_KEPT if value is NOT_KEPT else array_of(value).tolist() for name, value in measured(it.claim).items()
    }
    return it.claim.check, it.claim.where, repr(sorted(values.items()))


def _content_of_series(it: Series) -> Hashable:
    return it.values.dtype.str, it.values.shape, it.unit, it.values.tobytes()
