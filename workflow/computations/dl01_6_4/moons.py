"""The inputs of the race: two moons, their split, the start weights and the order of the batches.

They have a ledger of their own so that one job of the lesson imports scikit-learn. Everything here comes from seeded
generators, and no later number can be right if one of these differs, so each series is held to its fingerprint.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from sklearn.datasets import make_moons  # type: ignore[import-untyped]
from sklearn.model_selection import train_test_split  # type: ignore[import-untyped]

from workflow.computations.arrays import Floats, Integers
from workflow.ledger import Ledger

POINTS = 200
NOISE = 0.2
VALIDATION_SHARE = 0.25
WIDTHS = (2, 16, 16, 2)
EPOCHS = 200
SEED = 0

FINGERPRINTS = {
    "points": "a292287f53a5a365",
    "labels": "183c359b924123c9",
    "training": "f6a5743e79f466c8",
    "validation": "2f3d26585d0fccd7",
    "start_W1": "ebf4e3587c238cdb",
    "start_b1": "66b05d1d5c7a0026",
    "start_W2": "610e4cfdeab6de53",
    "start_b2": "66b05d1d5c7a0026",
    "start_W3": "8067f664757d5a3a",
    "start_b3": "7c6ba6c2970f67a5",
    "shuffles": "de98a5f9e7fb65f9",
}

WHERE = "DL01.6.4, code of the race"


def compute() -> Ledger:
    """Draw the points, split them, draw the start weights and the shuffles (step 4, a race).

    Series: points (200, 2) float64; labels (200,) int64; training (150,) and validation (50,) int64, row numbers in
    the order of the split; start_W1 to start_b3 float64, weights (out, in); shuffles (200, 150) int64, for each epoch
    the order in which it visits the training rows.
    """
    points, labels = make_moons(n_samples=POINTS, noise=NOISE, random_state=SEED)
    training, validation = train_test_split(
        np.arange(POINTS), test_size=VALIDATION_SHARE, stratify=labels, random_state=SEED
    )
    start, shuffles = draw_start_and_shuffles(len(training))

    ledger = Ledger("dl01_6_4/moons")
    series = {"points": points, "labels": labels, "training": training, "validation": validation}
    series |= {f"start_{name}": values for name, values in start.items()} | {"shuffles": shuffles}
    _keep(ledger, series)
    _count(ledger, labels, training, validation)
    _count_parameters(ledger, start)
    return ledger


def draw_start_and_shuffles(rows: int) -> tuple[dict[str, Floats], Integers]:
    """Draw weights (out, in) with variance 2 / in, zero biases, and then a permutation of the rows for each epoch.

    One generator serves both: the shuffles are what it gives after the weights, as in DL01.5.4.
    """
    generator = np.random.default_rng(SEED)
    start: dict[str, Floats] = {}
    for layer, (n_in, n_out) in enumerate(pairwise(WIDTHS), start=1):
        start[f"W{layer}"] = generator.normal(0.0, np.sqrt(2 / n_in), size=(n_out, n_in))
        start[f"b{layer}"] = np.zeros(n_out)
    shuffles = np.stack([generator.permutation(rows) for _ in range(EPOCHS)])
    return start, shuffles.astype(np.int64)


def _keep(ledger: Ledger, series: dict[str, Floats | Integers]) -> None:
    for name, values in series.items():
        kept = ledger.add_series(name, values)
        judged = {"values": kept, "fingerprint": FINGERPRINTS[name]}
        ledger.holds(f"{name}_fingerprint", "has the fingerprint", judged, where=WHERE)


def _count(ledger: Ledger, labels: Integers, training: Integers, validation: Integers) -> None:
    ledger.equals("points", len(labels), 200, where=WHERE)
    ledger.equals("training", len(training), 150, where="DL01.6.4, worked example: 150 training points")
    ledger.equals("validation", len(validation), 50, where=WHERE)
    # The split is stratified: both classes keep their share in both parts.
    ledger.equals("class_counts", np.bincount(labels), [100, 100], where=WHERE)
    ledger.equals("training_class_counts", np.bincount(labels[training]), [75, 75], where=WHERE)
    ledger.equals("validation_class_counts", np.bincount(labels[validation]), [25, 25], where=WHERE)


def _count_parameters(ledger: Ledger, start: dict[str, Floats]) -> None:
    where = "DL01.6.4, from the last lesson, question 2: 16 * 3 + 16 * 17 + 2 * 17"
    per_layer = [start[f"W{layer}"].size + start[f"b{layer}"].size for layer in (1, 2, 3)]
    ledger.equals("parameters_per_layer", per_layer, [16 * 3, 16 * 17, 2 * 17], where=where)
    ledger.equals("parameters", sum(per_layer), 354, where=where)
    widths = [start["W1"].shape[1], *(len(start[f"b{layer}"]) for layer in (1, 2, 3))]
    ledger.equals("widths", widths, [2, 16, 16, 2], where=where)
