"""The reverse sweep through the scalar graph: the gradient of every stored value."""

from __future__ import annotations

from workflow.computations.lecture4.agreement import claim_difference_errors, claim_gradients, claim_values
from workflow.computations.lecture4.routes import by_every_route
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 4: the reverse sweep"

VALUES = {"L": 9.0, "e": -3.0, "a": 7.0, "m": 6.0, "w": 2.0, "x": 3.0, "b": 1.0, "y": 10.0}
GRADIENTS = {"L": 1.0, "e": -6.0, "a": -6.0, "m": -6.0, "w": -18.0, "x": -12.0, "b": -6.0, "y": 6.0}


def compute() -> Ledger:
    """Go back from g_L = 1 to the inputs, by every route; all of shape ()."""
    found = by_every_route("scalar_graph")
    routes = found.sweeps
    hand = routes["hand"]
    ledger = Ledger("lecture4/reverse_sweep")
    for name, expected in VALUES.items():
        ledger.equals(name, hand.values[name], expected, where=WHERE)
        ledger.equals(f"grad_{name}", hand.gradients[name], GRADIENTS[name], where=WHERE)
    claim_values(ledger, routes, ("m", "a", "e", "L"), where=WHERE)
    claim_gradients(ledger, routes, GRADIENTS, where=WHERE)
    claim_difference_errors(ledger, found, GRADIENTS, where=WHERE)
    return ledger
