"""The source of a notebook: Markdown with a head in YAML, in which fenced Python is code and all else is prose.

    ```python reverse-sweep
    hold(ledger, grad_w=grad_w)
    ```

The word after `python` names the cell. It becomes the cell's id in the notebook, and messages call the cell by it; the
prose above takes its id from the code that follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token
from pydantic import BaseModel, ConfigDict, ValidationError

_HEAD = re.compile(r"---\n(.*?\n)---\n", re.DOTALL)
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")

# An id may have 64 characters, and that of prose is a little longer than the name.
_LONGEST = 48


class SourceError(Exception):
    """A source that is no notebook; its text is the whole message for a person."""


class Head(BaseModel):
    """The head of a source. `constants` are phrases with digits that come from no claim, each with its reason."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    title: str
    constants: dict[str, str] = {}


@dataclass(frozen=True)
class Cell:
    """One cell.

    name : its id in the notebook
    line : of the source, at which its text begins
    """

    kind: Literal["prose", "code"]
    name: str
    line: int
    text: str


@dataclass(frozen=True)
class Source:
    """A source, read."""

    path: Path
    head: Head
    cells: tuple[Cell, ...]

    def place(self, cell: Cell, line: int = 1) -> str:
        """Say where a line of a cell, counted from 1, stands in the source."""
        return f"{self.path}, line {cell.line + line - 1}, in the cell {cell.name!r}"


def read(path: Path) -> Source:
    """Read a source.

    Raises
    ------
    SourceError
        If it is not UTF-8, if the head does not fit, if code has no name or no end, or if two cells have the same name.
    OSError
        If there is no such file.
    """
    try:
        # Some editors begin a file with a mark of its order of bytes, which is no text.
        content = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        msg = f"{path}: the file is not UTF-8 ({error.reason}, at byte {error.start}); save it as such."
        raise SourceError(msg) from None
    found = _HEAD.match(content)
    if not found:
        msg = f"{path}, line 1: a source begins with a head between two lines of three hyphens: title, constants."
        raise SourceError(msg)
    # As many empty lines in its place let the lines below keep their numbers.
    below = "\n" * found[0].count("\n") + content[found.end() :]
    return Source(path, _head(path, found[1]), tuple(_cells(path, below)))


def _head(path: Path, text: str) -> Head:
    try:
        return Head.model_validate(yaml.safe_load(text))
    except yaml.YAMLError as error:
        msg = f"{path}, line 1: the head is not valid YAML: {error}"
    except ValidationError as error:
        complaints = (f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
        msg = f"{path}, line 1: the head does not fit: {'; '.join(complaints)}."
    raise SourceError(msg)


def _cells(path: Path, text: str) -> Iterator[Cell]:
    lines = text.splitlines()
    taken: set[str] = set()
    done = 0
    for fence in _fences(text):
        begin, end = fence.map or (0, 0)
        name = _name(path, fence, begin + 1)
        if name in taken:
            msg = f"{path}, line {begin + 1}: there are two cells called {name!r}; give each its own name."
            raise SourceError(msg)
        taken.add(name)
        if end == begin + 1 or not lines[end - 1].strip().startswith(fence.markup):
            msg = f"{path}, line {begin + 1}: the code of {name!r} never ends; close it with a line {fence.markup}"
            raise SourceError(msg)
        yield from _prose(lines, done, begin, f"before-{name}")
        yield Cell("code", name, begin + 2, fence.content.rstrip("\n"))
        done = end
    if not taken:
        msg = f"{path}: there is no code. A code cell is fenced, and begins with ```python and its name."
        raise SourceError(msg)
    yield from _prose(lines, done, len(lines), "closing")


def _fences(text: str) -> list[Token]:
    """Give the fenced Python; a fence in a list or a quotation is a part of the prose."""
    tokens = MarkdownIt("commonmark").parse(text)
    return [
        token for token in tokens if token.type == "fence" and token.level == 0 and token.info.split()[:1] == ["python"]
    ]


def _name(path: Path, fence: Token, line: int) -> str:
    words = fence.info.split()
    if len(words) != 2 or not _NAME.fullmatch(words[1]) or len(words[1]) > _LONGEST:
        msg = (
            f"{path}, line {line}: a code cell has a name, ```python reverse-sweep, of at most {_LONGEST} small "
            f"letters, digits and hyphens; got ```{fence.info}"
        )
        raise SourceError(msg)
    return words[1]


def _prose(lines: list[str], begin: int, end: int, name: str) -> Iterator[Cell]:
    """Give the lines of a cell of prose, without the empty ones around; none if they are all empty."""
    while begin < end and not lines[begin].strip():
        begin += 1
    while begin < end and not lines[end - 1].strip():
        end -= 1
    if begin < end:
        yield Cell("prose", name, begin + 1, "\n".join(lines[begin:end]))
