"""Three local backward rules, each with the gradient that arrives from downstream as given."""

from __future__ import annotations

from workflow.computations.lecture4 import by_differences, by_engine, by_hand, by_pytorch, by_symbols
from workflow.computations.lecture4.agreement import claim_gradients, claim_no_truncation, claim_values
from workflow.computations.lecture4.by_symbols import Exact
from workflow.computations.lecture4.inputs import SQUARE, TWO_OPERANDS, Sweep
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

    exact = by_symbols.square(**SQUARE)
    routes = {
        "hand": by_hand.square(**SQUARE),
        "engine": by_engine.square(**SQUARE),
        "symbolic": exact.sweep(),
        "difference": by_differences.square(**SQUARE),
        "pytorch": by_pytorch.square(**SQUARE),
    }
    _claim_rule(ledger, "square", routes, exact)

    exact = by_symbols.addition(**TWO_OPERANDS)
    routes = {
        "hand": by_hand.addition(**TWO_OPERANDS),
        "engine": by_engine.addition(**TWO_OPERANDS),
        "symbolic": exact.sweep(),
        "difference": by_differences.addition(**TWO_OPERANDS),
        "pytorch": by_pytorch.addition(**TWO_OPERANDS),
    }
    _claim_rule(ledger, "addition", routes, exact)

    exact = by_symbols.multiplication(**TWO_OPERANDS)
    routes = {
        "hand": by_hand.multiplication(**TWO_OPERANDS),
        "engine": by_engine.multiplication(**TWO_OPERANDS),
        "symbolic": exact.sweep(),
        "difference": by_differences.multiplication(**TWO_OPERANDS),
        "pytorch": by_pytorch.multiplication(**TWO_OPERANDS),
    }
    _claim_rule(ledger, "multiplication", routes, exact)
    return ledger


def _claim_rule(ledger: Ledger, operation: str, routes: dict[str, Sweep], exact: Exact) -> None:
    hand = routes["hand"]
    for name, value in hand.values.items():
        ledger.equals(f"{operation}_{name}", value, VALUES[operation][name], where=WHERE)
    for name, gradient in hand.gradients.items():
        ledger.equals(f"{operation}_grad_{name}", gradient, GRADIENTS[operation][name], where=WHERE)
    claim_values(ledger, routes, hand.values, where=WHERE, prefix=f"{operation}_")
    claim_gradients(ledger, routes, hand.gradients, where=WHERE, prefix=f"{operation}_")
    claim_no_truncation(ledger, exact, hand.gradients, where=WHERE, prefix=f"{operation}_")
