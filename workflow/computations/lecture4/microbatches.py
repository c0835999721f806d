"""Microbatches: three backward calls, each of a loss over B, reach the gradient of the whole batch."""

from __future__ import annotations

from workflow.computations.lecture4 import by_symbols
from workflow.computations.lecture4.agreement import claim_agreement, claim_difference_errors, claim_gradients
from workflow.computations.lecture4.inputs import Sweep
from workflow.computations.lecture4.routes import by_every_route
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 14: microbatches reach the mean gradient"

RUNNING = {
    "W": [
        [["2.6667", "-1.3333"], ["-1.3333", "0.6667"]],
        [["3.3333", "-2.6667"], ["-2.6667", "3.3333"]],
        [["4", "-2"], ["-2", "4"]],
    ],
    "b": [["1.3333", "-0.6667"], ["0.6667", "0.6667"], ["1", "1"]],
}
RUNNING_EXACTLY = {
    "W": [
        [["8/3", "-4/3"], ["-4/3", "2/3"]],
        [["10/3", "-8/3"], ["-8/3", "10/3"]],
        [["4", "-2"], ["-2", "4"]],
    ],
    "b": [["4/3", "-2/3"], ["2/3", "2/3"], ["1", "1"]],
}
FULL = {"W": [[4.0, -2.0], [-2.0, 4.0]], "b": [1.0, 1.0]}


def compute() -> Ledger:
    """Add up the gradients of l_n / B: after each example, W (3, 2, 2) and b (3, 2)."""
    found = by_every_route("microbatches")
    routes = found.sweeps
    hand, pytorch = routes["hand"].gradients, routes["pytorch"].gradients
    ledger = Ledger("lecture4/microbatches")
    ledger.equals("n", list(range(1, len(hand["W"]) + 1)), [1, 2, 3], where=WHERE)
    for name, printed in RUNNING.items():
        ledger.reads(f"grad_{name}", hand[name], printed, where=WHERE)
        ledger.reads(f"grad_{name}_by_pytorch", pytorch[name], printed, where=WHERE, volatile=True)
        text = by_symbols.text(found.exact.gradients[name])
        ledger.equals(f"grad_{name}_exactly", text, RUNNING_EXACTLY[name], where=WHERE)
    claim_gradients(ledger, routes, RUNNING, where=WHERE)
    claim_difference_errors(ledger, found, RUNNING, where=WHERE)
    _claim_full_batch(ledger, routes)
    return ledger


def _claim_full_batch(ledger: Ledger, running: dict[str, Sweep]) -> None:
    """Hold the last of the running sums to one backward pass of the whole batch, by every route but differences."""
    where = f"{WHERE}: the sum is the gradient of the full batch"
    full = by_every_route("batch", but=("difference",)).sweeps
    for name, expected in FULL.items():
        ledger.equals(f"full_grad_{name}", full["hand"].gradients[name], expected, where=where)
        for route, sweep in full.items():
            claim_agreement(
                ledger,
                f"grad_{name}_reaches_full_by_{route}",
                {"microbatches": running[route].gradients[name][-1], "full_batch": sweep.gradients[name]},
                where=where,
                volatile=route == "pytorch",
            )
