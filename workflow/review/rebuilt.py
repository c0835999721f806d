"""The review of two states that are built here: what moved by packages or processor, and what by code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from workflow import git
from workflow.environment import LOCK_FILE
from workflow.rebuild import rebuilt
from workflow.review.changes import Change, Mover, Review
from workflow.review.compare import compare
from workflow.review.few import few
from workflow.review.states import State, of_commit

Kind = TypeVar("Kind", bound=Change)

# What a change is of, and how it is called.
_Name = tuple[type[Change], str]

# How many files a sentence names.
NAMED = 3


def review_of_builds(base: str, head: str | None, committed: State, root: Path) -> Review:
    """Build both states with the packages of this environment, and compare the base's committed results with the head.

    From what the base has committed to what its code gives here, packages, the processor, or an edit by hand moved it;
    from there to what the head's code gives, code did.

    Parameters
    ----------
    base, head
        References of git; without a head, the working tree.
    committed
        The results of the head as they are committed, or stand in the working tree.
    root
        The project's root folder.

    Raises
    ------
    GitError, RebuildError, StateError
        If one of them does not exist or cannot be built with these packages.
    """
    before = of_commit(base, root)
    commit = git.commit_of(head, root) if head else None
    after = rebuilt(f"{committed.name}, built here", root, commit)
    between = rebuilt(f"{before.name}, built here", root, git.commit_of(base, root), packages=root / LOCK_FILE)
    return attributed(
        compare(before, after), compare(before, between), compare(between, after), _stale(committed, after)
    )


def attributed(review: Review, by_library: Review, by_code: Review, stale: Iterable[str]) -> Review:
    """Say of each change in which of the two steps it moved."""
    library, code = _moved(by_library), _moved(by_code)

    def told(changes: Iterable[Kind]) -> tuple[Kind, ...]:
        return tuple(replace(change, moved_by=_mover(change, library, code)) for change in changes)

    return replace(
        review,
        claims=told(review.claims),
        series=told(review.series),
        figures=told(review.figures),
        tables=told(review.tables),
        decks=told(review.decks),
        files=told(review.files),
        stale=(*review.stale, *stale, *_there_and_back(review, library, code)),
    )


def _moved(review: Review) -> set[_Name]:
    return {(type(change), change.identity) for change in review.changes()}


def _mover(change: Change, library: set[_Name], code: set[_Name]) -> Mover:
    name = (type(change), change.identity)
    if name in library:
        return "both" if name in code else "packages or processor"
    return "code" if name in code else ""


def _stale(committed: State, built: State) -> list[str]:
    """Say whether the newer results are what their sources give here."""
    differing = [
        path for path in {*committed.files, *built.files} if committed.files.get(path) != built.files.get(path)
    ]
    if not differing:
        return []
    named = few(sorted(differing), NAMED)
    return [f"{committed.name} is not what its sources give here: {len(differing)} files differ ({named})."]


def _there_and_back(review: Review, library: set[_Name], code: set[_Name]) -> list[str]:
    """Say what packages and code moved in opposite directions, so that nothing of it is left to see."""
    hidden = sorted(identity for _, identity in (library & code) - _moved(review))
    if not hidden:
        return []
    return [f"Packages moved {', '.join(hidden)}, and code moved it back: nothing of this is seen below."]
