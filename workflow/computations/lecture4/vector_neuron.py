"""A neuron with two inputs: its weights and its inputs get gradients of their own shape."""

from __future__ import annotations

from workflow.computations.lecture4.agreement import claim_difference_errors, claim_gradients, claim_values
from workflow.computations.lecture4.routes import by_every_route
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 10: a vector neuron"

VALUES = {"w": [1.0, 3.0], "x": [2.0, -1.0], "b": 0.0, "z": -1.0, "L": 1.0}
GRADIENTS = {"w": [-4.0, 2.0], "x": [-2.0, -6.0], "b": -2.0, "z": -2.0, "L": 1.0}
PRINTED = {"w": ["-4", "2"], "x": ["-2", "-6"], "b": "-2"}


def compute() -> Ledger:
    """Differentiate L = z^2 with z = w^T x + b; w and x are (2,), the others ()."""
    found = by_every_route("vector_neuron")
    routes = found.sweeps
    ledger = Ledger("lecture4/vector_neuron")
    for name, expected in VALUES.items():
        ledger.equals(name, routes["hand"].values[name], expected, where=WHERE)
        ledger.equals(f"grad_{name}", routes["hand"].gradients[name], GRADIENTS[name], where=WHERE)
    for name, printed in PRINTED.items():
        gradient = routes["pytorch"].gradients[name]
        ledger.reads(f"grad_{name}_by_pytorch", gradient, printed, where=WHERE, volatile=True)
    claim_values(ledger, routes, ("z", "L"), where=WHERE)
    claim_gradients(ledger, routes, GRADIENTS, where=WHERE)
    claim_difference_errors(ledger, found, GRADIENTS, where=WHERE)
    return ledger
