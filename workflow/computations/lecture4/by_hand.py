"""The route on paper: upstream times local, a line for each quantity, in the order of the lecture.

Products and sums of NumPy arrays, element by element: no matrix product and no power, so the bits are the same on
every processor. g_q is the gradient of the loss for q.
"""

from __future__ import annotations

import numpy as np

from workflow.computations.arrays import Floats
from workflow.computations.lecture4.inputs import CALLS, Sweep

# The loss is the loss: where a sweep back starts.
SEED = np.ones(())


def square(u: Floats, g_v: Floats) -> Sweep:
    """Let v = u^2 return g_v times 2u."""
    v = u * u
    g_u = g_v * (2.0 * u)
    return Sweep({"u": u, "v": v}, {"v": g_v, "u": g_u})


def addition(a: Floats, b: Floats, g_v: Floats) -> Sweep:
    """Let v = a + b return g_v to both."""
    v = a + b
    g_a = g_v * 1.0
    g_b = g_v * 1.0
    return Sweep({"a": a, "b": b, "v": v}, {"v": g_v, "a": g_a, "b": g_b})


def multiplication(a: Floats, b: Floats, g_v: Floats) -> Sweep:
    """Let v = a b return to each operand g_v times the other."""
    v = a * b
    g_a = g_v * b
    g_b = g_v * a
    return Sweep({"a": a, "b": b, "v": v}, {"v": g_v, "a": g_a, "b": g_b})


def scalar_graph(x: Floats, w: Floats, b: Floats, y: Floats) -> Sweep:
    """Go forward and back through L = (w x + b - y)^2, over the stored values m, a and e; all of shape ()."""
    m = w * x
    a = m + b
    e = a - y
    L = e * e

    g_L = SEED
    g_e = g_L * (2.0 * e)  # L = e^2
    g_a = g_e * 1.0  # e = a - y
    g_y = g_e * -1.0
    g_m = g_a * 1.0  # a = m + b
    g_b = g_a * 1.0
    g_w = g_m * x  # m = w x
    g_x = g_m * w
    return Sweep(
        {"L": L, "e": e, "a": a, "m": m, "w": w, "x": x, "b": b, "y": y},
        {"L": g_L, "e": g_e, "a": g_a, "m": g_m, "w": g_w, "x": g_x, "b": g_b, "y": g_y},
    )


def gradient_step(x: Floats, w: Floats, b: Floats, y: Floats, eta: Floats) -> Sweep:
    """Move w and b of the scalar graph against their gradients, eta times; all of shape ()."""
    before = scalar_graph(x, w, b, y)
    g_w, g_b = before.gradients["w"], before.gradients["b"]
    w_new = w - eta * g_w
    b_new = b - eta * g_b
    after = scalar_graph(x, w_new, b_new, y)
    values = {"x": x, "y": y, "eta": eta, "w": w, "b": b, "w_new": w_new, "b_new": b_new}
    values |= {"prediction": before.values["a"], "prediction_new": after.values["a"]}
    values |= {"L": before.values["L"], "L_new": after.values["L"]}
    return Sweep(values, {"w": g_w, "b": g_b})


def accumulation(x: Floats, w: Floats, b: Floats, y: Floats) -> Sweep:
    """Add up the gradient of w over calls in a row, (CALLS,), set the sum to zero, and call once more."""
    totals = []
    total = np.zeros(())
    for _ in range(CALLS):
        total = total + scalar_graph(x, w, b, y).gradients["w"]
        totals.append(total)
    cleared = np.zeros(())
    afresh = cleared + scalar_graph(x, w, b, y).gradients["w"]
    return Sweep({"x": x, "w": w, "b": b, "y": y}, {"w": np.stack(totals), "w_afresh": afresh})


def branch(x: Floats, factor: Floats) -> Sweep:
    """Let L = u + v with u = x^2 and v = factor x: what comes back through u and through v adds up at x."""
    u = x * x
    v = factor * x
    L = u + v

    g_L = SEED
    g_u = g_L * 1.0  # L = u + v
    g_v = g_L * 1.0
    through_u = g_u * (2.0 * x)  # u = x^2
    through_v = g_v * factor  # v = factor x
    g_x = through_u + through_v
    return Sweep(
        {"x": x, "factor": factor, "u": u, "v": v, "L": L},
        {"L": g_L, "u": g_u, "v": g_v, "x_through_u": through_u, "x_through_v": through_v, "x": g_x},
    )


def vector_neuron(x: Floats, w: Floats, b: Floats) -> Sweep:
    """Go forward and back through L = z^2 with z = w^T x + b; w and x are (2,), the rest ()."""
    z = (w * x).sum() + b
    L = z * z

    g_L = SEED
    g_z = g_L * (2.0 * z)  # L = z^2
    g_w = g_z * x  # z = w^T x + b
    g_x = g_z * w
    g_b = g_z * 1.0
    return Sweep({"w": w, "x": x, "b": b, "z": z, "L": L}, {"L": g_L, "z": g_z, "w": g_w, "x": g_x, "b": g_b})


