"""The index of a deck: the claims, tables and figures of each slide, counted as the formats count them."""

from __future__ import annotations

import json

import pytest
from lxml import html as lxml_html

from slides.decks import html, index
from tests.slides.configured import LESSONS
from tests.slides.decks.configured import WITH_DECKS, deck
from tests.slides.decks.conftest import BODY


def slides_of(made):
    return json.loads(index.render(made))["slides"]


def test_a_slide_names_its_claims_tables_and_figures(make):
    made = make()
    title_page, first, second = slides_of(made)
    assert title_page == {"number": 1, "title": "A small deck", "claims": [], "figures": [], "tables": []}
    assert first["claims"] == made.claims(made.slides[0])
    assert (first["number"], first["tables"], first["figures"]) == (2, ["small"], [])
    assert second == {"number": 3, "title": "A picture", "claims": ["lesson/small"], "figures": ["F"], "tables": []}


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Loss {{ small.loss }}", "Loss 2.259"),
        ("The *race*, $W_1$ first", "The race, W₁ first"),
        ('"Quoted" & `code` <b>', "“Quoted” & code <b>"),
    ],
)
def test_a_title_is_plain_words(make, title, expected):
    assert slides_of(make(BODY.replace("Loss {{ small.loss }}", title)))[1]["title"] == expected


def test_a_slide_is_a_line(make):
    text = index.render(make()).decode()
    head, *slides, foot = text.splitlines()[2:-1]
    assert head == '"slides": ['
    assert foot == "]"
    assert [json.loads(line.removesuffix(","))["number"] for line in slides] == [1, 2, 3]


def test_slides_are_counted_as_a_browser_shows_them(make):
    made = make(BODY.partition("## A picture")[0] + "## Then\n\nwords\n")
    sections = lxml_html.document_fromstring(html.render(made).decode()).findall(".//section")
    titles = [section.find("h1" if place == 0 else "h2").text_content() for place, section in enumerate(sections)]
    assert [(slide["number"], slide["title"]) for slide in slides_of(made)] == list(enumerate(titles, 1))


@pytest.mark.parametrize("lesson", WITH_DECKS)
def test_a_lesson_s_index_has_all_that_its_deck_shows(lesson):
    made = deck(lesson)
    found = slides_of(made)
    assert [slide["number"] for slide in found] == list(range(1, len(made.slides) + 2))
    assert [slide["claims"] for slide in found[1:]] == list(map(made.claims, made.slides))
    assert {figure for slide in found for figure in slide["figures"]} <= set(LESSONS[lesson]["figures"])
    assert all(slide["title"] for slide in found)
