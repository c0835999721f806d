"""The batch of eight: which claims each setting makes, and a finite difference that owes nothing to SciPy."""

from __future__ import annotations

import numpy as np

from workflow.computations.dl01_6_4 import batch_of_eight, by_engine, by_modules, moons_network
from workflow.computations.dl01_6_4.running_network import PARAMETERS


def test_the_digits_of_check_grad_are_claimed_in_the_reproducible_setting_only(setting, ledgers):
    assert ("check_grad" in {claim.name for claim in ledgers["batch_of_eight"]}) == (setting == "reproducible")


def test_both_routes_have_the_slope_that_a_small_step_finds(ledgers):
    """Along one random direction, the slope of the loss is the gradient's product with it: a central difference."""
    points, labels = moons_network.first_eight(ledgers["moons"])
    start = np.concatenate([values.ravel() for values in PARAMETERS.values()])
    direction = np.random.default_rng(7).standard_normal(start.size)
    step = 1e-6
    losses = [batch_of_eight._engine_loss(start + sign * step * direction, points, labels) for sign in (1, -1)]
    measured = (losses[0] - losses[1]) / (2 * step)
    for route in (by_engine, by_modules):
        gradients = route.sweep(points, labels).gradients
        slope = sum(
            float(np.sum(gradients[name] * piece))
            for name, piece in zip(PARAMETERS, batch_of_eight._unflatten(direction), strict=True)
        )
        assert abs(slope - measured) < 1e-8


def test_unflatten_undoes_ravel():
    start = np.concatenate([values.ravel() for values in PARAMETERS.values()])
    for piece, values in zip(batch_of_eight._unflatten(start), PARAMETERS.values(), strict=True):
        assert np.array_equal(piece, values)
