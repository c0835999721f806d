"""`python -m slides embed PATH...`: fill the marked places of all files, or of none."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from slides.embed.contents import Contents
from slides.embed.filled import Filled
from slides.embed.mark import MarkError
from slides.embed.text import FOLDER
from slides.embed.writing import Change, WriteError, content_of, write_all
from workflow.configuration import ConfigurationError
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


class Outcome(NamedTuple):
    """What came of a file: how it was filled, the copies of pictures beside it, and the file itself."""

    path: Path
    filled: Filled
    copies: Sequence[Change] = ()
    itself: Sequence[Change] = ()

    @property
    def stale_copies(self) -> list[str]:
        """A sentence for each copy that is missing, or not the picture that was built."""
        return [
            f"{self.path}: {copy.path} is missing, it should be a copy of build/figures/{copy.path.name}"
            if copy.before is None
            else f"{self.path}: {copy.path} shows another picture than build/figures/{copy.path.name}"
            for copy in self.copies
            if copy.before != copy.after
        ]


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Fill all files, then write. Nothing is written if there is a complaint; every one is told."""
    options = _parse(arguments)
    if not options.paths:
        print(
            "Name the files to fill: `snakemake embed --config deck=talk.md`, or `python -m slides embed talk.md`.",
            file=sys.stderr,
        )
        return 1
    try:
        contents = Contents(root)
    except ConfigurationError as error:
        print(error, file=sys.stderr)
        return 1
    outcomes = [_outcome(path, contents, options.encoding) for path in _distinct(options.paths)]
    complaints = [each for outcome in outcomes for each in outcome.filled.complaints]
    if options.check:
        complaints += [each for outcome in outcomes for each in (*outcome.filled.stale, *outcome.stale_copies)]
    if complaints:
        print(*complaints, sep="\n", file=sys.stderr)
        return 1
    # Pictures come before the files that show them; two files may show the same.
    changes = [
        *(each for outcome in outcomes for each in outcome.copies),
        *(each for outcome in outcomes for each in outcome.itself),
    ]
    try:
        write_all(list(dict.fromkeys(changes)))
    except WriteError as error:
        print(error, file=sys.stderr)
        return 1
    for outcome in outcomes:
        print(_told(outcome))
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m slides embed",
        description="Fill the marked places of your own files with figures, tables and values; see docs/embedding.md.",
    )
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="a Markdown, LaTeX or PowerPoint file")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 and name what is not as the last build left it"
    )
    parser.add_argument("--encoding", metavar="NAME", help="of text files without a byte order mark; UTF-8 otherwise")
    return parser.parse_args(arguments)


def _distinct(paths: Sequence[Path]) -> list[Path]:
    """Drop a file that is named twice, by whatever way."""
    return list({path.resolve(): path for path in paths}.values())


def _outcome(path: Path, contents: Contents, encoding: str | None) -> Outcome:
    try:
        content = path.read_bytes()
        module = importlib.import_module(f"slides.embed.{_kind(path)}")
        filled = cast("Kind", module).fill(path, content, contents, encoding)
        copies = [_copy(path, name, picture) for name, picture in filled.pictures.items()]
    except MarkError as error:
        complaint = f"{path}: {error}"
    except OSError as error:
        complaint = f"{error.filename}: cannot be read: {error.strerror}."
    except Exception as error:  # noqa: BLE001 - whatever is in a file, the others are filled or told of, too
        complaint = f"{path}: {told(error)}"
    else:
        return Outcome(path, filled, copies, [Change(path.resolve(), content, filled.content)])
    return Outcome(path, Filled(b"", complaints=[complaint]))


def _copy(path: Path, name: str, picture: bytes) -> Change:
    copy = path.resolve().parent / FOLDER / name
    return Change(copy.resolve(), content_of(copy), picture)


def _kind(path: Path) -> str:
    for kind, endings in KINDS.items():
        if path.suffix.lower() in endings:
            return kind
    known = ", ".join(ending for endings in KINDS.values() for ending in endings)
    msg = f"marks are known in files that end in {known}; got {path.suffix or 'no ending'!r}."
    raise MarkError(msg)


def _told(outcome: Outcome) -> str:
    path, marks, stale = outcome.path, outcome.filled.marks, len(outcome.filled.stale)
    if not marks:
        return f"{path}: there is no mark in it."
    if not stale and not outcome.stale_copies:
        return f"{path}: current."
    copied = f", pictures copied to {path.parent / FOLDER}" if outcome.stale_copies else ""
    return f"{path}: {stale} of {marks} places filled anew{copied}."
