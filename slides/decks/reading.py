"""From the text of a filled template to a deck: pandoc reads it, each heading of the second level begins a slide."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from slides.decks.checks import DeckError, check, told
from slides.decks.deck import Deck, PlacedFigure, PlacedTable, Slide, Words, texts
from slides.decks.template import Filled
from slides.tables import pandoc
from slides.tables.pandoc import Node
from slides.tables.table import Number, Table
from slides.values import Place, Tokens
from workflow.ledger import Ledger

# Pandoc's Markdown without what only some of the formats could show.
READER = "markdown-raw_html-raw_tex-raw_attribute-latex_macros-implicit_figures-citations-example_lists"

Block = Words | PlacedTable | PlacedFigure


def deck_of(
    name: str,
    filled: Filled,
    ledgers: Mapping[str, Ledger],
    tables: Mapping[str, Table],
    figures: Mapping[str, PlacedFigure],
) -> Deck:
    """Make the deck of a lesson.

    Raises
    ------
    DeckError
        If it does not consist of slides with a title each, or if a slide holds what no format could show.
    """
    blocks = pandoc.read(filled.text, READER)
    slides = tuple(_slides(blocks, filled.tokens, tables, figures))
    check(slides, filled.tokens, list(filled.head.constants))
    head = filled.head
    return Deck(name, head.title, head.subtitle, head.lang, slides, filled.tokens, ledgers)


def _slides(
    blocks: Sequence[Node], tokens: Tokens, tables: Mapping[str, Table], figures: Mapping[str, PlacedFigure]
) -> Iterator[Slide]:
    parts: list[tuple[Node, list[Node]]] = []
    for block in blocks:
        match block:
            case {"t": "Header", "c": [2, _, _]}:
                parts.append((block, []))
            case {"t": "Header"}:
                msg = f"{told(block)}: a heading begins a slide and has two signs, ##; there is no other."
                raise DeckError(msg)
            case _ if not parts:
                msg = f"{told(block)}: this stands before the first slide; begin one with a heading, ##."
                raise DeckError(msg)
            case _:
                parts[-1][1].append(block)
    taken: set[str] = set()
    for number, (header, below) in enumerate(parts, 1):
        title = header["c"][2]
        notes = [each for block in below if _is_notes(block) for each in block["c"][1]]
        shown = [block for block in below if not _is_notes(block)]
        identity = _slug(title, tokens)
        if not identity or identity in taken:
            identity = f"{identity or 'slide'}-{number}"
        taken.add(identity)
        yield Slide(identity, tuple(title), tuple(_placed(shown, tokens, tables, figures)), tuple(notes))


def _slug(title: Sequence[Node], tokens: Tokens) -> str:
    """Give the Latin words of a title in small letters, joined by hyphens; nothing if it has none."""
    words = (
        part if isinstance(part, str) else part.text
        for _, text in texts(title)
        for part in tokens.parts(text)
        if isinstance(part, str | Number)
    )
    return "-".join(re.findall(r"[a-z0-9]+", " ".join(words).lower()))


def _is_notes(block: Node) -> bool:
    return block["t"] == "Div" and "notes" in block["c"][0][1]


def _placed(
    blocks: Sequence[Node], tokens: Tokens, tables: Mapping[str, Table], figures: Mapping[str, PlacedFigure]
) -> Iterator[Block]:
    """Put tables and figures in their places, and keep what stands between them together."""
    words: list[Node] = []
    for block in blocks:
        match block:
            case {"t": "Para", "c": [{"t": "Str", "c": token}]} if place := _place(token, tokens):
                if words:
                    yield Words(tuple(words))
                words = []
                identity = place.identity
                yield PlacedTable(identity, tables[identity]) if place.kind == "table" else figures[identity]
            case _:
                words.append(block)
    if words:
        yield Words(tuple(words))


def _place(text: str, tokens: Tokens) -> Place | None:
    """Give the table or figure that a text consists of."""
    match list(tokens.parts(text)):
        case [Place() as place]:
            return place
    return None
