"""The injected bug: what it does to a gradient, and that it never outlives its block."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import tensor
from workflow.computations.dl01_6_4 import broadcast_bug, by_engine, moons_network

RIGHT = tensor.unbroadcast


@given(
    shape=st.lists(st.integers(1, 4), min_size=0, max_size=3).map(tuple),
    added=st.lists(st.integers(1, 4), min_size=0, max_size=2).map(tuple),
    stretched=st.integers(1, 4),
)
def test_a_mean_is_the_sum_over_what_it_sums(shape, added, stretched):
    grown = added + tuple(stretched if size == 1 else size for size in shape)
    grad = np.arange(1.0, 1.0 + math.prod(grown)).reshape(grown)
    with broadcast_bug.mean_in_place_of_sum():
        mean = tensor.unbroadcast(grad, shape)
    assert mean.shape == shape
    assert np.allclose(mean * (grad.size / math.prod(shape)), RIGHT(grad, shape))
    assert np.isclose(mean.mean(), grad.mean())


def test_the_engine_is_right_again_after_the_block():
    with broadcast_bug.mean_in_place_of_sum():
        assert tensor.unbroadcast is not RIGHT
    assert tensor.unbroadcast is RIGHT


def test_the_engine_is_right_again_after_an_exception():
    with pytest.raises(ZeroDivisionError), broadcast_bug.mean_in_place_of_sum():
        1 / 0  # noqa: B018 - it is the error that is wanted
    assert tensor.unbroadcast is RIGHT


def test_blocks_nest():
    with broadcast_bug.mean_in_place_of_sum():
        outer = tensor.unbroadcast
        with broadcast_bug.mean_in_place_of_sum():
            pass
        assert tensor.unbroadcast is outer
    assert tensor.unbroadcast is RIGHT


def test_one_example_cannot_show_the_bug(ledgers):
    points, labels = moons_network.first_eight(ledgers["moons"])
    right = by_engine.sweep(points[:1], labels[:1])
    with broadcast_bug.mean_in_place_of_sum():
        wrong = by_engine.sweep(points[:1], labels[:1])
    for name, gradient in right.gradients.items():
        assert np.array_equal(gradient, wrong.gradients[name])


def test_the_batch_of_the_figure_is_as_large_as_the_bug_divides_by(ledgers):
    gradients = by_engine.sweep(*moons_network.first_eight(ledgers["moons"])).gradients
    with broadcast_bug.mean_in_place_of_sum():
        wrong = by_engine.sweep(*moons_network.first_eight(ledgers["moons"])).gradients
    assert np.array_equal(gradients["b2"] / wrong["b2"], [ledgers["broadcast_bug"]["batch"].value] * 2)
