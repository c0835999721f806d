"""All routes at once: every function of the hand has its namesakes, its inputs, and its place in what is found."""

from __future__ import annotations

import numpy as np
import pytest

from tests.workflow.computations.lecture4.lecture import public_functions
from workflow.computations.lecture4 import by_hand
from workflow.computations.lecture4.inputs import INPUTS
from workflow.computations.lecture4.routes import ROUTES, by_every_route


def test_the_inputs_are_those_of_every_function_by_hand():
    assert set(INPUTS) == public_functions(by_hand)


@pytest.mark.parametrize("route", ROUTES)
def test_a_route_has_every_function_that_the_hand_has(route):
    assert public_functions(by_hand) <= public_functions(ROUTES[route])


@pytest.mark.parametrize("function", INPUTS)
def test_every_route_is_asked(function):
    found = by_every_route(function)
    assert found.sweeps.keys() == ROUTES.keys()
    assert found.rounding_bounds.keys() == found.sweeps["difference"].gradients.keys()
    assert found.exact.gradients.keys() == found.sweeps["symbolic"].gradients.keys()


def test_routes_can_be_left_out():
    found = by_every_route("dense", but=("difference", "pytorch"))
    assert set(found.sweeps) == {"hand", "engine", "symbolic"}
    assert found.rounding_bounds == {}


def test_other_inputs_take_the_place_of_the_lectures():
    found = by_every_route("branch", x=np.array(-1.0))
    assert {float(sweep.gradients["x"]) for route, sweep in found.sweeps.items() if route != "difference"} == {1.0}
