"""What the decks of the lessons say: the whole story, in order, with every table and figure."""

from __future__ import annotations

import importlib

import pytest

from slides.decks.deck import PlacedFigure, PlacedTable, Words, texts
from tests.slides.configured import LESSONS
from tests.slides.decks.configured import WITH_DECKS, deck

lessons = pytest.mark.parametrize("lesson", WITH_DECKS)


def words(nodes):
    return " ".join(words for _, words in texts(nodes))


def test_every_lesson_has_a_deck():
    assert list(LESSONS) == WITH_DECKS


@lessons
def test_every_table_and_every_figure_is_placed_once(lesson):
    blocks = [block for slide in deck(lesson).slides for block in slide.blocks]
    tables = [block.identity for block in blocks if isinstance(block, PlacedTable)]
    figures = [block.identity for block in blocks if isinstance(block, PlacedFigure)]
    assert sorted(tables) == sorted([*LESSONS[lesson]["tables"], "checked"])
    assert sorted(figures) == sorted(LESSONS[lesson]["figures"])


@lessons
def test_every_slide_has_a_title_something_to_see_and_notes(lesson):
    for slide in deck(lesson).slides:
        assert words(slide.title), slide.identity
        assert slide.blocks, slide.identity
        assert words(slide.notes), slide.identity


@lessons
def test_a_figure_has_the_title_that_the_picture_shows(lesson):
    placed = {slide.figure.identity: slide for slide in deck(lesson).slides if slide.figure}
    for identity, figure in LESSONS[lesson]["figures"].items():
        drawing = importlib.import_module(f"figures.{lesson}.{figure['drawing']}")
        assert words(placed[identity].title) == drawing.HEADLINE


@lessons
def test_the_last_slide_says_what_was_checked(lesson):
    [block] = deck(lesson).slides[-1].blocks
    assert block.identity == "checked"


@lessons
def test_a_slide_has_room_for_its_words(lesson):
    for slide in deck(lesson).slides:
        shown = "".join(words(block.nodes) for block in slide.blocks if isinstance(block, Words))
        assert len(shown) < 520, slide.identity
