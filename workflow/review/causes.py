"""What could have moved a result: what changed between the records of what the results of two states were made from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from workflow.layout import RESULTS, is_record, lesson_of, record_of
from workflow.provenance import Input, Kind, Provenance, ProvenanceError
from workflow.review.changes import Cause, CauseKind
from workflow.review.few import few
from workflow.review.states import State

# The modules that decide how claims are judged, and what may be shown of them.
JUDGES = {
    "figures.scan",
    "slides.decks.checks",
    "slides.decks.proof",
    "slides.notebooks.proof",
    "slides.tables.proof",
    "workflow.claims",
    "workflow.compute",
    "workflow.ledger",
    "workflow.numerals",
    "workflow.receipts",
    "workflow.scan",
}

_KINDS: Mapping[Kind, CauseKind] = {
    "module": "code",
    "text": "text",
    "setting": "configuration",
    "package": "package",
}

# Their values are digests, which say nothing to a reader.
_DIGESTED = {"module", "text"}

# How many files a sentence names.
NAMED = 3

NOT_RECORDED = Cause(
    "not recorded",
    "nothing that is recorded moved it; `--rebuild` tells a processor's arithmetic from an edit by hand",
)


@dataclass(frozen=True)
class Causes:
    """What could have moved the results of one state to those of another.

    every : all sources of change
    unrecorded : why it cannot be said of some or all; '' when it can
    misfits : in sentences, which files are not as the record of their own state says
    damaged : the records that are gone or cannot be read, each with the reasons: nothing holds their files any more
    by_file : what could have moved a changed file, by its path under results/
    ledgers : the ledger that a figure is drawn from, 'dl01_6_4/race', by the figure's id; of both sides, the later
    """

    every: tuple[Cause, ...] = ()
    unrecorded: str = ""
    misfits: tuple[str, ...] = ()
    damaged: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    by_file: Mapping[str, tuple[Cause, ...]] = field(default_factory=dict)
    ledgers: Mapping[str, str] = field(default_factory=dict)

    def of(self, path: str) -> tuple[Cause, ...]:
        """Name what could have moved a file; nothing for one that is the same, or whose lesson has no record."""
        return self.by_file.get(path, ())

    @property
    def judges(self) -> tuple[Cause, ...]:
        """Those that decide how claims are judged."""
        return tuple(cause for cause in self.every if cause.kind == "code" and cause.name in JUDGES)


def causes_between(before: State, after: State) -> Causes:
    """Compare what the results of two states were made from.

    A file could have been moved by what changed in its job, or in those that it reads, on either side: a file that is
    new or gone, or comes from another job than before, is explained as well.
    """
    old, new = _Side(before), _Side(after)
    by_file = {path: tuple(_explained(path, old, new)) for path in _differing(before, after) if not is_record(path)}
    by_hand = {cause for causes in by_file.values() for cause in causes if cause.kind == "edited by hand"}
    return Causes(
        every=_sorted(by_hand | set(_between(old, new))),
        unrecorded=" ".join(dict.fromkeys([*old.unrecorded.values(), *new.unrecorded.values()])),
        misfits=tuple(filter(None, [old.misfit(), new.misfit()])),
        by_file=by_file,
        damaged=_damaged(old, new),
        ledgers={**old.ledgers(), **new.ledgers()},
    )


class _Side:
    """One of the two states: its records by lesson, and why a lesson that is in it has none."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.records: dict[str, Provenance] = {}
        self.unrecorded: dict[str, str] = {}
        self.damaged: dict[str, str] = {}
        paths = [*state.files, *state.unreadable]
        for lesson in sorted({part for path in paths if (part := lesson_of(path))}):
            try:
                self.records[lesson] = Provenance.read(self._content(record_of(lesson)))
            except ProvenanceError as error:
                self.unrecorded[lesson] = f"{state.name}: {RESULTS}/{record_of(lesson)}: {error}."
                if record_of(lesson) in paths:
                    self.damaged[record_of(lesson)] = f"{state.name}: {error}."
        if not paths:
            self.unrecorded[""] = f"{state.name} holds no results."
        elif not any(map(is_record, paths)):  # said once, not of each lesson
            sentence = f"{state.name} has no {RESULTS}/provenance/, which says what the results were made from."
            self.unrecorded = dict.fromkeys(self.unrecorded, sentence)

    def _content(self, path: str) -> bytes:
        if path not in self.state.files:
            msg = self.state.unreadable.get(path, "there is no such file, which says what the results were made from")
            raise ProvenanceError(msg)
        return self.state.files[path]

    def record_with(self, path: str) -> Provenance | None:
        """Find the record that names a file."""
        return next((record for record in self.records.values() if path in record.files), None)

    def value(self, lesson: str, source: Input) -> str:
        """Give the digest, value or version of a source, as this lesson's record has it, or else another's."""
        records = [record for record in (self.records.get(lesson), *self.records.values()) if record]
        return next((value for record in records if (value := record.value(source)) is not None), "")

    def is_by_hand(self, path: str) -> bool:
        """Whether a file is not as its record says, or there though no record names it."""
        record = self.record_with(path)
        if record is None:
            return not self.unrecorded and (path in self.state.files or path in self.state.unreadable)
        content = self.state.files.get(path)
        return content is None or hashlib.sha256(content).hexdigest() != record.files[path].sha256

    def ledgers(self) -> dict[str, str]:
        """Give the ledger of each figure, as the settings of its job have it."""
        return {
            figure: f"{lesson}/{ledger}"
            for lesson, record in self.records.items()
            for place, ledger in record.settings.items()
            if (figure := place.removeprefix(f"lessons.{lesson}.figures.").removesuffix(".ledger"))
            if place == f"lessons.{lesson}.figures.{figure}.ledger"
        }

    def _is_stray(self, path: str) -> bool:
        """Whether nothing recorded made a file; unknown where a record is missing."""
        known = bool(self.records) and not self.unrecorded
        return known and not is_record(path) and self.record_with(path) is None

    def misfit(self) -> str:
        """Say which files are not as their record says, or which jobs were merged from two; '' when all fits."""
        files = [path for record in self.records.values() for path in record.files if self.is_by_hand(path)]
        jobs = [job for record in self.records.values() for job in record.broken_seals()]
        strays = [path for path in sorted({*self.state.files, *self.state.unreadable}) if self._is_stray(path)]
        complaints = [
            *([f"{_named(files)} not as recorded: edited by hand, or merged"] if files else []),
            *([f"the record of {_named(jobs)} merged or edited by hand"] if jobs else []),
            *([f"{_named(strays)} in no record"] if strays else []),
        ]
        return f"{self.state.name}: {'; '.join(complaints)}." if complaints else ""


