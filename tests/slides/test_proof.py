"""The proof: a rendered table shows all numbers of its claims, in order, and its words hold no other digit."""

from __future__ import annotations

import re

import pytest

from slides.tables.__main__ import WRITERS
from slides.tables.proof import check_claims, check_joints, check_numbers, check_words
from slides.tables.table import Formula, Matrix, Number, Table, formula
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
        with pytest.raises(ScanError, match="typed by hand"):
            check_words(table, {"W_1": REASON})


def test_a_phrase_with_a_reason_is_excused(small):
    check_words(small, {"W_1": REASON})
    with pytest.raises(ScanError, match=r"'\\\\nabla W_1' holds 1, typed by hand\."):
        check_words(small, {})


@pytest.mark.parametrize("phrase", ["1", "-1", "1.0", "1/2", "²", ""])
def test_a_bare_number_is_no_phrase(small, phrase):
    with pytest.raises(ScanError, match="name the phrase that it belongs to"):
        check_words(small, {"W_1": REASON, phrase: "because"})


def one_cell(cell):
    return Table(caption="", head=("a",), rows=((cell,),))


def test_numbers_that_their_claims_print_are_accepted(small, ledger):
    check_claims(small, [ledger])


@pytest.mark.parametrize(
    ("claim", "text", "why"),
    [
        ("lesson/small.loss", "2.258", "what it prints is '2.259'"),
        ("lesson/small.loss", "−2.259", "what it prints is '2.259'"),
        ("lesson/small.matrix[0][0]", "12", "what it prints is '1,000'"),
        ("lesson/small.matrix", "1,000", "there is no such claim"),
        ("lesson/other.loss", "2.259", "there is no such claim"),
        ("lesson/small.gap.bound", "1e-11", "what it prints is '1e-12'"),
    ],
)
def test_a_number_that_its_claim_does_not_print_is_refused(ledger, claim, text, why):
    with pytest.raises(ScanError, match=re.escape(why)):
        check_claims(one_cell(Number(claim, text)), [ledger])


def test_entries_of_a_matrix_stand_in_their_order_or_transposed(shown, ledger):
    (matrix,) = shown.matrix("matrix").pieces
    transposed = Matrix(tuple(zip(*matrix.rows, strict=True)))
    for right in (matrix, transposed):
        check_claims(one_cell(Formula((right,))), [ledger])
    for wrong in (Matrix(matrix.rows[::-1]), Matrix(tuple(row[::-1] for row in matrix.rows))):
        with pytest.raises(ScanError, match="which is not the order of the claim's entries"):
            check_claims(one_cell(Formula((wrong,))), [ledger])


@pytest.mark.parametrize("between", ["", ".", ",", "e", "{}", r"\!", "^", "_"])
def test_two_numbers_that_would_read_as_one_are_refused(shown, between):
    for cell in (formula(shown("steps"), between, shown("loss")), (shown("steps"), between, shown("loss"))):
        with pytest.raises(ScanError, match="would be read as a part of the number"):
            check_joints(one_cell(cell).cells())


@pytest.mark.parametrize("before", ["-", "− ", "x = -", r"g \cdot -", "(-"])
def test_a_sign_in_front_of_a_number_is_refused(shown, before):
    with pytest.raises(ScanError, match="would be read as a part of the number"):
        check_joints(one_cell(formula(before, shown("loss"))).cells())


def test_numbers_that_are_parted_are_accepted(shown, small):
    check_joints(small.cells())
    check_joints(one_cell(formula(shown("steps"), " - ", shown("loss"), " = ", shown("third"))).cells())
    check_joints(one_cell(formula("x - ", shown("steps"), r" \cdot ", shown("loss"), ", ", shown("third"))).cells())
    check_joints(one_cell(formula(shown.matrix("matrix"), shown.column("vector"))).cells())
