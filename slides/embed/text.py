"""Filling a text file: everything outside its places stays as it is, byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from slides.embed.contents import Contents, Picture
from slides.embed.encoding import check_writable, decoded
from slides.embed.filled import Filled, compared
from slides.embed.mark import Mark, MarkError, mark_from
from slides.embed.places import Lines, Place, Tag, paired

# The folder beside an author's file that pictures are copied to, so that the file can go anywhere together with it.
FOLDER = "tallysheet"


class Embedded(NamedTuple):
    """What stands in a place, and the picture that it shows."""

    text: str
    picture: Picture | None = None


class Syntax(NamedTuple):
    """What a kind of text has: how its marks are found, and what is written in the place of one."""

    find: Callable[[str], list[Tag]]
    write: Callable[[Mark, Place, str, Lines, Contents], Embedded]


def fill(path: Path, content: bytes, contents: Contents, encoding: str | None, syntax: Syntax) -> Filled:
    """Fill every place of a text, and leave out those that have a complaint.

    Raises
    ------
    MarkError
        If the file cannot be read as text.
    """
    text, encoding = decoded(content, encoding)
    lines = Lines(text)
    places, complaints = paired(syntax.find(text), lines)
    filled = Filled(content, marks=len(places))
    parts, end = [], 0
    for place in places:
        line = lines.number(place.opening.start)
        shown = text[place.opening.end : place.closing.start]
        try:
            mark = mark_from(place.opening.words or "")
            wanted = syntax.write(mark, place, text, lines, contents)
            check_writable(wanted.text, encoding)
        except MarkError as error:
            complaints.append((line, str(error)))
            continue
        if wanted.text != shown:
            filled.stale.append(f"{path}, line {line}: {compared(mark.identity, _read(shown), _read(wanted.text))}")
        if wanted.picture:
            filled.pictures[wanted.picture.name] = wanted.picture.content
        parts += [text[end : place.opening.end], wanted.text]
        end = place.closing.start
    filled.content = "".join([*parts, text[end:]]).encode(encoding)
    filled.complaints = [f"{path}, line {line}: {complaint}" for line, complaint in sorted(complaints)]
    return filled


def _read(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]
