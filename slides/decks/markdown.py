"""A deck as one page of Markdown that reads well on a code host; pictures are linked, notes fold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from slides.decks.deck import Deck, PlacedFigure, PlacedTable, Slide, Words, set_values
from slides.tables import pandoc
from slides.tables.markdown import render as render_table
from slides.tables.pandoc import Node
from slides.tables.proof import printed
from slides.tables.table import Formula, Number
from slides.tables.tex import MARKDOWN, tex
from workflow.names import picture_file

# Where pictures lie as seen from a deck, in build/ and in results/ alike.
FIGURES = "../figures"

# As wide as a lesson's column, for which the page styles are drawn.
WIDTH = 720


def render(deck: Deck) -> bytes:
    """Write the title, then each slide under its heading."""
    title = pandoc.text(deck.title)
    blocks = [_header(1, [title]), pandoc.paragraph([pandoc.text(deck.subtitle)])]
    for slide in deck.slides:
        blocks += _slide(deck, slide)
    return pandoc.convert(blocks, "gfm").encode()


# What is not of the slide itself: notes, pictures, and the numbers of a list.
_BESIDE = re.compile(r"<details>.*?</details>|<picture>.*?</picture>|^ *\d+\.(?= )", re.DOTALL | re.MULTILINE)


def words(content: bytes) -> list[str]:
    """Give the text of each slide as a reader finds it, its title first."""
    _, *slides = re.split(r"^## ", _BESIDE.sub("", content.decode()), flags=re.MULTILINE)
    return list(map(printed, slides))


def _slide(deck: Deck, slide: Slide) -> list[Node]:
    blocks = [_header(2, _set(deck, slide.title))]
    for block in slide.blocks:
        match block:
            case Words(nodes=nodes):
                blocks += _set(deck, nodes)
            case PlacedTable(identity=identity, table=table):
                blocks.append(_raw(render_table(identity, table)))
            case PlacedFigure():
                blocks.append(_raw(_picture(block)))
    if slide.notes:
        blocks += [_raw("<details><summary>Notes</summary>"), *_set(deck, slide.notes), _raw("</details>")]
    return blocks


def _set(deck: Deck, nodes: Sequence[Node]) -> list[Node]:
    return set_values(nodes, deck.tokens, _number, _formula)


def _number(number: Number) -> Node:
    return pandoc.text(number.text)


def _formula(formula: Formula, stands_alone: bool) -> Node:
    dollars = "$$" if stands_alone else "$"
    return pandoc.raw("markdown", f"{dollars}{tex(formula, MARKDOWN)}{dollars}")


def _picture(figure: PlacedFigure) -> str:
    """Link the pictures for light and dark pages."""
    light, dark = (f"{FIGURES}/{picture_file(figure.identity, style, 'svg')}" for style in ("page", "page-dark"))
    return (
        f'<picture><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
        f'<img src="{light}" width="{WIDTH}" alt="{escape(figure.alt_text)}"></picture>'
    )


def _header(level: int, inlines: Sequence[Node]) -> Node:
    return {"t": "Header", "c": [level, ["", [], []], list(inlines)]}


def _raw(content: str) -> Node:
    return {"t": "RawBlock", "c": ["markdown", content]}
