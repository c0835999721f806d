"""Numbers that carry a bound: they are float64's own, and the exact result is never further off than they say."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workflow.computations.lecture4.rounding import UNIT, Rounded, rounded

OPERATIONS = [
    lambda a, b, c: a * b + c,
    lambda a, b, c: c - a * b,
    lambda a, b, c: (a - b) * (b - c),
    lambda a, b, c: (a + b) * (a + b) * c / 3,
    lambda a, b, c: 0.5 * (a * b) - 2 * (b * c) - 1,
]
NUMBERS = st.floats(-1e3, 1e3, allow_subnormal=False).filter(lambda number: number == 0 or abs(number) > 1e-3)


@pytest.mark.parametrize("operation", OPERATIONS)
@given(numbers=st.tuples(NUMBERS, NUMBERS, NUMBERS))
def test_the_exact_result_is_within_the_bound(operation, numbers):
    found = operation(*map(Rounded, numbers))
    exact = operation(*map(Fraction, numbers))
    assert found.value == operation(*numbers)
    assert abs(Fraction(found.value) - exact) <= Fraction(found.off) * (1 + Fraction(1, 10**12))


@given(numbers=st.tuples(NUMBERS, NUMBERS, NUMBERS))
def test_arrays_of_them_compute_what_arrays_of_float64_do(numbers):
    values = np.array(numbers)
    carrying = rounded(values)
    found = np.maximum((carrying * values[::-1]).sum() - carrying, 0.0)
    expected = np.maximum((values * values[::-1]).sum() - values, 0.0)
    assert [getattr(entry, "value", entry) for entry in found] == expected.tolist()


def test_a_sum_is_off_by_the_roundings_of_its_products_and_partial_sums():
    products, partial_sums = [2.0, 6.0, 12.0], [8.0, 20.0]
    found = (rounded(np.array([1.0, 2.0, 3.0])) * np.array([2.0, 3.0, 4.0])).sum()
    assert found == Rounded(20.0, UNIT * sum(products + partial_sums))


@pytest.mark.parametrize(
    ("found", "value", "off"),
    [
        (Rounded(2.0, 0.5) + Rounded(3.0, 0.25), 5.0, 0.75),
        (Rounded(2.0, 0.5) - Rounded(3.0, 0.25), -1.0, 0.75),
        (5.0 - Rounded(2.0, 0.5), 3.0, 0.5),
        (Rounded(2.0, 0.5) * Rounded(3.0, 0.25), 6.0, 2.0 * 0.25 + 3.0 * 0.5 + 0.5 * 0.25),
        (Rounded(2.0, 0.5) / -4, -0.5, 0.125),
    ],
)
def test_what_operands_are_off_by_is_passed_on(found, value, off):
    assert found == Rounded(value, off + UNIT * abs(value))


def test_what_carries_a_bound_keeps_it():
    carrying = rounded(np.array(3.0)) * np.array(7.0)
    assert rounded(carrying) is carrying
