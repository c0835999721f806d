"""Whether every file in results/ is what the sources make: `python -m workflow.verify [--rebuild]`.

It computes nothing and needs nothing that Snakemake left: a fresh clone will do. It compares the bytes of each file,
and the digests of the sources, with what results/provenance/ records. Records can be forged; `--rebuild` builds
everything in a clean copy and compares the bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from pathlib import Path

from workflow.configuration import ConfigurationError
from workflow.environment import PackagesError
from workflow.git import GitError
from workflow.layout import RESULTS, is_record, record_of
from workflow.plan import Plan, committed_plan
from workflow.provenance import Provenance, ProvenanceError, record
from workflow.rebuild import RebuildError, rebuilt
from workflow.review.few import few
from workflow.review.states import State, StateError, of_folder
from workflow.sources import SourceError
from workflow.stages import ROOT

# How many sources are named that changed under a file.
NAMED = 4


class Wrong(Enum):
    """What can be wrong with a file, and what to do about it."""

    NOT_PLAIN = "Cannot be read as a plain file. Delete it, then run `snakemake` and commit results/"
    MISSING = "Missing. Run `snakemake` and commit results/"
    EDITED = "Not as it was made: edited by hand, or merged from two builds. Run `snakemake` and commit results/"
    STALE = "Made from other sources than these. Run `snakemake` and commit results/"
    UNRECORDED = "Without a record of what it was made from. Run `snakemake` and commit results/"
    RECORD = "Not the record that `snakemake` writes: edited by hand, or merged. Run it and commit results/"
    STRAY = "Made by nothing in config/config.yaml. Delete it with git, or move it elsewhere"
    OTHER = "Not what a clean build makes. Run `snakemake`; if that changes nothing, this is a bug of the build"

    def what(self, why: str) -> str:
        """Say what is wrong, and why, without what to do."""
        said = self.value.partition(". ")[0]
        return f"{said} ({_in_a_line(why)})" if why else said

    @property
    def remedy(self) -> str:
        """What to do about it."""
        return self.value.partition(". ")[2]


@dataclass(frozen=True)
class Problem:
    """A file under results/ that is not what the sources make."""

    wrong: Wrong
    path: str
    why: str = ""


def problems(plan: Plan, state: State) -> list[Problem]:
    """Compare results with the sources, and name every file that is not what they make."""
    found: list[Problem] = []
    planned: set[str] = set()
    for lesson in plan.lessons:
        made = record(lesson, plan.jobs(lesson), plan.sources, _digests(state))
        paths = {path: job.name for job in plan.jobs(lesson) for path in job.publishes}
        found += _problems_of_lesson(made, paths, state)
        planned |= {*paths, record_of(lesson)}
    strays = {*state.files, *state.unreadable} - planned
    return [*found, *(Problem(Wrong.STRAY, path) for path in sorted(strays))]


def compared(state: State, clean: State) -> list[Problem]:
    """Compare results with those of a clean build, byte for byte."""
    ours, theirs = {*state.files, *state.unreadable}, set(clean.files)
    return [
        *(Problem(Wrong.MISSING, path, "a clean build makes it") for path in sorted(theirs - ours)),
        *(Problem(Wrong.OTHER, path, "a clean build makes no such file") for path in sorted(ours - theirs)),
        *(
            Problem(Wrong.OTHER, path, "other bytes")
            for path in sorted(ours & theirs)
            if state.files.get(path) != clean.files[path]
        ),
    ]


def _problems_of_lesson(made: Provenance, paths: dict[str, str], state: State) -> Iterator[Problem]:
    """Judge each file of a lesson, and then the record itself; `made` is the record as it would be written now."""
    place = record_of(made.lesson)
    try:
        recorded = _recorded(place, state)
    except ProvenanceError as error:
        yield Problem(Wrong.NOT_PLAIN if place in state.unreadable else Wrong.RECORD, place, str(error))
        recorded = None
    else:
        if recorded is None:
            yield Problem(Wrong.MISSING, place)
    found = [problem for path, job in sorted(paths.items()) if (problem := _judge(path, job, recorded, made, state))]
    yield from found
    if recorded and not found and state.files[place] != made.to_bytes():
        yield Problem(Wrong.RECORD, place)


def _recorded(place: str, state: State) -> Provenance | None:
    if place in state.unreadable:
        raise ProvenanceError(state.unreadable[place])
    return Provenance.read(state.files[place]) if place in state.files else None


def _judge(path: str, job: str, recorded: Provenance | None, made: Provenance, state: State) -> Problem | None:
    """Give the first thing that is wrong with a file."""
    if path in state.unreadable:
        return Problem(Wrong.NOT_PLAIN, path, state.unreadable[path])
    if path not in state.files:
        return Problem(Wrong.MISSING, path)
    if recorded is None or path not in recorded.files:
        return Problem(Wrong.UNRECORDED, path)
    if recorded.files[path].sha256 != made.files[path].sha256:
        return Problem(Wrong.EDITED, path)
    changed = _changed(recorded.files[path].job, job, recorded, made)
    return Problem(Wrong.STALE, path, changed) if changed else None


def _changed(before: str, after: str, recorded: Provenance, made: Provenance) -> str:
    """Say what changed of what a job was made from, or of what those were that it reads; '' when nothing did."""
    if before != after:
        return f"made by the job {before!r}, and now by {after!r}"
    own = _moved(before, recorded, made)
    under = [
        f"{each}, under {job!r}"
        for job in recorded.with_all_it_reads(before)
        for each in _moved(job, recorded, made)
        if each not in own
    ]
    fits = recorded.jobs[before].seal == recorded.seal(before)
    merged = [] if fits else [f"the record of {before!r} was merged or edited"]
    return few([*own, *dict.fromkeys(under), *merged], NAMED)


def _moved(job: str, recorded: Provenance, made: Provenance) -> list[str]:
    """Name what changed of what a job itself was made from."""
    if job not in made.jobs:
        return ["no longer a job"]
    was, is_now = recorded.inputs(job), made.inputs(job)
    changed = sorted({source for source, _ in was.items() ^ is_now.items()}, key=lambda source: (source[1], source[0]))
    return [_said(name, was.get((kind, name)), is_now.get((kind, name))) for kind, name in changed]


def _said(name: str, was: str | None, is_now: str | None) -> str:
    if was is None or is_now is None:
        return f"{name} is {'new' if was is None else 'gone'}"
    return f"{name} changed"


def _digests(state: State) -> dict[str, str]:
    return {path: hashlib.sha256(content).hexdigest() for path, content in state.files.items()}


def told(found: Iterable[Problem], state: State) -> str:
    """Put problems into words, grouped by what is wrong and why, and count."""
    lines = []
    ordered = sorted(found, key=_order)
    for (wrong, why), group in groupby(ordered, key=lambda problem: (problem.wrong, problem.why)):
        lines += [f"{wrong.what(why)}. {wrong.remedy}:", *(f"  {_shown(each.path)}" for each in group)]
    wrong_paths = {problem.path for problem in ordered}
    bad, count = len(wrong_paths), len({*state.files, *state.unreadable, *wrong_paths})
    records = sum(1 for path in state.files if is_record(path))
    lines.append(
        f"{bad} of {count} files in {RESULTS}/ {'is' if bad == 1 else 'are'} not what the sources make."
        if bad
        else f"All {count} files in {RESULTS}/ are what the sources make, {records} records of that among them."
    )
    return "\n".join(lines)


def complaints(root: Path) -> list[str]:
    """Say in a sentence each what is wrong with the files in results/, or why nobody can say; nothing if all is well.

    The root has to be on `sys.path`.
    """
    try:
        found = problems(committed_plan(root), _results(root))
    except (ConfigurationError, PackagesError, SourceError, StateError) as error:
        return [f"It cannot be said whether {RESULTS}/ is what the sources make: {error}"]
    grouped = groupby(sorted(found, key=_order), key=lambda problem: (problem.wrong, problem.why))
    return [
        f"{wrong.what(why)}: {few([_shown(each.path) for each in group], NAMED)}. {wrong.remedy}."
        for (wrong, why), group in grouped
    ]


def _order(problem: Problem) -> tuple[int, str, str]:
    return list(Wrong).index(problem.wrong), problem.why, problem.path


def _shown(path: str) -> str:
    return f"{RESULTS}/{_in_a_line(path)}"


def _in_a_line(text: str) -> str:
    """Give text that can stand in a line; names that come from elsewhere can hold anything."""
    return text if text.isprintable() else ascii(text)


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Verify, and tell. Gives 0 when all is well, 1 when something is not, 2 when that cannot be said."""
    parser = argparse.ArgumentParser(prog="python -m workflow.verify", description="Is results/ what the sources make?")
    parser.add_argument(
        "--rebuild", action="store_true", help="build everything in a clean copy, too, and compare bytes"
    )
    options = parser.parse_args(arguments)
    sys.path.insert(0, str(root))
    try:
        state = _results(root)
        found = problems(committed_plan(root), state)
        if options.rebuild:
            clean = rebuilt("a clean copy", root)
            known = {problem.path for problem in found}
            found += [problem for problem in compared(state, clean) if problem.path not in known]
    except (ConfigurationError, GitError, PackagesError, RebuildError, SourceError, StateError) as error:
        print(error, file=sys.stderr)
        return 2
    print(told(found, state))
    return 1 if found else 0


def _results(root: Path) -> State:
    """Give what is in results/; nothing when it is not there."""
    if (root / RESULTS).is_symlink():
        msg = f"{RESULTS} is a link: what a clone gets is not what stands behind it. Make it a folder."
        raise StateError(msg)
    if not (root / RESULTS).is_dir():
        return State(str(RESULTS), {})
    try:
        return of_folder(root)
    except StateError:
        return State(str(RESULTS), {})


if __name__ == "__main__":
    sys.exit(main())
