"""The gradients of a batch: examples add up at shared parameters, and the mean scales the sum."""

from __future__ import annotations

from workflow.computations.lecture4 import by_symbols
from workflow.computations.lecture4.agreement import claim_difference_errors, claim_gradients
from workflow.computations.lecture4.by_symbols import Exact
from workflow.computations.lecture4.inputs import Sweep
from workflow.computations.lecture4.routes import by_every_route
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 13: parameter paths add, the mean scales"

EACH = [[[8.0, -4.0], [-4.0, 2.0]], [[2.0, -4.0], [-4.0, 8.0]], [[2.0, 2.0], [2.0, 2.0]]]

# Of whole numbers, and of thirds.
WHOLE = {"W": [[4.0, -2.0], [-2.0, 4.0]], "b": [1.0, 1.0]}
THIRDS = {
    "Z": [["1.3333", "-0.6667"], ["-0.6667", "1.3333"], ["0.3333", "0.3333"]],
    "X": [["2.6667", "3.3333"], ["-3.3333", "-0.6667"], ["-0.3333", "1.3333"]],
}
THIRDS_EXACTLY = {
    "Z": [["4/3", "-2/3"], ["-2/3", "4/3"], ["1/3", "1/3"]],
    "X": [["8/3", "10/3"], ["-10/3", "-2/3"], ["-1/3", "4/3"]],
}
BY_PYTORCH = {
    "Z": [["1.3333", "-0.6667"], ["-0.6667", "1.3333"], ["0.3333", "0.3333"]],
    "W": [["4", "-2"], ["-2", "4"]],
    "b": ["1", "1"],
    "X": [["2.6667", "3.3333"], ["-3.3333", "-0.6667"], ["-0.3333", "1.3333"]],
}
SHAPES = {"Z": "(3, 2)", "W": "(2, 2)", "b": "(2,)", "X": "(3, 2)"}


def compute() -> Ledger:
    """Differentiate the mean loss for Z and X (3, 2), W (2, 2) and b (2,), and each example's loss for W (3, 2, 2)."""
    ledger = Ledger("lecture4/batch_gradients")
    _claim_examples(ledger)
    found = by_every_route("batch")
    routes = found.sweeps
    _claim_by_hand(ledger, routes["hand"], found.exact)
    _claim_by_pytorch(ledger, routes["pytorch"])
    claim_gradients(ledger, routes, SHAPES, where=WHERE)
    claim_difference_errors(ledger, found, SHAPES, where=WHERE)
    return ledger


def _claim_examples(ledger: Ledger) -> None:
    where = f"{WHERE}: an outer product for each example"
    found = by_every_route("examples")
    routes = found.sweeps
    ledger.equals("grad_W_each", routes["hand"].gradients["W_each"], EACH, where=where)
    claim_gradients(ledger, routes, ("W_each",), where=where)
    claim_difference_errors(ledger, found, ("W_each",), where=where, prefix="each_")


def _claim_by_hand(ledger: Ledger, hand: Sweep, exact: Exact) -> None:
    ledger.equals("B", len(hand.values["X"]), 3, where=WHERE)
    for name, expected in WHOLE.items():
        ledger.equals(f"grad_{name}", hand.gradients[name], expected, where=WHERE)
    for name, printed in THIRDS.items():
        ledger.reads(f"grad_{name}", hand.gradients[name], printed, where=WHERE)
        ledger.equals(f"grad_{name}_exactly", by_symbols.text(exact.gradients[name]), THIRDS_EXACTLY[name], where=WHERE)
    for name, expected in SHAPES.items():
        ledger.equals(f"grad_{name}_shape", str(hand.gradients[name].shape), expected, where=WHERE)


def _claim_by_pytorch(ledger: Ledger, pytorch: Sweep) -> None:
    for name, printed in BY_PYTORCH.items():
        gradient = pytorch.gradients[name]
        ledger.reads(f"grad_{name}_by_pytorch", gradient, printed, where=WHERE, volatile=True)
        ledger.equals(f"grad_{name}_shape_by_pytorch", str(gradient.shape), SHAPES[name], where=WHERE)