def dense(x: Floats, W: Floats, b: Floats, g_z: Floats) -> Sweep:
    """Let z = W x + b return g_z, coordinate by coordinate: x, b, z and g_z are (2,), W is (2, 2).

    Row i of z is W[i] x + b[i] and returns g_z[i] W[i] to x. These rows, `x_rows` (2, 2), add up at x.
    """
    z = (W * x).sum(axis=1) + b

    x_rows = g_z[:, np.newaxis] * W
    g_x = x_rows.sum(axis=0)
    g_W = g_z[:, np.newaxis] * x
    g_b = g_z * 1.0
    return Sweep({"x": x, "W": W, "b": b, "z": z}, {"z": g_z, "x_rows": x_rows, "x": g_x, "W": g_W, "b": g_b})


def batch(X: Floats, W: Floats, b: Floats, Y: Floats) -> Sweep:
    """Let L be the mean of half the squared errors of B examples: X, Y, Z and R are (B, 2), an example a row."""
    B = len(X)
    Z = (X[:, np.newaxis, :] * W).sum(axis=2) + b
    R = Z - Y
    row_losses = 0.5 * (R * R).sum(axis=1)
    L = row_losses.sum() / B

    g_Z = R / B  # the mean: 1/B; half a square: the residual itself
    g_W = examples(X, W, b, Y).gradients["W_each"].sum(axis=0) / B  # all examples propose to one W
    g_b = R.sum(axis=0) / B
    g_X = (g_Z[:, :, np.newaxis] * W).sum(axis=1)  # rows stay apart
    return Sweep(
        {"X": X, "W": W, "b": b, "Y": Y, "Z": Z, "R": R, "row_losses": row_losses, "L": L},
        {"Z": g_Z, "W": g_W, "b": g_b, "X": g_X},
    )


def examples(X: Floats, W: Floats, b: Floats, Y: Floats) -> Sweep:
    """Take the gradient of each example's own loss for W, (B, 2, 2): the outer products of residual and input."""
    R = (X[:, np.newaxis, :] * W).sum(axis=2) + b - Y
    return Sweep({}, {"W_each": R[:, :, np.newaxis] * X[:, np.newaxis, :]})


def microbatches(X: Floats, W: Floats, b: Floats, Y: Floats) -> Sweep:
    """Add up the gradients of loss / B, one example after the other: after each, W (B, 2, 2) and b (B, 2)."""
    totals_W, totals_b = [], []
    total_W, total_b = np.zeros_like(W), np.zeros_like(b)
    for x, y in zip(X, Y, strict=True):
        r = (W * x).sum(axis=1) + b - y
        g_z = r / len(X)
        total_W = total_W + g_z[:, np.newaxis] * x
        total_b = total_b + g_z
        totals_W.append(total_W)
        totals_b.append(total_b)
    return Sweep({}, {"W": np.stack(totals_W), "b": np.stack(totals_b)})


def sgd_step(X: Floats, W: Floats, b: Floats, Y: Floats, eta: Floats) -> Sweep:
    """Move W and b against the gradients of the batch, eta times, and take the loss again."""
    before = batch(X, W, b, Y)
    g_W, g_b = before.gradients["W"], before.gradients["b"]
    W_new = W - eta * g_W
    b_new = b - eta * g_b
    after = batch(X, W_new, b_new, Y)
    values = {"eta": eta, "W": W, "b": b, "L": before.values["L"]}
    values |= {"W_new": W_new, "b_new": b_new, "L_new": after.values["L"]}
    return Sweep(values, {"W": g_W, "b": g_b})


def tiny_mlp(  # noqa: PLR0913, PLR0917 - a network's own letters
    x: Floats, W1: Floats, b1: Floats, W2: Floats, b2: Floats, y: Floats
) -> Sweep:
    """Send x (2,) through dense, ReLU, dense: z and h are (3,), the prediction and y (2,), the loss a squared error."""
    z = (W1 * x).sum(axis=1) + b1
    h = np.maximum(z, 0.0)
    prediction = (W2 * h).sum(axis=1) + b2
    error = prediction - y
    loss = (error * error).sum()

    g_prediction = 2.0 * error
    g_W2 = g_prediction[:, np.newaxis] * h
    g_b2 = g_prediction * 1.0
    g_h = (g_prediction[:, np.newaxis] * W2).sum(axis=0)
    g_z = g_h * (z > 0.0)  # an inactive unit returns nothing
    g_W1 = g_z[:, np.newaxis] * x
    g_b1 = g_z * 1.0
    g_x = (g_z[:, np.newaxis] * W1).sum(axis=0)
    return Sweep(
        {
            "x": x,
            "W1": W1,
            "b1": b1,
            "z": z,
            "h": h,
            "W2": W2,
            "b2": b2,
            "prediction": prediction,
            "y": y,
            "loss": loss,
        },
        {"prediction": g_prediction, "W2": g_W2, "b2": g_b2, "h": g_h, "z": g_z, "W1": g_W1, "b1": g_b1, "x": g_x},
    )
