"""What a deck for PowerPoint shows is read back, and held to the numbers of the deck."""

from __future__ import annotations

import importlib
import io
import zipfile
from dataclasses import replace

import pytest
from PIL import Image

from slides.decks.powerpoint.flat import Grid
from slides.decks.powerpoint.matrices import unfolded
from slides.decks.powerpoint.runs import Run
from slides.decks.powerpoint.shown import fallback, native
from slides.decks.powerpoint.writer import render
from slides.decks.proof import check
from tests.slides.configured import LESSONS
from tests.slides.decks.configured import WITH_DECKS, deck
from workflow.scan import ScanError

BODY = """## Loss {{ small.loss }}

With $x_1 = {{ small.vector[0] }}$, half is $W = \\tfrac{1}{2} {{ small.matrix }} {{ small.vector.column }} - z$.

{{ table("small") }}

## A picture

{{ figure("F") }}
"""
HEAD = """---
title: A small deck
subtitle: For tests
lang: en
constants:
  x_1: a name
  W_1: a name
  \\tfrac{1}{2}: a half
---

"""

readers = pytest.mark.parametrize("read", [native, fallback])


@pytest.fixture
def small_deck(make, tmp_path):
    Image.new("RGB", (16, 9), "white").save(tmp_path / "F.slide.png")
    return make(BODY, HEAD)


@pytest.mark.parametrize("lesson", WITH_DECKS)
def test_every_number_arrives_in_its_place(lesson, tmp_path):
    for figure in LESSONS[lesson]["figures"]:
        Image.new("RGB", (16, 9), "white").save(tmp_path / f"{figure}.slide.png")
    made = deck(lesson, tmp_path)
    content = render(made)
    check(made, "pptx", native(content))
    check(made, "pptx", fallback(content))


def test_powerpoint_shows_equations(small_deck):
    slide, picture = native(render(small_deck))
    first, formula, *_ = slide.strip().split("\n\n")
    assert first == "Loss 2.259"
    assert formula.splitlines()[0].replace("\u2008", "").replace("\u2007", "") == (
        "With x_{1}=−0.366, half is W={1}/{2}[1,000 −0.5; 12 0.5; ][−0.366; 0.731; ]−z."
    )
    assert picture.strip() == "A picture"


def test_other_programs_show_each_matrix_in_lines_that_are_read_as_its_rows(small_deck):
    slide, picture = fallback(render(small_deck))
    words = " ".join(slide.split())
    assert "With x_{1} = −0.366, half is W = (1/2) 1,000 −0.5; 12 0.5 −0.366; 0.731 − z." in words
    assert picture.strip() == "A picture"


def test_a_caption_that_is_not_seen_is_read_from_the_description(make):
    made = make('## Loss after {{ small.steps }} steps\n\n{{ table("small") }}\n')
    content = render(made)
    for read in (native, fallback):
        check(made, "pptx", read(content))


def minus(cell_paragraph):
    """Put a minus before every cell."""

    def write(cell, lacking, *, bold=False):
        written = cell_paragraph(cell, lacking, bold=bold)
        return replace(written, pieces=(Run("−"), *written.pieces))

    return write


def columns_reversed(cells):
    def write(segment, place):
        if isinstance(segment, Grid):
            segment = replace(segment, rows=tuple(row[::-1] for row in segment.rows))
        return cells(segment, place)

    return write


def lines_reversed(high):
    return lambda row, points: reversed(list(high(row, points)))


def segments_reversed(segments):
    return lambda row: reversed(list(segments(row)))


def cells_reversed(cells):
    return lambda table, place, row, formulas: reversed(list(cells(table, place, row, formulas)))


def unsigned(run):
    def write(element, *setting):
        run(element, *setting)
        for words in element.iter("{*}t"):
            words.text = (words.text or "").replace("−", "")

    return write


@pytest.mark.parametrize(
    ("name", "mutation", "read"),
    [
        ("content.cell_paragraph", minus, native),
        ("content.cell_paragraph", minus, fallback),
        ("lines._cells", columns_reversed, fallback),
        ("lines._high", lines_reversed, fallback),
        ("lines._segments", segments_reversed, fallback),
        ("tables._cells", cells_reversed, native),
        ("tables._cells", cells_reversed, fallback),
        ("equations._set_run", unsigned, native),
    ],
)
def test_what_is_written_in_another_way_is_refused(small_deck, monkeypatch, name, mutation, read):
    module, _, function = name.partition(".")
    owner = importlib.import_module(f"slides.decks.powerpoint.{module}")
    monkeypatch.setattr(owner, function, mutation(getattr(owner, function)))
    content = render(small_deck)
    with pytest.raises(ScanError, match="pptx"):
        check(small_deck, "pptx", read(content))


@readers
def test_the_number_of_a_slide_is_left_out_as_long_as_it_counts(small_deck, read):
    content = render(small_deck)
    counted = edited(content, "<a:t>2</a:t></a:fld>", "<a:t>7</a:t></a:fld>")
    assert counted != content
    assert read(counted) == read(content)
    typed = edited(content, 'type="slidenum"><a:rPr lang="en"/><a:t>2</a:t></a:fld>', "/><a:r><a:t>2</a:t></a:r>")
    with pytest.raises(ScanError, match="it shows"):
        check(small_deck, "pptx", read(typed))


@readers
@pytest.mark.parametrize(("digits", "others"), [("−0.366", "0.366"), ("2.259", "−2.259"), ("0.731", "0.371")])
def test_a_number_that_was_changed_is_refused(small_deck, read, digits, others):
    content = render(small_deck)
    check(small_deck, "pptx", read(content))
    with pytest.raises(ScanError, match="it shows"):
        check(small_deck, "pptx", read(edited(content, f">{digits}", f">{others}")))


def edited(content, words, others):
    """Change the words of slides."""
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name.startswith("ppt/slides/slide"):
                part = part.decode().replace(words, others).encode()
            new.writestr(name, part)
    return changed.getvalue()


def test_lines_between_brackets_are_read_matrix_by_matrix():
    block = ["\t\t\t⎡\t1\t2⎤", "⎡\t7⎤\t · ", "\t\t\t⎢\t3\t4⎥", "⎣\t8⎦", "\t\t\t⎣\t5\t6⎦"]
    [read] = unfolded(block)
    assert read.split() == ["7;", "8", "·", "1", "2;", "3", "4;", "5", "6"]


def test_lines_without_a_matrix_stay_as_they_are():
    assert list(unfolded(["one", "x = [1  2]", ""])) == ["one", "x = [1  2]", ""]


@pytest.mark.parametrize(
    "block",
    [
        ["⎣\t5⎦", "⎢\t4⎥", "⎡\t3⎤"],
        ["⎡\t3⎤", "⎢\t4⎥"],
        ["⎡\t3⎤", "⎡\t4⎤", "⎣\t5⎦"],
        ["⎡\t3⎤", "⎣\t4"],
        ["⎡\t1\t3⎤", "⎣\t4⎦"],
    ],
)
def test_brackets_in_the_wrong_pieces_are_refused(block):
    with pytest.raises(ScanError, match="the brackets of a matrix are in pieces that do not fit"):
        list(unfolded(block))
