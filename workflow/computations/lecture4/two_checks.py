"""Two independent checks of the reverse sweep: a formula differentiated, and differences of nearby losses."""

from __future__ import annotations

from workflow.computations.lecture4 import by_differences, by_symbols
from workflow.computations.lecture4.agreement import claim_difference_errors, claim_gradients
from workflow.computations.lecture4.routes import Found, by_every_route
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 5: two independent checks"

INPUTS = {"w": 2.0, "x": 3.0, "b": 1.0, "y": 10.0}
GRADIENTS = {"w": -18.0, "x": -12.0, "b": -6.0, "y": 6.0}
DERIVATIVES = {
    "w": "2*x*(b + w*x - y)",
    "x": "2*w*(b + w*x - y)",
    "b": "2*(b + w*x - y)",
    "y": "-2*(b + w*x - y)",
}
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
        formula = by_symbols.formula_text(found.exact.formulas[name])
        ledger.equals(f"derivative_{name}", formula, DERIVATIVES[name], where=f"{WHERE}: the formula that SymPy finds")
        ledger.equals(f"grad_{name}_by_symbols", routes["symbolic"].gradients[name], expected, where=WHERE)
        ledger.reads(
            f"grad_{name}_by_differences", routes["difference"].gradients[name], DIFFERENCES[name], where=WHERE
        )
    claim_gradients(ledger, routes, (*GRADIENTS, *STEPS), where=WHERE)
    _claim_difference_errors(ledger, found)
    return ledger


def _claim_difference_errors(ledger: Ledger, found: Found) -> None:
    third = [by_symbols.text(found.exact.third_derivatives[name]) for name in GRADIENTS]
    ledger.equals("third_derivatives", third, ["0", "0", "0", "0"], where=f"{WHERE}: no truncation error")
    where = f"{WHERE}: the tolerance of 1e-8"
    ledger.reads("step", by_differences.step_taken(), "0.00001", where=where)
    claim_difference_errors(ledger, found, (*GRADIENTS, *STEPS), where=where)
