"""Decks in HTML, taken apart: one heading a slide, every number with its claim, and everything in the one file."""

from __future__ import annotations

import base64
import copy
import io
import re

import pytest
from fontTools.ttLib import TTFont
from lxml import etree, html

from slides.decks import fonts, proof, sizes
from slides.decks.deck import PlacedTable, Words, texts
from slides.decks.evidence import claim_of, gathered
from slides.decks.html import render
from slides.decks.html_words import words
from slides.tables import pandoc
from slides.tables.proof import ordered
from slides.tables.table import Formula, Number, Table, formula
from tests.slides.decks.configured import WITH_DECKS, deck
from workflow.scan import ScanError


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
    for _, content in texts(nodes):
        for value in made.tokens.parts(content):
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


def test_a_page_shows_the_numbers_of_its_deck_in_their_order_and_no_other(configured):
    made, page = configured
    proof.check(made, "html", words(html.tostring(page, encoding="utf-8")))


def change_numbers(page, change, kind="span"):
    for each in page.xpath(f"//section//{kind}[@data-claim]"):
        change(each)


def swap_in(page, kind):
    first, second, *_ = page.xpath(f"//section[2]//{kind}[@data-claim]")
    first.text, second.text = second.text, first.text


def sign(each):
    each.text = f"−{each.text}"


def drop_sign(each):
    each.text = each.text.removeprefix("−")


def sign_before(each):
    minus = etree.Element("mo")
    minus.text = "−"
    each.addprevious(minus)


WRONG = {
    "numbers of words and cells swapped": lambda page: swap_in(page, "span"),
    "entries of a matrix swapped": lambda page: swap_in(page, "mn"),
    "signs added in words and cells": lambda page: change_numbers(page, sign),
    "signs added in formulas": lambda page: change_numbers(page, sign, "mn"),
    "signs as operators added in formulas": lambda page: change_numbers(page, sign_before, "mn"),
    "signs dropped in formulas": lambda page: change_numbers(page, drop_sign, "mn"),
    "a number too many": lambda page: page.find(".//h2").append(html.fromstring("<b>7</b>")),
    "a slide gone": lambda page: page.get_element_by_id("a-picture").drop_tree(),
}


def test_a_number_in_another_place_or_with_another_sign_is_found(small_page, make):
    page, made = small_page(), make()
    proof.check(made, "html", words(html.tostring(page, encoding="utf-8")))
    for change in WRONG.values():
        wrong = copy.deepcopy(page)
        change(wrong)
        with pytest.raises(ScanError):
            proof.check(made, "html", words(html.tostring(wrong, encoding="utf-8")))


def shown_of(tex):
    """Read a formula back, on the first slide behind a title page."""
    math = pandoc.convert([pandoc.paragraph([pandoc.math(tex)])], "html5", "--mathml")
    (found,) = words(f"<section></section><section>{math}</section>".encode())
    return ordered(found)


@pytest.mark.parametrize(
    ("tex", "numerals"),
    {
        "7 - 10": ["7", "10"],
        "a - 2": ["2"],
        "(a) - 2": ["2"],
        "x^2 - 3": ["2", "3"],
        "-2 + 1": ["-2", "1"],
        "x = -2": ["-2"],
        r"1 \cdot (-2)": ["1", "-2"],
        r"\begin{bmatrix} 1 & -2 \\ 3 & 4 \end{bmatrix}": ["1", "-2", "3", "4"],
    }.items(),
)
def test_a_minus_that_subtracts_is_no_sign(tex, numerals):
    assert shown_of(tex) == numerals


def test_the_evidence_stands_in_its_rows(configured):
    made, page = configured
    for slide in made.slides:
        section = page.get_element_by_id(slide.identity)
        numbers = [number.claim for number in numbers_of(made, slide)]
        numbers += [slide.figure.ledger] if slide.figure else []
        expected = [row_of(each) for each in gathered(numbers, made.ledgers)]
        rows = section.xpath("dialog//tbody/tr")
        assert [[[each.text_content() for each in cell.iter("p")] for cell in (row[0], row[3])] for row in rows] == [
            [claims, routes] for claims, _, routes in expected
        ]
        assert [row[2].text_content() for row in rows] == [check for _, check, _ in expected]
        claims = [claim for each in expected for claim in each[0]]
        assert sorted(claims) == sorted(set(map(claim_of, numbers)))
        assert section.get("data-evidence") == str(len(claims))
        assert bool(section.xpath("dialog")) == bool(claims)


