"""The race: the hand-built loop and the engine, trained from the same weights on the same batches, step for step."""

from __future__ import annotations

import numpy as np

from engine import arithmetic
from workflow.computations.dl01_6_4 import by_engine, by_modules
from workflow.computations.dl01_6_4.moons_network import (
    PARAMETER_NAMES,
    TrainingRun,
    batches,
    start_parameters,
    training_set,
    validation_set,
)
from workflow.ledger import Ledger

TOLERANCE = 1e-12
WHERE = "DL01.6.4, worked example and code: the race"
FIGURE = "DL01.6.4, figure F2"

# What the upper panel of figure F2 shows.
OPENING_EPOCHS = 12


def compute(moons: Ledger) -> Ledger:
    """Train the 2-16-16-2 network twice, by the modules and by the engine, and compare every step (step 4).

    Series, float64: losses_hand, losses_engine and largest_gap_so_far, each (1000,); hand_W1 to hand_b3 and engine_W1
    to engine_b3, the trained parameters, weights (out, in).
    """
    hand = by_modules.train(moons)
    engine = by_engine.train(moons)

    ledger = Ledger("dl01_6_4/race")
    _claim_set_up(ledger, moons, engine)
    _claim_losses(ledger, hand, engine)
    _claim_opening(ledger, moons, engine)
    _claim_parameters(ledger, hand, engine)
    _claim_accuracy(ledger, moons, hand, engine)
    return ledger


def _claim_set_up(ledger: Ledger, moons: Ledger, run: TrainingRun) -> None:
    epochs = len(moons.series("shuffles").values)
    ledger.equals(
        "parameters", sum(values.size for values in run.parameters), 354, where="DL01.6.4, from the last lesson"
    )
    ledger.equals("training_points", len(training_set(moons)[0]), 150, where=WHERE)
    ledger.equals("epochs", epochs, 200, where=WHERE)
    ledger.equals("batch_size", len(next(batches(moons))[1]), 32, where=WHERE)
    rate = _rate_of_first_step(moons)
    ledger.reads("learning_rate", rate, "0.2", where=WHERE)
    ledger.reads("learning_rate_to_eight_digits", rate, "0.20000000", where=WHERE)
    ledger.equals("steps", len(run.losses), 1000, where=WHERE)
    ledger.equals("steps_an_epoch", len(run.losses) // epochs, 5, where=WHERE)


def _rate_of_first_step(moons: Ledger) -> float:
    """Divide what the engine's first step takes off b3[1], which starts at 0, by its gradient, the mean of p - y."""
    points, labels = next(batches(moons))
    logits = by_modules.logits(start_parameters(moons), points)
    p = 1 / (1 + arithmetic.exp(logits[:, 0] - logits[:, 1]))
    after = by_engine.train(moons, steps=1).parameters[-1]
    return float(-after[1] / (p - labels).mean())


def _claim_losses(ledger: Ledger, hand: TrainingRun, engine: TrainingRun) -> None:
    routes = {
        "hand": ledger.add_series("losses_hand", hand.losses, "nats"),
        "engine": ledger.add_series("losses_engine", engine.losses, "nats"),
    }
    gaps = np.abs(hand.losses - engine.losses)
    so_far = ledger.add_series("largest_gap_so_far", np.maximum.accumulate(gaps), "nats")

    ledger.reads("first_loss", engine.losses[0], "1.005", where=WHERE)
    ledger.reads("first_loss_by_hand", hand.losses[0], "1.005", where=WHERE)
    ledger.reads("last_loss", engine.losses[-1], "0.008", where=WHERE)
    ledger.reads("last_loss_by_hand", hand.losses[-1], "0.008", where=WHERE)
    ledger.agree("loss_gap", routes, tolerance=TOLERANCE, where=FIGURE)
    judged = {"largest": so_far, "one": routes["hand"], "other": routes["engine"]}
    ledger.holds("gap_so_far", "is the largest gap so far", judged, where=FIGURE)
    ledger.below("gap_bound", so_far, TOLERANCE, where=FIGURE)


def _claim_opening(ledger: Ledger, moons: Ledger, engine: TrainingRun) -> None:
    by_epoch = engine.losses.reshape(len(moons.series("shuffles").values), -1)[:OPENING_EPOCHS]
    ledger.equals("opening_steps", by_epoch.size, 60, where=FIGURE)
    ledger.reads("opening_first_loss", by_epoch[0, 0], "1.0", where=FIGURE)
    # Batches differ, so single losses zigzag; the mean over the last epoch shown says where the line has come to.
    ledger.reads("opening_last_epoch_loss", by_epoch[-1].mean(), "0.3", where=FIGURE)


def _claim_parameters(ledger: Ledger, hand: TrainingRun, engine: TrainingRun) -> None:
    gaps = []
    for name, trained_by_hand, trained_by_engine in zip(
        PARAMETER_NAMES, hand.parameters, engine.parameters, strict=True
    ):
        routes = {
            "hand": ledger.add_series(f"hand_{name}", trained_by_hand),
            "engine": ledger.add_series(f"engine_{name}", trained_by_engine),
        }
        ledger.agree(f"weight_gap_{name}", routes, tolerance=TOLERANCE, where=WHERE)
        gaps.append(float(np.max(np.abs(trained_by_hand - trained_by_engine))))
    ledger.below("weight_gap", max(gaps), TOLERANCE, where=WHERE)


def _claim_accuracy(ledger: Ledger, moons: Ledger, hand: TrainingRun, engine: TrainingRun) -> None:
    points, labels = validation_set(moons)
    predicted = by_engine.logits(engine.parameters, points).argmax(axis=1)
    predicted_by_hand = by_modules.logits(hand.parameters, points).argmax(axis=1)
    correct = int(np.count_nonzero(predicted == labels))
    ledger.equals("validation_points", len(labels), 50, where=WHERE)
    ledger.equals("validation_correct", correct, 48, where=WHERE)
    ledger.reads("validation_accuracy", correct / len(labels), "0.96", where=WHERE)
    routes = {"hand": predicted_by_hand, "engine": predicted}
    ledger.agree("validation_classes", routes, tolerance=0, where=WHERE)
