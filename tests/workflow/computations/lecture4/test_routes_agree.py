"""The five routes agree wherever they are taken, not only at the lecture's numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from workflow.computations.lecture4.inputs import INPUTS
from workflow.computations.lecture4.routes import by_every_route

# Quarters, so that a float holds what SymPy reads; no large ones, since tolerances are for the lecture's sizes.
QUARTERS = st.integers(-20, 20).map(lambda quarters: quarters / 4)


def arrays_like(inputs):
    """Draw inputs of the shapes of these; a learning rate stays as it is."""
    return st.fixed_dictionaries(
        {
            name: st.just(values)
            if name == "eta"
            else st.lists(QUARTERS, min_size=values.size, max_size=values.size).map(
                lambda entries, shape=values.shape: np.array(entries).reshape(shape)
            )
            for name, values in inputs.items()
        }
    )


def within(route):
    """Give the tolerance of a route; losses here are up to a hundred times as large as the lecture's."""
    return 1e-6 if route == "difference" else 1e-9


# The network has kinks, and a difference across one is no derivative: it is compared at the lecture's numbers alone.
@pytest.mark.parametrize("function", sorted(INPUTS.keys() - {"tiny_mlp"}))
@given(data=st.data())
@settings(max_examples=5, deadline=None, phases=[Phase.generate])  # to shrink a failure, SymPy takes minutes
def test_all_routes_find_what_the_hand_finds(function, data):
    sweeps = by_every_route(function, **data.draw(arrays_like(INPUTS[function]))).sweeps
    for route, sweep in sweeps.items():
        for of_hand, of_route in zip(sweeps["hand"], sweep, strict=True):
            for name in of_hand.keys() & of_route.keys():
                assert np.shape(of_route[name]) == np.shape(of_hand[name])
                assert np.max(np.abs(of_route[name] - of_hand[name])) < within(route), (route, name)