def row_of(found):
    """Write what a row of the panel says, one claim of it after the other as `evidence` has them."""
    routes = [f"{', '.join(each.routes)}: {each.gap}" for each in found.comparisons]
    routes += [f"{other} reads the same" for other in found.others]
    if "." in found.claims[0].partition("/")[2]:
        routes = routes or ["held to what is expected; no other route is compared"]
    return list(found.claims), found.check, routes or ["no routes are compared"]


def test_the_evidence_prints_what_the_slide_shows_of_a_claim(configured):
    made, page = configured
    for slide in made.slides:
        section = page.get_element_by_id(slide.identity)
        for row in section.xpath("dialog//tbody/tr"):
            claims, printed = ([each.text_content() for each in cell.iter("p")] for cell in row[:2])
            shown = {claim: {} for claim in claims}
            for claim, text in visible(section):
                shown.get(claim_of(claim), {})[claim, text] = text
            lines = [", ".join(texts.values()) for texts in shown.values() if texts]
            assert printed == (list(dict.fromkeys(lines)) or ["the picture"])
            assert lines or claims == [slide.figure.ledger]


def test_numerals_of_the_evidence_stay_on_one_line(small_page):
    page = small_page(body="## Gap {{ small.gap }} below {{ small.gap.bound }}\n\nWords.\n")
    whole = page.xpath("//dialog//*[@class='whole']")
    assert [each.text_content() for each in whole] == ["2e-16", "1e-12", "1e-12", "2e-16"]


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
    (row,) = section.xpath("dialog//tbody/tr")
    told = ["lesson/small", "the picture", "9 claims, all hold", "no routes are compared"]
    assert [cell.text_content().strip() for cell in row] == told


def test_the_evidence_tells_check_routes_and_gap(small_page):
    rows = small_page(body="## Gap {{ small.gap }}\n\nWords.\n").xpath("//dialog//tbody/tr")
    (cells,) = [[cell.text_content().strip() for cell in row] for row in rows]
    assert cells == ["lesson/small.gap", "2e-16", "routes agree within 1e-12", "one, other: 2e-16"]


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


def test_a_title_that_nearly_fills_its_line_keeps_the_large_type(small_page):
    title = "A training step: clear, forward, backward, update"
    (heading,) = small_page(body=f"## {title}\n\nWords.\n").xpath("//section/h2")
    assert (heading.text_content(), heading.get("style")) == (title, "font-size: 40px")


def test_a_high_or_wide_table_gets_smaller_type(shown):
    def table(rows, word="word"):
        return Table(caption="caption", head=("", "number"), rows=((word, shown("loss")),) * rows)

    assert [sizes.of_table(table(rows)).size for rows in (10, 14, 15, 99)] == [26, 24, 22, 20]
    assert [sizes.of_table(table(1, "w" * count)).size for count in (48, 51, 57, 99)] == [26, 24, 22, 20]


def test_a_matrix_makes_a_table_high(shown):
    rows = ((formula(r"\nabla W = ", shown.matrix("matrix")), shown("loss")),) * 7
    assert sizes.of_table(Table(caption="caption", head=("", ""), rows=rows)).size < 26


def test_notes_stand_beside_a_table_that_is_high_and_narrow(shown):
    def table(word, rows):
        return Table(
            caption="caption", head=("", ""), rows=((word, shown("loss")),) * rows, notes=("one note", "another")
        )

    assert sizes.of_table(table("word", 10)) == (26, True)
    assert sizes.of_table(table("word", 3)) == (26, False)
    assert sizes.of_table(table("w" * 45, 10)) == (22, False)


def test_few_words_get_large_type():
    assert [sizes.of_words(["word " * 12] * count) for count in (7, 8, 9)] == [32, 28, 26]
