"""Where everything on a slide stands, in sizes of type at which nothing is cut or covered."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from slides.decks.powerpoint.content import Content, Passage, Sheet
from slides.decks.powerpoint.equations import Equations
from slides.decks.powerpoint.flat import plain
from slides.decks.powerpoint.runs import SHIFTED_LINE, Equation, Paragraph
from slides.decks.powerpoint.style import (
    BLOCK_GAP,
    BODY,
    LARGEST_NOTE,
    MUTED,
    NOTE_GAP,
    PARAGRAPH_GAP,
    SCALES,
    TABLE_NOTE_GAP,
    TITLE,
    TITLES,
    Box,
    Scale,
)
from slides.decks.powerpoint.tables import LaidTable, laid
from slides.decks.powerpoint.text import Setting

# What the words of a slide are called, other than caption and notes of a table.
PASSAGE = "Text"


class ArrangementError(Exception):
    """A slide that holds too much; the text is the whole message for a person."""


@dataclass(frozen=True)
class PlacedText:
    """Paragraphs in their place."""

    name: str
    paragraphs: tuple[Paragraph, ...]
    setting: Setting
    box: Box


@dataclass(frozen=True)
class PlacedGrid:
    """A table in its place."""

    table: LaidTable
    box: Box


Placed = PlacedText | PlacedGrid


def sized(title: Paragraph, setting: Setting, choices: Sequence[tuple[float, int]]) -> Setting:
    """Give a title the first size in which it takes no more lines than it may.

    Raises
    ------
    ArrangementError
        If it takes more in every size.
    """
    for points, count in choices:
        chosen = replace(setting, points=points)
        if chosen.height([title]) <= SHIFTED_LINE * points * count:
            return chosen
    msg = f"the title {plain_text(title, setting.equations)!r} takes more than {choices[-1][1]} lines; shorten it."
    raise ArrangementError(msg)


def arranged(content: Content, equations: Equations, language: str) -> list[Placed]:
    """Place the blocks of a slide under each other, in the largest sizes of type at which they fit.

    Smaller type is better than cells of several lines, other than heads.

    Raises
    ------
    ArrangementError
        If they do not fit in the smallest.
    """
    heading = sized(content.title, Setting(equations, language, 0, TITLE.width), TITLES)
    top = BODY.top + heading.height([content.title]) - TITLE.height
    for breaks, scale in itertools.product((False, True), SCALES):
        setting = Setting(equations, language, scale.text, BODY.width, PARAGRAPH_GAP)
        placed = _stacked(content, setting, scale, max(top, BODY.top), breaks)
        if placed is not None and all(each.box.top + each.box.height <= BODY.top + BODY.height for each in placed):
            return placed
    msg = (
        f"the slide {plain_text(content.title, equations)!r} holds more than fits in type that can be read; divide it."
    )
    raise ArrangementError(msg)


def plain_text(paragraph: Paragraph, equations: Equations) -> str:
    """Write a paragraph without any look."""
    return "".join(
        plain(equations.parts(piece.tex)) if isinstance(piece, Equation) else piece.text for piece in paragraph.pieces
    )


def _stacked(content: Content, setting: Setting, scale: Scale, top: float, breaks: bool) -> list[Placed] | None:
    """Place blocks under each other; give None where a table is too wide."""
    found = list[Placed]()
    for block in content.blocks:
        match block:
            case Passage(paragraphs=paragraphs):
                placed: list[Placed] | None = [_text(PASSAGE, paragraphs, setting, top)]
            case Sheet():
                table = laid(block, replace(setting, points=scale.table), scale.edge, breaks=breaks)
                placed = _sheet(content, table, top) if table else None
        if placed is None:
            return None
        found += placed
        top = max((each.box.top + each.box.height for each in placed), default=top) + BLOCK_GAP
    return found


def _sheet(content: Content, table: LaidTable, top: float) -> list[Placed]:
    """Place a table below its caption and above its notes."""
    sheet, setting, found = table.sheet, table.setting, list[Placed]()
    # A caption that says what the title says is not said twice.
    if plain_text(sheet.caption, setting.equations) not in {"", plain_text(content.title, setting.equations)}:
        found.append(_text(f"Caption of {sheet.identity}", (sheet.caption,), setting, top))
        top += found[-1].box.height + NOTE_GAP
    found.append(PlacedGrid(table, Box(BODY.left, top, table.width, table.height)))
    if sheet.notes:
        notes = replace(setting, points=min(setting.points, LARGEST_NOTE), gap=TABLE_NOTE_GAP, colour=MUTED)
        found.append(_text(f"Notes of {sheet.identity}", sheet.notes, notes, top + table.height + NOTE_GAP))
    return found


def _text(name: str, paragraphs: tuple[Paragraph, ...], setting: Setting, top: float) -> PlacedText:
    return PlacedText(name, paragraphs, setting, Box(BODY.left, top, BODY.width, setting.height(paragraphs)))
