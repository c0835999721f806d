"""The forward pass of the scalar graph (w x + b - y)^2, one stored value after the other."""

from __future__ import annotations

from workflow.computations.lecture4.agreement import claim_values
from workflow.computations.lecture4.routes import by_every_route
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 3: forward through the scalar graph"

VALUES = {"x": 3.0, "w": 2.0, "b": 1.0, "y": 10.0, "m": 6.0, "a": 7.0, "e": -3.0, "L": 9.0}


def compute() -> Ledger:
    """Compute m = w x, a = m + b, e = a - y and L = e^2; all of shape ()."""
    routes = by_every_route("scalar_graph", but=("difference",)).sweeps
    ledger = Ledger("lecture4/forward")
    for name, value in routes["hand"].values.items():
        ledger.equals(name, value, VALUES[name], where=WHERE)
    claim_values(ledger, routes, ("m", "a", "e", "L"), where=WHERE)
    return ledger
