"""The running network: its inputs cannot be changed, and its worked numbers follow from two exponentials."""

from __future__ import annotations

import math

import numpy as np
import pytest

from workflow.computations.dl01_6_4 import running_network


@pytest.mark.parametrize("name", ["W1", "B1", "W2", "B2", "X"])
def test_no_route_can_change_an_input(name):
    with pytest.raises(ValueError, match="read-only"):
        getattr(running_network, name)[...] = 0.0


def test_everything_follows_from_the_logits_one_and_zero(ledgers):
    """With z2 = (1, 0) and class index 1, s = e / (e + 1) is p[0] and the whole backward pass is multiples of s."""
    s = math.e / (math.e + 1)
    expected = {
        "grad_W1": [[2 * s, 4 * s], [0.5 * s, s]],
        "grad_b1": [2 * s, 0.5 * s],
        "grad_W2": [[0.5 * s, s], [-0.5 * s, -s]],
        "grad_b2": [s, -s],
        "grad_x": [1.75 * s, -0.5 * s],
        "loss_agreement": math.log(math.e + 1),
    }
    for name, values in expected.items():
        for route in ledgers["three_ways"][name].routes.values():
            assert np.max(np.abs(np.subtract(route, values))) < 1e-15 * 4
