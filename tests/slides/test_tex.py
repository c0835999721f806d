"""Formulas as TeX, in the three dialects that the formats need."""

from __future__ import annotations

import pytest

from slides.tables.layout import DIGIT_SPACE, POINT_SPACE
from slides.tables.table import Formula, Matrix, Number, ShownError, formula
from slides.tables.tex import LATEX, MARKDOWN, MATHML, tex


def number(text):
    return Number("lesson/small.claim", text)


@pytest.mark.parametrize(
    ("text", "plain"),
    [("12", "12"), ("−0.5", "{-0.5}"), ("1,000,000", "1{,}000{,}000"), ("8/3", "8/3"), ("−10/3", "{-10/3}")],
)
def test_a_number_is_set_with_a_minus_sign_and_thin_commas(text, plain):
    assert tex(formula("x = ", number(text)), LATEX) == f"x = {plain}"
    assert tex(formula("x = ", number(text)), MARKDOWN) == f"x = {plain}"


def test_for_mathml_a_number_stays_whole():
    assert tex(formula("x = ", number("−1,000.5")), MATHML) == r"x = \text{−1,000.5}"


@pytest.mark.parametrize("text", ["1e-12", "below 1", "(2, 3)", "true", "x", "-1", "1.", r"1\,000", "", "1 2"])
def test_what_would_read_as_something_else_in_a_formula_is_refused(text):
    with pytest.raises(ShownError, match="cannot be set in a formula: show it as a number of its own"):
        tex(formula(number(text)), LATEX)


@pytest.mark.parametrize(("dialect", "row_end"), [(LATEX, r"\\"), (MARKDOWN, r"\cr")])
def test_a_matrix_stands_in_brackets(shown, dialect, row_end):
    left, right = r"\left\lbrack \begin{array}{rr}", r"\end{array} \right\rbrack"
    assert tex(shown.matrix("matrix"), dialect) == f"{left} 1{{,}}000 & {{-0.5}} {row_end} 12 & 0.5 {right}"


@pytest.mark.parametrize(
    ("dialect", "body"),
    [
        (LATEX, r"0.5\phantom{0} & 1 \\ 0.25 & {-2} \\ 3\phantom{.00} & 1/3"),
        (MARKDOWN, r"0.5\phantom{0} & 1 \cr 0.25 & {-2} \cr 3\phantom{.00} & 1/3"),
        (MATHML, r"\text{0.5}\text{D} & \text{1} \\ \text{0.25} & \text{−2} \\ \text{3}\text{PDD} & \text{1/3}"),
    ],
)
def test_the_decimal_points_of_a_column_stand_under_each_other(dialect, body):
    rows = (("0.5", "1"), ("0.25", "−2"), ("3", "1/3"))
    matrix = Matrix(tuple(tuple(map(number, row)) for row in rows))
    found = tex(Formula((matrix,)), dialect).replace(POINT_SPACE, "P").replace(DIGIT_SPACE, "D")
    assert found == rf"\left\lbrack \begin{{array}}{{rr}} {body} \end{{array}} \right\rbrack"


@pytest.mark.parametrize("dialect", [LATEX, MARKDOWN])
def test_a_row_is_a_line_in_brackets_of_its_height(shown, dialect):
    assert tex(shown.row("vector"), dialect) == r"\lbrack {-0.366} \quad 0.731 \rbrack"


def test_formulas_go_on_behind_a_row_or_a_matrix(shown):
    assert tex(formula("g = ", shown.row("vector"), "b"), LATEX).endswith(r"\rbrack b")
    assert tex(formula("g = ", shown.column("vector"), "b"), LATEX).endswith(r"\right\rbrack b")
