"""Decks in HTML, taken apart: one heading a slide, every number with its claim, and everything in the one file."""

from __future__ import annotations

import base64
import copy
import io
import re

import pytest
from fontTools.ttLib import TTFont
from lxml import etree, html

from slides.decks import fonts, sizes
from slides.decks.deck import PlacedTable, Words, texts
from slides.decks.html import render
from slides.tables.table import Formula, Number, Table, formula
from tests.slides.decks.configured import WITH_DECKS, deck


@pytest.fixture(scope="module", params=WITH_DECKS)
def configured(request):
    """Each configured deck, and its page."""
    made = deck(request.param)
    return made, html.document_fromstring(render(made).decode())


@pytest.fixture
def small_page(make, figure):
    """The page of the small deck, whose pictures are two words."""
    figure.file("slide", "svg").write_text("light", encoding="utf-8")
    figure.file("slide-dark", "svg").write_text("dark", encoding="utf-8")

    def of(**parts):
        return html.document_fromstring(render(make(**parts)).decode())

    return of


def numbers_of(made, slide):
    """List the numbers of a slide, as the deck has them."""
    yield from in_words(made, slide.title)
    for block in slide.blocks:
        match block:
            case Words(nodes=nodes):
                yield from in_words(made, nodes)
            case PlacedTable(table=table):
                yield from (part for part in table.parts() if isinstance(part, Number))


def in_words(made, nodes):
    for _, words in texts(nodes):
        for value in made.tokens.parts(words):
            parts = value.parts() if isinstance(value, Formula) else [value]
            yield from (part for part in parts if isinstance(part, Number))


def shown_in(element):
    """List what names a claim in an element, with what it shows."""
    return [(each.get("data-claim"), each.text_content()) for each in element.xpath(".//*[@data-claim]")]


def visible(section):
    """List the numbers that a slide shows; its notes and the evidence are not on it."""
    here = section.xpath(".//*[@data-claim][not(ancestor::dialog or ancestor::aside)]")
    return [(each.get("data-claim"), each.text_content()) for each in here]


def test_every_slide_has_its_id_and_one_heading(configured):
    made, page = configured
    first, *others = page.iter("section")
    assert [heading.tag for heading in first.xpath("h1 | h2")] == ["h1"]
    assert [section.get("id") for section in others] == [slide.identity for slide in made.slides]
    assert [[heading.tag for heading in section.xpath("h1 | h2")] for section in others] == [["h2"]] * len(others)


def test_no_id_is_there_twice(configured):
    ids = configured[1].xpath("//@id")
    assert len(ids) == len(set(ids))


def test_every_number_stands_in_its_place_with_its_claim(configured):
    made, page = configured
    for slide in made.slides:
        expected = [(number.claim, number.text) for number in numbers_of(made, slide)]
        assert visible(page.get_element_by_id(slide.identity)) == expected


def test_the_notes_keep_their_claims(configured):
    made, page = configured
    for slide in made.slides:
        expected = [(number.claim, number.text) for number in in_words(made, slide.notes)]
        assert shown_in(page.get_element_by_id(slide.identity).find("aside")) == expected


def test_numbers_stand_in_words_and_in_formulas(configured):
    kinds = {each.tag for each in configured[1].xpath("//section//*[@data-claim]")}
    assert kinds == {"span", "mn"}


def test_no_digit_is_on_a_slide_that_is_not_in_the_deck(configured):
    made, page = configured
    for slide in made.slides:
        section = copy.deepcopy(page.get_element_by_id(slide.identity))
        etree.strip_elements(section, "dialog", "aside", with_tail=False)
        numbers = "".join(number.text for number in numbers_of(made, slide))
        literals = "".join(words for _, words in texts(slide.title)) + "".join(literals_of(slide))
        known = set(re.findall(r"\d", numbers + literals))
        assert set(re.findall(r"\d", section.text_content())) <= known


def literals_of(slide):
    for block in slide.blocks:
        match block:
            case Words(nodes=nodes):
                yield from (words for _, words in texts(nodes))
            case PlacedTable(table=table):
                yield from table.literals()


def test_the_evidence_names_every_claim_once(configured):
    made, page = configured
    for slide in made.slides:
        section = page.get_element_by_id(slide.identity)
        claims = dict.fromkeys(re.sub(r"(\[\d+\])*(\.bound)?$", "", claim) for claim in made.claims(slide))
        named = [head.text_content() for head in section.xpath("dialog//th[@scope='row']")]
        assert named == list(claims)
        assert section.get("data-evidence") == str(len(claims))
        assert bool(section.xpath("dialog")) == bool(claims)


def test_nothing_comes_from_elsewhere(configured):
    page = configured[1]
    links = page.xpath("//@src | //@href | //@srcset | //@data | //@action | //@poster")
    assert {link.partition(":")[0] for link in links} <= {"data"}
    styles, scripts = ("".join(each.text for each in page.iter(tag)) for tag in ("style", "script"))
    assert set(re.findall(r"url\(\s*[\"']?(\w+:|[^\"')]+)", styles)) == {"data:"}
    assert "@import" not in styles
    assert "sourceMappingURL" not in styles + scripts


