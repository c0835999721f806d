"""A written deck is compared with the deck, number by number."""

from __future__ import annotations

import pytest

from slides.decks import markdown
from slides.decks.__main__ import READERS, WRITERS
from slides.decks.proof import check, numerals
from tests.slides.decks.configured import BUILT, WITH_DECKS, deck
from workflow.names import DECK_FORMATS
from workflow.scan import ScanError


def test_the_numerals_of_a_slide_stand_in_their_order(make):
    made = make("## Loss {{ small.loss }}\n\n- $W_1 = {{ small.matrix }}$\n- {{ small.gap.bound }}\n")
    shown = [forms[0] for forms in numerals(made, made.slides[0])]
    assert shown == ["2.259", "1", "1,000", "-0.5", "12", "0.5", "1e-12"]


def test_the_numerals_of_a_table_stand_where_it_is_placed(make):
    first, second = make().slides
    shown = [forms[0] for forms in numerals(make(), first)]
    assert shown[: shown.index("1e-12") + 2] == [
        *("2.259", "1,000", "1", "1,000", "-0.5", "12", "0.5", "2e-16", "1e-12"),
        "1,000",  # in the caption
    ]
    assert shown[-2:] == ["3", "-0.366"]  # the last one of the table, and the item below it
    assert numerals(make(), second) == []


def test_what_a_format_shows_is_compared_with_the_deck(make):
    made = make("## A\n\n{{ small.steps }} and {{ small.vector }}, $x = {{ small.third }}$.\n")
    check(made, "md", ["A 1,000 and [−0.366 0.731], x = −8/3."])


@pytest.mark.parametrize(
    ("found", "complaint"),
    [
        (["A 1,000 and [0.731 −0.366], x = −8/3."], "the slide a: it shows 0.731 where the deck has -0.366."),
        (["A 1,000 and [−0.366 0.731], x = 8/3."], "it shows 8 where the deck has -8."),
        (["A −1,000 and [−0.366 0.731], x = −8/3."], "it shows -1,000 where the deck has 1,000."),
        (["A 1,000 and [−0.366 0.731]"], "it shows nothing where the deck has -8."),
        (["A 1,000 and [−0.366 0.731], x = −8/3. 7"], "it shows 7 where the deck has nothing."),
        (["A 1000 and [−0.366 0.731], x = −8/3."], "it shows 1000 where the deck has 1,000."),
        ([], "0 slides were written of 1."),
    ],
)
def test_another_number_another_order_and_a_missing_slide_are_refused(make, found, complaint):
    made = make("## A\n\n{{ small.steps }} and {{ small.vector }}, $x = {{ small.third }}$.\n")
    with pytest.raises(ScanError) as error:
        check(made, "md", found)
    assert complaint in str(error.value)


def test_markdown_is_read_without_notes_pictures_and_the_numbers_of_a_list(make):
    made = make("## A\n\n#. {{ small.steps }}\n#. b\n\n::: notes\n{{ small.loss }}\n:::\n\n## B\n\n{{ figure('F') }}\n")
    first, second = markdown.words(markdown.render(made))
    assert " ".join(first.split()) == "A 1,000 b"
    assert " ".join(second.split()) == "B"


@pytest.mark.parametrize("lesson", WITH_DECKS)
@pytest.mark.parametrize("format_name", READERS)
def test_every_configured_deck_shows_its_numbers_in_every_format(lesson, format_name):
    made = deck(lesson, BUILT)
    content = WRITERS[format_name](made)
    for words in READERS[format_name]:
        check(made, format_name, words(content))


def test_every_format_for_readers_is_written_and_all_but_the_pdf_are_read_again():
    assert list(WRITERS) == list(DECK_FORMATS)
    assert set(READERS) == set(WRITERS) - {"pdf", "claims.json"}
