"""What stands on which slide: its claims, tables and figures, for whoever asks where a number is shown.

It is JSON with one slide a line. Slides are counted as every format counts them: the title page is the first.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from slides.decks.deck import Deck, PlacedFigure, PlacedTable, set_values
from slides.tables import pandoc
from slides.tables.pandoc import Node
from slides.tables.table import Formula, Number
from slides.tables.tex import MATHML, tex


def render(deck: Deck) -> bytes:
    """Write the index of a deck."""
    slides = ",\n".join(map(_compact, _slides(deck)))
    return f'{{\n"lesson": {_compact(deck.name)},\n"slides": [\n{slides}\n]\n}}\n'.encode()


def _slides(deck: Deck) -> Iterator[dict[str, Any]]:
    yield {"number": 1, "title": deck.title, "claims": [], "figures": [], "tables": []}
    for number, (slide, title) in enumerate(zip(deck.slides, _titles(deck), strict=True), 2):
        yield {
            "number": number,
            "title": title,
            "claims": deck.claims(slide),
            "figures": [block.identity for block in slide.blocks if isinstance(block, PlacedFigure)],
            "tables": [block.identity for block in slide.blocks if isinstance(block, PlacedTable)],
        }


def _titles(deck: Deck) -> list[str]:
    """Give the titles in plain words, values and formulas included, by one run of pandoc."""
    paragraphs = [pandoc.paragraph(set_values(slide.title, deck.tokens, _number, _formula)) for slide in deck.slides]
    return pandoc.convert(paragraphs, "plain").strip().split("\n\n")


def _number(number: Number) -> Node:
    return pandoc.text(number.text)


def _formula(formula: Formula, _: bool) -> Node:
    return pandoc.math(tex(formula, MATHML))


def _compact(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
