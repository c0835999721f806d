"""The race: what its losses and weights must be whoever computes them."""

from __future__ import annotations

import math

import numpy as np

from workflow.computations.dl01_6_4 import moons_network, race


def logits(parameters, points):
    """Evaluate the 2-16-16-2 network with plain sums: a route of the test's own, exact enough for 1e-12."""
    rows = points.tolist()
    for layer in range(3):
        weight, bias = parameters[2 * layer].tolist(), parameters[2 * layer + 1].tolist()
        rows = [
            [
                math.fsum(w * x for w, x in zip(weights, row, strict=True)) + b
                for weights, b in zip(weight, bias, strict=True)
            ]
            for row in rows
        ]
        if layer < 2:
            rows = [[max(value, 0.0) for value in row] for row in rows]
    return rows


def mean_loss(rows, labels):
    losses = [
        math.log(math.fsum(math.exp(value - max(row)) for value in row)) + max(row) - row[label]
        for row, label in zip(rows, labels.tolist(), strict=True)
    ]
    return math.fsum(losses) / len(losses)


def trained(ledgers, route):
    return [ledgers["race"].series(f"{route}_{name}").values for name in moons_network.PARAMETER_NAMES]


def test_the_first_loss_is_that_of_the_start_weights_on_the_first_batch(ledgers):
    points, labels = next(moons_network.batches(ledgers["moons"]))
    expected = mean_loss(logits(moons_network.start_parameters(ledgers["moons"]), points), labels)
    for route in ("hand", "engine"):
        assert abs(ledgers["race"].series(f"losses_{route}").values[0] - expected) < 1e-12


def test_the_stored_weights_classify_48_of_the_50_validation_points(ledgers):
    points, labels = moons_network.validation_set(ledgers["moons"])
    for route in ("hand", "engine"):
        predicted = [row.index(max(row)) for row in logits(trained(ledgers, route), points)]
        assert sum(map(int.__eq__, predicted, labels.tolist())) == 48


def test_every_weight_moved(ledgers):
    for name, after in zip(moons_network.PARAMETER_NAMES, trained(ledgers, "engine"), strict=True):
        before = ledgers["moons"].series(f"start_{name}").values
        assert np.count_nonzero(before != after) > 0


def test_the_gap_so_far_ends_at_the_largest_gap_of_all(ledgers):
    hand, engine, so_far = (
        ledgers["race"].series(name).values.tolist() for name in ("losses_hand", "losses_engine", "largest_gap_so_far")
    )
    gaps = [abs(one - other) for one, other in zip(hand, engine, strict=True)]
    assert so_far[0] == gaps[0]
    assert so_far[-1] == max(gaps)
    assert so_far[499] == max(gaps[:500])


def test_the_rate_of_the_first_step_is_measured(monkeypatch, ledgers):
    monkeypatch.setattr(moons_network, "LEARNING_RATE", 0.1)
    assert abs(race._rate_of_first_step(ledgers["moons"]) - 0.1) < 1e-12


def test_the_losses_are_in_nats(ledgers):
    names = ("losses_hand", "losses_engine", "largest_gap_so_far")
    assert [ledgers["race"].series(name).unit for name in names] == ["nats"] * 3
