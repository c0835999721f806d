"""The inputs of the race: their laws, beside their fingerprints."""

from __future__ import annotations

import numpy as np

from workflow.computations.dl01_6_4 import moons, moons_network


def series(ledgers, name):
    return ledgers["moons"].series(name).values


def test_the_split_uses_every_point_once(ledgers):
    rows = np.concatenate([series(ledgers, "training"), series(ledgers, "validation")])
    assert np.array_equal(np.sort(rows), np.arange(200))


def test_the_points_lie_around_two_half_circles(ledgers):
    points, labels = series(ledgers, "points"), series(ledgers, "labels")
    upper = np.hypot(*(points[labels == 0] - [0.0, 0.0]).T)
    lower = np.hypot(*(points[labels == 1] - [1.0, 0.5]).T)
    for radii in (upper, lower):
        assert abs(radii.mean() - 1) < 0.05
        assert abs(radii.std() - moons.NOISE) < 0.05


def test_every_shuffle_is_a_permutation_of_the_training_rows(ledgers):
    assert np.array_equal(np.sort(series(ledgers, "shuffles"), axis=1), np.tile(np.arange(150), (200, 1)))


def test_the_first_shuffle_is_what_the_generator_gives_after_the_weights(ledgers):
    generator = np.random.default_rng(0)
    normals = generator.standard_normal(2 * 16 + 16 * 16 + 16 * 2)
    assert np.array_equal(generator.permutation(150), series(ledgers, "shuffles")[0])
    assert np.array_equal(series(ledgers, "start_W1").ravel(), normals[:32])  # 2 inputs: a deviation of sqrt(2 / 2)


def test_an_epoch_has_four_batches_of_32_and_one_of_22_with_every_training_point_in_one(ledgers):
    batches = moons_network.batches(ledgers["moons"])
    epoch = [next(batches) for _ in range(5)]
    assert [len(labels) for _, labels in epoch] == [32, 32, 32, 32, 22]
    seen = np.concatenate([points for points, _ in epoch])
    expected, _ = moons_network.training_set(ledgers["moons"])
    assert sorted(seen.tolist()) == sorted(expected.tolist())


def test_the_batches_of_the_run_are_a_thousand(ledgers):
    assert sum(1 for _ in moons_network.batches(ledgers["moons"])) == 1000


def test_a_route_that_writes_into_its_start_weights_leaves_the_next_route_its_own(ledgers):
    moons_network.start_parameters(ledgers["moons"])[0][...] = 0.0
    assert np.all(moons_network.start_parameters(ledgers["moons"])[0] != 0.0)
