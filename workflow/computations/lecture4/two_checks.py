"""Two independent checks of the reverse sweep: a formula differentiated, and differences of nearby losses."""

from __future__ import annotations

from workflow.computations.lecture4 import by_differences, by_symbols
from workflow.computations.lecture4.agreement import claim_gradients, claim_difference_errors
from workflow.computations.lecture4.by_symbols import Exact
from workflow.computations.lecture4.inputs import SCALAR_GRAPH, Sweep
from workflow.computations.lecture4.routes import by_every_route
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 5: two independent checks"

INPUTS = {"w": 2.0, "x": 3.0, "b": 1.0, "y": 10.0}
GRADIENTS = {"w": -18.0, "x": -12.0, "b": -6.0, "y": 6.0}
DIFFERENCES = {"w": "-18.00000000", "x": "-12.00000000", "b": "-6.00000000", "y": "6.00000000"}

# What is computed from the inputs, and so is rounded.
STEPS = ("m", "a", "e", "L")


def compute() -> Ledger:
    """Differentiate the scalar graph for its inputs by hand, by formula and by differences; all of shape ()."""
    found = by_every_route("scalar_graph")
    routes = found.sweeps
    ledger = Ledger("lecture4/two_checks")
    for name, expected in GRADIENTS.items():
        ledger.equals(name, routes["hand"].values[name], INPUTS[name], where=WHERE)
        ledger.equals(f"grad_{name}", routes["hand"].gradients[name], expected, where=WHERE)
        ledger.equals(f"grad_{name}_by_symbols", routes["symbolic"].gradients[name], expected, where=WHERE)
        ledger.reads(
            f"grad_{name}_by_differences", routes["difference"].gradients[name], DIFFERENCES[name], where=WHERE
        )
    claim_gradients(ledger, routes, (*GRADIENTS, *STEPS), where=WHERE)
    _claim_truncation(ledger, exact)
    _claim_rounding(ledger, routes["hand"])
    return ledger


def _claim_truncation(ledger: Ledger, exact: Exact) -> None:
    where = f"{WHERE}: no truncation error"
    third = [by_symbols.text(found.exact.third_derivatives[name]) for name in GRADIENTS]
    ledger.equals("third_derivatives", third, ["0", "0", "0", "0"], where=where)
    claim_difference_errors(ledger, found, (*GRADIENTS, *STEPS), where=where)


def _claim_rounding(ledger: Ledger, hand: Sweep) -> None:
    where = f"{WHERE}: the tolerance of 1e-8"
    ledger.reads("step", by_differences.step_taken(), "0.00001", where=where)
    ledger.below("rounding_bounds", by_differences.rounding_bounds(hand, GRADIENTS, STEPS), 1e-8, where=where)
