"""The results of one state, in memory: of a git reference, of a folder, or of a zip file.

Nothing is ever unpacked or followed: a state may come from someone who wishes no good.
"""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from workflow import git
from workflow.git import GitError
from workflow.layout import PUBLISHED, RESULTS

# More than results/ can hold in years; a zip bomb holds more.
LARGEST_FILE = 20_000_000
LARGEST_STATE = 100_000_000
MOST_FILES = 10_000


class StateError(Exception):
    """There is no such state; the text is the whole message for a person."""


@dataclass(frozen=True)
class State:
    """What is in results/.

    name : as a person reads it
    files : the bytes of each file, by its path under results/
    unreadable : why a file has none
    """

    name: str
    files: Mapping[str, bytes]
    unreadable: Mapping[str, str] = field(default_factory=dict)


def state_of(place: str, root: Path) -> State:
    """Give the state that a person names: a git reference, or else a folder or a zip file.

    What begins with a point or a slash is a path, so that a folder can be named that is called like a branch.

    Raises
    ------
    StateError, GitError
        If it is none of these, cannot be read, or holds no results.
    """
    if not place.strip():
        msg = "an empty name stands for no state; was a variable not set?"
        raise StateError(msg)
    path = Path(place)
    if place.startswith((".", "/")) or not _is_reference(place, root):
        if path.is_dir():
            return of_folder(path)
        if path.suffix == ".zip" or path.is_file():
            return of_zip(path)
    return of_commit(place, root)


def _is_reference(place: str, root: Path) -> bool:
    try:
        git.commit_of(place, root)
    except GitError:
        return False
    return True


def of_commit(reference: str, root: Path) -> State:
    """Give what a commit holds in results/.

    Raises
    ------
    GitError, StateError
        If there is no such commit, or no results in it.
    """
    commit = git.commit_of(reference, root)
    limits = git.Limits(LARGEST_FILE, LARGEST_STATE, MOST_FILES)
    named = git.short(commit)
    state = _state(
        named if commit.startswith(reference) else f"{reference} ({named})",
        (
            (path.removeprefix(f"{RESULTS}/"), content)
            for path, content in git.files(commit, str(RESULTS), root, limits)
        ),
    )
    if not state.files:
        msg = f"{state.name}: there are no results in this commit, so there is nothing to compare."
        raise StateError(msg)
    return state


def of_folder(folder: Path) -> State:
    """Give what a folder holds: a project with results/ in it, or the results themselves.

    Raises
    ------
    StateError
        If there are no results in it.
    """
    place = folder / RESULTS if (folder / RESULTS).is_dir() else folder
    # The project has a folder figures/ itself, of code; none of ledgers.
    if place == folder and not (place / "ledgers").is_dir():
        msg = f"{folder}: there are no results here: no folder {RESULTS}/ or ledgers/ in it."
        raise StateError(msg)
    return _state(str(folder), _in_folder(place))


def of_zip(path: Path) -> State:
    """Give what a zip file holds: results/, at whatever depth, or the results themselves.

    Raises
    ------
    StateError
        If it is not a zip file, holds no results, or holds too much.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return _state(path.name, _in_zip(archive, path))
    except OSError as error:
        msg = f"{path}: cannot be read ({error.strerror})."
        raise StateError(msg) from None
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError) as error:
        msg = f"{path}: this is not a zip file that can be read ({error})."
        raise StateError(msg) from None


def _state(name: str, entries: Iterable[tuple[str, bytes | str]]) -> State:
    files: dict[str, bytes] = {}
    unreadable: dict[str, str] = {}
    total = 0
    for path, content in entries:
        if isinstance(content, str) or len(content) > LARGEST_FILE:
            unreadable[path] = content if isinstance(content, str) else git.TOO_LARGE
        else:
            files[path] = content
            total += len(content)
        if total > LARGEST_STATE or len(files) + len(unreadable) > MOST_FILES:
            msg = f"{name}: it holds more than {LARGEST_STATE:,} bytes or {MOST_FILES:,} files, which no results do."
            raise StateError(msg)
    return State(name, files, unreadable)


def _in_folder(place: Path) -> Iterable[tuple[str, bytes | str]]:
    for parent, folders, names in os.walk(place):
        folders.sort()
        for name in sorted([*names, *(each for each in folders if Path(parent, each).is_symlink())]):
            path = Path(parent, name)
            yield path.relative_to(place).as_posix(), _content(path)


def _content(path: Path) -> bytes | str:
    if path.is_symlink():
        return "a link"
    if not path.is_file():
        return "not a plain file"
    try:
        return git.TOO_LARGE if path.stat().st_size > LARGEST_FILE else path.read_bytes()
    except OSError as error:
        return str(error.strerror)


def _in_zip(archive: zipfile.ZipFile, path: Path) -> Iterable[tuple[str, bytes | str]]:
    entries = {entry.filename: entry for entry in archive.infolist() if not entry.is_dir()}
    if len(entries) < sum(not entry.is_dir() for entry in archive.infolist()):
        msg = f"{path}: a name stands in it twice, so what it holds is not one state."
        raise StateError(msg)
    top = _top(entries)
    if top is None:
        msg = f"{path}: there are no results in it: no folder {', '.join(PUBLISHED)}, at its top or in {RESULTS}/."
        raise StateError(msg)
    for name in sorted(entries):
        if name.startswith(top):
            yield name.removeprefix(top), _unpacked(archive, entries[name])


def _top(names: Iterable[str]) -> str | None:
    """Find the folder in a zip file that holds the results: '' or 'project-1.0/results/'."""
    tops = {
        "".join(f"{part}/" for part in parts[:place])
        for parts in (PurePosixPath(name).parts for name in names)
        for place, part in enumerate(parts[:-1])
        if part in PUBLISHED and (parts[place - 1] == RESULTS.name if place else part == "ledgers")
    }
    return min(tops, key=lambda top: (top.count("/"), top), default=None)


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes | str:
    # What it says of itself can be a lie: no more than the limit is unpacked.
    try:
        with archive.open(entry) as content:
            return content.read(LARGEST_FILE + 1)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        return f"cannot be unpacked: {error}"
