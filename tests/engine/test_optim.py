"""Stochastic gradient descent: one step, accumulation between steps, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

from engine.nn import Parameter
from engine.optim import SGD


def test_a_step_moves_every_parameter_against_its_gradient_in_place() -> None:
    a, b = Parameter([1.0, 2.0]), Parameter(3.0)
    held = a.data
    (a * a).sum().backward()
    (b * 5.0).backward()
    SGD([a, b], lr=0.1).step()

    np.testing.assert_allclose(a.data, [0.8, 1.6], rtol=1e-15)
    np.testing.assert_allclose(b.data, 2.5, rtol=1e-15)
    assert a.data is held


def test_without_zero_grad_a_second_step_uses_the_sum_of_both_gradients() -> None:
    p = Parameter(1.0)
    optimizer = SGD([p], lr=0.1)
    for _ in range(2):
        (p * 2.0).backward()
    optimizer.step()

    np.testing.assert_allclose(p.data, 1.0 - 0.1 * 4.0, rtol=1e-15)


def test_zero_grad_forgets_the_gradients() -> None:
    p = Parameter(1.0)
    optimizer = SGD([p], lr=0.1)
    (p * 2.0).backward()
    optimizer.zero_grad()
    assert p.grad is None

    (p * 3.0).backward()
    assert p.grad == 3.0


def test_parameters_may_come_from_a_generator() -> None:
    p = Parameter(1.0)

    assert SGD((q for q in [p]), lr=0.1).params == [p]


def test_a_parameter_that_the_loss_does_not_depend_on_stays() -> None:
    used, unused = Parameter(1.0), Parameter(1.0)
    (used * 2.0).backward()
    SGD([used, unused], lr=0.1).step()

    assert (used.data, unused.data) == (0.8, 1.0)


def test_a_step_before_any_backward_is_refused() -> None:
    with pytest.raises(
        RuntimeError, match=r"SGD.step: no parameter has a gradient: call backward\(\) on the loss first"
    ):
        SGD([Parameter(1.0)], lr=0.1).step()


def test_no_parameters_are_refused() -> None:
    with pytest.raises(ValueError, match=r"SGD: got no parameters to train: pass module.parameters\(\)"):
        SGD([], lr=0.1)


@pytest.mark.parametrize("lr", [0.0, -1.0, float("nan"), float("inf")])
def test_a_learning_rate_that_is_not_positive_and_finite_is_refused(lr: float) -> None:
    with pytest.raises(ValueError, match=f"the learning rate must be a positive finite number, got {lr}"):
        SGD([Parameter(1.0)], lr=lr)
