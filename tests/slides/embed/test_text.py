"""Laws of text files: whatever stands around marks stays, byte for byte, and filling twice is filling once."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slides.embed import latex, markdown
from slides.embed.mark import MarkError

NAME = Path("notes")
ASKED = "dl01_6_4/race.last_loss"
VALUE = "0.008"

PIECES = [
    "a",
    " ",
    "\t",
    "é",
    "−",
    "`",
    "```",
    "~~~",
    "> ",
    "- ",
    "1. ",
    "    ",
    "\\",
    "%",
    "$",
    "<!--",
    "-->",
    "---",
    "\f",
    "\u2028",
]
ENDS = ["\n", "\r\n", "\r"]
WORDS = st.lists(st.sampled_from([*PIECES, *ENDS]) | st.characters(codec="utf-8"), max_size=12).map("".join)
ENCODINGS = st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])

OPENING, CLOSING = f"<!-- tallysheet: {ASKED} -->", "<!-- /tallysheet -->"


def encoded(text, encoding):
    """Write text, in UTF-16 with a byte order mark in either order."""
    return ("\ufeff" + text).encode(encoding) if encoding == "utf-16-be" else text.encode(encoding)


@given(before=WORDS, old=st.sampled_from(["", "0.009", "\r\n"]), after=WORDS, encoding=ENCODINGS)
def test_what_stands_around_a_value_in_markdown_stays(contents, before, old, after, encoding):
    content = encoded(before + OPENING + old + CLOSING + after, encoding)
    filled = markdown.fill(NAME, content, contents, None)
    if not filled.marks:  # it stands in code
        assert filled.content == content
        return
    text, written = content.decode(encoding), filled.content.decode(encoding)
    head, tail = text[: text.index(OPENING) + len(OPENING)], text[text.rindex(CLOSING) :]
    assert written.startswith(head)
    assert written.endswith(tail)
    assert written[len(head) : -len(tail)].strip(" \t\r\n>") == VALUE
    again = markdown.fill(NAME, filled.content, contents, None)
    assert (again.content, again.stale) == (filled.content, [])


@given(before=WORDS, after=WORDS, end=st.sampled_from(ENDS), encoding=ENCODINGS)
def test_what_stands_around_a_value_in_latex_stays(contents, before, after, end, encoding):
    opening, closing = f"{end}% tallysheet: {ASKED}{end}", f"% /tallysheet{end}"
    filled = latex.fill(NAME, encoded(before + opening + closing + after, encoding), contents, None)
    assert filled.content == encoded(f"{before}{opening}{VALUE}%{end}{closing}{after}", encoding)
    again = latex.fill(NAME, filled.content, contents, None)
    assert (again.content, again.stale) == (filled.content, [])


@given(before=st.binary(max_size=30), after=st.binary(max_size=30))
def test_any_bytes_survive_in_an_encoding_that_knows_them_all(contents, before, after):
    mark = f"\n% tallysheet: {ASKED}\n".encode()
    # One that reads as a byte order mark says another encoding.
    filled = latex.fill(NAME, b"x" + before + mark + b"% /tallysheet\n" + after, contents, "latin-1")
    assert filled.content == b"x" + before + mark + VALUE.encode() + b"%\n% /tallysheet\n" + after


@pytest.mark.parametrize("module", [markdown, latex])
@given(text=WORDS, encoding=ENCODINGS)
def test_a_file_without_marks_is_not_touched(contents, module, text, encoding):
    content = encoded(text, encoding)
    filled = module.fill(NAME, content, contents, None)
    assert (filled.content, filled.marks, filled.stale, filled.complaints) == (content, 0, [], [])


@pytest.mark.parametrize(
    ("content", "encoding", "complaint"),
    [
        (b"caf\xe9", None, "it is not text in utf-8 (.*position 3.*). Name its encoding by --encoding"),
        (b"caf\xe9", "latin-9000", "there is no encoding 'latin-9000'"),
        (b"caf\xe9", "hex", "there is no encoding 'hex'"),
        (b"+AGE-", "utf-7", "its text could not be written in utf-7 as it stands there"),
        (b"\xff\xfea", None, "it is not text in utf-16-le"),
    ],
)
def test_bytes_that_are_no_text_are_a_sentence(contents, content, encoding, complaint):
    with pytest.raises(MarkError, match=complaint):
        markdown.fill(NAME, content, contents, encoding)


def test_a_number_that_cannot_be_written_is_a_sentence(contents):
    content = b"x <!-- tallysheet: lecture4/batch.Z[0][1] -->4<!-- /tallysheet -->"
    filled = markdown.fill(NAME, content, contents, "latin-1")
    assert filled.content == content
    assert filled.complaints == ["notes, line 1: '−' (U+2212) cannot be written in latin-1. Save the file as UTF-8."]


ONE, TWO, END = "<!-- tallysheet: L4-F1 -->", "<!-- tallysheet: L4-F2 -->", "<!-- /tallysheet -->"


@pytest.mark.parametrize(
    ("text", "complaints"),
    [
        (f"a\r\nb\r{ONE}\n", ["line 3: this mark is not closed."]),
        (f"a\n\n{END}", ["line 3: this mark closes nothing."]),
        (f"{ONE}\n{TWO}\n{END}\n{END}", ["line 2: a mark stands inside the one of line 1."]),
        (f"{ONE}\n\n{TWO}\n{END}", ["line 1: this mark is not closed.", "line 3: a mark stands inside"]),
        (f"<!-- tallysheet: -->{END}", ["line 1: the mark names nothing."]),
        (
            f"<!-- tallysheet L4-F1 -->\n{END}",
            ["line 1: this looks like a mark, but is none.", "line 2: this mark closes nothing."],
        ),
    ],
)
def test_marks_that_do_not_pair_are_told_with_their_lines(contents, text, complaints):
    filled = markdown.fill(NAME, text.encode(), contents, None)
    for got, said in zip(filled.complaints, complaints, strict=True):
        assert got.startswith(f"notes, {said}")


def test_what_is_stale_is_told_with_both_forms(contents):
    content = f"a\n\n{OPENING}0.009{CLOSING} {OPENING}{CLOSING} {OPENING}{VALUE}{CLOSING}".encode()
    assert markdown.fill(NAME, content, contents, None).stale == [
        f"notes, line 3: {ASKED} shows '0.009', it should show '0.008'",
        f"notes, line 3: {ASKED} shows nothing, it should show '0.008'",
    ]


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("<!--tallysheet:ID-->", "<!--/tallysheet-->"),
        ("<!-- Tallysheet: ID -->", "<!-- / Tallysheet -->"),
        ("<!-- TALLYSHEET : ID -->", "<!-- /TALLYSHEET -->"),
    ],
)
def test_capitals_and_spaces_make_no_difference_in_markdown(contents, opening, closing):
    opening = opening.replace("ID", ASKED)
    filled = markdown.fill(NAME, f"x {opening}{closing}".encode(), contents, None)
    assert (filled.content.decode(), filled.complaints) == (f"x {opening}{VALUE}{closing}", [])


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("%tallysheet:ID", "%/tallysheet"),
        ("% Tallysheet : ID", "% / Tallysheet"),
        ("%%\tTALLYSHEET: ID", "%% /TALLYSHEET"),
    ],
)
def test_capitals_and_spaces_make_no_difference_in_latex(contents, opening, closing):
    opening = opening.replace("ID", ASKED)
    filled = latex.fill(NAME, f"x\n{opening}\n{closing}\n".encode(), contents, None)
    assert (filled.content.decode(), filled.complaints) == (f"x\n{opening}\n{VALUE}%\n{closing}\n", [])


@pytest.mark.parametrize(
    ("module", "text"),
    [
        (markdown, "<!-- tallysheet L4-F1 -->"),
        (markdown, "<!-- Tallysheet L4-F1 style=slide -->"),
        (markdown, "<!-- tallysheet -->"),
        (markdown, "<!-- /tallysheet: -->"),
        (markdown, "<!--- tallysheet: L4-F1 --->"),
        (markdown, "<!--\ntallysheet: L4-F1\n-->"),
        (markdown, "<!-- tallysheet: L4-F1 "),
        (latex, "% tallysheet L4-F1"),
        (latex, "% Tallysheet"),
        (latex, "% /tallysheet L4-F1"),
        (latex, "words % tallysheet: L4-F1"),
        (latex, "words \\\\% /tallysheet"),
    ],
)
def test_what_is_nearly_a_mark_is_a_complaint(contents, module, text):
    filled = module.fill(NAME, f"a\n\n{text}\n\nb\n".encode(), contents, None)
    (told,) = filled.complaints
    assert told.startswith("notes, line 3: this looks like a mark, but is none.")
    assert filled.marks == 0


@pytest.mark.parametrize(
    ("module", "text"),
    [
        (markdown, "`<!-- tallysheet L4-F1 -->` and <!-- tallysheets --> and <!-- by tallysheet: L4-F1 -->"),
        (latex, "100\\% tallysheet: L4-F1"),
        (latex, "\\verb|% tallysheet: L4-F1| and \\lstinline!% /tallysheet!"),
        (latex, "\\begin{comment}\n% tallysheet L4-F1\n\\end{comment}"),
        (latex, "% tallysheets and % a tallysheet: L4-F1"),
    ],
)
def test_what_nobody_would_take_for_a_mark_is_left_alone(contents, module, text):
    filled = module.fill(NAME, text.encode(), contents, None)
    assert (filled.content, filled.marks, filled.complaints) == (text.encode(), 0, [])
