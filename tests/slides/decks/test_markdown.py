"""A deck as a page of Markdown."""

from __future__ import annotations

import re

import pytest

from slides.decks.markdown import render
from tests.slides.configured import ROOT
from tests.slides.decks.configured import WITH_DECKS, deck


def test_a_deck_reads_from_top_to_bottom(make):
    page = render(make()).decode()
    headings = re.findall(r"^#+ .*$", page, re.MULTILINE)
    assert headings == ["# A small deck", "## Loss 2.259", "## A picture"]
    order = ["For tests", "After 1,000", "1e-12.", "Loss after 1,000 steps", "then *words*", "Say", "<picture>"]
    places = [page.index(each) for each in order]
    assert places == sorted(places)


def test_formulas_stand_between_dollars_with_their_values(make):
    page = render(make("## A\n\n$x = {{ small.vector[0] }}$\n\n$$ y = {{ small.steps }} $$\n")).decode()
    assert "$x = {-0.366}$" in page
    assert "$$y = 1{,}000$$" in page


def test_notes_fold(make):
    page = render(make()).decode()
    assert "<details><summary>Notes</summary>\n\nSay −8/3.\n\n</details>" in page


def test_a_picture_has_its_alt_text_for_light_and_dark(make):
    page = render(make()).decode()
    assert 'srcset="../figures/F.dark.svg"' in page
    assert 'src="../figures/F.svg"' in page
    assert 'alt="A &amp; B, −0.5"' in page


@pytest.mark.parametrize("lesson", WITH_DECKS)
def test_every_link_of_a_published_deck_leads_to_a_published_file(lesson):
    links = re.findall(r'(?:src|srcset)="([^"]+)"', render(deck(lesson)).decode())
    assert links
    for link in links:
        assert (ROOT / "results" / "decks" / link).resolve().is_file(), link


@pytest.mark.parametrize("lesson", WITH_DECKS)
def test_a_published_deck_is_what_the_template_makes(lesson):
    assert (ROOT / "results" / "decks" / f"{lesson}.md").read_bytes() == render(deck(lesson))
