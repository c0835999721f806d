"""Small ledgers with the claims and series that the drawings read, made through the ledger's own interface."""

from __future__ import annotations

import numpy as np
import pytest

from workflow.ledger import Ledger

WHERE = "tests/figures"
ROUNDING = 2.220446049250313e-16


def race() -> Ledger:
    """Give a race whose losses wiggle downwards, with a gap that grows by roundings after some equal steps."""
    rng = np.random.default_rng(0)
    steps = np.arange(1000)
    hand = 0.95 / (1 + steps / 25) * (1 + 0.16 * rng.standard_normal(1000)) + 0.005
    hand[0] = 1.005
    engine = hand.copy()
    engine[7::9] += ROUNDING / 2
    engine[400::50] += ROUNDING
    ledger = Ledger("dl01_6_4/race")
    first, second = ledger.add_series("losses_hand", hand), ledger.add_series("losses_engine", engine)
    largest = ledger.add_series("largest_gap_so_far", np.maximum.accumulate(np.abs(hand - engine)))
    ledger.agree("loss_gap", {"hand": first, "engine": second}, tolerance=1e-12, where=WHERE)
    ledger.below("gap_bound", largest, 1e-12, where=WHERE)
    ledger.equals("steps", 1000, 1000, where=WHERE)
    ledger.equals("parameters", 354, 354, where=WHERE)
    ledger.equals("epochs", 200, 200, where=WHERE)
    ledger.equals("batch_size", 32, 32, where=WHERE)
    ledger.equals("learning_rate", 0.2, 0.2, where=WHERE)
    ledger.reads("first_loss", 1.005, "1.005", where=WHERE)
    ledger.reads("last_loss", 0.0081, "0.008", where=WHERE)
    ledger.reads("validation_accuracy", 0.96, "0.96", where=WHERE)
    ledger.equals("validation_correct", 48, 48, where=WHERE)
    ledger.equals("validation_points", 50, 50, where=WHERE)
    ledger.below("weight_gap", 2e-15, 1e-12, where=WHERE)
    ledger.check()
    return ledger


BUILDERS = {"race": race}


@pytest.fixture(params=sorted(BUILDERS))
def name(request: pytest.FixtureRequest) -> str:
    """Give the name of each ledger in turn."""
    return str(request.param)
