"""Formulas as words, and in lines: what programs show that know no equations."""

from __future__ import annotations

import pytest

from slides.decks.powerpoint.equations import Equations
from slides.decks.powerpoint.flat import FlatError, Grid, plain
from slides.decks.powerpoint.lines import SLACK, lines, natural
from slides.decks.powerpoint.runs import Equation, Paragraph, Run, Shift
from slides.decks.powerpoint.text import Setting
from slides.tables.table import Matrix, Number, formula
from slides.tables.tex import MATHML, tex


def matrix(*rows):
    entries = tuple(tuple(Number("l/c.n", each) for each in row) for row in rows)
    return tex(formula(Matrix(entries)), MATHML) + " "


# What pandoc makes of these is asked once.
FORMULAS = {
    r"g_v = \partial L / \partial v": "g_v = ∂L/∂v",
    r"-2(wx + b - y)": "−2(wx + b − y)",
    r"{-3} \cdot (-1)": "−3 · (−1)",
    r"\hat{y} = W_2 h": "ŷ = W_2h",
    r"W^\top \delta_1^{(n)}": "W^⊤δ_1^(n)",  # noqa: RUF001 - a sign of mathematics
    r"\tfrac{1}{2} \lVert z \rVert^2": "(1/2)‖z‖^2",
    r"x = \tfrac{1}{n}, \tfrac{1}{2} + \tfrac{1}{3} x": "x = 1/n, 1/2 + (1/3)x",
    r"\frac{a + b}{c}": "(a + b)/c",
    r"\sum_n \ell_n": "∑_n ℓ_n",  # noqa: RUF001 - a sign of mathematics
    r"\max(0, z) \odot x": "max(0, z) ⊙ x",
    r"f(x, \text{−0.5})": "f(x, −0.5)",
    matrix(["1", "2"]): "[1  2]",
    matrix(["1"], ["2.5"]): "[1; 2.5]",
    "A = " + matrix(["1", "−2"], ["3", "4"]) + "x": "A = [1, −2; 3, 4]x",
}
TWO, THREE = matrix(["1"], ["2"]), matrix(["3"], ["4"], ["5"])
SQUARE, WIDE = matrix(["1", "−2"], ["3", "4"]), matrix(["1", "2", "3"], ["4", "5", "6"])
HIGH = matrix(["1", "−2"], ["3", "4"], ["5", "6"])
OTHERS = [r"x_1", r"\text{2} x", TWO, THREE, TWO + THREE, r"2 \cdot " + TWO]

# In lines.
PRODUCTS = {
    SQUARE: ["⎡\t1\t−2⎤", "⎣\t3\t4⎦"],
    WIDE: ["⎡\t1\t2\t3⎤", "⎣\t4\t5\t6⎦"],
    SQUARE + WIDE: ["⎡\t1\t−2⎤\t⎡\t1\t2\t3⎤", "⎣\t3\t4⎦\t⎣\t4\t5\t6⎦"],
    WIDE + HIGH: [
        "\t\t\t\t⎡\t1\t−2⎤",
        "⎡\t1\t2\t3⎤",
        "\t\t\t\t⎢\t3\t4⎥",
        "⎣\t4\t5\t6⎦",
        "\t\t\t\t⎣\t5\t6⎦",
    ],
    "A = " + SQUARE + "x": ["\t⎡\t1\t−2⎤", "A\xa0= \t\t\t\tx", "\t⎣\t3\t4⎦"],
    "a + b = " + SQUARE: ["\t⎡\t1\t−2⎤", "a\xa0+ b\xa0= ", "\t⎣\t3\t4⎦"],
    "b, W = " + SQUARE: ["\t\t⎡\t1\t−2⎤", "b, \tW\xa0= ", "\t\t⎣\t3\t4⎦"],
}


@pytest.fixture(scope="module")
def equations():
    """All formulas of this file."""
    return Equations([*FORMULAS, *OTHERS, *PRODUCTS])


@pytest.mark.parametrize("written", FORMULAS)
def test_a_formula_reads_as_it_is_typed(equations, written):
    assert plain(equations.parts(written)).strip() == FORMULAS[written]


def test_letters_are_in_italics_and_indices_low(equations):
    assert equations.parts("x_1") == (Run("x", italic=True), Run("1", shift=Shift.SUB))
    assert equations.parts(r"\text{2} x") == (Run("2"), Run("x", italic=True))


