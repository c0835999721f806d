"""Where Markdown is code, in which an author shows marks and does not mean them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt

from slides.embed.places import Lines

# Blocks are all that is asked for: nobody needs what stands in them taken apart.
_READER = MarkdownIt("commonmark").disable("inline")

_ESCAPED_OR_TICKS = re.compile(r"\\.|(`+)", re.DOTALL)


def code_in(text: str) -> list[range]:
    """List the places of fenced and indented code, and of code in a line."""
    starts = [*Lines(text).starts, len(text)]
    found: list[range] = []
    # A byte order mark in front would hide what the first line is.
    for token in _READER.parse(text.replace("\ufeff", " ", 1) if text.startswith("\ufeff") else text):
        if token.map is None:
            continue
        begin, end = (starts[min(line, len(starts) - 1)] for line in token.map)
        if token.type in {"fence", "code_block"}:
            found.append(range(begin, end))
        elif token.type == "inline":
            found += _spans(text, begin, end)
    return found


def _spans(text: str, begin: int, end: int) -> Iterator[range]:
    """Go through code in a line: it ends at as many backticks as it began with."""
    while match := _ESCAPED_OR_TICKS.search(text, begin, end):
        begin = match.end()
        if match[1]:
            closing = re.compile(rf"(?<!`){match[1]}(?!`)").search(text, begin, end)
            if closing:
                begin = closing.end()
                yield range(match.start(), begin)
