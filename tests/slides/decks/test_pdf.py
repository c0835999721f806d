"""A deck as PDF: one page a slide, tagged for whoever listens, the same bytes each time."""

from __future__ import annotations

import dataclasses
import io
import os
import re
import subprocess
import sys
from functools import cache

import outloud
import pikepdf
import pymupdf
import pytest

from slides.decks import pdf, proof
from slides.decks.deck import PlacedTable, Words, set_values
from slides.decks.pdf import PdfError, render
from slides.decks.spoken import SpokenError, spoken
from slides.tables import pandoc
from slides.tables.table import Formula, Matrix, Number
from tests.slides.configured import ROOT
from tests.slides.decks.configured import WITH_DECKS, deck
from tests.slides.decks.conftest import HEAD
from workflow.scan import ScanError

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="#fff"/></svg>'

# The white around what is on a slide, in points.
MARGIN = 36

lessons = pytest.mark.parametrize("lesson", WITH_DECKS)


@cache
def written(lesson):
    return render(deck(lesson))


@pytest.fixture
def small_deck(make, tmp_path):
    """Make the small deck of a template's text, with its picture."""
    (tmp_path / "F.slide.svg").write_text(PICTURE, encoding="utf-8")
    return make


def opened(content):
    return pikepdf.open(io.BytesIO(content))


def pages(content):
    return list(pymupdf.open(stream=content))


def elements(node):
    """Go through the tags in the order in which they are read."""
    kids = node.get("/K", [])
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield kid
            yield from elements(kid)


def tags(content, *names):
    """Give the tags of these names with what owns them, so that it stays open."""
    file = opened(content)
    return [each for each in elements(file.Root.StructTreeRoot) if str(each.S).strip("/") in names], file


def alts(content, name):
    found, _ = tags(content, name)
    return [str(each.Alt) for each in found]


def formulas_of(deck):
    """Give the formulas of a deck in the order of reading."""
    found = []

    def keep(formula, _):
        found.append(formula)
        return pandoc.text("")

    for slide in deck.slides:
        for words in [slide.title, *(block.nodes for block in slide.blocks if isinstance(block, Words))]:
            set_values(words, deck.tokens, lambda number: pandoc.text(number.text), keep)
        for table in (block.table for block in slide.blocks if isinstance(block, PlacedTable)):
            found += [piece for piece in table.pieces() if isinstance(piece, Formula)]
    return found


# The colour of the signs that lists are marked with; the typeface of formulas, and a minus in one that subtracts, which
# may stand close to its number.
ACCENT = 0x00664A
OF_FORMULAS = "NewCMMath"
SUBTRACTS = re.compile(r"(?<=[\w)\]}] )−(?=\d)")


def shown_on(page):
    """Give what a page shows, in the order in which it is drawn, without the signs of lists."""
    lines = [line for block in page.get_text("dict")["blocks"] for line in block.get("lines", [])]
    return "\n".join("".join(shown_in(span) for span in line["spans"] if span["color"] != ACCENT) for line in lines)


def shown_in(span):
    return SUBTRACTS.sub("− ", span["text"]) if OF_FORMULAS in span["font"] else span["text"]


def by_columns(formula):
    """Go through a formula as it is drawn: a matrix column by column."""
    for piece in formula.pieces:
        if isinstance(piece, Matrix):
            yield from (number for column in zip(*piece.rows, strict=True) for number in column)
        else:
            yield piece


