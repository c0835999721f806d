"""The route of differences: what it moves, what error it has, and that the bound of its rounding holds."""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workflow.computations.lecture4 import by_differences, by_hand
from workflow.computations.lecture4.by_differences import STEP, central_differences, moving
from workflow.computations.lecture4.inputs import SCALAR_GRAPH

QUANTITIES = ("x", "w", "b", "y", "m", "a", "e", "L")


def test_the_probe_moves_one_entry_of_one_quantity_and_leaves_the_original():
    original = np.zeros((2, 2))
    probe = moving("W", (0, 1), STEP)
    assert np.array_equal(probe("W", original), [[0.0, STEP], [0.0, 0.0]])
    assert probe("X", original) is original
    assert np.array_equal(original, np.zeros((2, 2)))


def test_a_cube_shows_the_truncation_that_the_lectures_losses_do_not_have():
    """h^2 / 6 times the third derivative, 6, is h^2; at 0 nothing else is left of the difference."""
    difference = central_differences(lambda probe: probe("q", np.zeros(())) ** 3).gradients["q"]
    assert difference == pytest.approx(STEP**2, rel=1e-12, abs=0.0)


def test_a_value_inside_is_moved_after_it_is_computed():
    def loss(probe):
        x = probe("x", np.array(2.0))
        return probe("squared", x * x) * x

    found = central_differences(loss).gradients
    assert found["squared"] == pytest.approx(2.0, abs=1e-8)
    assert found["x"] == pytest.approx(12.0, abs=1e-8)


# The bound is of first order. Where e is 0 every gradient is, and what is left is of second order: u times the sizes.
SECOND_ORDER = 1e-10


@given(st.fixed_dictionaries(dict.fromkeys(SCALAR_GRAPH, st.floats(-10, 10))))
def test_no_difference_is_further_off_than_its_bound(point):
    """Rounding is measured against the derivative in exact rationals."""
    inputs = {name: np.array(value) for name, value in point.items()}
    x, w, b, y = (Fraction(point[name]) for name in ("x", "w", "b", "y"))
    e = w * x + b - y
    exact = {
        "x": 2 * e * w,
        "w": 2 * e * x,
        "b": 2 * e,
        "y": -2 * e,
        "m": 2 * e,
        "a": 2 * e,
        "e": 2 * e,
        "L": Fraction(1),
    }
    bounds = by_differences.rounding_bounds(by_hand.scalar_graph(**inputs), QUANTITIES, ("m", "a", "e", "L"))
    found = by_differences.scalar_graph(**inputs).gradients
    for name, bound in zip(QUANTITIES, bounds, strict=True):
        assert abs(Fraction(float(found[name])) - exact[name]) <= bound + SECOND_ORDER


def test_the_bound_is_not_much_too_large():
    sweep = by_hand.scalar_graph(**SCALAR_GRAPH)
    bounds = by_differences.rounding_bounds(sweep, QUANTITIES, ("m", "a", "e", "L"))
    assert np.all(bounds < 2e-9)
    found = by_differences.scalar_graph(**SCALAR_GRAPH).gradients
    off = [abs(found[name] - sweep.gradients[name]) for name in QUANTITIES]
    assert max(off) > max(bounds) / 10


def test_the_docstring_names_the_step_and_the_tolerance_that_are_used():
    text = by_differences.__doc__
    assert re.search(r"tolerance 1e-8\b", text)
    assert by_differences.step_taken() == STEP == 1e-5
