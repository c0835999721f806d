"""The checker itself: it must accept right rules and catch wrong ones."""

from __future__ import annotations

import numpy as np
import pytest

from engine.arithmetic import Array
from engine.tensor import Tensor, record
from tests.engine.gradients import check_rule, values


def square_with(factor: float, tensor: Tensor) -> Tensor:
    x: Array = tensor.data
    return record("square", x * x, (tensor, lambda upstream: factor * x * upstream))


def test_the_checker_accepts_a_right_rule() -> None:
    rng = np.random.default_rng(0)

    check_rule(lambda x: square_with(2.0, x), [values(rng, (2, 3))], rng)


@pytest.mark.parametrize("factor", [2.001, 1.0, -2.0, 0.0])
def test_the_checker_catches_a_wrong_rule(factor: float) -> None:
    rng = np.random.default_rng(0)

    with pytest.raises(AssertionError, match="the rule gives"):
        check_rule(lambda x: square_with(factor, x), [values(rng, (2, 3))], rng)


def test_the_checker_catches_a_rule_that_is_wrong_for_one_operand_only() -> None:
    rng = np.random.default_rng(0)

    with pytest.raises(AssertionError, match="the rule gives"):
        check_rule(lambda x, y: x * 3.0 + square_with(1.0, y), [values(rng, (2,)), values(rng, (2,))], rng)
