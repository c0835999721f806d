"""Writing an author's files: all of them, or none."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple


class WriteError(Exception):
    """Not everything could be written; the text is the whole message for a person, and says what was."""


class Change(NamedTuple):
    """What a file is to hold, and what it held when it was read, None if it was not there."""

    path: Path
    before: bytes | None
    after: bytes

    @property
    def partial(self) -> Path:
        """The file beside it that is to take its place."""
        return self.path.with_name(f".{self.path.name}.{os.getpid()}.partial")


def content_of(path: Path) -> bytes | None:
    """Give what a file holds, None if it is not there; an OSError if it cannot be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def write_all(changes: Sequence[Change]) -> None:
    """Write all new files beside the old ones, where a full disk would show, and only then rename them into place.

    Raises
    ------
    WriteError
        If a file is read-only, was changed since it was read, or cannot be written.
    """
    changes = [change for change in changes if change.before != change.after]
    written: list[Path] = []
    try:
        for step in (_refuse_read_only, _write_beside, _refuse_changed):
            for change in changes:
                _do(step, change)
        for change in changes:
            _do(_put_in_place, change)
            written.append(change.path)
    except WriteError as error:
        told = f"Written before: {', '.join(map(str, written))}." if written else "No file was changed."
        msg = f"{error} {told}"
        raise WriteError(msg) from None
    finally:
        for change in changes:
            with contextlib.suppress(OSError):
                change.partial.unlink(missing_ok=True)


def _do(step: Callable[[Change], None], change: Change) -> None:
    try:
        step(change)
    except OSError as error:
        msg = f"{change.path}: cannot be written: {error.strerror}."
        raise WriteError(msg) from None


def _refuse_read_only(change: Change) -> None:
    """Refuse what renaming would replace against its owner's wish."""
    if change.before is None:
        return
    # An administrator may write to any file; the owner's own bit says whether it is meant to be written to.
    is_meant = change.path.stat().st_mode & stat.S_IWUSR
    if not is_meant or not os.access(change.path, os.W_OK):
        msg = f"{change.path}: it is read-only. Make it writable, or leave it out."
        raise WriteError(msg)


def _write_beside(change: Change) -> None:
    change.path.parent.mkdir(parents=True, exist_ok=True)
    change.partial.write_bytes(change.after)
    if change.before is not None:
        change.partial.chmod(stat.S_IMODE(change.path.stat().st_mode))


def _refuse_changed(change: Change) -> None:
    if content_of(change.path) != change.before:
        msg = f"{change.path}: it was changed while it was filled. Run this again."
        raise WriteError(msg)


def _put_in_place(change: Change) -> None:
    change.partial.replace(change.path)
