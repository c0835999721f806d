"""One step of gradient descent on the scalar graph, and the loss after it."""

from __future__ import annotations

from workflow.computations.lecture4 import by_symbols
from workflow.computations.lecture4.agreement import claim_difference_errors, claim_gradients, claim_values
from workflow.computations.lecture4.routes import by_every_route
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 6: one gradient step"

BEFORE = {"x": 3.0, "y": 10.0, "w": 2.0, "b": 1.0, "prediction": 7.0, "L": 9.0}
GRADIENTS = {"w": -18.0, "b": -6.0}

# These are no short binary fractions: they print so, and are exactly so as rationals.
AFTER = {"eta": "0.01", "w_new": "2.18", "b_new": "1.06", "prediction_new": "7.6", "L_new": "5.76"}
AFTER_EXACTLY = {"eta": "1/100", "w_new": "109/50", "b_new": "53/50", "prediction_new": "38/5", "L_new": "144/25"}

COMPUTED = ("prediction", "L", "w_new", "b_new", "prediction_new", "L_new")


def compute() -> Ledger:
    """Move w and b against their gradients, and take the prediction w x + b and the loss again; all of shape ()."""
    found = by_every_route("gradient_step")
    routes = found.sweeps
    hand = routes["hand"]
    ledger = Ledger("lecture4/gradient_step")
    for name, expected in BEFORE.items():
        ledger.equals(name, hand.values[name], expected, where=WHERE)
    for name, expected in GRADIENTS.items():
        ledger.equals(f"grad_{name}", hand.gradients[name], expected, where=WHERE)
    for name, printed in AFTER.items():
        ledger.reads(name, hand.values[name], printed, where=WHERE)
        ledger.equals(f"{name}_exactly", by_symbols.text(found.exact.values[name]), AFTER_EXACTLY[name], where=WHERE)
    ledger.holds("loss_decreases", "decreases", {"first": hand.values["L"], "last": hand.values["L_new"]}, where=WHERE)
    claim_values(ledger, routes, COMPUTED, where=WHERE)
    claim_gradients(ledger, routes, GRADIENTS, where=WHERE)
    claim_difference_errors(ledger, found, GRADIENTS, where=WHERE)
    return ledger
