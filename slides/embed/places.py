"""Places in a text: what stands between a mark that opens and the one that closes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from slides.embed.mark import UNSOUND

LINE_END = re.compile(r"\r\n|\r|\n")


class Tag(NamedTuple):
    """A mark in a text, from `start` up to `end`; one that closes has no words, and so has what is none after all."""

    start: int
    end: int
    words: str | None
    is_sound: bool = True


class Place(NamedTuple):
    """A mark that opens and the one that closes it."""

    opening: Tag
    closing: Tag


class Lines:
    """Where the lines of a text begin."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.starts = [0, *(match.end() for match in LINE_END.finditer(text))]

    def number(self, offset: int) -> int:
        """Give the number of the line of a character, as editors count."""
        return bisect_right(self.starts, offset)

    def before(self, offset: int) -> str:
        """Give what stands in front of a character in its line."""
        return self._text[self.starts[self.number(offset) - 1] : offset]

    def after(self, offset: int) -> str:
        """Give what follows in the line, without the line end."""
        found = LINE_END.search(self._text, offset)
        return self._text[offset : found.start() if found else None]

    def end_at(self, offset: int) -> str:
        """Give the line end of a line; where it has none the file's first, or a Unix one."""
        found = LINE_END.search(self._text, offset) or LINE_END.search(self._text)
        return found[0] if found else "\n"


def tags_in(text: str, beginning: re.Pattern[str], whole: re.Pattern[str]) -> list[Tag]:
    """List the marks of a text, and what begins like one: passed over, it would go stale and nobody would know."""
    tags: list[Tag] = []
    end = 0
    while begun := beginning.search(text, end):
        found = whole.match(text, begun.start())
        end = (found or begun).end()
        tags.append(Tag(begun.start(), end, found["words"] if found else None, is_sound=found is not None))
    return tags


def paired(tags: Sequence[Tag], lines: Lines) -> tuple[list[Place], list[tuple[int, str]]]:
    """Pair marks; give the places, and complaints about others, each with its line."""
    places: list[Place] = []
    complaints: list[tuple[int, str]] = []
    opened: list[Tag] = []
    for tag in tags:
        line = lines.number(tag.start)
        if not tag.is_sound:
            complaints.append((line, UNSOUND))
        elif tag.words is not None:
            if opened:
                outer = lines.number(opened[0].start)
                complaints.append((line, f"a mark stands inside the one of line {outer}. Close that one first."))
            opened.append(tag)
        elif not opened:
            complaints.append((line, "this mark closes nothing. Delete it, or write the mark that it belongs to."))
        else:
            opening = opened.pop()
            if not opened:
                places.append(Place(opening, tag))
    unclosed = "this mark is not closed. Write `/tallysheet` as a mark where its place ends."
    return places, complaints + [(lines.number(tag.start), unclosed) for tag in opened]
