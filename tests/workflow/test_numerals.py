"""How numbers become text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workflow import numerals


@pytest.mark.parametrize(
    ("pattern", "value", "text"),
    [
        ("1.313", 1.3132616875182228, "1.313"),
        ("3.0e-08", 2.9574e-08, "3.0e-08"),
        ("122,568", 122568.0, "122,568"),
        ("-0.366", -0.36552928931500245, "-0.366"),
        ("0.000", -0.0, "0.000"),
        ("0.000", -0.0004, "0.000"),
        ("56", 56.336, "56"),
    ],
)
def test_a_value_is_printed_with_the_digits_of_the_expected_form(pattern, value, text):
    assert numerals.like(pattern, value) == text


@pytest.mark.parametrize("pattern", ["", "about 1", "1.3.1", "0x10", "1.3 "])
def test_an_expected_form_that_is_no_numeral_is_refused(pattern):
    with pytest.raises(ValueError, match="must be a numeral"):
        numerals.like(pattern, 1.0)


@given(st.floats(min_value=-1e6, max_value=1e6), st.integers(min_value=0, max_value=6))
def test_printing_is_stable_once_printed(value, decimals):
    pattern = f"{value:z.{decimals}f}"
    text = numerals.like(pattern, value)

    assert text == pattern
    assert numerals.like(pattern, float(text)) == text


def test_whole_numbers_get_thousands_separators_and_nested_lists_keep_their_shape():
    assert numerals.exact([[122568, -3], [True, "(150, 16)"]]) == [["122,568", "−3"], ["true", "(150, 16)"]]


def test_floats_that_are_shown_whole_come_in_their_shortest_form():
    assert numerals.exact([0.2, -0.5, 1e-5, -0.0, 2.0]) == ["0.2", "−0.5", "1e-5", "0", "2"]


@pytest.mark.parametrize(
    ("value", "text"), [(0.0, "0"), (2.2e-16, "2e-16"), (1e-12, "1e-12"), (1.0, "1"), (0.94, "0.9")]
)
def test_a_gap_is_printed_to_one_digit_and_an_exact_zero_as_zero(value, text):
    assert numerals.magnitude(value) == text


def test_a_leading_hyphen_becomes_a_minus_sign_and_the_exponent_keeps_its_own():
    assert numerals.finished(["-3e-08", "2e-16", "1e-10", "5e+07"]) == ["−3e-8", "2e-16", "1e-10", "5e7"]
