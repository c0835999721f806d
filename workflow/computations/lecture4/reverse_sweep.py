"""The reverse sweep through the scalar graph: the gradient of every stored value."""

from __future__ import annotations

from workflow.computations.lecture4 import by_differences, by_engine, by_hand, by_pytorch, by_symbols
from workflow.computations.lecture4.agreement import claim_gradients, claim_no_truncation, claim_values
from workflow.computations.lecture4.inputs import SCALAR_GRAPH
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 4: the reverse sweep"

VALUES = {"L": 9.0, "e": -3.0, "a": 7.0, "m": 6.0, "w": 2.0, "x": 3.0, "b": 1.0, "y": 10.0}
GRADIENTS = {"L": 1.0, "e": -6.0, "a": -6.0, "m": -6.0, "w": -18.0, "x": -12.0, "b": -6.0, "y": 6.0}


def compute() -> Ledger:
    """Go back from g_L = 1 to the inputs, by every route; all of shape ()."""
    exact = by_symbols.scalar_graph(**SCALAR_GRAPH)
    routes = {
        "hand": by_hand.scalar_graph(**SCALAR_GRAPH),
        "engine": by_engine.scalar_graph(**SCALAR_GRAPH),
        "symbolic": exact.sweep(),
        "difference": by_differences.scalar_graph(**SCALAR_GRAPH),
        "pytorch": by_pytorch.scalar_graph(**SCALAR_GRAPH),
    }
    hand = routes["hand"]
    ledger = Ledger("lecture4/reverse_sweep")
    for name, expected in VALUES.items():
        ledger.equals(name, hand.values[name], expected, where=WHERE)
        ledger.equals(f"grad_{name}", hand.gradients[name], GRADIENTS[name], where=WHERE)
    claim_values(ledger, routes, VALUES, where=WHERE)
    claim_gradients(ledger, routes, GRADIENTS, where=WHERE)
    claim_no_truncation(ledger, exact, GRADIENTS, where=WHERE)
    return ledger
