"""A batch of eight: what one example cannot test, and what an approximate check can see beside an exact one.

Only a batch has biases that broadcast, gradients that sum over its rows, and a mean that divides by n.
"""

from __future__ import annotations

import numpy as np

from engine import arithmetic
from engine.nn import cross_entropy
from workflow.computations.arrays import Floats, Integers
from workflow.computations.dl01_6_4 import by_engine, by_modules
from workflow.computations.dl01_6_4.moons_network import first_eight
from workflow.computations.dl01_6_4.running_network import PARAMETERS, Sweep
from workflow.ledger import Ledger

TOLERANCE = 1e-12
# A few units of the last digit, about 1e-15: all that two exact methods may differ by on numbers of size 1.
ROUNDING = 1e-14
WHERE = "DL01.6.4, code of the batch of eight"


def compute(moons: Ledger) -> Ledger:
    """Compare the parameter gradients of the running network on eight points, modules against engine (step 3)."""
    points, labels = first_eight(moons)
    routes = {"modules": by_modules.sweep(points, labels), "engine": by_engine.sweep(points, labels)}

    ledger = Ledger("dl01_6_4/batch_of_eight")
    ledger.equals("batch", len(labels), 8, where=WHERE)
    ledger.reads("loss", routes["modules"].loss, "2.259", where=WHERE)
    _claim_agreement(ledger, routes)
    _claim_dead_unit(ledger, routes, points)
    _claim_approximate_check(ledger, points, labels)
    return ledger


def _claim_agreement(ledger: Ledger, routes: dict[str, Sweep]) -> None:
    losses = {route: sweep.loss for route, sweep in routes.items()}
    ledger.agree("loss_agreement", losses, tolerance=TOLERANCE, where=WHERE)
    for name in (*PARAMETERS, "x"):
        of_each = {route: sweep.gradients[name] for route, sweep in routes.items()}
        ledger.agree(f"grad_{name}", of_each, tolerance=TOLERANCE, where=WHERE)
    logits = {route: sweep.gradients["z2"] for route, sweep in routes.items()}
    ledger.agree("delta2_agreement", logits, tolerance=TOLERANCE, where="DL01.6.4, why the numbers agree: (p - y) / n")

    largest = max(
        float(np.max(np.abs(routes["modules"].gradients[name] - routes["engine"].gradients[name])))
        for name in PARAMETERS
    )
    ledger.below("largest_gap", largest, ROUNDING, where="DL01.6.4, pitfall: agreement to 1e-6 is agreement")


def _claim_dead_unit(ledger: Ledger, routes: dict[str, Sweep], points: Floats) -> None:
    """On these points the second hidden unit never fires, so nothing flows back to its weights: exact zeros."""
    where = "DL01.6.4, after the batch of eight: the second hidden unit is dead"
    pre_activations = by_modules.logits([PARAMETERS["W1"], PARAMETERS["b1"]], points)
    ledger.holds("second_unit_never_fires", "is true", {"observed": pre_activations[:, 1] <= 0}, where=where)
    gradients = {"": routes["engine"].gradients, "_by_modules": routes["modules"].gradients}
    for suffix, gradient in gradients.items():
        ledger.equals(f"grad_W1_second_row{suffix}", gradient["W1"][1], [0.0, 0.0], where=where)
        ledger.equals(f"grad_b1_second_entry{suffix}", gradient["b1"][1], 0.0, where=where)


def _claim_approximate_check(ledger: Ledger, points: Floats, labels: Integers) -> None:
    """Hold the engine to forward differences too: a gap of their size, 1e-8, is the best that they can say."""
    # Imported here: SciPy's optimizers take longer to load than all the rest takes to compute.
    from scipy.optimize import check_grad  # noqa: PLC0415 - half a second, needed here alone

    start = np.concatenate([values.ravel() for values in PARAMETERS.values()])
    gap = float(check_grad(_engine_loss, _engine_gradient, start, points, labels))
    where = "DL01.6.4, code of the batch of eight: check_grad"
    judged = {"low": 1e-9, "value": gap, "high": 1e-6}
    ledger.holds("check_grad_range", "lies between", judged, where=where, volatile=True)
    if arithmetic.selected() == "reproducible":
        ledger.reads("check_grad", gap, "3.0e-08", where=where, volatile=True)


def _engine_loss(flat: Floats, points: Floats, labels: Integers) -> float:
    network = by_engine.build(_unflatten(flat))
    return float(cross_entropy(network(points), labels).data)


def _engine_gradient(flat: Floats, points: Floats, labels: Integers) -> Floats:
    network = by_engine.build(_unflatten(flat))
    cross_entropy(network(points), labels).backward()
    return np.concatenate([by_engine.gradient_of(parameter).ravel() for parameter in network.parameters()])


def _unflatten(flat: Floats) -> list[Floats]:
    """Cut a vector (12,) into arrays of the shapes of W1, b1, W2 and b2."""
    sizes = [values.size for values in PARAMETERS.values()]
    pieces = np.split(flat, np.cumsum(sizes)[:-1])
    return [piece.reshape(values.shape) for piece, values in zip(pieces, PARAMETERS.values(), strict=True)]
