"""The route of differences: what it moves, what error it has, and that the bound of its rounding holds."""

from __future__ import annotations

import importlib
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.workflow.computations.lecture4.lecture import LEDGERS
from workflow.computations.lecture4 import by_differences, by_hand, by_symbols, tiny_mlp
from workflow.computations.lecture4.agreement import DIFFERENCE_TOLERANCE
from workflow.computations.lecture4.by_differences import STEP, central_differences, moving
from workflow.computations.lecture4.inputs import INPUTS, SCALAR_GRAPH, TINY_MLP


def test_the_probe_moves_one_entry_of_one_quantity_and_leaves_the_original():
    original = np.zeros((2, 2))
    probe = moving("W", (0, 1), STEP)
    assert np.array_equal(probe("W", original), [[0.0, STEP], [0.0, 0.0]])
    assert probe("X", original) is original
    assert np.array_equal(original, np.zeros((2, 2)))


def test_a_cube_shows_the_truncation_that_the_lectures_losses_do_not_have():
    """h^2 / 6 times the third derivative, 6, is h^2; at 0 nothing else is left of the difference."""

    def cube(probe):
        q = probe("q", np.zeros(()))
        return q * q * q

    difference = central_differences(cube).gradients["q"]
    assert difference == pytest.approx(STEP**2, rel=1e-12, abs=0.0)


def test_a_value_inside_is_moved_after_it_is_computed():
    def loss(probe):
        x = probe("x", np.array(2.0))
        return probe("squared", x * x) * x

    found = central_differences(loss).gradients
    assert found["squared"] == pytest.approx(2.0, abs=1e-8)
    assert found["x"] == pytest.approx(12.0, abs=1e-8)


# Sixteenths of up to 20 bits, so that a float holds what SymPy reads, and products are rounded now and then.
SIXTEENTHS = st.integers(-(2**20), 2**20).map(lambda sixteenths: sixteenths / 16)


@pytest.mark.parametrize("function", sorted(INPUTS.keys() - {"tiny_mlp"}))  # a kink is no matter of rounding
@given(data=st.data())
@settings(max_examples=5, deadline=None, phases=[Phase.generate])  # to shrink a failure, SymPy takes minutes
def test_no_difference_is_further_off_than_its_bound(function, data):
    """Rounding is measured against SymPy's rationals."""
    inputs = {
        name: np.array(data.draw(st.lists(SIXTEENTHS, min_size=values.size, max_size=values.size))).reshape(
            values.shape
        )
        for name, values in INPUTS[function].items()
    }
    exact = getattr(by_symbols, function)(**inputs).gradients
    gradients, bounds = getattr(by_differences, function)(**inputs)
    for name in gradients.keys() & exact.keys():
        for place in np.ndindex(np.shape(gradients[name])):
            right = Fraction(exact[name][place].p, exact[name][place].q)
            assert abs(Fraction(float(gradients[name][place])) - right) <= Fraction(float(bounds[name][place]))


def test_the_network_is_no_further_off_than_its_bounds():
    exact = by_symbols.tiny_mlp(**TINY_MLP).sweep().gradients
    gradients, bounds = by_differences.tiny_mlp(**TINY_MLP)
    assert all(np.all(np.abs(gradients[name] - exact[name]) <= bounds[name]) for name in gradients)


def test_the_tolerance_is_above_all_bounds_and_not_far_above():
    bounds = [getattr(by_differences, function)(**inputs).rounding_bounds for function, inputs in INPUTS.items()]
    largest = max(float(bound.max()) for each in bounds for bound in each.values())
    assert largest < DIFFERENCE_TOLERANCE < 10 * largest


def test_the_bounds_are_not_much_too_large():
    found = by_hand.scalar_graph(**SCALAR_GRAPH).gradients
    gradients, bounds = by_differences.scalar_graph(**SCALAR_GRAPH)
    assert max(abs(gradients[name] - found[name]) for name in found) > max(bounds.values()) / 10


@pytest.mark.parametrize("name", LEDGERS)
def test_a_ledger_with_differences_says_what_bounds_their_errors(name):
    claims = {claim.name for claim in importlib.import_module(f"workflow.computations.lecture4.{name}").compute()}
    with_differences = any(claim.endswith("_difference") for claim in claims)
    for said in ("rounding_bounds", "third_derivatives_vanish"):
        assert any(claim.endswith(said) for claim in claims) == with_differences


def test_a_kink_within_the_reach_of_a_difference_is_noticed(monkeypatch, failing):
    """Unit 2 gets z = -1.9e-5, and its weight for x = 2 moves that by 2e-5."""
    near = TINY_MLP | {"b1": np.array([0.0, -1.9e-5, 0.0])}
    monkeypatch.setitem(INPUTS, "tiny_mlp", near)
    assert "way_to_kink" in failing(tiny_mlp.compute())


def test_the_docstring_names_the_step_and_the_tolerance_that_are_used():
    text = by_differences.__doc__
    assert re.search(r"tolerance 1e-8\b", text)
    assert by_differences.step_taken() == STEP == 1e-5
