"""Three ways, one gradient: the running network for one example, by the chain rule, by the modules and by the engine.

PyTorch, the fourth way, is held to these in the ledger `pytorch`.
"""

from __future__ import annotations

import numpy as np

from engine.byhand import Derivation, chain_rule
from workflow.computations.arrays import Floats
from workflow.computations.dl01_6_4 import by_engine, by_modules
from workflow.computations.dl01_6_4.running_network import B1, B2, CLASS_INDEX, PARAMETERS, W1, W2, Sweep, X
from workflow.ledger import Ledger

TOLERANCE = 1e-12

# The gradients as figure F1 and the worked example print them.
PRINTED = {
    "W1": [["1.462", "2.924"], ["0.366", "0.731"]],
    "b1": ["1.462", "0.366"],
    "W2": [["0.366", "0.731"], ["-0.366", "-0.731"]],
    "b2": ["0.731", "-0.731"],
    "x": ["1.279", "-0.366"],
}


def compute() -> Ledger:
    """Take the gradients of one example in three independent ways and compare them (steps 1 and 2).

    Weights are (2, 2), out by in; biases, the example and everything between are (2,). All float64.
    """
    hand = chain_rule(W1, B1, W2, B2, X, CLASS_INDEX)
    batch_of_one = (X[np.newaxis], np.array([CLASS_INDEX]))
    routes = {
        "hand": _as_sweep(hand),
        "modules": _without_batch_axis(by_modules.sweep(*batch_of_one)),
        "engine": _without_batch_axis(by_engine.sweep(*batch_of_one)),
    }

    ledger = Ledger("dl01_6_4/three_ways")
    _claim_inputs(ledger, hand)
    _claim_derivation(ledger, hand)
    for route, sweep in routes.items():
        for name in (*PARAMETERS, "x"):
            where = f"DL01.6.4, figure F1, by {route}"
            ledger.reads(f"grad_{name}_by_{route}", sweep.gradients[name], PRINTED[name], where=where)
    _claim_agreement(ledger, routes)
    return ledger


def _as_sweep(hand: Derivation) -> Sweep:
    gradients = {"W1": hand.grad_w1, "b1": hand.grad_b1, "W2": hand.grad_w2, "b2": hand.grad_b2}
    return Sweep(hand.loss, gradients | {"x": hand.grad_x, "z1": hand.delta1, "z2": hand.delta2})


def _without_batch_axis(sweep: Sweep) -> Sweep:
    """Give the gradients of a batch of one as the derivation writes them: inputs and layers lose their row axis."""
    return Sweep(
        sweep.loss,
        {name: grad if name in PARAMETERS else grad[0] for name, grad in sweep.gradients.items()},
    )


def _claim_inputs(ledger: Ledger, hand: Derivation) -> None:
    """Read the inputs off what was computed from them: the example and its class by hand, the network of the engine."""
    where = "DL01.6.4, code: the running network of DL01.5.1"
    # A row of grad W1 is the example times the delta of that row, and p - y is below 0 for the example's class alone.
    ledger.equals("x", hand.grad_w1[0] / hand.delta1[0], [1.0, 2.0], where=where)
    class_index = int(np.argmin(hand.delta2))
    ledger.equals("class_index", class_index, 1, where=where)
    ledger.equals("class_number", class_index + 1, 2, where=where)
    weight1, bias1, weight2, bias2 = by_engine.build(list(PARAMETERS.values())).parameters()
    ledger.equals("W1", weight1.data, [[1.0, -0.5], [-0.5, 1.0]], where=where)
    ledger.equals("b1", bias1.data, [0.5, -0.5], where=where)
    ledger.equals("W2", weight2.data, [[1.0, 1.0], [-1.0, 0.5]], where=where)
    ledger.equals("b2", bias2.data, [-0.5, 0.0], where=where)


def _claim_derivation(ledger: Ledger, hand: Derivation) -> None:
    where = "DL01.6.4, worked example, forward pass"
    ledger.reads("z1", hand.z1, ["0.5", "1"], where=where)
    ledger.reads("a1", hand.a1, ["0.5", "1"], where=where)
    ledger.reads("z2", hand.z2, ["1", "0"], where=where)
    # These have short binary fractions, so they are not only printed so: they are so.
    ledger.equals("z1_exactly", hand.z1, [0.5, 1.0], where=where)
    ledger.equals("a1_exactly", hand.a1, [0.5, 1.0], where=where)
    ledger.equals("z2_exactly", hand.z2, [1.0, 0.0], where=where)
    ledger.reads("p", hand.p, ["0.731", "0.269"], where=where)
    ledger.reads("loss", hand.loss, "1.313", where=where)
    where = "DL01.6.4, worked example, backward pass"
    ledger.reads("delta2", hand.delta2, ["0.731", "-0.731"], where=where)
    # Neither entry of z1 is cut off: what reaches a1 goes on to z1 as it is.
    ledger.equals("relu_passes", hand.z1 > 0, [True, True], where=where)
    ledger.reads("delta1", hand.delta1, ["1.462", "0.366"], where=where)


def _claim_agreement(ledger: Ledger, routes: dict[str, Sweep]) -> None:
    where = "DL01.6.4, figure F1 and the pitfall on agreement"
    for name in PRINTED:
        of_each = {route: sweep.gradients[name] for route, sweep in routes.items()}
        ledger.agree(f"grad_{name}", of_each, tolerance=TOLERANCE, where=where)
    for name, layer in {"delta1_agreement": "z1", "delta2_agreement": "z2"}.items():
        of_each = {route: sweep.gradients[layer] for route, sweep in routes.items()}
        ledger.agree(name, of_each, tolerance=TOLERANCE, where="DL01.6.4, the formal statement")
    reaching_a1 = {route: routes[route].gradients["a1"] for route in ("modules", "engine")}
    ledger.reads("grad_a1", reaching_a1["engine"], ["1.462", "0.366"], where="DL01.6.4, worked example, backward pass")
    ledger.agree("grad_a1_agreement", reaching_a1, tolerance=TOLERANCE, where="DL01.6.4, worked example, backward pass")
    losses = {route: sweep.loss for route, sweep in routes.items()}
    ledger.agree("loss_agreement", losses, tolerance=TOLERANCE, where="DL01.6.4, worked example")

    twelve = {route: _parameter_entries(sweep) for route, sweep in routes.items()}
    ledger.equals("parameter_entries", twelve["hand"].size, 12, where="DL01.6.4, caption of F1: the twelve gradients")
    ledger.agree("largest_gap", twelve, tolerance=TOLERANCE, where=where)


def _parameter_entries(sweep: Sweep) -> Floats:
    """Give the gradients of all parameters as one array (12,)."""
    return np.concatenate([sweep.gradients[name].ravel() for name in PARAMETERS])
