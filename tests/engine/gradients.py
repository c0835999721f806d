"""What the engine's tests share: operations and shapes, and a checker of backward rules.

The checker compares one number: the derivative along a random direction of a random linear function of the result.
Its cost does not grow with the size of the arrays. ``test_gradients.py`` feeds it wrong rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from engine.arithmetic import Array
from engine.tensor import Tensor

# The same examples on every run: a failure in a pull request is a failure at home.
repeatable = settings(max_examples=40, deadline=None, derandomize=True)

seeds = st.integers(0, 2**32 - 1)

# Central differences with this step are good to about 1e-10 relative; a wrong rule is off by far more than 1e-6.
STEP = 1e-6
TOLERANCE = 1e-6


@dataclass(frozen=True)
class Case:
    """One operation on operands of given shapes. The function runs on engine tensors and on PyTorch's alike."""

    name: str
    function: Callable[..., Any]
    shapes: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        return f"{self.name} on {' and '.join(map(str, self.shapes))}"


def _pairs(name: str, function: Callable[..., Any]) -> list[Case]:
    shapes = [((), ()), ((3,), (3,)), ((2, 3), (2, 3)), ((2, 3), (3,)), ((3,), (2, 3)), ((2, 3), (1, 3))]
    shapes += [((2, 1), (1, 3)), ((2, 3), ()), ((), (2, 3)), ((1,), (2, 3)), ((2, 1, 3), (4, 1)), ((1, 1), (1,))]
    return [Case(name, function, pair) for pair in shapes]


def _singles(name: str, function: Callable[..., Any], *shapes: tuple[int, ...]) -> list[Case]:
    return [Case(name, function, (shape,)) for shape in shapes]


CASES = [
    *_pairs("add", lambda a, b: a + b),
    *_pairs("subtract", lambda a, b: a - b),
    *_pairs("multiply", lambda a, b: a * b),
    *_pairs("divide", lambda a, b: a / b),
    Case("matmul", lambda a, b: a @ b, ((3,), (3,))),
    Case("matmul", lambda a, b: a @ b, ((2, 3), (3,))),
    Case("matmul", lambda a, b: a @ b, ((3,), (3, 2))),
    Case("matmul", lambda a, b: a @ b, ((4, 3), (3, 2))),
    Case("matmul", lambda a, b: a @ b, ((1, 3), (3, 1))),
    *_singles("negate", lambda a: -a, (), (3,), (2, 3)),
    *_singles("cube", lambda a: a**3, (), (3,), (2, 3)),
    *_singles("reciprocal square", lambda a: a**-2, (), (2, 3)),
    *_singles("root", lambda a: (a * a) ** 0.5, (), (2, 3)),
    *_singles("relu", lambda a: a.relu(), (), (3,), (2, 3)),
    *_singles("transpose", lambda a: a.T, (2, 3), (1, 4)),
    *_singles("sum", lambda a: a.sum(), (), (3,), (2, 3)),
    *_singles("sum over the last axis", lambda a: a.sum(axis=-1), (3,), (2, 3), (2, 1, 3)),
    *_singles("sum over two axes", lambda a: a.sum(axis=(0, 2)), (2, 1, 3), (2, 4, 3)),
    *_singles("sum that keeps its axis", lambda a: a.sum(axis=0, keepdims=True), (3,), (2, 3)),
    *_singles("mean", lambda a: a.mean(), (), (3,), (2, 3)),
    *_singles("mean over the first axis", lambda a: a.mean(axis=0), (3,), (2, 3), (2, 4, 3)),
    *_singles("mean that keeps its axes", lambda a: a.mean(axis=(0, 1), keepdims=True), (2, 3), (2, 4, 3)),
]


def values(rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """Draw numbers of both signs, none of them near the kink of relu or the pole of a quotient."""
    return np.asarray(rng.choice([-1.0, 1.0], shape) * rng.uniform(0.5, 2.0, shape))


def operands(case: Case, rng: np.random.Generator) -> list[Array]:
    """Draw an array for each operand of a case."""
    return [values(rng, shape) for shape in case.shapes]


def gradients(function: Callable[..., Tensor], arrays: list[Array], upstream: Array) -> list[Array]:
    """Run forward and back, and return the gradient of each operand."""
    leaves = [Tensor(array) for array in arrays]
    function(*leaves).backward(upstream)
    found = [leaf.grad for leaf in leaves]
    assert all(grad is not None for grad in found)
    return found


def check_rule(function: Callable[..., Tensor], arrays: list[Array], rng: np.random.Generator) -> None:
    """Compare a function's backward rule with a central difference along one random direction."""
    upstream = rng.normal(size=function(*map(Tensor, arrays)).shape)
    directions = [rng.normal(size=array.shape) for array in arrays]

    def projected(step: float) -> float:
        moved = [Tensor(array + step * way) for array, way in zip(arrays, directions, strict=True)]
        return float(np.sum(upstream * function(*moved).data))

    numeric = (projected(STEP) - projected(-STEP)) / (2 * STEP)
    found = gradients(function, arrays, upstream)
    analytic = sum(float(np.sum(grad * way)) for grad, way in zip(found, directions, strict=True))
    if abs(analytic - numeric) > TOLERANCE * max(1.0, abs(numeric)):
        msg = f"the rule gives {analytic!r}, a central difference {numeric!r}, at {arrays}"
        raise AssertionError(msg)
