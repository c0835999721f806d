"""Gradients add up over backward calls until they are cleared."""

from __future__ import annotations

from workflow.computations.lecture4.agreement import claim_gradients, claim_difference_errors, claim_values
from workflow.computations.lecture4.inputs import SCALAR_GRAPH
from workflow.computations.lecture4.routes import by_every_route
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 8: gradients accumulate until they are cleared"

VALUES = {"x": 3.0, "w": 2.0, "b": 1.0, "y": 10.0}


def compute() -> Ledger:
    """Call backward three times on the scalar graph with one leaf w, zero its gradient, and call once more.

    The gradient of w is (3,), after each call; after zeroing, and after the call that follows, it is ().
    """
    found = by_every_route("accumulation")
    routes = found.sweeps
    values, gradients = routes["hand"]
    ledger = Ledger("lecture4/accumulation")
    for name, expected in VALUES.items():
        ledger.equals(name, values[name], expected, where=WHERE)
    ledger.equals("calls", list(range(1, len(gradients["w"]) + 1)), [1, 2, 3], where=WHERE)
    ledger.equals("grad_w", gradients["w"], [-18.0, -36.0, -54.0], where=WHERE)
    ledger.equals("grad_w_after_zeroing", gradients["w_after_zeroing"], 0.0, where=WHERE)
    ledger.equals("grad_w_afresh", gradients["w_afresh"], -18.0, where=f"{WHERE}: the next window starts from 0")

    pytorch = routes["pytorch"].gradients
    ledger.reads("grad_w_by_pytorch", pytorch["w"], ["-18", "-36", "-54"], where=WHERE, volatile=True)
    ledger.reads("grad_w_after_zeroing_by_pytorch", pytorch["w_after_zeroing"], "0", where=WHERE, volatile=True)

    claim_values(ledger, routes, VALUES, where=WHERE)
    claim_gradients(ledger, routes, ("w", "w_afresh"), where=WHERE)
    # The engine clears a gradient by forgetting it, so it has no 0 to show.
    with_a_zero = {route: sweep for route, sweep in routes.items() if route != "engine"}
    claim_gradients(ledger, with_a_zero, ("w_after_zeroing",), where=WHERE)
    claim_difference_errors(ledger, found, gradients, where=WHERE)
    return ledger
