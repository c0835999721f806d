"""A table as data: whatever is shown of a claim knows where it comes from, and nothing else can be shown."""

from __future__ import annotations

import pytest

from slides.tables.table import Formula, Matrix, Number, ShownError, Table, formula
from workflow.ledger import LedgerError


def test_a_number_knows_its_claim(shown):
    assert shown("loss") == Number("lesson/small.loss", "2.259")


def test_an_entry_knows_its_place(shown):
    assert shown("vector", 0) == Number("lesson/small.vector[0]", "−0.366")
    assert shown("matrix", 1, 0) == Number("lesson/small.matrix[1][0]", "12")


def test_a_bound_is_told_from_what_it_bounds(shown):
    assert shown("gap") == Number("lesson/small.gap", "2e-16")
    assert shown.bound("gap") == Number("lesson/small.gap.bound", "1e-12")


def test_what_is_not_kept_reads_as_its_bound(ledger, shown):
    ledger._claims["measured"] = ledger["measured"].kept()
    assert shown("measured").text == "below 1"


def test_a_matrix_is_set_row_by_row(shown):
    assert [[number.text for number in row] for row in shown.matrix("matrix").pieces[0].rows] == [
        ["1,000", "−0.5"],
        ["12", "0.5"],
    ]


def test_a_vector_lies_or_stands(shown):
    first, second = shown.numbers("vector")
    assert shown.row("vector") == Formula((Matrix(((first, second),)),))
    assert shown.column("vector") == Formula((Matrix(((first,), (second,))),))


def test_a_row_of_a_matrix_is_a_vector(shown):
    assert shown.row("matrix", 1).pieces[0].rows == (shown.numbers("matrix", 1),)
    assert [number.claim for number in shown.numbers("matrix", 1)] == [
        "lesson/small.matrix[1][0]",
        "lesson/small.matrix[1][1]",
    ]


@pytest.mark.parametrize(
    ("show", "message"),
    [
        (lambda shown: shown("vector"), "vector prints ['−0.366', '0.731'] where one number is to be shown"),
        (lambda shown: shown("loss", 0), "loss prints '2.259', which has no entry 0"),
        (lambda shown: shown("vector", 2), "vector prints ['−0.366', '0.731'], which has no entry 2"),
        (lambda shown: shown("vector", -1), "vector prints ['−0.366', '0.731'], which has no entry -1"),
        (lambda shown: shown.row("loss"), "loss prints '2.259', which has no entries"),
        (lambda shown: shown.row("matrix"), "matrix[0] prints ['1,000', '−0.5'] where one number is to be shown"),
        (lambda shown: shown.matrix("vector"), "vector[0] prints '−0.366', which has no entries"),
        (lambda shown: shown.matrix("loss"), "loss prints '2.259', which has no entries"),
        (lambda shown: shown.bound("loss"), "loss is held under no bound"),
    ],
)
def test_what_a_claim_does_not_print_is_a_sentence(shown, show, message):
    with pytest.raises(ShownError) as error:
        show(shown)
    assert str(error.value) == f"lesson/small.{message}"


def test_an_unknown_claim_is_a_sentence_with_the_nearest_name(shown):
    with pytest.raises(LedgerError, match=r"no claim called 'los'\. Did you mean loss"):
        shown("los")


def test_formulas_and_pieces_join_to_one_formula(shown):
    (matrix,) = shown.row("vector").pieces
    inner = formula("x = ", shown("third"))
    assert formula("a ", inner, " + ", shown.row("vector")).pieces == ("a ", "x = ", shown("third"), " + ", matrix)


def test_only_a_matrix_of_several_rows_makes_a_formula_high(shown):
    assert shown.column("vector").has_matrix
    assert not shown.row("vector").has_matrix
    assert not formula("x = ", shown("third")).has_matrix


def test_parts_come_in_the_order_in_which_they_are_read(small):
    numbers = [part.claim.removeprefix("lesson/small.") for part in small.parts() if isinstance(part, Number)]
    assert numbers == [
        *("steps", "matrix[0][0]", "matrix[0][1]", "matrix[1][0]", "matrix[1][1]", "loss"),
        *("vector[0]", "vector[1]", "steps", "vector[0]", "third", "matrix[0][1]"),
        *("gap", "shape", "third"),
    ]
    assert small.literals() == [
        *("Loss after ", " steps", "", r"\nabla W_1", "value", "by hand", "", "by ", "x = ", "gap", ""),
        *("A_b & c: ", " | ", "."),
    ]


@pytest.mark.parametrize("part", ["rows", "foot"])
def test_a_row_that_is_too_short_is_refused(part):
    content = {"rows": (("a", "b"),)} | {part: (("a",),)}
    with pytest.raises(ShownError, match="a row has 1 cells where the head has 2"):
        Table(caption="", head=("", ""), **content)


@pytest.mark.parametrize("part", ["head", "rows", "foot", "notes"])
def test_a_forgotten_comma_is_a_sentence(part):
    parts = {"caption": "", "head": ("a",), "rows": (("x",),)} | {part: "words"}
    with pytest.raises(ShownError, match=f"{part} must be a tuple; got 'words'. Was a comma forgotten?"):
        Table(**parts)


@pytest.mark.parametrize("cell", [12, None, ["a"], (("a",),)])
def test_a_cell_of_another_kind_is_a_sentence(cell):
    with pytest.raises(ShownError, match="a cell holds words, formulas and numbers"):
        Table(caption="", head=("a",), rows=((cell,),))


def test_a_note_that_fell_apart_is_a_sentence(shown):
    with pytest.raises(ShownError, match="a note of several parts is a tuple in the tuple of notes"):
        Table(caption="", head=("a",), rows=(), notes=("gap: ", shown("gap"), "."))
