"""One step of SGD with the gradients of the batch, and the loss after it."""

from __future__ import annotations

from workflow.computations.lecture4 import by_symbols
from workflow.computations.lecture4.agreement import claim_difference_errors, claim_gradients, claim_values
from workflow.computations.lecture4.routes import by_every_route
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 15: a training step"

BEFORE = {"W": [[1.0, 3.0], [-2.0, 1.0]], "b": [0.0, 1.0], "L": 7.0}
GRADIENTS = {"W": [[4.0, -2.0], [-2.0, 4.0]], "b": [1.0, 1.0]}

# These are no short binary fractions: they print so, and are exactly so as rationals.
AFTER = {"eta": "0.01", "W_new": [["0.96", "3.02"], ["-1.98", "0.96"]], "b_new": ["-0.01", "0.99"], "L_new": "6.5865"}
AFTER_EXACTLY = {
    "eta": "1/100",
    "W_new": [["24/25", "151/50"], ["-99/50", "24/25"]],
    "b_new": ["-1/100", "99/100"],
    "L_new": "13173/2000",
}


def compute() -> Ledger:
    """Move W (2, 2) and b (2,) against the gradients of the batch, and take the mean loss again."""
    found = by_every_route("sgd_step")
    routes = found.sweeps
    hand, pytorch = routes["hand"], routes["pytorch"]
    ledger = Ledger("lecture4/sgd_step")
    for name, expected in BEFORE.items():
        ledger.equals(name, hand.values[name], expected, where=WHERE)
    for name, expected in GRADIENTS.items():
        ledger.equals(f"grad_{name}", hand.gradients[name], expected, where=WHERE)
    for name, printed in AFTER.items():
        ledger.reads(name, hand.values[name], printed, where=WHERE)
        ledger.equals(f"{name}_exactly", by_symbols.text(found.exact.values[name]), AFTER_EXACTLY[name], where=WHERE)
    for name in ("W_new", "b_new", "L_new"):
        ledger.reads(f"{name}_by_pytorch", pytorch.values[name], AFTER[name], where=WHERE, volatile=True)
    ledger.holds("loss_decreases", "decreases", {"first": hand.values["L"], "last": hand.values["L_new"]}, where=WHERE)
    claim_values(ledger, routes, ("L", "W_new", "b_new", "L_new"), where=WHERE)
    claim_gradients(ledger, routes, GRADIENTS, where=WHERE)
    claim_difference_errors(ledger, found, GRADIENTS, where=WHERE)
    return ledger
