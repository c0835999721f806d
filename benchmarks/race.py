"""How long the engine takes over the training run of DL01.6.4, beside its floor: the same run built by hand.

Two ratios, each the quotient of medians over alternating runs in this process:

- engine to hand-built loop, both in the fast setting (at most 1.8 is asked for);
- the engine's reproducible setting to its fast one (at most 3).

A single thread per BLAS product is usual at these sizes; no setting of the machine is changed.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

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
    start = [
        (rng.normal(0.0, np.sqrt(2 / n_in), (n_out, n_in)), np.zeros(n_out))
        for n_in, n_out in zip(SIZES, SIZES[1:], strict=False)
    ]
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


def median_times(runs: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Time several runs in turn, so that a drifting machine slows all of them; return the median of each, in seconds."""
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            start = time.perf_counter()
            run()
            times[name].append(time.perf_counter() - start)
    return {name: statistics.median(values) for name, values in times.items()}


def reproducible_engine_run(race: Race) -> list[float]:
    """Train with the engine in the reproducible setting."""
    with arithmetic.use("reproducible"):
        return engine_run(race)


def main() -> None:
    """Print the medians and the two ratios."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=11, help="runs of each kind (default: 11)")
    rounds = parser.parse_args().rounds
    race = make_race()
    runs = {
        "by hand, fast": lambda: hand_run(race),
        "engine, fast": lambda: engine_run(race),
        "engine, reproducible": lambda: reproducible_engine_run(race),
    }
    median_times(runs, rounds=1)  # warm up
    medians = median_times(runs, rounds)
    for name, seconds in medians.items():
        print(f"{name:<22}{1000 * seconds:8.1f} ms for {len(race.batches)} steps (median of {rounds})")
    hand, fast, reproducible = medians.values()
    print(f"engine / by hand, fast:               {fast / hand:.2f}  (at most 1.8)")
    print(f"engine, reproducible / fast:          {reproducible / fast:.2f}  (at most 3)")


if __name__ == "__main__":
    main()
