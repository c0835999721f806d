"""The route of central differences: losses at nearby points, and no derivative rule at all.

Whatever is to get a gradient goes through a probe in the forward pass, which adds h or -h to one entry of one quantity
and lets everything else pass. So a quantity in the middle of a graph gets a difference as an input does:
(f(q + h) - f(q - h)) / 2h, where f is the loss from q on.

How far that may be from the derivative:

- Truncation is h^2/6 times a third derivative of f somewhere between q - h and q + h. Each loss of the lecture is at
  most quadratic in each single entry, so it is 0 for every h; no kink of the network's ReLU lies within h.
- A stored value v is rounded once, by at most u |v|, u = 2^-53, and its rounding error reaches the loss times its
  gradient. So a computed loss is off by at most u times the sum of |g_v v| over the stored values, to first order in u
  and h. There are two losses, divided by 2h: u / h times that sum.
- q + h is rounded as well, by at most u (|q| + h), which moves the loss by |g_q| times as much: u / h |g_q| (|q| + h).
- The last subtraction and division are off by 2u |g_q|, which is 1e-5 times as much as the others.

For the scalar graph these add up to 2e-9 or less (`rounding_bounds`), for the others to a few times as much, since
their numbers have the same size and their sums a few more terms. The tolerance 1e-8 leaves room for that; a smaller h
would make rounding larger, a larger one is not needed. A wrong rule is off by far more.

Every function computes what its namesake in the other routes does; what its arrays are is said in `by_hand`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np

from workflow.computations.arrays import Floats
from workflow.computations.lecture4.inputs import CALLS, Sweep

STEP = 1e-5

# Half the distance from 1 to the next float64: no rounding is off by more, relative to what is rounded.
UNIT = 2.0**-53

Probe = Callable[[str, Any], Any]


def central_differences(loss: Callable[[Probe], Any]) -> Sweep:
    """Take the central difference of a loss for every entry of every value that its forward pass shows the probe.

    The sweep has gradients only.
    """
    shapes: dict[str, tuple[int, ...]] = {}

    def note(name: str, value: Any) -> Any:
        shapes[name] = np.shape(value)
        return value

    loss(note)
    return Sweep({}, {name: _gradient(loss, name, shape) for name, shape in shapes.items()})


def _gradient(loss: Callable[[Probe], Any], name: str, shape: tuple[int, ...]) -> Floats:
    gradient = np.empty(shape)
    for place in np.ndindex(shape):
        gradient[place] = (loss(moving(name, place, STEP)) - loss(moving(name, place, -STEP))) / (2 * STEP)
    return gradient


def moving(name: str, place: tuple[int, ...], step: float) -> Probe:
    """Give the probe that adds a step to one entry of one quantity."""

    def probe(passing: str, value: Any) -> Any:
        if passing != name:
            return value
        moved = np.array(value)
        moved[place] += step
        return moved

    return probe


def step_taken() -> float:
    """Measure h: half the distance between the two places at which the probe sets a quantity that is 0."""
    zero = np.zeros(())
    above, below = moving("q", (), STEP)("q", zero), moving("q", (), -STEP)("q", zero)
    return float(above - below) / 2


def rounding_bounds(sweep: Sweep, names: Iterable[str], steps: Iterable[str]) -> Floats:
    """Bound what rounding adds to the difference of each of these quantities, each of shape ().

    Parameters
    ----------
    sweep
        Values and gradients of a graph whose every step is one operation on numbers of shape ().
    names
        The quantities whose differences are meant.
    steps
        The stored values that are computed; inputs are exact.

    Returns
    -------
    Floats
        A bound for each name, by the formula in the docstring of this module.
    """
    values, gradients = sweep
    of_loss = sum(abs(gradients[step] * values[step]) for step in steps)
    bounds = [
        UNIT / STEP * (of_loss + abs(gradients[name]) * (abs(values[name]) + STEP)) + 2 * UNIT * abs(gradients[name])
        for name in names
    ]
    return np.stack(bounds)


def square(g_v: Floats, **operand: Floats) -> Sweep:
    """Probe g_v u^2: its gradient for v is all that u gets to know of what follows v."""

    def loss(probe: Probe) -> Any:
        u = probe("u", operand["u"])
        return g_v * probe("v", u * u)

    return central_differences(loss)


def addition(g_v: Floats, **operands: Floats) -> Sweep:
    """Probe g_v (a + b)."""

    def loss(probe: Probe) -> Any:
        a, b = (probe(name, operands[name]) for name in ("a", "b"))
        return g_v * probe("v", a + b)

    return central_differences(loss)


def multiplication(g_v: Floats, **operands: Floats) -> Sweep:
    """Probe g_v a b."""

    def loss(probe: Probe) -> Any:
        a, b = (probe(name, operands[name]) for name in ("a", "b"))
        return g_v * probe("v", a * b)

    return central_differences(loss)


def scalar_graph(**inputs: Floats) -> Sweep:
    """Probe (w x + b - y)^2."""

    def loss(probe: Probe) -> Any:
        x, w, b, y = (probe(name, inputs[name]) for name in ("x", "w", "b", "y"))
        m = probe("m", w * x)
        a = probe("a", m + b)
        e = probe("e", a - y)
        return probe("L", e * e)

    return central_differences(loss)


def accumulation(x: Floats, w: Floats, b: Floats, y: Floats) -> Sweep:
    """Probe w in the sum of the losses of all calls so far: of one, two, three; of none; and of one again."""

    def loss(calls: int, probe: Probe) -> Any:
        e = probe("w", w) * x + b - y
        return sum(e * e for _ in range(calls))

    after = [central_differences(partial(loss, calls)).gradients["w"] for calls in range(CALLS + 1)]
    none, one, *_ = after
    return Sweep({}, {"w": np.stack(after[1:]), "w_after_zeroing": none, "w_afresh": one})


def branch(**inputs: Floats) -> Sweep:
    """Probe x^2 + factor x, and x on each of its two paths alone."""

    def loss(probe: Probe) -> Any:
        x = probe("x", inputs["x"])
        on_path_u, on_path_v = probe("x_through_u", x), probe("x_through_v", x)
        u = probe("u", on_path_u * on_path_u)
        v = probe("v", inputs["factor"] * on_path_v)
        return probe("L", u + v)

    return central_differences(loss)


def vector_neuron(**inputs: Floats) -> Sweep:
    """Probe (w^T x + b)^2."""

    def loss(probe: Probe) -> Any:
        x, w, b = (probe(name, inputs[name]) for name in ("x", "w", "b"))
        z = probe("z", (w * x).sum() + b)
        return probe("L", z * z)

    return central_differences(loss)


def dense(g_z: Floats, **inputs: Floats) -> Sweep:
    """Probe g_z^T (W x + b), and x in each row alone."""

    def loss(probe: Probe) -> Any:
        x, W, b = (probe(name, inputs[name]) for name in ("x", "W", "b"))
        x_rows = probe("x_rows", np.broadcast_to(x, W.shape))
        z = probe("z", (W * x_rows).sum(axis=1) + b)
        return (g_z * z).sum()

    return central_differences(loss)


def batch(**inputs: Floats) -> Sweep:
    """Probe the mean over the examples of half their squared errors."""

    def loss(probe: Probe) -> Any:
        row_losses = _row_losses(inputs, probe)
        return row_losses.sum() / len(row_losses)

    return central_differences(loss)


def examples(**inputs: Floats) -> Sweep:
    """Probe W in the loss of one example after the other."""

    def loss(n: int, probe: Probe) -> Any:
        return _row_losses(inputs, probe)[n]

    each = [central_differences(partial(loss, n)).gradients["W"] for n in range(len(inputs["X"]))]
    return Sweep({}, {"W_each": np.stack(each)})


def microbatches(**inputs: Floats) -> Sweep:
    """Probe W and b in the sum of the first losses over B: of one, two, all."""

    def loss(last: int, probe: Probe) -> Any:
        row_losses = _row_losses(inputs, probe)
        return row_losses[: last + 1].sum() / len(row_losses)

    after = [central_differences(partial(loss, last)).gradients for last in range(len(inputs["X"]))]
    return Sweep({}, {name: np.stack([gradients[name] for gradients in after]) for name in ("W", "b")})


def _row_losses(inputs: dict[str, Floats], probe: Probe) -> Any:
    """Compute half the squared error of each example, (B,)."""
    X, W, b = (probe(name, inputs[name]) for name in ("X", "W", "b"))
    Z = probe("Z", (X[:, np.newaxis, :] * W).sum(axis=2) + b)
    R = Z - inputs["Y"]
    return 0.5 * (R * R).sum(axis=1)


def tiny_mlp(**inputs: Floats) -> Sweep:
    """Probe the squared error of W2 max(0, W1 x + b1) + b2."""

    def loss(probe: Probe) -> Any:
        x, W1, b1, W2, b2 = (probe(name, inputs[name]) for name in ("x", "W1", "b1", "W2", "b2"))
        z = probe("z", (W1 * x).sum(axis=1) + b1)
        h = probe("h", np.maximum(z, 0.0))
        prediction = probe("prediction", (W2 * h).sum(axis=1) + b2)
        error = prediction - inputs["y"]
        return (error * error).sum()

    return central_differences(loss)
