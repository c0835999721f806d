"""At a branch, what comes back on each path adds up."""

from __future__ import annotations

from workflow.computations.lecture4 import by_differences, by_engine, by_hand, by_pytorch, by_symbols
from workflow.computations.lecture4.agreement import claim_gradients, claim_no_truncation, claim_values
from workflow.computations.lecture4.inputs import BRANCH
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 9: contributions add at a branch"

VALUES = {"x": 4.0, "factor": 3.0, "u": 16.0, "v": 12.0, "L": 28.0}
GRADIENTS = {"L": 1.0, "u": 1.0, "v": 1.0, "x_through_u": 8.0, "x_through_v": 3.0, "x": 11.0}


def compute() -> Ledger:
    """Differentiate L = u + v with u = x^2 and v = 3x for x, whole and path by path; all of shape ()."""
    exact = by_symbols.branch(**BRANCH)
    routes = {
        "hand": by_hand.branch(**BRANCH),
        "engine": by_engine.branch(**BRANCH),
        "symbolic": exact.sweep(),
        "difference": by_differences.branch(**BRANCH),
        "pytorch": by_pytorch.branch(**BRANCH),
    }
    ledger = Ledger("lecture4/branch")
    for name, expected in VALUES.items():
        ledger.equals(name, routes["hand"].values[name], expected, where=WHERE)
    for name, expected in GRADIENTS.items():
        ledger.equals(f"grad_{name}", routes["hand"].gradients[name], expected, where=WHERE)
    ledger.reads("grad_x_by_pytorch", routes["pytorch"].gradients["x"], "11", where=WHERE, volatile=True)
    claim_values(ledger, routes, VALUES, where=WHERE)
    claim_gradients(ledger, routes, GRADIENTS, where=WHERE)
    claim_no_truncation(ledger, exact, GRADIENTS, where=WHERE)
    return ledger
