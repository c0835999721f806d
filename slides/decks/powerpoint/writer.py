"""Write a deck for PowerPoint."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from lxml import etree

from slides.archive import repacked
from slides.decks.deck import Deck, PlacedFigure
from slides.decks.powerpoint import arrangement, master
from slides.decks.powerpoint.arrangement import PlacedGrid, PlacedText, arranged, plain_text, sized
from slides.decks.powerpoint.content import Content, Passage, contents, formulas
from slides.decks.powerpoint.equations import Equations
from slides.decks.powerpoint.runs import Paragraph, Run
from slides.decks.powerpoint.shapes import Role, Text, number_shape, picture_shape, table_shape, text_shape
from slides.decks.powerpoint.style import (
    BODY,
    DECK_SUBTITLE_SIZE,
    DECK_TITLE,
    DECK_TITLES,
    PICTURE,
    TITLE,
    TITLES,
)
from slides.decks.powerpoint.text import Setting

# No clock: the same deck gives the same bytes.
_DATE = datetime(2000, 1, 1, tzinfo=UTC)

# The placeholder that takes the first passage of a slide; others stand in text boxes.
_BODY: Role = {"idx": 1}

# The first of a slide's shapes is the group of all.
_FIRST_SHAPE = 2


def render(deck: Deck) -> bytes:
    """Write a title slide and the slides.

    Raises
    ------
    WordsError, FlatError
        If a slide holds what PowerPoint has no place for.
    ArrangementError
        If a slide holds more than fits.
    """
    found = contents(deck)
    equations = Equations(formulas(found))
    made = master.presentation()
    _open(made, deck, equations)
    for content in found:
        _add(made, content, equations, deck.language)
    _set_properties(made, deck)
    written = io.BytesIO()
    made.save(written)
    return repacked(written.getvalue())


def _open(made: Any, deck: Deck, equations: Equations) -> None:
    """Add the title slide."""
    title = Paragraph((Run(deck.title, bold=True),))
    setting = sized(title, Setting(equations, deck.language, 0, DECK_TITLE.width), DECK_TITLES)
    subtitle = replace(setting, points=DECK_SUBTITLE_SIZE)
    texts = (
        Text("Title", [title], setting, None, {"type": "ctrTitle"}),
        Text("Subtitle", [Paragraph((Run(deck.subtitle),))], subtitle, None, {"type": "subTitle", "idx": 1}),
    )
    tree = _slide(made, master.OPENING).shapes._spTree  # noqa: SLF001 - as below
    tree.extend(text_shape(number, text) for number, text in enumerate(texts, _FIRST_SHAPE))


def _add(made: Any, content: Content, equations: Equations, language: str) -> None:
    has_words = any(isinstance(block, Passage) for block in content.blocks)
    name = master.FIGURE if content.figure else master.TEXT if has_words else master.TABLE
    slide = _slide(made, name)
    tree = slide.shapes._spTree  # noqa: SLF001 - python-pptx has no way to add a shape of one's own
    numbers = itertools.count(_FIRST_SHAPE)
    tree.extend(_shapes(slide, numbers, content, equations, language))
    if not content.figure:
        tree.append(number_shape(next(numbers), len(made.slides), language))
    if content.notes:
        notes = "\n".join(plain_text(paragraph, equations) for paragraph in content.notes)
        slide.notes_slide.notes_text_frame.text = notes


def _slide(made: Any, name: str) -> Any:
    slide = made.slides.add_slide(master.layout(made, name))
    for shape in list(slide.shapes):
        shape.element.getparent().remove(shape.element)
    return slide


def _shapes(
    slide: Any, numbers: Iterator[int], content: Content, equations: Equations, language: str
) -> Iterator[etree._Element]:
    """Give the shapes of a slide in the order in which they are read, the title first."""
    size = sized(content.title, Setting(equations, language, 0, TITLE.width), TITLES)
    yield text_shape(next(numbers), Text("Title", [content.title], size, None, {"type": "title"}))
    if content.figure:
        yield _picture(slide, next(numbers), content.figure)
        return
    role: Role | None = _BODY
    for each in arranged(content, equations, language):
        match each:
            case PlacedGrid(table=table, box=box):
                yield table_shape(next(numbers), table, plain_text(table.sheet.caption, equations), box)
            case PlacedText(name=arrangement.PASSAGE):
                fills = len(content.blocks) == 1 and each.box.top == BODY.top
                text = Text(each.name, each.paragraphs, each.setting, None if fills and role else each.box, role)
                yield text_shape(next(numbers), text)
                role = None
            case PlacedText(name=name, paragraphs=paragraphs, setting=setting, box=box):
                yield text_shape(next(numbers), Text(name, paragraphs, setting, box, None))


def _picture(slide: Any, number: int, figure: PlacedFigure) -> etree._Element:
    _, relation = slide.part.get_or_add_image_part(str(figure.file("slide", "png")))
    return picture_shape(number, figure.identity, figure.alt_text, relation, PICTURE)


def _set_properties(made: Any, deck: Deck) -> None:
    """Say what the file is, and nothing of when or by whom it was made."""
    properties = made.core_properties
    properties.title, properties.subject, properties.language = deck.title, deck.subtitle, deck.language
    properties.author = properties.last_modified_by = properties.keywords = properties.comments = ""
    properties.created = properties.modified = _DATE
    properties.revision = 1