def assert_shows(content, made):
    """Hold the pages of a deck to its numbers, one after the other."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Formula, "parts", by_columns)
        proof.check(made, "pdf", [shown_on(page) for page in pages(content)[1:]])


@lessons
def test_there_is_a_page_for_the_title_and_for_each_slide(lesson):
    assert len(pages(written(lesson))) == len(deck(lesson).slides) + 1
    for page in pages(written(lesson)):
        assert page.rect == (0, 0, 960, 540)


@lessons
def test_nothing_that_is_written_reaches_into_the_margins(lesson):
    for number, page in enumerate(pages(written(lesson)), 1):
        for left, top, right, bottom, word, *_ in page.get_text("words"):
            is_inside = MARGIN - 0.1 <= left < right <= 960 - MARGIN + 0.1 and 30 <= top < bottom <= 540 - 30
            assert is_inside, (number, word)


@lessons
def test_a_page_shows_the_numbers_of_its_slide_in_their_order_and_no_other(lesson):
    assert_shows(written(lesson), deck(lesson))


def swapped(sequence, first, second):
    sequence = list(sequence)
    sequence[first], sequence[second] = sequence[second], sequence[first]
    return tuple(sequence)


def with_sign(number):
    return dataclasses.replace(number, text=f"−{number.text}")


def change_cells(patch, change):
    """Let the PDF have other rows in its tables."""
    real = pdf._table

    def table(table, formula):
        return real(dataclasses.replace(table, rows=tuple(map(change, table.rows))), formula)

    patch.setattr(pdf, "_table", table)


def change_matrices(patch, change):
    """Let the PDF have other matrices in its formulas."""
    real = pdf.tex

    def tex(formula, dialect):
        pieces = tuple(Matrix(change(each.rows)) if isinstance(each, Matrix) else each for each in formula.pieces)
        return real(Formula(pieces), dialect)

    patch.setattr(pdf, "tex", tex)


WRONG = {
    "cells of a row swapped": lambda patch: change_cells(patch, lambda row: swapped(row, 1, 2)),
    "a sign before each number of a table": lambda patch: change_cells(
        patch, lambda row: tuple(with_sign(cell) if isinstance(cell, Number) else cell for cell in row)
    ),
    "a sign before each number in words": lambda patch: patch.setattr(
        pdf, "_number", lambda number, real=pdf._number: real(with_sign(number))
    ),
    "columns of a matrix swapped": lambda patch: change_matrices(
        patch, lambda rows: tuple(swapped(row, 0, -1) for row in rows)
    ),
    "rows of a matrix swapped": lambda patch: change_matrices(patch, lambda rows: swapped(rows, 0, -1)),
    "signs dropped in formulas": lambda patch: change_matrices(
        patch,
        lambda rows: tuple(
            tuple(dataclasses.replace(each, text=each.text.removeprefix("−")) for each in row) for row in rows
        ),
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_number_in_another_place_or_with_another_sign_is_found(wrong, small_deck, small, shown, monkeypatch):
    object.__setattr__(small, "rows", (("a", shown("loss"), shown("steps"), ""),))
    object.__setattr__(small, "head", ("", "one", "other", ""))
    object.__setattr__(small, "foot", ())
    made = small_deck(
        '## A {{ small.steps }}\n\nAfter {{ small.steps }} it is $W = {{ small.matrix }}$.\n\n{{ table("small") }}\n'
    )
    assert_shows(render(made), made)
    WRONG[wrong](monkeypatch)
    with pytest.raises(ScanError):
        assert_shows(render(made), made)


@lessons
def test_a_checker_of_accessibility_finds_no_error(lesson, tmp_path):
    (tmp_path / "deck.pdf").write_bytes(written(lesson))
    result = outloud.check(str(tmp_path / "deck.pdf"))
    # Brackets that grow are made of pieces, and a note may stand under several tables: neither is a mistake.
    assert {finding.rule for finding in result.findings} <= {"TXT-004", "PAG-001"}
    assert result.errors == 0


@lessons
def test_the_file_says_what_it_is(lesson):
    file = opened(written(lesson))
    assert file.Root.MarkInfo.Marked
    assert str(file.Root.Lang) == "en"
    assert file.Root.ViewerPreferences.DisplayDocTitle
    with file.open_metadata() as metadata:
        assert metadata["dc:title"] == deck(lesson).title
        assert metadata["pdfuaid:part"] == "1"
        assert not [key for key in metadata if "Date" in key]
    assert not [key for key in file.docinfo if "Date" in key]


@lessons
def test_every_typeface_is_in_the_file(lesson):
    with pymupdf.open(stream=written(lesson)) as file:
        fonts = {font[:4] for page in file for font in page.get_fonts(full=True)}
    names = {name.partition("+")[2] for _, _, _, name in fonts}
    assert names <= {
        "DejaVuSans",
        "DejaVuSans-Bold",
        "DejaVuSans-Oblique",
        "DejaVuSansMono",
        "NewCMMath-Book-Identity-H",
    }
    assert all(kind != "n/a" for _, kind, _, _ in fonts)


@lessons
def test_each_slide_has_its_heading_in_the_tags_and_in_the_outline(lesson):
    found, _ = tags(written(lesson), "H1", "H2", "H3")
    with pymupdf.open(stream=written(lesson)) as file:
        outline = file.get_toc()
    assert [str(each.S) for each in found] == ["/H1"] * len(deck(lesson).slides)
    assert [(level, page) for level, _, page in outline] == [(1, page + 2) for page in range(len(deck(lesson).slides))]
    assert [str(each.T) for each in found] == [title for _, title, _ in outline]


@lessons
def test_every_picture_has_its_alt_text_and_follows_its_heading(lesson):
    found, _ = tags(written(lesson), "H1", "Figure")
    figures = [slide.figure for slide in deck(lesson).slides if slide.figure]
    assert alts(written(lesson), "Figure") == [figure.alt_text for figure in figures]
    kinds = [str(each.S) for each in found]
    expected = [kind for slide in deck(lesson).slides for kind in (["/H1", "/Figure"] if slide.figure else ["/H1"])]
    assert kinds == expected


@lessons
def test_every_formula_reads_itself(lesson):
    assert alts(written(lesson), "Formula") == spoken(formulas_of(deck(lesson)))


@lessons
def test_tables_have_captions_and_heads_and_feet(lesson):
    found, _ = tags(written(lesson), "Table")
    tables = [block.table for slide in deck(lesson).slides for block in slide.blocks if isinstance(block, PlacedTable)]
    for tag, table in zip(found, tables, strict=True):
        parts = [str(part.S) for part in tag.K]
        assert parts == ["/Caption", "/THead", "/TBody", *(["/TFoot"] if table.foot else [])]
        head = list(elements(tag.K[1]))
        assert [str(cell.S) for cell in head if str(cell.S).startswith("/T")] == ["/TR", *["/TH"] * len(table.head)]
        assert [str(row.S) for row in tag.K[2].K] == ["/TR"] * len(table.rows)


def test_decimal_points_stand_under_each_other(small_deck):
    page = pages(render(small_deck('## A\n\n{{ table("small") }}\n')))[1]
    [fraction], [exponential] = page.search_for(".259"), page.search_for("2e-16")
    integer = max(page.search_for("1,000"), key=lambda place: place.x1)
    assert fraction.x0 == pytest.approx(integer.x1, abs=0.1)
    assert fraction.x1 == pytest.approx(exponential.x1, abs=0.1)


def test_rows_of_a_matrix_stay_rows_where_digits_fill_them_up(small_deck, ledger):
    ledger.equals("mixed", [[4.0], [1.75]], [[4.0], [1.75]], where="a test")
    page = pages(render(small_deck("## A\n\n$x = {{ small.mixed }}$\n")))[1]
    [above], [below] = page.search_for("4"), page.search_for("1.75")
    assert above.y1 < below.y1 - 10
    assert above.x0 == pytest.approx(below.x0, abs=0.5)


def test_what_is_a_sign_to_typst_is_shown_as_it_is(small_deck):
    signs = ["+", "-", "/", "=", "#", "$", "*", "@x", "[", "\\", "<a>", "//", "`"]
    slides = (
        f"## \\{sign} heading {letter}\n\n\\{sign} word" for sign, letter in zip(signs, "abcdefghijklm", strict=True)
    )
    content = render(small_deck("\n\n".join([*slides, "{{ small.matrix[1][0] }}. word\n"])))
    for sign, page in zip(signs, pages(content)[1:], strict=True):
        assert f"{sign} heading" in page.get_text()
        assert f"{sign} word" in page.get_text()
    assert "12. word" in pages(content)[-1].get_text()
    assert not tags(content, "L")[0]


def test_words_of_a_table_are_no_list_either(small_deck, small):
    object.__setattr__(small, "notes", ("+ b", "1. c"))
    content = render(small_deck('## A\n\n{{ table("small") }}\n'))
    assert "+ b" in pages(content)[1].get_text()
    assert not tags(content, "L")[0]


def test_a_slide_that_is_too_full_is_named(small_deck):
    words = "".join(f"\n\nword {letter}" for letter in "abcdefghijklmnopqrst")
    with pytest.raises(PdfError) as error:
        render(small_deck(f"## Fits\n\nwords\n\n## Too full\n{words}\n"))
    assert str(error.value) == "the slide too-full: it holds more than its page; part it in two, or shorten it"


@pytest.mark.parametrize(
    ("body", "where"),
    {
        "## First\n\nwords\n\n## Second\n\n中\n": "slide second",
        "## First\n\nwords\n\n## A 中\n\nwords\n": "slide a",
        "## First\n\nwords\n\n## 中\n\nwords\n": "slide slide-2",
        '## First\n\nwords\n\n## Table\n\n{{ table("small") }}\n': "slide table",
    }.items(),
)
def test_a_character_that_the_typeface_lacks_is_refused_with_its_slide(small_deck, small, body, where):
    object.__setattr__(small, "notes", ("中",))
    with pytest.raises(PdfError) as error:
        render(small_deck(body))
    expected = f"the {where} shows 中, which the typeface DejaVu Sans does not have: write it in another way."
    assert str(error.value) == expected


def test_a_character_of_the_title_page_is_refused_too(small_deck):
    with pytest.raises(PdfError, match=r"^the title page shows 中, "):
        render(small_deck("## First\n\nwords\n", HEAD.replace("A small deck", "中")))


def test_a_formula_that_cannot_be_read_is_refused_with_its_slide(small_deck):
    with pytest.raises(SpokenError, match=r"^the slide second: the formula 'x ← y' holds"):
        render(small_deck("## First\n\n$x$\n\n## Second\n\n$x ← y$\n"))


def test_the_checker_finds_what_is_missing(small_deck, tmp_path):
    file = opened(render(small_deck()))
    for each in elements(file.Root.StructTreeRoot):
        if str(each.S) in {"/Figure", "/Formula"}:
            del each["/Alt"]
    file.save(tmp_path / "deck.pdf")
    assert outloud.check(str(tmp_path / "deck.pdf")).errors > 0


def test_a_title_of_two_lines_is_parted_in_the_middle(small_deck):
    title = "Some words that make a title of two lines"
    page = pages(render(small_deck("## First\n\nwords\n", HEAD.replace("A small deck", title))))[0]
    above, below = page.search_for(title)
    assert above.width == pytest.approx(below.width, rel=0.3)


def test_notes_are_left_out(small_deck):
    assert "Say" not in "".join(page.get_text() for page in pages(render(small_deck())))


def test_the_bytes_are_the_same_in_another_folder_and_with_other_threads(tmp_path):
    code = (
        "import sys; from slides.decks.pdf import render; from tests.slides.decks.configured import deck;"
        f"sys.stdout.buffer.write(render(deck({WITH_DECKS[0]!r})))"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT), "RAYON_NUM_THREADS": "1", "TZ": "Asia/Tokyo"}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, check=True)
    assert done.stdout == written(WITH_DECKS[0])


@pytest.mark.parametrize("dollars", ["$", "$$"])
def test_a_formula_that_is_wider_than_its_slide_is_refused(small_deck, dollars):
    terms = " + ".join(["{{ small.steps }} x"] * 40)
    with pytest.raises(PdfError, match=r"a formula is wider than its slide, part it in two: 1,000 x plus"):
        render(small_deck(f"## A\n\n{dollars}{terms}{dollars}\n"))
