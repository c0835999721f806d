"""A tiny network, dense, ReLU, dense: one gradient for every parameter, and none through the inactive unit."""

from __future__ import annotations

import numpy as np

from workflow.computations.lecture4 import by_pytorch, by_symbols
from workflow.computations.lecture4.agreement import claim_gradients, claim_difference_errors, claim_values
from workflow.computations.lecture4.by_symbols import Exact
from workflow.computations.lecture4.inputs import TINY_MLP, Sweep
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
    _claim_by_hand(ledger, routes["hand"], exact)
    _claim_inactive_unit(ledger, routes["hand"])
    _claim_by_pytorch(ledger, pytorch)
    claim_values(ledger, routes, VALUES, where=WHERE)
    claim_gradients(ledger, routes, (*GRADIENTS, *DECIMALS), where=WHERE)
    claim_difference_errors(ledger, found, (*GRADIENTS, *DECIMALS), where=WHERE)
    _claim_settings(ledger)
    return ledger


def _claim_by_hand(ledger: Ledger, hand: Sweep, exact: Exact) -> None:
    for name, expected in VALUES.items():
        ledger.equals(name, hand.values[name], expected, where=WHERE)
    for name, expected in GRADIENTS.items():
        ledger.equals(f"grad_{name}", hand.gradients[name], expected, where=WHERE)
    for name, printed in DECIMALS.items():
        ledger.reads(f"grad_{name}", hand.gradients[name], printed, where=WHERE)
        text = by_symbols.text(found.exact.gradients[name])
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


def _claim_by_pytorch(ledger: Ledger, pytorch: Sweep) -> None:
    for name, printed in VALUES_BY_PYTORCH.items():
        ledger.reads(f"{name}_by_pytorch", pytorch.values[name], printed, where=WHERE, volatile=True)
    for name, entries in GRADIENTS_BY_PYTORCH.items():
        gradient = pytorch.gradients[name]
        ledger.reads(f"grad_{name}_by_pytorch", gradient, entries, where=WHERE, volatile=True)
    for name, expected in SHAPES.items():
        ledger.equals(f"{name}_shape", str(pytorch.values[name].shape), expected, where=WHERE)
        ledger.equals(f"grad_{name}_shape", str(pytorch.gradients[name].shape), expected, where=WHERE)


def _claim_settings(ledger: Ledger) -> None:
    """Make PyTorch's network, then use it: neither draws a number or changes what dtype a tensor has by default."""
    where = f"{WHERE}; its weights are set, none is drawn"
    at_first = by_pytorch.settings()
    by_pytorch.mlp(**{name: TINY_MLP[name] for name in SHAPES})
    once_made = by_pytorch.settings()
    by_pytorch.tiny_mlp(**TINY_MLP)
    at_last = by_pytorch.settings()
    made_without = at_first.generator == once_made.generator
    ledger.holds("created_without_drawing", "is true", {"observed": made_without}, where=where)
    ledger.holds("generator_unchanged", "is true", {"observed": once_made.generator == at_last.generator}, where=where)
    unchanged = at_first.default_dtype == at_last.default_dtype
    ledger.holds("default_dtype_unchanged", "is true", {"observed": unchanged}, where=where)
