"""The proof that a written deck shows, slide by slide, the numbers of its claims in their order, and no other digit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from slides.decks.deck import Deck, PlacedTable, Slide, Words, parts_of
from slides.tables.proof import expected_of, ordered
from slides.tables.table import Number
from workflow.names import DeckFormatName
from workflow.scan import ScanError

# A numeral in each of the forms that a format may give it.
Numeral = tuple[str, ...]


def check(deck: Deck, format_name: DeckFormatName, shown: Sequence[str]) -> None:
    """Compare the numerals of what a format shows with those of the deck, one after the other.

    Parameters
    ----------
    shown
        What a reader finds on each slide, title first, the title page left out.

    Raises
    ------
    ScanError
        If a slide is missing, or if a number is, is another one, or stands in another place.
    """
    if len(shown) != len(deck.slides):
        msg = f"{format_name}: {len(shown)} slides were written of {len(deck.slides)}."
        raise ScanError(msg)
    for slide, words in zip(deck.slides, shown, strict=True):
        for wanted, got in zip_longest(numerals(deck, slide), ordered(words)):
            if wanted is None or got is None or got not in wanted:
                msg = (
                    f"{format_name}, the slide {slide.identity}: it shows {got or 'nothing'} where the deck has "
                    f"{(wanted or ['nothing'])[0]}."
                )
                raise ScanError(msg)


def numerals(deck: Deck, slide: Slide) -> list[Numeral]:
    """List the numerals that a slide shows, title first, without its notes."""
    return [each for part in _parts(deck, slide) for each in expected_of(part)]


def _parts(deck: Deck, slide: Slide) -> Iterator[str | Number]:
    yield from parts_of(slide.title, deck.tokens)
    for block in slide.blocks:
        match block:
            case Words(nodes=nodes):
                yield from parts_of(nodes, deck.tokens)
            case PlacedTable(table=table):
                yield from table.parts()
