"""Gradients add up over backward calls until they are cleared."""

from __future__ import annotations

import numpy as np

from workflow.computations.lecture4 import by_engine
from workflow.computations.lecture4.agreement import claim_difference_errors, claim_gradients
from workflow.computations.lecture4.inputs import SCALAR_GRAPH, Sweep
from workflow.computations.lecture4.routes import by_every_route
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 8: gradients accumulate until they are cleared"

VALUES = {"x": 3.0, "w": 2.0, "b": 1.0, "y": 10.0}


def compute() -> Ledger:
    """Call backward three times on the scalar graph with one leaf w, zero its gradient, and call once more.

    The gradient of w is (3,), after each call, and so is what each adds; after zeroing, and after the call that
    follows, it is ().
    """
    found = by_every_route("accumulation")
    routes = found.sweeps
    values, gradients = routes["hand"]
    ledger = Ledger("lecture4/accumulation")
    for name, expected in VALUES.items():
        ledger.equals(name, values[name], expected, where=WHERE)
    ledger.equals("calls", list(range(1, len(gradients["w"]) + 1)), [1, 2, 3], where=WHERE)
    ledger.equals("grad_w", gradients["w"], [-18.0, -36.0, -54.0], where=WHERE)
    each_call = np.diff(gradients["w"], prepend=0.0)
    ledger.equals("grad_w_each_call", each_call, [-18.0, -18.0, -18.0], where=f"{WHERE}: what each call adds")
    ledger.equals("grad_w_afresh", gradients["w_afresh"], -18.0, where=f"{WHERE}: the next window starts from 0")
    _claim_clearing(ledger, routes["pytorch"])
    claim_gradients(ledger, routes, gradients, where=WHERE)
    claim_difference_errors(ledger, found, gradients, where=WHERE)
    return ledger


def _claim_clearing(ledger: Ledger, pytorch: Sweep) -> None:
    """Claim what PyTorch's gradient is along the way, and that the engine has no zero_(): it forgets a gradient."""
    gradients = pytorch.gradients
    ledger.reads("grad_w_by_pytorch", gradients["w"], ["-18", "-36", "-54"], where=WHERE, volatile=True)
    ledger.reads("grad_w_after_zeroing", gradients["w_after_zeroing"], "0", where=f"{WHERE}: zero_()", volatile=True)
    forgotten = by_engine.forgets_a_cleared_gradient(**SCALAR_GRAPH)
    where = f"{WHERE}: zero_grad() leaves None"
    ledger.holds("grad_w_is_none_after_zero_grad", "is true", {"observed": forgotten}, where=where)
