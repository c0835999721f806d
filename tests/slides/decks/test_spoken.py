"""Formulas in words: each part of them is read, each number as it is printed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slides.decks.deck import PlacedTable
from slides.decks.spoken import SpokenError, spoken
from slides.tables.table import Formula, Matrix, Number, formula
from tests.slides.decks.configured import WITH_DECKS, deck

READ = {
    r"\nabla W_1": "gradient of capital W sub 1",
    r"L = (wx + b - y)^2": "capital L equals open parenthesis w x plus b minus y close parenthesis squared",
    r"g_z = -2 \cdot z": "g sub z equals minus 2 times z",
    r"\partial v / \partial u": "partial v over partial u",
    r"\frac{\partial L}{\partial w}": "fraction partial capital L over partial w end fraction",
    r"\tfrac{1}{2} x": "1 over 2 x",
    r"W_2^\top g_{\hat{y}}": "capital W sub 2 transposed g sub y hat",
    r"x_{n,i}": "x sub n, i end sub",
    r"x^{n+1}": "x to the power n plus 1 end power",
    r"x^3 - x^4": "x cubed minus x to the power 4",
    r"r^{(n)}": "r superscript open parenthesis n close parenthesis",
    r"\lVert z - y \rVert^2": "norm of z minus y end norm squared",
    r"g_h \odot \lbrack z > 0 \rbrack": (
        "g sub h times element by element open bracket z is greater than 0 close bracket"
    ),
    r"\sum_{n=1}^B \ell_n": "sum from n equals 1 to capital B of ell sub n",
    r"\sum_n \ell_n": "sum over n of ell sub n",
    r"\sqrt{x + 1}": "square root of x plus 1 end root",
    r"\max(0, z)": "max open parenthesis 0, z close parenthesis",
    r"f'(\epsilon)": "f prime open parenthesis epsilon close parenthesis",
    r"\Delta\lambda \approx \eta": "capital delta lambda is about eta",
    r"a, \qquad b": "a, b",
    r"x\phantom{.0}": "x",
    r"\text{loss of } x": "loss of x",
}


@pytest.mark.parametrize("tex", READ)
def test_a_formula_is_read_aloud(tex):
    assert spoken([formula(tex)]) == [READ[tex]]


def test_a_matrix_is_read_row_by_row_and_a_vector_by_its_shape(shown):
    formulas = [shown.matrix("matrix"), shown.row("vector"), shown.column("vector"), formula("x = ", shown("third"))]
    assert spoken(formulas) == [
        "matrix with rows 1,000, −0.5; 12, 0.5; end matrix",
        "open bracket −0.366, 0.731 close bracket",
        "column −0.366, 0.731, end column",
        "x equals −8/3",
    ]


@pytest.mark.parametrize(
    ("tex", "unknown"),
    {r"x \leftarrow y": "←", r"\mathbf{x}": "\N{MATHEMATICAL BOLD ITALIC SMALL X}", r"\underline{x}": "munder"}.items(),
)
def test_a_part_that_no_words_are_known_for_is_refused(tex, unknown):
    with pytest.raises(SpokenError) as error:
        spoken([formula("a"), formula(tex)])
    assert f"holds {unknown!r}, which cannot be read aloud yet" in str(error.value)
    assert repr(tex) in str(error.value)


numbers = st.builds(
    Number, st.just("a/b.c"), st.from_regex(r"−?(0|[1-9]\d{0,2}(,\d{3})?)(\.\d{1,3})?(/[1-9])?", fullmatch=True)
)
matrices = st.tuples(st.integers(1, 3), st.integers(1, 3)).flatmap(
    lambda shape: st.builds(Matrix, st.tuples(*[st.tuples(*[numbers] * shape[1])] * shape[0]))
)
pieces = st.sampled_from([" + ", r" \cdot x^\top ", " = g_z ", r" \odot ", r", \quad "])
formulas = st.lists(st.tuples(pieces, numbers | matrices), min_size=1, max_size=3).map(
    lambda pairs: Formula(tuple(each for pair in pairs for each in pair))
)


@settings(max_examples=10, deadline=None)
@given(st.lists(formulas, min_size=1, max_size=20))
def test_every_number_of_a_formula_is_read_in_its_place(formulas):
    assert_all_numbers_are_read(formulas)


@pytest.mark.parametrize("lesson", WITH_DECKS)
def test_every_formula_of_every_table_can_be_read(lesson):
    tables = [block.table for slide in deck(lesson).slides for block in slide.blocks if isinstance(block, PlacedTable)]
    assert_all_numbers_are_read([piece for table in tables for piece in table.pieces() if isinstance(piece, Formula)])


def assert_all_numbers_are_read(formulas):
    for each, words in zip(formulas, spoken(formulas), strict=True):
        read = [word.strip(",;") for word in words.split()]
        rest = iter(read)
        for part in each.parts():
            assert isinstance(part, str) or part.text in rest, (part, words)
