"""How long the engine takes over the training run of DL01.6.4, beside its floor: the same run built by hand.

Runs of three kinds alternate in this process, and each round gives two ratios of neighbours, which a machine that
speeds up or slows down between rounds hardly moves. Their medians are printed:

- engine to hand-built loop, both in the fast setting (at most 1.8 is asked for);
- the engine's reproducible setting to its fast one (at most 3).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from engine import arithmetic, byhand
from engine.arithmetic import Array
from engine.nn import Linear, Module, ReLU, Sequential, cross_entropy
from engine.optim import SGD

SIZES = (2, 16, 16, 2)
N_POINTS = 150
BATCH_SIZE = 32
EPOCHS = 200
RATE = 0.2


@dataclass(frozen=True, eq=False)
class Race:
    """What both runners start from: points (150, 2), labels (150,), start weights, and the batches of all steps."""

    points: Array
    labels: npt.NDArray[np.int64]
    start: list[tuple[Array, Array]]
    batches: list[npt.NDArray[np.int64]]


def make_race(seed: int = 0) -> Race:
    """Draw two noisy half circles, He start weights and 200 shuffles, five batches each (the last one of 22)."""
    rng = np.random.default_rng(seed)
    labels = np.arange(N_POINTS) % 2
    angle = rng.uniform(0.0, np.pi, N_POINTS)
    side = 1.0 - 2.0 * labels
    points = np.column_stack([labels + side * np.cos(angle), 0.5 * labels + side * np.sin(angle)])
    points += rng.normal(0.0, 0.2, points.shape)
    start = [(np.sqrt(2 / ins) * rng.standard_normal((outs, ins)), np.zeros(outs)) for ins, outs in pairwise(SIZES)]
    return Race(points, labels, start, list(_batches(rng)))


def _batches(rng: np.random.Generator) -> Iterator[npt.NDArray[np.int64]]:
    for _ in range(EPOCHS):
        order = rng.permutation(N_POINTS)
        for first in range(0, N_POINTS, BATCH_SIZE):
            yield order[first : first + BATCH_SIZE]


def hand_run(race: Race) -> list[float]:
    """Train with the layers of ``engine.byhand``; return the loss of every step."""
    hidden1, hidden2, output = (byhand.LinearLayer(weight, bias) for weight, bias in race.start)
    network = byhand.LayerStack(hidden1, byhand.ReLULayer(), hidden2, byhand.ReLULayer(), output)
    loss = byhand.SoftmaxCrossEntropyLayer()
    losses = []
    for batch in race.batches:
        losses.append(loss.forward(network.forward(race.points[batch]), race.labels[batch]))
        network.backward(loss.backward())
        network.descend(RATE)
    return losses


def engine_run(race: Race) -> list[float]:
    """Train with the engine; return the loss of every step."""
    network = _engine_network(race)
    optimizer = SGD(network.parameters(), RATE)
    losses = []
    for batch in race.batches:
        loss = cross_entropy(network(race.points[batch]), race.labels[batch])
        losses.append(float(loss.data))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return losses


def _engine_network(race: Race) -> Module:
    rng = np.random.default_rng(0)
    network = Sequential(Linear(2, 16, rng), ReLU(), Linear(16, 16, rng), ReLU(), Linear(16, 2, rng))
    values = [value for layer in race.start for value in layer]
    for parameter, value in zip(network.parameters(), values, strict=True):
        parameter.data[...] = value
    return network


def reproducible_engine_run(race: Race) -> list[float]:
    """Train with the engine in the reproducible setting."""
    with arithmetic.use("reproducible"):
        return engine_run(race)


def seconds(run: Callable[[Race], object], race: Race) -> float:
    """Time one run."""
    start = time.perf_counter()
    run(race)
    return time.perf_counter() - start


def main() -> None:
    """Print the median times and the two median ratios."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=21, help="runs of each kind (default: 21)")
    rounds = parser.parse_args().runs
    race = make_race()
    kinds = (hand_run, engine_run, reproducible_engine_run)
    times = np.array([[seconds(run, race) for run in kinds] for _ in range(rounds + 1)])[1:]  # the first warms up
    hand, fast, reproducible = times.T

    print(f"{len(race.batches)} steps, median of {rounds} alternating runs:")
    print(f"  by hand, fast          {1000 * np.median(hand):7.1f} ms")
    print(f"  engine, fast           {1000 * np.median(fast):7.1f} ms")
    print(f"  engine, reproducible   {1000 * np.median(reproducible):7.1f} ms")
    print(f"engine / by hand, fast            {np.median(fast / hand):.2f}  (at most 1.8)")
    print(f"engine, reproducible / fast       {np.median(reproducible / fast):.2f}  (at most 3)")


if __name__ == "__main__":
    main()
