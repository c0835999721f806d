"""Marks in Markdown, `<!-- tallysheet: ID -->…<!-- /tallysheet -->`, for Marp, Quarto, Slidev, reveal.js and MyST."""

from __future__ import annotations

import re
from pathlib import Path

from slides.embed.code import code_in
from slides.embed.contents import Contents, Kind
from slides.embed.filled import Filled
from slides.embed.mark import Mark, MarkError
from slides.embed.places import LINE_END, Lines, Place, Tag, tags_in
from slides.embed.text import FOLDER, Embedded, Syntax
from slides.embed.text import fill as fill_text

_TAG = re.compile(r"<!--[ \t]*(?:tallysheet[ \t]*:(?P<words>[^\r\n]*?)|/[ \t]*tallysheet)[ \t]*-->", re.IGNORECASE)
_BEGINS_LIKE_ONE = re.compile(r"<!--+\s*/?\s*tallysheet\b", re.IGNORECASE)

# What may stand in front of a block: quotes, and the signs and numbers of lists.
_LEADING = re.compile(r"\ufeff?[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+[ \t>]*)*")

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>&$~^@|!#]")

# Words of an alt text that Marp would take for wishes about size, place or colour, and leave out.
_MARP = re.compile(
    r"(?<!\S)(?=(?:bg|w|h|width|height|blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity"
    r"|saturate|sepia|[\d.]+%)(?::\S*)?(?:\s|$))(.)"
)


def fill(path: Path, content: bytes, contents: Contents, encoding: str | None) -> Filled:
    """Fill the places of a Markdown file; see `slides.embed.text.fill`."""
    return fill_text(path, content, contents, encoding, Syntax(find, write))


def find(text: str) -> list[Tag]:
    """List the marks that do not stand in code."""
    tags = tags_in(text, _BEGINS_LIKE_ONE, _TAG)
    code = code_in(text) if tags else []
    return [tag for tag in tags if not any(tag.start in part for part in code)]


def write(mark: Mark, place: Place, text: str, lines: Lines, contents: Contents) -> Embedded:
    """Write what a mark asks for: on lines of its own where the marks are alone on theirs, else in the line."""
    kind = contents.kind(mark)
    leading = lines.before(place.opening.start)
    begins_line = _LEADING.fullmatch(leading) is not None
    is_block = begins_line and not lines.after(place.closing.end).strip() and _stands_apart(place, text, lines, kind)
    if not is_block and (kind == "table" or (kind == "figure" and begins_line)):
        msg = f"{mark.identity} is a {kind}, and Markdown would not see it here. Give its marks lines of their own."
        raise MarkError(msg)
    content = _content(mark, kind, contents)
    if not is_block:
        return content
    # A list's sign stands in the first line only.
    prefix = re.sub(r"[^\s>]", " ", leading.removeprefix("\ufeff"))
    return content._replace(text=_block(content.text, kind, prefix, lines.end_at(place.opening.end)))


def _stands_apart(place: Place, text: str, lines: Lines, kind: Kind) -> bool:
    """Whether each of two marks has a line of its own; figures and tables get one when the two share it."""
    if LINE_END.search(text, place.opening.end, place.closing.start) is None:
        return kind != "value"
    return not lines.after(place.opening.end).strip() and not lines.before(place.closing.start).strip(" \t>")


def _content(mark: Mark, kind: Kind, contents: Contents) -> Embedded:
    if kind == "table":
        return Embedded(contents.table_text(mark.identity, "md"))
    if kind == "value":
        return Embedded(_escaped(contents.value(mark.identity)))
    picture = contents.picture(mark, "svg")
    # Slidev finds a file beside the slides by the dot only.
    return Embedded(f"![{_alt(picture.alt_text)}](./{FOLDER}/{picture.name})", picture)


def _block(content: str, kind: Kind, prefix: str, line_end: str) -> str:
    """Set blank lines around, but none below a figure.

    The mark right behind it keeps pandoc from taking a picture alone in its paragraph for one whose alt text is to be
    printed below; other readers of Markdown end the paragraph there.
    """
    below = [] if kind == "figure" else [""]
    lines = ["", "", *content.split("\n"), *below]
    return line_end.join([lines[0], *((prefix + line if line else prefix.rstrip()) for line in lines[1:]), prefix])


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


def _alt(text: str) -> str:
    return _MARP.sub(lambda word: f"&#{ord(word[1])};", _escaped(text))
