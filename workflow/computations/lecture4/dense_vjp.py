"""The vector-Jacobian product of a dense layer, row by row and whole."""

from __future__ import annotations

from workflow.computations.lecture4.agreement import claim_difference_errors, claim_gradients, claim_values
from workflow.computations.lecture4.routes import by_every_route
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 11: backward through a dense layer"

VALUES = {"x": [2.0, -1.0], "W": [[1.0, 3.0], [-2.0, 1.0]], "b": [0.0, 1.0], "z": [-1.0, -4.0]}
GRADIENTS = {
    "z": [4.0, -2.0],
    "x_rows": [[4.0, 12.0], [4.0, -2.0]],
    "x": [8.0, 10.0],
    "W": [[8.0, -4.0], [-4.0, 2.0]],
    "b": [4.0, -2.0],
}
SHAPES = {"x": "(2,)", "W": "(2, 2)", "b": "(2,)"}


def compute() -> Ledger:
    """Take g_z = (4, -2) back through z = W x + b; x, b and z are (2,), W and what its rows return to x (2, 2)."""
    found = by_every_route("dense")
    routes = found.sweeps
    values, gradients = routes["hand"]
    ledger = Ledger("lecture4/dense_vjp")
    for name, expected in VALUES.items():
        ledger.equals(name, values[name], expected, where=WHERE)
    for name, expected in GRADIENTS.items():
        ledger.equals(f"grad_{name}", gradients[name], expected, where=WHERE)
    for name, expected in SHAPES.items():
        ledger.equals(f"grad_{name}_shape", str(gradients[name].shape), expected, where=WHERE)
    claim_values(ledger, routes, ("z",), where=WHERE)
    claim_gradients(ledger, routes, GRADIENTS, where=WHERE)
    claim_difference_errors(ledger, found, GRADIENTS, where=WHERE)
    return ledger
