"""What the slides of a deck hold, as paragraphs, before anything is measured or placed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from slides.decks.deck import Deck, PlacedFigure, PlacedTable, Slide, Words, texts
from slides.decks.powerpoint.runs import Equation, Paragraph, cell_paragraph
from slides.decks.powerpoint.words import WordsError, paragraphs, title
from slides.tables.layout import NOTHING, filling, is_numeric
from slides.tables.table import Number, Table
from slides.values import Tokens


@dataclass(frozen=True)
class Passage:
    """Paragraphs that stand together."""

    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True)
class Sheet:
    """A table.

    rows : the heads first, then the others, the foot last
    foot : how many rows are the foot
    numeric : for each column, whether it holds numbers
    """

    identity: str
    caption: Paragraph
    rows: tuple[tuple[Paragraph, ...], ...]
    foot: int
    numeric: tuple[bool, ...]
    notes: tuple[Paragraph, ...]


Block = Passage | Sheet


@dataclass(frozen=True)
class Content:
    """What a slide says, and what its speaker does.

    figure : what fills the slide; then there are no blocks
    """

    title: Paragraph
    blocks: tuple[Block, ...]
    figure: PlacedFigure | None
    notes: tuple[Paragraph, ...]

    def paragraphs(self) -> Iterator[Paragraph]:
        """Go through all of its paragraphs."""
        yield self.title
        for block in self.blocks:
            match block:
                case Passage(paragraphs=found):
                    yield from found
                case Sheet():
                    yield block.caption
                    for row in block.rows:
                        yield from row
                    yield from block.notes
        yield from self.notes


def contents(deck: Deck) -> list[Content]:
    """Give the content of every slide.

    Raises
    ------
    WordsError
        If a slide holds what PowerPoint has no place for.
    """
    return [_content(deck, slide) for slide in deck.slides]


def formulas(found: list[Content]) -> list[str]:
    """List the TeX of all formulas."""
    return [
        piece.tex
        for content in found
        for paragraph in content.paragraphs()
        for piece in paragraph.pieces
        if isinstance(piece, Equation)
    ]


def _content(deck: Deck, slide: Slide) -> Content:
    try:
        blocks = tuple(_blocks(slide, deck.tokens))
        notes = tuple(paragraphs(slide.notes, deck.tokens))
        return Content(title(slide.title, deck.tokens), blocks, slide.figure, notes)
    except WordsError as error:
        msg = f"the slide {_title_words(slide, deck.tokens)!r} {error}"
        raise WordsError(msg) from None


def _title_words(slide: Slide, tokens: Tokens) -> str:
    """Give the words and numbers of a title, for a message."""
    every = (part for _, words in texts(slide.title) for part in tokens.parts(words))
    return " ".join(part.text if isinstance(part, Number) else part for part in every if isinstance(part, Number | str))


def _blocks(slide: Slide, tokens: Tokens) -> Iterator[Block]:
    for block in slide.blocks:
        match block:
            case Words(nodes=nodes):
                yield Passage(tuple(paragraphs(nodes, tokens)))
            case PlacedTable(identity=identity, table=table):
                yield _sheet(identity, table)


def _sheet(identity: str, table: Table) -> Sheet:
    head = tuple(cell_paragraph(cell, NOTHING, bold=True) for cell in table.head)
    rows = (
        tuple(cell_paragraph(cell, filling(table, place, cell)) for place, cell in enumerate(row))
        for row in (*table.rows, *table.foot)
    )
    return Sheet(
        identity,
        cell_paragraph(table.caption, NOTHING, bold=True),
        (head, *rows),
        len(table.foot),
        tuple(is_numeric(table, place) for place in range(len(table.head))),
        tuple(cell_paragraph(note, NOTHING) for note in table.notes),
    )
