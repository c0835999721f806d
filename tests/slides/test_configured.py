"""Every configured table of every lesson: each number is the one of its claim, and no other digit is shown."""

from __future__ import annotations

import re
from functools import cache

import pytest
from lxml import html
from markdown_it import MarkdownIt

from slides.tables.proof import check_words
from slides.tables.table import Formula, pieces_of
from slides.tables.tex import MARKDOWN, tex
from tests.slides.configured import CASES, ledger_file, made, made_of_sentinels, numeric_characters
from workflow.ledger import Ledger
from workflow.numerals import MINUS

SENTINEL = re.compile(r"(?:(?<![\w)\]}])[−-])?(?<!\d)7\d{4}(?!\d)")

READER = MarkdownIt("commonmark").enable("table")

read_ledger = cache(lambda identity: Ledger.read(ledger_file(identity)))


def fragment_of(text):
    """Read HTML back, without its stylesheet."""
    fragment = html.fragment_fromstring(text)
    fragment.remove(fragment.find("style"))
    return fragment


def traced(fragment):
    """List the numbers that name their claims, with these."""
    return [
        (element.get("data-claim"), "".join(element.itertext())) for element in fragment.iterfind(".//*[@data-claim]")
    ]


def untraced(fragment):
    """Give the text that stands in no element which names a claim."""
    for element in fragment.findall(".//*[@data-claim]"):
        element.text = None
        assert len(element) == 0
    return "".join(fragment.itertext())


def read_in(text, format_name, identity):
    """Give a rendered table as a reader of its source finds it, with minus signs of one kind."""
    visible = text.removeprefix(f"% {identity}:") if format_name == "tex" else text
    return visible.replace("$-$", MINUS)


def test_there_are_tables():
    assert CASES


def test_in_html_each_claim_has_its_own_number(case):
    table, sentinels = made_of_sentinels(case)
    found = traced(fragment_of(table.texts["html"]))

    assert found == [(number.claim, number.text) for number in table.numbers]
    assert [pair for pair in found if sentinels[pair[0]] != pair[1]] == []


@pytest.mark.parametrize("format_name", ["md", "tex"])
def test_in_markdown_and_latex_the_numbers_come_in_the_same_order(case, format_name):
    table, _ = made_of_sentinels(case)
    found = SENTINEL.findall(read_in(table.texts[format_name], format_name, case.identity))
    assert [numeral.replace("-", MINUS) for numeral in found] == [number.text for number in table.numbers]


def test_no_digit_is_left_that_no_phrase_excuses(case):
    table, _ = made_of_sentinels(case)
    check_words(table.table, table.constants)

    assert numeric_characters(untraced(fragment_of(table.texts["html"]))) == table.numeric_characters
    for format_name in ("md", "tex"):
        rest = SENTINEL.sub("", read_in(table.texts[format_name], format_name, case.identity))
        assert numeric_characters(rest) == table.numeric_characters


def test_every_phrase_that_is_excused_is_needed(case):
    table = made(case)
    words = " ".join(table.table.literals())
    assert [phrase for phrase, reason in table.constants.items() if not reason or phrase not in words] == []


def test_html_shows_what_the_committed_ledgers_print(case):
    fragment = fragment_of(made(case).texts["html"])
    for identity, text in traced(fragment):
        ledger, name, places, bound = re.fullmatch(r"([^.]+)\.(\w+)((?:\[\d+\])*)(\.bound)?", identity).groups()
        claim = read_ledger(ledger)[name]
        printed = claim.bound_printed if bound else claim.printed
        for place in re.findall(r"\d+", places):
            printed = printed[int(place)]
        assert printed == text, identity
    assert numeric_characters(untraced(fragment)) == made(case).numeric_characters


def test_html_has_a_caption_and_every_head_says_what_it_heads(case):
    fragment = fragment_of(made(case).texts["html"])
    (table,) = fragment.findall("table")
    assert fragment.get("id") == case.identity
    assert table[0].tag == "caption"
    assert "".join(table[0].itertext()).strip()
    heads = [(cell.get("scope"), "".join(cell.itertext()).strip()) for cell in table.iter("th")]
    assert [head for head in heads if head[0] not in {"col", "row"} or not head[1]] == []
    assert {cell.get("scope") for cell in table.find("thead").iter("th")} == {"col"}
    assert [row for row in table.findall("tbody/tr") if row[0].tag != "th" and "".join(row[0].itertext())] == []


def test_html_loads_nothing(case):
    text = made(case).texts["html"]
    assert not re.search(r"url\(|@import|\b(?:src|href)=|<(?:script|link|img|iframe|object)", text)


def cells_of(tokens):
    """Go through the rows of parsed Markdown, each as the inline tokens of its cells."""
    row = None
    for token in tokens:
        if token.type == "tr_open":
            row = []
        elif token.type == "inline" and row is not None:
            row.append(token)
        elif token.type == "tr_close":
            yield row
            row = None


def test_markdown_has_the_cells_of_the_table(case):
    table = made(case).table
    tokens = READER.parse(made(case).texts["md"])

    assert [len(row) for row in cells_of(tokens)] == [len(table.head)] * (1 + len(table.rows) + len(table.foot))
    assert sum(token.type == "table_open" for token in tokens) == 1
    assert sum(token.type == "paragraph_open" for token in tokens) == 1 + len(table.notes)


def test_markdown_leaves_every_formula_as_it_is(case):
    """No part of it may become emphasis, a link or an escape, and no bar may end the cell that it stands in."""
    inlines = [token for token in READER.parse(made(case).texts["md"]) if token.type == "inline"]
    kinds = {child.type for token in inlines for child in token.children}
    assert kinds <= {"text", "strong_open", "strong_close"}
    texts = ["".join(child.content for child in token.children) for token in inlines]

    table = made(case).table
    cells = (table.caption, *table.head, *(cell for row in (*table.rows, *table.foot) for cell in row), *table.notes)
    for text, cell in zip(texts, cells, strict=True):
        formulas = [f"${tex(piece, MARKDOWN)}$" for piece in pieces_of(cell) if isinstance(piece, Formula)]
        assert re.findall(r"\$[^$]*\$", text) == formulas
        assert "|" not in "".join(formulas)
