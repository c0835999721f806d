"""PyTorch records the scalar graph while it computes, and goes back through it; its settings stay its user's."""

from __future__ import annotations

from itertools import pairwise

from workflow.computations.lecture4 import by_pytorch
from workflow.computations.lecture4.agreement import claim_gradients, claim_values
from workflow.computations.lecture4.inputs import INPUTS, Sweep
from workflow.computations.lecture4.routes import by_every_route
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 7: PyTorch records the graph"

VALUES = {"L": "9", "e": "-3", "a": "7", "m": "6", "w": "2", "x": "3", "b": "1", "y": "10"}
GRADIENTS = {"L": "1", "e": "-6", "a": "-6", "m": "-6", "w": "-18", "x": "-12", "b": "-6", "y": "6"}


def compute() -> Ledger:
    """Read every stored value and its gradient off PyTorch's nodes; all of shape ()."""
    found, unchanged = _run_everything()
    pytorch = found["scalar_graph"]
    ledger = Ledger("lecture4/recorded_graph")
    for name, printed in VALUES.items():
        ledger.reads(f"{name}_by_pytorch", pytorch.values[name], printed, where=WHERE, volatile=True)
        ledger.reads(f"grad_{name}_by_pytorch", pytorch.gradients[name], GRADIENTS[name], where=WHERE, volatile=True)
    routes = by_every_route("scalar_graph", but=("difference", "pytorch")).sweeps | {"pytorch": pytorch}
    # The leaves too: their table speaks of every node, and a tensor could hold something else than it was given.
    claim_values(ledger, routes, VALUES, where=WHERE)
    claim_gradients(ledger, routes, GRADIENTS, where=WHERE)

    where = f"{WHERE}; its settings stay as they are, whatever the lecture lets it compute"
    for setting, observed in unchanged.items():
        ledger.holds(f"{setting}_unchanged", "is true", {"observed": observed}, where=where)
    return ledger


def _run_everything() -> tuple[dict[str, Sweep], dict[str, list[bool]]]:
    """Run every function of PyTorch's route once; say of each setting whether it is the same after each of them."""
    settings = [by_pytorch.settings()]
    found = {}
    for function, inputs in INPUTS.items():
        found[function] = getattr(by_pytorch, function)(**inputs)
        settings.append(by_pytorch.settings())
    unchanged = {
        setting: [getattr(before, setting) == getattr(after, setting) for before, after in pairwise(settings)]
        for setting in by_pytorch.Settings._fields
    }
    return found, unchanged
