"""Marks in Markdown: where they are meant, and what is put into them, as readers of Markdown see it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from slides.embed import markdown
from tests.slides.embed.project import alt_text, built

NAME = Path("notes.md")
READER = MarkdownIt("commonmark").enable("table")
END = "<!-- /tallysheet -->"


def mark(identity):
    return f"<!-- tallysheet: {identity} -->"


LOSS = mark("dl01_6_4/race.last_loss")


@pytest.fixture
def fill(contents):
    """A function that fills a text."""

    def filled(text):
        outcome = markdown.fill(NAME, text.encode(), contents, None)
        assert outcome.complaints == []
        return outcome.content.decode()

    return filled


@pytest.mark.parametrize(
    "text",
    [
        "```\nMARK\n```\n",
        "~~~~ html\n~~~\nMARK\n~~~~\n",
        "> ```\n> MARK\n> ```\n",
        "- item\n\n  ```\n  MARK\n  ```\n",
        "    MARK\n",
        "text\n\n\tMARK\n",
        "so `MARK`, and ``a ` MARK``.\n",
        "so `a\nMARK`\n",
        "\ufeff```\nMARK\n```\n",
    ],
)
def test_marks_in_code_are_left_alone(fill, text):
    shown = text.replace("MARK", f"x {LOSS}{END}" if "`a\n" in text else f"{LOSS}{END}")
    assert fill(shown) == shown


@pytest.mark.parametrize(
    "text",
    [
        "a ` b MARK\n",
        "a \\`b MARK` c\n",
        "a ``b MARK` c\n",
        "`a` MARK `b`\n",
        "a `b\n\nMARK` c\n",
        "> ```\n> code\n\ntext MARK\n",
        "- item\n\n    text MARK\n",
        "| a |\n|---|\n| MARK |\n",
        "# MARK\n",
    ],
)
def test_marks_beside_code_are_filled(fill, text):
    assert fill(text.replace("MARK", f"{LOSS}{END}")) == text.replace("MARK", f"{LOSS}0.008{END}")


def read(text):
    """Give the parsed blocks."""
    return READER.parse(text)


def images(text):
    """List the pictures that a reader of Markdown finds: where they are, and what describes them."""
    found = [child for token in read(text) for child in token.children or [] if child.type == "image"]
    return [
        (image.attrs["src"], READER.renderer.renderInlineAsText(image.children, READER.options, {})) for image in found
    ]


@pytest.mark.parametrize(
    "text",
    [
        "MARK\nEND\n",
        "text\nMARK\n\nold\n\nEND\nmore\n",
        "MARKEND",
        "MARK![old](old.png)END\n",
        "- item\n\n  MARK\n  END\n",
        "- MARK\n  END\n",
        "3. a\n   - MARKEND\n",
        "> MARK\n> END\n",
        "words MARKEND words\n",
        "| a | b |\n|---|---|\n| x | MARKEND |\n",
        "\ufeffMARK\r\nEND\r\n",
    ],
)
@pytest.mark.parametrize("style", ["slide", "page-dark"])
def test_a_figure_is_a_picture_for_every_reader_of_markdown(fill, project, text, style):
    text = fill(text.replace("MARK", mark(f"DL01.6.4-F2 style={style}")).replace("END", END))
    ending = {"slide": ".slide", "page-dark": ".dark"}[style]
    assert images(text) == [(f"./tallysheet/DL01.6.4-F2{ending}.svg", alt_text(project, "DL01.6.4-F2"))]
    assert fill(text) == text


def test_a_figure_brings_its_picture(contents, project):
    filled = markdown.fill(NAME, f"{mark('L4-F2')}\n{END}\n".encode(), contents, None)
    assert filled.pictures == {"L4-F2.slide.svg": built(project, "L4-F2", "slide", "svg")}


@pytest.mark.parametrize("text", ["MARK\nEND\n", "- item\n\n  MARK\n  END\n", "> MARKEND\n", "1. MARK\n   END\n"])
def test_a_table_is_a_table_for_every_reader_of_markdown(fill, project, text):
    text = fill(text.replace("MARK", mark("L4-09-branch")).replace("END", END))
    alone = (project / "build/tables/L4-09-branch.md").read_text(encoding="utf-8")
    cells, expected = ([token.content for token in read(each) if token.type == "inline"] for each in (text, alone))
    assert [cell for cell in cells if cell != "item"] == expected
    assert fill(text) == text


def test_blocks_are_laid_out_with_blank_lines_and_the_line_ends_of_their_place(fill, project):
    table = (project / "build/tables/L4-09-branch.md").read_text(encoding="utf-8").strip().replace("\n", "\r\n")
    opening = mark("L4-09-branch")
    assert fill(f"a\n{opening}\r\n{END}\r") == f"a\n{opening}\r\n\r\n{table}\r\n\r\n{END}\r"


@pytest.mark.parametrize(
    ("first", "others"), [("> ", "> "), ("- ", "  "), ("  ", "  "), ("> 1. ", ">    "), ("\t", "\t")]
)
def test_blocks_stay_in_the_list_or_the_quotation_of_their_marks(fill, first, others):
    first_line, *lines, end = fill(f"- a\n\n{first}{mark('L4-09-branch')}{END}").split("\n")[2:]
    assert first_line == first + mark("L4-09-branch")
    assert [line for line in lines if not line.startswith(others) and line != others.rstrip()] == []
    assert end == others + END


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f"text {mark('L4-09-branch')}{END}\n", "L4-09-branch is a table, and Markdown would not see it here."),
        (f"{mark('L4-09-branch')}{END} text\n", "Give its marks lines of their own."),
        (f"- {mark('L4-F2')}{END} text\n", "L4-F2 is a figure, and Markdown would not see it here."),
        (f"{mark('L4-09-branch')}\n{END} text\n", "Give its marks lines of their own."),
    ],
)
def test_a_place_in_which_markdown_would_see_nothing_is_refused(contents, text, complaint):
    (told,) = markdown.fill(NAME, text.encode(), contents, None).complaints
    assert told.startswith("notes.md, line 1: ")
    assert complaint in told


TEXTS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]) | st.just(" "), max_size=40)


@given(words=TEXTS)
def test_any_text_can_describe_a_picture(words):
    words = " ".join(words.split())
    assert images(f"a ![{markdown._alt(words)}](x.svg)") == [("x.svg", words)]


def test_no_word_of_a_description_is_a_wish_to_marp():
    for word in ("bg", "w:20px", "blur", "50%", "opacity:.5", "drop-shadow"):
        assert f"a {word} b" not in markdown._alt(f"a {word} b")
    assert markdown._alt("a blurred background, 50% of it") == "a blurred background, &#53;0% of it"
