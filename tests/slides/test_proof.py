"""The proof: a rendered table shows all numbers of its claims, in order, and its words hold no other digit."""

from __future__ import annotations

import re

import pytest

from slides.tables.__main__ import WRITERS
from slides.tables.proof import check_numbers, check_words
from slides.tables.table import Table, formula
from workflow.scan import ScanError

ID = "L9-small"
REASON = "the name of a parameter"


@pytest.fixture(params=WRITERS)
def rendered(request, small):
    """The small table in each format: the name of the format, and the text."""
    return request.param, WRITERS[request.param](ID, small)


def test_what_a_writer_writes_is_proved(rendered, small):
    format_name, content = rendered
    check_numbers(ID, small, content, format_name)


# Each edit with what the complaint says.
EDITS = {
    "another": (r"2\.259", "2.258", "2.258 where the table has 2.259"),
    "missing": (r"2\.259", "", "-0.366 where the table has 2.259"),
    "longer": (r"2\.259", "2.2591", "2.2591 where the table has 2.259"),
    "in a head": ("value", "value 7", "7 where the table has 1,000"),
    "in a cell": ("by hand", "by hand 7", "7 where the table has 1,000"),
    "without its sign": (
        "−0\\.366|-0\\.366|\\$-\\$0\\.366|&minus;0\\.366",
        "0.366",
        "0.366 where the table has -0.366",
    ),
    "without its point": (r"2\.259", "2259", "2259 where the table has 2.259"),
    "at the end": (r"8/3(?=\D*$)", "8/3 7", "7 where the table has nothing"),
    "missing at the end": (r"8/3(?=\D*$)", "8", "nothing where the table has 3"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_a_digit_that_is_another_or_missing_or_too_many_is_refused(rendered, small, edit):
    format_name, content = rendered
    pattern, replacement, complaint = EDITS[edit]
    edited = re.sub(pattern, replacement, content)
    with pytest.raises(ScanError) as error:
        check_numbers(ID, small, edited, format_name)
    assert str(error.value) == f"{ID}.{format_name} shows {complaint}"


@pytest.mark.parametrize("format_name", ["md", "tex"])
def test_digits_that_tex_does_not_print_are_not_counted(small, format_name):
    content = WRITERS[format_name](ID, small).replace("value", r"\phantom{.00}\begin{array}{c}\end{array}")
    check_numbers(ID, small, content, format_name)


@pytest.mark.parametrize(
    "words",
    ["step 7", "W1", "x²", r"\nabla W_2", r"\frac{1}{2}", "W_1 and 3", "W_12", "aW_1", "1e-12", "½", "٣"],
)
def test_a_digit_of_no_claim_is_refused_wherever_it_stands(words):
    places = [
        Table(caption=words, head=("a",), rows=()),
        Table(caption="", head=(words,), rows=()),
        Table(caption="", head=("a",), rows=((formula(words),),)),
        Table(caption="", head=("a",), rows=(), foot=(((words, " b"),),)),
        Table(caption="", head=("a",), rows=(), notes=(("a ", words),)),
    ]
    for table in places:
        with pytest.raises(ScanError, match="no claim prints"):
            check_words(table, {"W_1": REASON})


def test_a_phrase_with_a_reason_is_excused(small):
    check_words(small, {"W_1": REASON})
    with pytest.raises(ScanError, match=r"'\\\\nabla W_1': no claim prints 1\."):
        check_words(small, {})


@pytest.mark.parametrize("phrase", ["1", "-1", "1.0", "1/2", "²", ""])
def test_a_bare_number_is_no_phrase(small, phrase):
    with pytest.raises(ScanError, match="name the phrase that it belongs to"):
        check_words(small, {"W_1": REASON, phrase: "because"})
