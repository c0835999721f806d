"""Three local backward rules, each with the gradient that arrives from downstream as given."""

from __future__ import annotations

from workflow.computations.lecture4.agreement import claim_difference_errors, claim_gradients, claim_values
from workflow.computations.lecture4.routes import Found, by_every_route
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 2: local rules"

VALUES = {
    "square": {"u": 3.0, "v": 9.0},
    "addition": {"a": 2.0, "b": 5.0, "v": 7.0},
    "multiplication": {"a": 2.0, "b": 5.0, "v": 10.0},
}
GRADIENTS = {
    "square": {"v": 7.0, "u": 42.0},
    "addition": {"v": 3.0, "a": 3.0, "b": 3.0},
    "multiplication": {"v": 3.0, "a": 15.0, "b": 6.0},
}


def compute() -> Ledger:
    """Apply the rules of square, addition and multiplication; all numbers of shape ()."""
    ledger = Ledger("lecture4/local_rules")
    for operation in VALUES:
        _claim_rule(ledger, operation, by_every_route(operation))
    return ledger


def _claim_rule(ledger: Ledger, operation: str, found: Found) -> None:
    routes = found.sweeps
    hand = routes["hand"]
    for name, value in hand.values.items():
        ledger.equals(f"{operation}_{name}", value, VALUES[operation][name], where=WHERE)
    for name, gradient in hand.gradients.items():
        ledger.equals(f"{operation}_grad_{name}", gradient, GRADIENTS[operation][name], where=WHERE)
    claim_values(ledger, routes, ("v",), where=WHERE, prefix=f"{operation}_")
    claim_gradients(ledger, routes, hand.gradients, where=WHERE, prefix=f"{operation}_")
    claim_difference_errors(ledger, found, hand.gradients, where=WHERE, prefix=f"{operation}_")
    if operation == "square":
        local = hand.gradients["u"] / hand.gradients["v"]
        ledger.equals("square_local_derivative", local, 6.0, where=f"{WHERE}: 2u, by which g_v is multiplied")
