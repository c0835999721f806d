"""What all routes of the 2-16-16-2 network share: its points, start weights, batches and learning rate.

These are inputs, read from the ledger `moons`. A route that trains has a loop of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from workflow.computations.arrays import Floats, Integers
from workflow.ledger import Ledger

PARAMETER_NAMES = ("W1", "b1", "W2", "b2", "W3", "b3")
BATCH_SIZE = 32
LEARNING_RATE = 0.2


class TrainingRun(NamedTuple):
    """What a route's training loop leaves.

    The loss of each step is (steps,) float64; the parameters are W1, b1, W2, b2, W3 and b3 after the last one.
    """

    losses: Floats
    parameters: list[Floats]


def start_parameters(moons: Ledger) -> list[Floats]:
    """Give copies of W1, b1, W2, b2, W3 and b3 before training; weights are (out, in)."""
    return [moons.series(f"start_{name}").values.copy() for name in PARAMETER_NAMES]


def training_set(moons: Ledger) -> tuple[Floats, Integers]:
    """Give the 150 training points, (150, 2) float64, and their classes, (150,) int64."""
    return _rows(moons, moons.series("training").values)


def validation_set(moons: Ledger) -> tuple[Floats, Integers]:
    """Give the 50 validation points, (50, 2) float64, and their classes, (50,) int64."""
    return _rows(moons, moons.series("validation").values)


def first_eight(moons: Ledger) -> tuple[Floats, Integers]:
    """Give the first eight points drawn, the batch of DL01.5.2, (8, 2) float64, and their classes, (8,) int64."""
    return _rows(moons, np.arange(8))


def batches(moons: Ledger) -> Iterator[tuple[Floats, Integers]]:
    """Go through the batches of the race in order: five an epoch, four of 32 points and one of 22."""
    points, labels = training_set(moons)
    for order in moons.series("shuffles").values:
        for first in range(0, len(order), BATCH_SIZE):
            rows = order[first : first + BATCH_SIZE]
            yield points[rows], labels[rows]


def _rows(moons: Ledger, rows: Integers) -> tuple[Floats, Integers]:
    return moons.series("points").values[rows], moons.series("labels").values[rows]