def _damaged(old: _Side, new: _Side) -> dict[str, tuple[str, ...]]:
    gone = [
        path
        for path in (*old.state.files, *old.state.unreadable)
        if is_record(path) and path not in new.state.files and path not in new.state.unreadable
    ]
    said = dict.fromkeys(gone, "It is gone, so nothing says what the results were made from.")
    paths = sorted({*said, *old.damaged, *new.damaged})
    return {path: tuple(each[path] for each in (said, old.damaged, new.damaged) if path in each) for path in paths}


def _between(old: _Side, new: _Side) -> Iterator[Cause]:
    """Go through all that changed between the records, of the lessons whose record is missing on neither side."""
    if not (old.records and new.records):
        return
    for lesson in (old.records.keys() | new.records.keys()) - old.unrecorded.keys() - new.unrecorded.keys():
        records = [side.records[lesson] for side in (old, new) if lesson in side.records]
        yield from _moved(lesson, {source for record in records for source in record.sources()}, old, new)


def _explained(path: str, old: _Side, new: _Side) -> Iterator[Cause]:
    """Go through what could have moved a file."""
    found = [record for side in (old, new) if (record := side.record_with(path))]
    if old.is_by_hand(path) or new.is_by_hand(path):
        yield Cause("edited by hand", path)
    if not found or any(record.lesson in {*old.unrecorded, *new.unrecorded} for record in found):
        return
    if not (old.records and new.records):
        return
    sources = {
        source
        for record in found
        for job in record.with_all_it_reads(record.files[path].job)
        for source in record.inputs(job)
    }
    causes = _sorted(set(_moved(found[0].lesson, sources, old, new)))
    yield from causes
    if not causes and not (old.is_by_hand(path) or new.is_by_hand(path)):
        yield NOT_RECORDED


def _moved(lesson: str, sources: Iterable[Input], old: _Side, new: _Side) -> Iterator[Cause]:
    """Go through the sources that are not the same on both sides."""
    for kind, name in sources:
        was, is_now = old.value(lesson, (kind, name)), new.value(lesson, (kind, name))
        if was != is_now:
            # Rules are code, though no Python.
            said: CauseKind = "code" if name.endswith(".smk") else _KINDS[kind]
            if kind in _DIGESTED:
                yield Cause(said, name, after="new" if not was else "gone" if not is_now else "changed")
            else:
                yield Cause(said, name, was, is_now)


def _differing(before: State, after: State) -> list[str]:
    paths = {*before.files, *after.files, *before.unreadable, *after.unreadable}
    return sorted(
        path
        for path in paths
        if before.files.get(path) != after.files.get(path) or before.unreadable.get(path) != after.unreadable.get(path)
    )


def _sorted(causes: Iterable[Cause]) -> tuple[Cause, ...]:
    return tuple(sorted(causes, key=lambda cause: (cause.kind, cause.name)))


def _named(names: list[str]) -> str:
    """Name some of them, with the verb."""
    return few(names, NAMED) + (" is" if len(names) == 1 else " are")
