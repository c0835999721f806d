"""Writing files whole or not at all."""

from __future__ import annotations

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
