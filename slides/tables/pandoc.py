"""Pandoc's document model and its writers. Only what a table needs; see pandoc.org, "Text.Pandoc.Definition"."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Node = dict[str, Any]

_API_VERSION = [1, 23, 1]

_NO_ATTRIBUTES: tuple[str, list[str], list[list[str]]] = ("", [], [])

# A formula that cannot be converted is only a warning; and nobody's own templates may change what is written.
_ALWAYS = ("--wrap=preserve", "--fail-if-warnings", "--sandbox", f"--data-dir={os.devnull}")

# The first cell of each row is its head.
_HEADS_IN_ROW = 1


class PandocError(Exception):
    """Pandoc refused a document; the text is what it said."""


def convert(blocks: Sequence[Node], writer: str, *options: str) -> str:
    """Write blocks in a format; a warning counts as an error.

    The pandoc is the one that the pinned package carries, whatever else stands on PATH.
    """
    return convert_bytes(blocks, writer, *options).decode()


def convert_bytes(blocks: Sequence[Node], writer: str, *options: str) -> bytes:
    """Write blocks in a format that is no text, such as 'docx'."""
    document = {"pandoc-api-version": _API_VERSION, "meta": {}, "blocks": list(blocks)}
    return _run(json.dumps(document), "--from=json", f"--to={writer}", *options)


def read(content: str, reader: str) -> list[Node]:
    """Read the blocks of a text in a format; a warning counts as an error."""
    blocks: list[Node] = json.loads(_run(content, f"--from={reader}", "--to=json"))["blocks"]
    return blocks


def _run(content: str, *options: str) -> bytes:
    command = [str(_program()), *_ALWAYS, "--output=-", *options]
    done = subprocess.run(command, input=content.encode(), capture_output=True, check=False)
    if done.returncode:
        raise PandocError(done.stderr.decode(errors="replace").strip())
    return done.stdout


def _program() -> Path:
    found = importlib.util.find_spec("pypandoc")  # importing it would search the machine for other pandocs
    if found is None or found.origin is None:
        raise ModuleNotFoundError(name="pypandoc")
    return Path(found.origin).parent / "files" / "pandoc"


def text(words: str) -> Node:
    """Make plain text."""
    return {"t": "Str", "c": words}


def math(tex: str) -> Node:
    """Make a formula in a line."""
    return {"t": "Math", "c": [{"t": "InlineMath"}, tex]}


def raw(writer: str, content: str) -> Node:
    """Make a part that one writer passes through as it is, and the others leave out."""
    return {"t": "RawInline", "c": [writer, content]}


def strong(inlines: Sequence[Node]) -> Node:
    """Make bold text."""
    return {"t": "Strong", "c": list(inlines)}


def span(inlines: Sequence[Node], **attributes: str) -> Node:
    """Wrap inlines with attributes; HTML puts `data-` in front of their names."""
    return {"t": "Span", "c": [["", [], [list(pair) for pair in attributes.items()]], list(inlines)]}


def paragraph(inlines: Sequence[Node]) -> Node:
    """Make a paragraph."""
    return {"t": "Para", "c": list(inlines)}


Inlines = Sequence[Node]


def table(
    caption: Inlines,
    alignments: Sequence[str],
    head: Sequence[Inlines],
    rows: Sequence[Sequence[Inlines]],
    foot: Sequence[Sequence[Inlines]],
) -> Node:
    """Make a table; each alignment is 'AlignLeft' or 'AlignRight'."""
    columns = [[{"t": alignment}, {"t": "ColWidthDefault"}] for alignment in alignments]
    body = [_NO_ATTRIBUTES, _HEADS_IN_ROW, [], [_row(row) for row in rows]]
    return {
        "t": "Table",
        "c": [
            _NO_ATTRIBUTES,
            [None, [{"t": "Plain", "c": list(caption)}] if caption else []],
            columns,
            [_NO_ATTRIBUTES, [_row(head)]],
            [body],
            [_NO_ATTRIBUTES, [_row(row) for row in foot]],
        ],
    }


def _row(cells: Sequence[Inlines]) -> list[Any]:
    return [
        _NO_ATTRIBUTES,
        [[_NO_ATTRIBUTES, {"t": "AlignDefault"}, 1, 1, [{"t": "Plain", "c": list(cell)}]] for cell in cells],
    ]
