"""The route of central differences: losses at nearby points, and no derivative rule at all.

Whatever is to get a gradient goes through a probe in the forward pass, which adds h or -h to one entry of one quantity
and lets everything else pass. So a quantity in the middle of a graph gets a difference as an input does:
(f(q + h) - f(q - h)) / 2h, where f is the loss from q on.

How far that may be from the derivative:

- Truncation is h^2/6 times a third derivative of f somewhere between q - h and q + h. Each loss of the lecture is at
  most quadratic in each single entry, so it is 0 for every h; no kink of the network's ReLU lies within h.
- What is left is rounding. A stored value v is off by at most u |v|, u = 2^-53, and that reaches the loss times the
  gradient for v. So a computed loss is off by about u times the sum of |g_v v| over its stored values, and there are
  two losses, divided by 2h. `rounding` follows this through both losses as they are computed, the rounding of q + h and
  q - h, every product, every partial sum, the last subtraction and the division included; its bound holds for every h
  and is of first order in u only as far as it is rounded itself.

Every central difference comes with that bound. For all graphs of the lecture it is below the tolerance 1e-8, and not
much below: up to 5e-9, where the losses of three calls are added up. A smaller h would make it larger, a larger one is
not needed. A wrong rule is off by far more.

Every function computes what its namesake in the other routes does; what its arrays are is said in `by_hand`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from workflow.computations.arrays import Floats
from workflow.computations.lecture4.inputs import CALLS, Sweep
from workflow.computations.lecture4.rounding import rounded

STEP = 1e-5

Probe = Callable[[str, Any], Any]
Loss = Callable[[Probe], Any]


class Differences(NamedTuple):
    """The gradients of a `Sweep`, and for each entry a bound of what rounding adds to it."""

    gradients: dict[str, Floats]
    rounding_bounds: dict[str, Floats]

    def sweep(self) -> Sweep:
        """Give the gradients; values are not what differences find."""
        return Sweep({}, self.gradients)


def central_differences(loss: Loss) -> Differences:
    """Take the central difference of a loss for every entry of every value that its forward pass shows the probe."""
    shapes: dict[str, tuple[int, ...]] = {}

    def note(name: str, value: Any) -> Any:
        shapes[name] = np.shape(value)
        return value

    loss(note)
    return Differences(
        {name: _entry_by_entry(partial(_difference, loss, name), shape) for name, shape in shapes.items()},
        {name: _entry_by_entry(partial(_rounding_bound, loss, name), shape) for name, shape in shapes.items()},
    )


def _entry_by_entry(function: Callable[[tuple[int, ...]], Any], shape: tuple[int, ...]) -> Floats:
    entries = np.empty(shape)
    for place in np.ndindex(shape):
        entries[place] = function(place)
    return entries


def _difference(loss: Loss, name: str, place: tuple[int, ...]) -> Any:
    return (loss(moving(name, place, STEP)) - loss(moving(name, place, -STEP))) / (2 * STEP)


def _rounding_bound(loss: Loss, name: str, place: tuple[int, ...]) -> float:
    """Take the same difference with numbers that carry a bound."""

    def carrying(step: float) -> Probe:
        move = moving(name, place, step)
        return lambda passing, value: move(passing, rounded(value))

    difference = (loss(carrying(STEP)) - loss(carrying(-STEP))) / (2 * STEP)
    return float(difference.off)


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


def square(g_v: Floats, **operand: Floats) -> Differences:
    """Probe g_v u^2: its gradient for v is all that u gets to know of what follows v."""

    def loss(probe: Probe) -> Any:
        u = probe("u", operand["u"])
        return g_v * probe("v", u * u)

    return central_differences(loss)


def addition(g_v: Floats, **operands: Floats) -> Differences:
    """Probe g_v (a + b)."""

    def loss(probe: Probe) -> Any:
        a, b = (probe(name, operands[name]) for name in ("a", "b"))
        return g_v * probe("v", a + b)

    return central_differences(loss)


def multiplication(g_v: Floats, **operands: Floats) -> Differences:
    """Probe g_v a b."""

    def loss(probe: Probe) -> Any:
        a, b = (probe(name, operands[name]) for name in ("a", "b"))
        return g_v * probe("v", a * b)

    return central_differences(loss)


def scalar_graph(**inputs: Floats) -> Differences:
    """Probe (w x + b - y)^2."""

    def loss(probe: Probe) -> Any:
        x, w, b, y = (probe(name, inputs[name]) for name in ("x", "w", "b", "y"))
        m = probe("m", w * x)
        a = probe("a", m + b)
        e = probe("e", a - y)
        return probe("L", e * e)

    return central_differences(loss)


def gradient_step(eta: Floats, **inputs: Floats) -> Differences:  # noqa: ARG001 - a step shows no difference anew
    """Probe the scalar graph before the step."""
    return scalar_graph(**inputs)


def accumulation(x: Floats, w: Floats, b: Floats, y: Floats) -> Differences:
    """Probe w in the sum of the losses of all calls so far: of one, two, three; and of one again."""

    def loss(calls: int, probe: Probe) -> Any:
        e = probe("w", w) * x + b - y
        return sum(e * e for _ in range(calls))

    after = [central_differences(partial(loss, calls)) for calls in range(1, CALLS + 1)]
    so_far, afresh = _stacked(after, w="w"), after[0]
    return Differences(
        so_far.gradients | {"w_afresh": afresh.gradients["w"]},
        so_far.rounding_bounds | {"w_afresh": afresh.rounding_bounds["w"]},
    )


def _stacked(parts: Sequence[Differences], **names: str) -> Differences:
    """Put one quantity of one loss after the other into an array with one more axis in front, by a new name."""
    return Differences(
        {new: np.stack([part.gradients[name] for part in parts]) for new, name in names.items()},
        {new: np.stack([part.rounding_bounds[name] for part in parts]) for new, name in names.items()},
    )


def branch(**inputs: Floats) -> Differences:
    """Probe x^2 + factor x, and x on each of its two paths alone."""

    def loss(probe: Probe) -> Any:
        x = probe("x", inputs["x"])
        on_path_u, on_path_v = probe("x_through_u", x), probe("x_through_v", x)
        u = probe("u", on_path_u * on_path_u)
        v = probe("v", inputs["factor"] * on_path_v)
        return probe("L", u + v)

    return central_differences(loss)


def vector_neuron(**inputs: Floats) -> Differences:
    """Probe (w^T x + b)^2."""

    def loss(probe: Probe) -> Any:
        x, w, b = (probe(name, inputs[name]) for name in ("x", "w", "b"))
        z = probe("z", (w * x).sum() + b)
        return probe("L", z * z)

    return central_differences(loss)


def dense(g_z: Floats, **inputs: Floats) -> Differences:
    """Probe g_z^T (W x + b), and x in each row alone."""

    def loss(probe: Probe) -> Any:
        x, W, b = (probe(name, inputs[name]) for name in ("x", "W", "b"))
        x_rows = probe("x_rows", np.broadcast_to(x, W.shape))
        z = probe("z", (W * x_rows).sum(axis=1) + b)
        return (g_z * z).sum()

    return central_differences(loss)


def batch(**inputs: Floats) -> Differences:
    """Probe the mean over the examples of half their squared errors."""

    def loss(probe: Probe) -> Any:
        row_losses = _row_losses(inputs, probe)
        return row_losses.sum() / len(row_losses)

    return central_differences(loss)


def examples(**inputs: Floats) -> Differences:
    """Probe W in the loss of one example after the other."""

    def loss(n: int, probe: Probe) -> Any:
        return _row_losses(inputs, probe)[n]

    return _stacked([central_differences(partial(loss, n)) for n in range(len(inputs["X"]))], W_each="W")


def microbatches(**inputs: Floats) -> Differences:
    """Probe W and b in the sum of the first losses over B: of one, two, all."""

    def loss(last: int, probe: Probe) -> Any:
        row_losses = _row_losses(inputs, probe)
        return row_losses[: last + 1].sum() / len(row_losses)

    return _stacked([central_differences(partial(loss, last)) for last in range(len(inputs["X"]))], W="W", b="b")


def sgd_step(eta: Floats, **inputs: Floats) -> Differences:  # noqa: ARG001 - a step shows no difference anew
    """Probe the batch before the step."""
    return batch(**inputs)


def _row_losses(inputs: dict[str, Floats], probe: Probe) -> Any:
    """Compute half the squared error of each example, (B,)."""
    X, W, b = (probe(name, inputs[name]) for name in ("X", "W", "b"))
    Z = probe("Z", (X[:, np.newaxis, :] * W).sum(axis=2) + b)
    R = Z - inputs["Y"]
    return 0.5 * (R * R).sum(axis=1)


def tiny_mlp(**inputs: Floats) -> Differences:
    """Probe the squared error of W2 max(0, W1 x + b1) + b2."""

    def loss(probe: Probe) -> Any:
        x, W1, b1, W2, b2 = (probe(name, inputs[name]) for name in ("x", "W1", "b1", "W2", "b2"))
        z = probe("z", (W1 * x).sum(axis=1) + b1)
        h = probe("h", np.maximum(z, 0.0))
        prediction = probe("prediction", (W2 * h).sum(axis=1) + b2)
        error = prediction - inputs["y"]
        return (error * error).sum()

    return central_differences(loss)
