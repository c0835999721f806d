"""Wrong beside right: a mean where `unbroadcast` needs a sum, found by comparing parameter by parameter.

The bug is injected from here for the length of a `with` block; the engine's source stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from engine import tensor
from workflow.computations.arrays import Floats
from workflow.computations.dl01_6_4 import by_engine, by_modules
from workflow.computations.dl01_6_4.moons_network import first_eight
from workflow.computations.dl01_6_4.running_network import PARAMETERS, Sweep
from workflow.ledger import Ledger

TOLERANCE = 1e-12
FIGURE = "DL01.6.4, figure F5"


def compute(moons: Ledger) -> Ledger:
    """Compare the gradients of the batch of eight with the modules', with the bug and without (the pitfalls)."""
    batch = first_eight(moons)
    reference = by_modules.sweep(*batch)
    right = by_engine.sweep(*batch)
    with mean_in_place_of_sum():
        wrong = by_engine.sweep(*batch)
        training_losses = by_engine.train(moons).losses

    ledger = Ledger("dl01_6_4/broadcast_bug")
    ledger.equals("batch", len(batch[1]), 8, where=FIGURE)
    _claim_gaps(ledger, reference, right, wrong)
    _claim_an_eighth(ledger, reference, wrong)
    where = "DL01.6.4, pitfall about falling losses"
    judged = {"first": training_losses[0], "last": training_losses[-1]}
    ledger.equals("training_steps", len(training_losses), 1000, where=where)
    ledger.holds("training_with_the_bug_lowers_the_loss", "decreases", judged, where=where)
    return ledger


@contextmanager
def mean_in_place_of_sum() -> Iterator[None]:
    """Let the engine average where it has to add up, until the block ends, however it ends."""
    right = tensor.unbroadcast

    def unbroadcast(grad: Floats, shape: tuple[int, ...]) -> Floats:
        total = right(grad, shape)
        return total / (grad.size // total.size)

    tensor.unbroadcast = unbroadcast
    try:
        yield
    finally:
        tensor.unbroadcast = right


def _claim_gaps(ledger: Ledger, reference: Sweep, right: Sweep, wrong: Sweep) -> None:
    for name in PARAMETERS:
        ledger.below(f"sum_gap_{name}", _gap(right, reference, name), TOLERANCE, where=FIGURE)
    # What reaches a weight was never broadcast, so the bug leaves the weights alone.
    ledger.below("mean_gap_W1", _gap(wrong, reference, "W1"), TOLERANCE, where=FIGURE)
    ledger.below("mean_gap_W2", _gap(wrong, reference, "W2"), TOLERANCE, where=FIGURE)
    ledger.reads("mean_gap_b1", _gap(wrong, reference, "b1"), "0.9", where=FIGURE)
    ledger.reads("mean_gap_b2", _gap(wrong, reference, "b2"), "0.4", where=FIGURE)


def _gap(one: Sweep, other: Sweep, name: str) -> float:
    return float(np.max(np.abs(one.gradients[name] - other.gradients[name])))


def _claim_an_eighth(ledger: Ledger, reference: Sweep, wrong: Sweep) -> None:
    """Hold the wrong bias gradients to the modules' over 8, the batch size: exactly, since 8 is a power of two."""
    where = "DL01.6.4, exercise 2: each bias gradient is divided by n"
    for name in ("b1", "b2"):
        routes = {"engine_with_the_bug": wrong.gradients[name], "modules_over_8": reference.gradients[name] / 8}
        ledger.agree(f"{name}_is_an_eighth", routes, tolerance=0, where=where)
