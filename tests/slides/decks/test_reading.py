"""From text to slides."""

from __future__ import annotations

import pytest

from slides.decks.deck import PlacedTable, Words
from slides.decks.reading import DeckError


def test_each_heading_begins_a_slide(make):
    first, second = make().slides
    assert [slide.identity for slide in (first, second)] == ["loss-2-259", "a-picture"]
    assert [type(block) for block in first.blocks] == [Words, PlacedTable, Words]
    assert [len(block.nodes) for block in first.blocks if isinstance(block, Words)] == [1, 1]
    assert first.figure is None
    assert second.figure == second.blocks[0]
    assert len(first.notes) == 1
    assert second.notes == ()


def test_the_deck_knows_what_it_is(make, ledger):
    deck = make()
    assert (deck.name, deck.title, deck.subtitle, deck.language) == ("lesson", "A small deck", "For tests", "en")
    assert deck.ledgers == {"lesson/small": ledger}


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("", "there is no slide"),
        ("Words.\n", "'Words.': this stands before the first slide"),
        ("# Big\n", "'Big': a heading begins a slide and has two signs"),
        ("## A\n\n### Small\n", "'Small': a heading begins a slide"),
        ("## A\n\nB\n\n## A\n", "two slides have the title 'A'"),
        ("##\n\nB\n", "a slide has no title"),
        ('## A\n\n{{ figure("F") }}\n\nBeside it.\n', "the slide 'A': a figure fills its slide"),
        ("## A\n\n$a \\, b$\n", "has a backslash before punctuation"),
        ("## A\n\n`{{ small.loss }}`\n", "a value cannot stand in code"),
        ('## A\n\nwords {{ table("small") }}\n', "a table or a figure is a paragraph of its own"),
        ("## A\n\n![](picture.png)\n", "holds a picture"),
        ("## A\n\n[a](b.html)\n", "the slide 'A' holds a Link, which not every format could show"),
        ("## A\n\nwords^[a note]\n", "holds a Note, which not every format could show"),
        ("## A\n\n---\n", "holds a HorizontalRule"),
        ("## A\n\n{{ small.steps }}&zwj;{{ small.loss }}\n", "holds U+200D, a character that nobody sees"),
        ("## A\n\n&half; of it\n", "shows ½, which comes from no claim"),
        ("## A\n\n{{ small.steps }}**{{ small.steps }}**\n", "would be read as a part of the number"),
        ("## A\n\n$x {{ table('small') }}$\n", "stands in no formula"),
        ("## A\n\n| a |\n|---|\n| b |\n", "a table that is typed by hand"),
    ],
)
def test_what_is_no_deck_is_told(make, body, complaint):
    with pytest.raises(DeckError) as error:
        make(body)
    assert complaint in str(error.value)


def test_html_and_tex_of_ones_own_stay_words(make):
    [slide] = make("## A\n\n<b>bold</b>\n").slides
    [block] = slide.blocks
    assert "RawInline" not in str(block.nodes)


def test_a_title_in_other_letters_gives_the_slide_its_number_for_an_id(make):
    assert [slide.identity for slide in make("## A\n\nB\n\n## Градиент\n\nB\n").slides] == ["a", "slide-2"]


def test_titles_that_differ_in_signs_only_are_two_titles(make):
    made = make("## C\n\nB\n\n## C++\n\nB\n\n## The loss $L$\n\nB\n\n## The loss $l$\n\nB\n")
    identities = [slide.identity for slide in made.slides]
    assert len(set(identities)) == 4