def test_the_head_says_what_it_is(configured):
    made, page = configured
    assert page.get("lang") == made.language
    assert page.findtext("head/title") == f"{made.subtitle}: {made.title}"
    assert page.xpath("//meta[@name='viewport']/@content") == ["width=device-width, initial-scale=1"]
    assert len(list(page.iter("main"))) == 1
    assert [len(list(page.iter(tag))) for tag in ("style", "script")] == [2, 2]


def test_the_licence_of_reveal_comes_along(configured):
    (comment,) = (each for each in configured[1].iter(etree.Comment) if "Permission is hereby granted" in each.text)
    assert "Hakim El Hattab" in comment.text


def test_the_type_has_every_character(configured):
    page = configured[1]
    styles = "".join(style.text for style in page.iter("style"))
    faces = [
        TTFont(io.BytesIO(base64.b64decode(face))) for face in re.findall(r"data:font/ttf;base64,([\w+/=]+)", styles)
    ]
    assert len(faces) == len(fonts.FACES)
    assert "MATH" in faces[0]
    shown = {character for text in page.find("body").itertext() for character in text if character.isprintable()}
    assert {character for character in shown if ord(character) not in faces[0].getBestCmap()} == set()


def test_the_same_deck_gives_the_same_bytes(configured):
    assert render(configured[0]) == render(deck(configured[0].name))


def test_a_figure_fills_its_slide_in_both_schemes(small_page):
    section = small_page().get_element_by_id("a-picture")
    assert section.get("class") == "figure"
    assert [image.get("class") for image in section.iter("img")] == ["light", "dark"]
    assert {image.get("alt") for image in section.iter("img")} == {"A & B, −0.5"}
    sources = [image.get("src").removeprefix("data:image/svg+xml;base64,") for image in section.iter("img")]
    assert [base64.b64decode(source) for source in sources] == [b"light", b"dark"]
    assert section.xpath("string(dialog//th[@scope='row'])") == "lesson/small"


def test_the_evidence_tells_check_routes_and_gap(small_page):
    rows = small_page(body="## Gap {{ small.gap }}\n\nWords.\n").xpath("//dialog//tbody/tr")
    (cells,) = [[cell.text_content().strip() for cell in row] for row in rows]
    assert cells == ["lesson/small.gap", "routes agree within 1e-12", "one, other: 2e-16"]


def test_words_and_signs_come_through(small_page):
    page = small_page(body='## a < b & c\n\nHalf *a* `x < y` "quoted"\n\n$$ x = {{ small.vector[0] }} $$\n')
    section = page.get_element_by_id("a-b-c")
    assert section.find("h2").text_content() == "a < b & c"
    assert section.xpath("string(.//p)") == "Half a x < y “quoted”"
    assert section.xpath(".//math/@display") == ["block"]
    assert section.xpath(".//mi/@class") == ["variable"]


def test_the_entries_of_a_matrix_are_set_at_the_right(small_page):
    entries = small_page(body="## A matrix\n\n$W = {{ small.matrix }}$\n").xpath("//section//mtd")
    assert [(entry.get("class"), entry.get("style")) for entry in entries] == [("number", None)] * 4


def test_a_long_title_gets_smaller_type_until_it_fits():
    assert [sizes.of_title("M" * count) for count in (10, 31, 34, 99)] == [40, 36, 32, 32]


def test_a_high_or_wide_table_gets_smaller_type(shown):
    def table(rows, words="word"):
        return Table(caption="caption", head=("", "number"), rows=((words, shown("loss")),) * rows)

    assert [sizes.of_table(table(rows)).size for rows in (10, 14, 15, 99)] == [26, 24, 22, 20]
    assert [sizes.of_table(table(1, "w" * count)).size for count in (48, 51, 57, 99)] == [26, 24, 22, 20]


def test_a_matrix_makes_a_table_high(shown):
    rows = ((formula(r"\nabla W = ", shown.matrix("matrix")), shown("loss")),) * 7
    assert sizes.of_table(Table(caption="caption", head=("", ""), rows=rows)).size < 26


def test_notes_stand_beside_a_table_that_is_high_and_narrow(shown):
    def table(words, rows):
        return Table(
            caption="caption", head=("", ""), rows=((words, shown("loss")),) * rows, notes=("one note", "another")
        )

    assert sizes.of_table(table("word", 10)) == (26, True)
    assert sizes.of_table(table("word", 3)) == (26, False)
    assert sizes.of_table(table("w" * 45, 10)) == (22, False)


def test_few_words_get_large_type():
    assert [sizes.of_words(["word " * 12] * count) for count in (7, 8, 9)] == [32, 28, 26]
