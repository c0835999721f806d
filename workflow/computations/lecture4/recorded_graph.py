"""PyTorch records the scalar graph while it computes, and goes back through it; its settings stay its user's."""

from __future__ import annotations

from workflow.computations.lecture4 import by_engine, by_hand, by_pytorch, by_symbols
from workflow.computations.lecture4.agreement import claim_gradients, claim_values
from workflow.computations.lecture4.inputs import SCALAR_GRAPH
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 7: PyTorch records the graph"

VALUES = {"L": "9", "e": "-3", "a": "7", "m": "6", "w": "2", "x": "3", "b": "1", "y": "10"}
GRADIENTS = {"L": "1", "e": "-6", "a": "-6", "m": "-6", "w": "-18", "x": "-12", "b": "-6", "y": "6"}


def compute() -> Ledger:
    """Read every stored value and its gradient off PyTorch's nodes; all of shape ()."""
    before = by_pytorch.settings()
    pytorch = by_pytorch.scalar_graph(**SCALAR_GRAPH)
    after = by_pytorch.settings()

    ledger = Ledger("lecture4/recorded_graph")
    for name, printed in VALUES.items():
        ledger.reads(f"{name}_by_pytorch", pytorch.values[name], printed, where=WHERE, volatile=True)
        ledger.reads(f"grad_{name}_by_pytorch", pytorch.gradients[name], GRADIENTS[name], where=WHERE, volatile=True)
    routes = {
        "hand": by_hand.scalar_graph(**SCALAR_GRAPH),
        "engine": by_engine.scalar_graph(**SCALAR_GRAPH),
        "symbolic": by_symbols.scalar_graph(**SCALAR_GRAPH).sweep(),
        "pytorch": pytorch,
    }
    claim_values(ledger, routes, VALUES, where=WHERE)
    claim_gradients(ledger, routes, GRADIENTS, where=WHERE)

    where = f"{WHERE}; its settings stay as they are"
    ledger.holds("generator_unchanged", "is true", {"observed": before.generator == after.generator}, where=where)
    unchanged = before.default_dtype == after.default_dtype
    ledger.holds("default_dtype_unchanged", "is true", {"observed": unchanged}, where=where)
    return ledger
