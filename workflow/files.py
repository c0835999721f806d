"""Writing files whole or not at all, and telling them apart."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path


def write_bytes(path: Path, content: bytes) -> None:
    """Write beside `path`, then rename: a reader sees the old file or the new one, never a part of it.

    Raises
    ------
    OSError
        If the folder cannot be made or written, or the disk is full; whatever stood at `path` is untouched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def write_text(path: Path, content: str) -> None:
    """Write UTF-8 text with Unix line ends; see `write_bytes`."""
    write_bytes(path, content.encode("utf-8"))


def digest_of(path: Path) -> str:
    """Give the SHA-256 of a file's bytes; an OSError if it cannot be read."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
