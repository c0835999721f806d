"""`python -m slides embed PATH...`: fill the marked places of all files, or of none."""

from __future__ import annotations

import argparse
import importlib
import stat
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol, cast

from slides.embed.contents import Contents
from slides.embed.filled import Filled
from slides.embed.mark import MarkError
from slides.embed.text import FOLDER
from workflow.configuration import ConfigurationError
from workflow.files import write_bytes
from workflow.stages import ROOT, told

# Imported only when a file of the kind comes: a deck of slides brings more with it than all the others.
KINDS = {
    "markdown": (".md", ".markdown", ".qmd", ".rmd"),
    "latex": (".tex", ".ltx"),
    "powerpoint.deck": (".pptx",),
}


class Kind(Protocol):
    """What a module for a kind of file has."""

    def fill(self, path: Path, content: bytes, contents: Contents, encoding: str | None) -> Filled:
        """Fill the marked places of a file."""


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Fill all files, then write. Nothing is written if there is a complaint; every one is told."""
    options = _parse(arguments)
    try:
        contents = Contents(root)
    except ConfigurationError as error:
        print(error, file=sys.stderr)
        return 1
    outcomes = {path: _filled(path, contents, options.encoding) for path in _distinct(options.paths)}
    stale = {path: [*filled.stale, *_stale_pictures(path, filled)] for path, filled in outcomes.items()}
    complaints = [each for filled in outcomes.values() for each in filled.complaints]
    complaints += [each for path in outcomes for each in stale[path] if options.check]
    if complaints:
        print(*complaints, sep="\n", file=sys.stderr)
        return 1
    if not _write(outcomes):
        return 1
    for path, filled in outcomes.items():
        print(_told(path, filled.marks, len(filled.stale), len(stale[path]) - len(filled.stale)))
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m slides embed",
        description="Fill the marked places of your own files with figures, tables and values; see docs/embedding.md.",
    )
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a Markdown, LaTeX or PowerPoint file")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 and name what is stale")
    parser.add_argument("--encoding", metavar="NAME", help="of text files without a byte order mark; UTF-8 otherwise")
    return parser.parse_args(arguments)


def _distinct(paths: Sequence[Path]) -> list[Path]:
    """Drop a file that is named twice, by whatever way."""
    return list({path.resolve(): path for path in paths}.values())


def _filled(path: Path, contents: Contents, encoding: str | None) -> Filled:
    try:
        module = importlib.import_module(f"slides.embed.{_kind(path)}")
        return cast("Kind", module).fill(path, path.read_bytes(), contents, encoding)
    except MarkError as error:
        return Filled(b"", complaints=[f"{path}: {error}"])
    except OSError as error:
        return Filled(b"", complaints=[f"{path}: cannot be read: {error.strerror}."])
    except ModuleNotFoundError as error:
        return Filled(b"", complaints=[f"{path}: {told(error)}"])


def _kind(path: Path) -> str:
    for kind, endings in KINDS.items():
        if path.suffix.lower() in endings:
            return kind
    known = ", ".join(ending for endings in KINDS.values() for ending in endings)
    msg = f"marks are known in files that end in {known}; got {path.suffix or 'no ending'!r}."
    raise MarkError(msg)


def _stale_pictures(path: Path, filled: Filled) -> list[str]:
    """Name the copies beside a file that are missing, or not the pictures that were built."""
    stale = []
    for name, content in filled.pictures.items():
        copy = _copy(path, name)
        try:
            is_same = copy.read_bytes() == content
        except OSError:
            stale.append(f"{path}: {copy} is missing, it should be a copy of build/figures/{name}")
        else:
            stale += [] if is_same else [f"{path}: {copy} shows another picture than build/figures/{name}"]
    return stale


def _copy(path: Path, name: str) -> Path:
    return path.parent / FOLDER / name


def _write(outcomes: Mapping[Path, Filled]) -> bool:
    """Write pictures and then the files that show them, if they differ; say what went wrong."""
    pictures = {_copy(path, name): each for path, filled in outcomes.items() for name, each in filled.pictures.items()}
    files = {path.resolve(): filled.content for path, filled in outcomes.items()}
    try:
        for path, content in (pictures | files).items():
            is_there = path.exists()
            if is_there and path.read_bytes() == content:
                continue
            mode = stat.S_IMODE(path.stat().st_mode) if is_there else None
            write_bytes(path, content)
            if mode is not None:
                path.chmod(mode)
    except OSError as error:
        print(f"cannot write to {error.filename2 or error.filename}: {error.strerror}", file=sys.stderr)
        return False
    return True


def _told(path: Path, marks: int, stale: int, copies: int) -> str:
    if not marks:
        return f"{path}: there is no mark in it."
    if not stale and not copies:
        return f"{path}: current."
    copied = f", pictures copied to {path.parent / FOLDER}" if copies else ""
    return f"{path}: {stale} of {marks} places filled anew{copied}."
