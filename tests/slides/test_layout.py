"""Alignment: numbers stand at the right, their decimal points under each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slides.tables.layout import DIGIT_SPACE, NOTHING, POINT_SPACE, Filling, filling, is_numeric
from slides.tables.table import Number, Table, formula


def column(*cells):
    """Give a table of one column, of cells under a head; what looks like no word is a number of some claim."""
    return Table(caption="", head=("head",), rows=tuple((cell,) for cell in cells))


def numbers(*texts):
    return [Number("lesson/small.claim", text) for text in texts]


@pytest.mark.parametrize("text", ["0", "12", "1,000", "−0.5", "2.259", "1e-12", "−3.0e-08", "8/3", "−10/3"])
def test_a_column_of_numbers_is_numeric(text):
    assert is_numeric(column(*numbers("1", text)), 0)


@pytest.mark.parametrize("text", ["below 1e-12", "(2, 16)", "W1.T", "+ b1", "relu 1", "true", "1 2", "-5"])
def test_a_column_with_a_word_of_a_claim_is_not(text):
    assert not is_numeric(column(*numbers("1", text)), 0)


def test_empty_cells_count_for_nothing():
    (one,) = numbers("1")
    assert is_numeric(column(one, ""), 0)
    assert not is_numeric(column("", ""), 0)


def test_words_formulas_and_numbers_with_words_make_no_column_of_numbers():
    (one,) = numbers("1")
    for cell in ("word", formula("x"), (one, " step")):
        assert not is_numeric(column(one, cell), 0)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["2.259", "1,000"], [NOTHING, Filling(point=True, digits=3)]),
        (["2.25", "−0.5"], [NOTHING, Filling(point=False, digits=1)]),
        (["12", "1,000"], [NOTHING, NOTHING]),
        (["0.5", "1e-12", "3"], [NOTHING, NOTHING, Filling(point=True, digits=1)]),
        (["0.5", "8/3"], [NOTHING, NOTHING]),
        (["0.5", "below 1"], [NOTHING, NOTHING]),
    ],
)
def test_a_number_lacks_what_the_longest_of_its_column_has(texts, expected):
    table = column(*numbers(*texts))
    assert [filling(table, 0, cell) for cell in table.column(0)] == expected


def test_an_empty_cell_lacks_nothing():
    assert filling(column(*numbers("0.5"), ""), 0, "") == NOTHING


def test_the_foot_lines_up_with_the_rows():
    one, half = numbers("1", "0.5")
    table = Table(caption="", head=("head",), rows=((one,),), foot=((half,),))
    assert filling(table, 0, one) == Filling(point=True, digits=1)


# An integer with its sign, and how many of the digits after it stand behind the point.
PLAIN = st.tuples(st.sampled_from(["", "−"]), st.integers(0, 10**6), st.integers(0, 5), st.integers(0, 9))


@given(st.lists(PLAIN, min_size=1))
def test_all_plain_numbers_of_a_column_end_alike(parts):
    texts = [f"{sign}{whole:,}" + ("." + digits * str(digit) if digits else "") for sign, whole, digits, digit in parts]
    table = column(*numbers(*texts))
    filled = []
    for cell in table.column(0):
        lacking = filling(table, 0, cell)
        filled.append(cell.text + POINT_SPACE * lacking.point + DIGIT_SPACE * lacking.digits)
    ends = {len(text) - len(text.replace(POINT_SPACE, ".").split(".")[0]) for text in filled}
    assert len(ends) == 1