def test_a_fraction_is_built_so_that_it_divides_by_nothing_else(equations):
    [kind] = equations.omml(r"\tfrac{1}{2} \lVert z \rVert^2", 20, "en").iter("{*}type")
    assert list(kind.values()) == ["bar"]


@pytest.mark.parametrize("written", [r"\sqrt{x}", r"\overline{x}", f"x_{{{TWO}}}", r"\begin{vmatrix} x \end{vmatrix}"])
def test_what_cannot_be_written_is_refused(written):
    with pytest.raises(FlatError, match="a formula"):
        Equations([written])


def test_no_formula_needs_no_pandoc(monkeypatch):
    monkeypatch.setattr("slides.tables.pandoc.convert_bytes", None)
    Equations([])


def test_a_matrix_is_a_grid_with_its_brackets(equations):
    assert equations.parts(TWO) == (Grid((((Run("1"),),), ((Run("2"),),)), "[", "]"),)


def shown(line):
    return "".join(run.text for run in line.runs)


def test_words_alone_flow(equations):
    [line] = lines(equations.parts("x_1"), 20, 5)
    assert (line.height, line.stops) == (None, ())


def test_each_row_of_a_matrix_is_a_line(equations):
    found = lines(equations.parts(THREE), 20, 500)
    assert [shown(line) for line in found] == ["⎡\t3⎤", "⎢\t4⎥", "⎣\t5⎦"]
    assert len({line.stops for line in found}) == 1


@pytest.mark.parametrize("written", PRODUCTS)
def test_rows_and_columns_of_matrices_stand_in_their_order(equations, written):
    assert [shown(line) for line in lines(equations.parts(written), 20, 600)] == PRODUCTS[written]


def test_what_a_matrix_is_called_ends_where_its_bracket_begins(equations):
    name, bracket, *_ = lines(equations.parts("b, W = " + SQUARE), 20, 600)[0].stops
    assert (name.right, bracket.right) == (True, False)
    assert 0 < bracket.position - name.position < 3


def test_words_stand_half_a_line_lower_than_the_first_of_two_rows(equations):
    found = lines(equations.parts(r"2 \cdot " + TWO), 20, 500)
    assert [shown(line).strip() for line in found] == ["⎡\t1⎤", "2\xa0·", "⎣\t2⎦"]
    assert [line.leads for line in found] == [False, True, False]


def test_matrices_of_two_and_three_rows_share_a_middle(equations):
    found = [shown(line) for line in lines(equations.parts(TWO + THREE), 20, 500)]
    assert [line.strip() for line in found] == ["⎡\t3⎤", "⎡\t1⎤", "⎢\t4⎥", "⎣\t2⎦", "⎣\t5⎦"]


def test_what_is_too_wide_goes_on_below(equations):
    parts = equations.parts(TWO + THREE)
    in_one, broken = (
        [shown(line) for line in lines(parts, 20, natural(parts, 20) + SLACK - lacking)] for lacking in (0, 1)
    )
    assert in_one != broken
    assert broken == ["⎡\t1⎤", "⎣\t2⎦", "⎡\t3⎤", "⎢\t4⎥", "⎣\t5⎦"]


def test_tabs_lead_on_where_words_end(equations):
    [first, *_] = lines(equations.parts(r"2 \cdot " + TWO), 20, 500)
    positions = [stop.position for stop in first.stops]
    assert positions == sorted(set(positions))
    assert positions[0] > natural(equations.parts(r"2 \cdot " + TWO)[:2], 20)


def test_a_paragraph_is_as_high_as_its_lines(equations):
    setting = Setting(equations, "en", 20, 100)
    word = Paragraph((Run("word"),))
    long = Paragraph((Run("word " * 20),))
    assert setting.height([long]) > 5 * setting.height([word])
    assert setting.height([word, word]) == 2 * setting.height([word])


def test_sums_take_more_height_on_lines_of_their_own(equations):
    setting = Setting(equations, "en", 20, 500)
    inside, alone, low = (
        setting.height([Paragraph((Equation(written, stands_alone=alone),))])
        for written, alone in ((r"\sum_n \ell_n", False), (r"\sum_n \ell_n", True), ("x_1", True))
    )
    assert alone > inside > low


def test_wide_words_need_a_wide_room(equations):
    setting = Setting(equations, "en", 20, 100)
    assert setting.least_width(Paragraph((Run("a longword"),))) == pytest.approx(
        setting.width(Paragraph((Run("longword"),)))
    )
