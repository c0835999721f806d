"""At a branch, what comes back on each path adds up."""

from __future__ import annotations

from workflow.computations.lecture4.agreement import claim_difference_errors, claim_gradients, claim_values
from workflow.computations.lecture4.routes import by_every_route
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 9: contributions add at a branch"

VALUES = {"x": 4.0, "factor": 3.0, "u": 16.0, "v": 12.0, "L": 28.0}
GRADIENTS = {"L": 1.0, "u": 1.0, "v": 1.0, "x_through_u": 8.0, "x_through_v": 3.0, "x": 11.0}


def compute() -> Ledger:
    """Differentiate L = u + v with u = x^2 and v = 3x for x, whole and path by path; all of shape ()."""
    found = by_every_route("branch")
    routes = found.sweeps
    ledger = Ledger("lecture4/branch")
    for name, expected in VALUES.items():
        ledger.equals(name, routes["hand"].values[name], expected, where=WHERE)
    for name, expected in GRADIENTS.items():
        ledger.equals(f"grad_{name}", routes["hand"].gradients[name], expected, where=WHERE)
    ledger.reads("grad_x_by_pytorch", routes["pytorch"].gradients["x"], "11", where=WHERE, volatile=True)
    claim_values(ledger, routes, ("u", "v", "L"), where=WHERE)
    claim_gradients(ledger, routes, GRADIENTS, where=WHERE)
    claim_difference_errors(ledger, found, GRADIENTS, where=WHERE)
    return ledger
