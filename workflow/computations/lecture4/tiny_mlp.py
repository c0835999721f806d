"""A tiny network, dense, ReLU, dense: one gradient for every parameter, and none through the inactive unit."""

from __future__ import annotations

import numpy as np

from workflow.computations.lecture4 import by_differences, by_symbols
from workflow.computations.lecture4.agreement import claim_difference_errors, claim_gradients, claim_values
from workflow.computations.lecture4.by_symbols import Exact
from workflow.computations.lecture4.inputs import Sweep
from workflow.computations.lecture4.routes import by_every_route
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 16: a tiny MLP"

VALUES = {
    "x": [2.0, -1.0],
    "W1": [[1.0, -0.5], [0.0, 0.0], [1.0, -1.0]],
    "b1": [0.0, -0.5, 0.0],
    "z": [2.5, -0.5, 3.0],
    "h": [2.5, 0.0, 3.0],
    "W2": [[0.4, 0.3, 1.0], [0.7, -0.2, 0.0]],
    "b2": [0.0, 0.0],
    "prediction": [4.0, 1.75],
    "y": [1.0, 0.0],
    "loss": 12.0625,
}

# Short binary fractions, and what is none: that prints so, and is exactly so as rationals.
GRADIENTS = {"prediction": [6.0, 3.5], "W2": [[15.0, 0.0, 18.0], [8.75, 0.0, 10.5]], "b2": [6.0, 3.5]}
DECIMALS = {
    "h": ["4.85", "1.1", "6"],
    "z": ["4.85", "0", "6"],
    "W1": [["9.7", "-4.85"], ["0", "0"], ["12", "-6"]],
    "b1": ["4.85", "0", "6"],
    "x": ["10.85", "-8.425"],
}
DECIMALS_EXACTLY = {
    "h": ["97/20", "11/10", "6"],
    "z": ["97/20", "0", "6"],
    "W1": [["97/10", "-97/20"], ["0", "0"], ["12", "-6"]],
    "b1": ["97/20", "0", "6"],
    "x": ["217/20", "-337/40"],
}

VALUES_BY_PYTORCH = {
    "z": ["2.5", "-0.5", "3"],
    "h": ["2.5", "0", "3"],
    "prediction": ["4", "1.75"],
    "loss": "12.0625",
}
GRADIENTS_BY_PYTORCH = {
    "z": ["4.85", "0", "6"],
    "W1": [["9.7", "-4.85"], ["0", "0"], ["12", "-6"]],
    "b1": ["4.85", "0", "6"],
    "W2": [["15", "0", "18"], ["8.75", "0", "10.5"]],
    "b2": ["6", "3.5"],
}
SHAPES = {"W1": "(3, 2)", "b1": "(3,)", "W2": "(2, 3)", "b2": "(2,)"}


def compute() -> Ledger:
    """Send x (2,) through hidden units z and h (3,) to a prediction (2,), and go back from its squared error to y."""
    found = by_every_route("tiny_mlp")
    routes = found.sweeps
    ledger = Ledger("lecture4/tiny_mlp")
    _claim_by_hand(ledger, routes["hand"], found.exact)
    _claim_inactive_unit(ledger, routes["hand"])
    _claim_by_pytorch(ledger, routes["pytorch"])
    claim_values(ledger, routes, ("z", "h", "prediction", "loss"), where=WHERE)
    claim_gradients(ledger, routes, (*GRADIENTS, *DECIMALS), where=WHERE)
    claim_difference_errors(ledger, found, (*GRADIENTS, *DECIMALS), where=WHERE)
    _claim_way_to_kink(ledger, routes["hand"])
    return ledger


def _claim_by_hand(ledger: Ledger, hand: Sweep, exact: Exact) -> None:
    for name, expected in VALUES.items():
        ledger.equals(name, hand.values[name], expected, where=WHERE)
    for name, expected in GRADIENTS.items():
        ledger.equals(f"grad_{name}", hand.gradients[name], expected, where=WHERE)
    for name, printed in DECIMALS.items():
        ledger.reads(f"grad_{name}", hand.gradients[name], printed, where=WHERE)
        text = by_symbols.text(exact.gradients[name])
        ledger.equals(f"grad_{name}_exactly", text, DECIMALS_EXACTLY[name], where=WHERE)


def _claim_inactive_unit(ledger: Ledger, hand: Sweep) -> None:
    where = f"{WHERE}: the inactive unit returns zero"
    active = hand.values["z"] > 0
    units = np.flatnonzero(~active)
    ledger.equals("active", active.astype(np.int64), [1, 0, 1], where=where)
    ledger.equals("inactive_units", units + 1, [2], where=where)
    ledger.equals("grad_z_inactive", hand.gradients["z"][units], [0.0], where=where)
    ledger.equals("grad_W1_inactive", hand.gradients["W1"][units], [[0.0, 0.0]], where=where)
    ledger.equals("grad_b1_inactive", hand.gradients["b1"][units], [0.0], where=where)
    ledger.equals("grad_W2_inactive", hand.gradients["W2"][:, units], [[0.0], [0.0]], where=where)


def _claim_by_pytorch(ledger: Ledger, pytorch: Sweep) -> None:
    for name, printed in VALUES_BY_PYTORCH.items():
        ledger.reads(f"{name}_by_pytorch", pytorch.values[name], printed, where=WHERE, volatile=True)
    for name, entries in GRADIENTS_BY_PYTORCH.items():
        gradient = pytorch.gradients[name]
        ledger.reads(f"grad_{name}_by_pytorch", gradient, entries, where=WHERE, volatile=True)
    for name, expected in SHAPES.items():
        ledger.equals(f"{name}_shape", str(pytorch.values[name].shape), expected, where=WHERE)
        ledger.equals(f"grad_{name}_shape", str(pytorch.gradients[name].shape), expected, where=WHERE)


def _claim_way_to_kink(ledger: Ledger, hand: Sweep) -> None:
    """Claim that no unit crosses the kink of its ReLU while one entry of x, W1, b1 or z moves by h for a difference.

    z is linear in each of them, with slopes W1, x, 1 and 1. What is claimed is how far a unit goes at most (3,), as a
    part of its distance to the kink.
    """
    values = hand.values
    steepest = np.maximum(1.0, np.maximum(np.abs(values["x"]).max(), np.abs(values["W1"]).max(axis=1)))
    part = by_differences.step_taken() * steepest / np.abs(values["z"])
    ledger.below("way_to_kink", part, 1.0, where=f"{WHERE}: central differences stay on one side of the ReLU's kink")
