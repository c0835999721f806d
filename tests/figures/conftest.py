"""Small ledgers with the claims and series that the drawings read, made through the ledger's own interface.

They take no time to compute, and they hold cases that the lesson's own numbers may not show: gaps of exactly 0 beside
gaps of the size of rounding.
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
import pytest

from figures.style import STYLES, settings
from workflow.claims import fingerprint_of
from workflow.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.figure import Figure

WHERE = "tests/figures"
TOLERANCE = 1e-12
ROUNDING = 2.220446049250313e-16


def _race(identity: str, step_of_first_gap: int) -> Ledger:
    """Give a race whose losses wiggle downwards; they differ by roundings from some step on."""
    rng = np.random.default_rng(0)
    steps = np.arange(1000)
    hand = 0.6 / (1 + steps / 25) * (1 + 0.3 * rng.uniform(-1, 1, len(steps))) + 0.005
    hand[0] = 1.005
    engine = hand.copy()
    engine[step_of_first_gap::9] += ROUNDING
    engine[step_of_first_gap + 400 :: 50] += 3 * ROUNDING
    ledger = Ledger(identity)
    first, second = ledger.add_series("losses_hand", hand), ledger.add_series("losses_engine", engine)
    largest = ledger.add_series("largest_gap_so_far", np.maximum.accumulate(np.abs(hand - engine)))
    ledger.agree("loss_gap", {"hand": first, "engine": second}, tolerance=TOLERANCE, where=WHERE)
    ledger.below("gap_bound", largest, TOLERANCE, where=WHERE)
    ledger.equals("steps", len(steps), 1000, where=WHERE)
    ledger.equals("opening_steps", 60, 60, where=WHERE)
    ledger.reads("opening_last_epoch_loss", hand[55:60].mean(), f"{hand[55:60].mean():.1f}", where=WHERE)
    ledger.reads("first_loss", hand[0], "1.005", where=WHERE)
    ledger.reads("last_loss", hand[-1], f"{hand[-1]:.3f}", where=WHERE)
    return ledger


def race() -> Ledger:
    """Give a race that is equal at first and then differs by roundings."""
    return _race("dl01_6_4/race", 7)


def race_without_gap() -> Ledger:
    """Give a race whose losses are the same to the last bit at every step."""
    return _race("dl01_6_4/race", 1000)


def race_with_gap_from_the_start() -> Ledger:
    """Give a race with a gap at the first step."""
    return _race("dl01_6_4/race", 0)


def three_ways() -> Ledger:
    """Give the gradients of the lesson's one example, the same by every route but for a rounding."""
    gradients = {
        "grad_W1": [[1.4621, 2.9242], [0.3655, 0.7311]],
        "grad_b1": [1.4621, 0.3655],
        "grad_W2": [[0.3655, 0.7311], [-0.3655, -0.7311]],
        "grad_b2": [0.7311, -0.7311],
    }
    ledger = Ledger("dl01_6_4/three_ways")
    for key, value in gradients.items():
        expected = np.vectorize("{:.3f}".format)(value).tolist()
        for route in ("hand", "modules", "engine"):
            ledger.reads(f"{key}_by_{route}", value, expected, where=WHERE)
    entries = np.concatenate([np.ravel(value) for value in gradients.values()])
    routes = {"hand": entries, "modules": entries, "engine": entries + ROUNDING}
    ledger.agree("largest_gap", routes, tolerance=TOLERANCE, where=WHERE)
    ledger.equals("parameter_entries", len(entries), 12, where=WHERE)
    ledger.equals("x", [1.0, 2.0], [1.0, 2.0], where=WHERE)
    ledger.equals("class_number", 2, 2, where=WHERE)
    ledger.reads("loss", 1.31326, "1.313", where=WHERE)
    return ledger


def boundary() -> Ledger:
    """Give two half moons and a boundary that winds between them."""
    ledger = Ledger("dl01_6_4/boundary")
    across, up = np.linspace(-1.8125, 2.6875, 37), np.linspace(-1.3125, 1.6875, 25)
    winding = 0.4 + 0.9 * np.sin(1.3 * up)
    margin = across[np.newaxis, :] - winding[:, np.newaxis]
    ledger.agree("grid_x1", {"one": ledger.add_series("grid_x1", across), "two": across}, tolerance=0, where=WHERE)
    ledger.agree("grid_x2", {"one": ledger.add_series("grid_x2", up), "two": up}, tolerance=0, where=WHERE)
    routes = {name: ledger.add_series(f"margin_{name}", margin) for name in ("hand", "engine")}
    ledger.agree("margins", routes, tolerance=TOLERANCE, where=WHERE)
    points = np.column_stack([winding, up])
    routes = {"one": ledger.add_series("boundary", points), "two": points}
    ledger.agree("boundary_agreement", routes, tolerance=0, where=WHERE)
    for name, count in (("training", 150), ("validation", 50)):
        _add_moons(ledger, name, count)
    for place, at in (("lower_end", 0), ("dip", 8), ("crest", 16), ("upper_end", -1)):
        end = [winding[at], up[at]]
        ledger.reads(f"boundary_{place}", end, [f"{value:.1f}" for value in end], where=WHERE)
    ledger.reads("validation_accuracy", 0.96, "0.96", where=WHERE)
    ledger.equals("validation_correct", 48, 48, where=WHERE)
    ledger.equals("validation_wrong", 2, 2, where=WHERE)
    ledger.equals("wrong_labels", [0, 1], [0, 1], where=WHERE)
    ledger.reads("wrong_points", [[0.04, 0.62], [0.7, -0.12]], [["0.0", "0.6"], ["0.7", "-0.1"]], where=WHERE)
    return ledger


def _add_moons(ledger: Ledger, name: str, count: int) -> None:
    rng = np.random.default_rng(count)
    labels = np.arange(count) % 2
    angle = rng.uniform(0, np.pi, count)
    upper, lower = (
        np.column_stack([np.cos(angle), np.sin(angle)]),
        np.column_stack([1 - np.cos(angle), 0.5 - np.sin(angle)]),
    )
    points = np.where(labels[:, np.newaxis] == 0, upper, lower) + rng.normal(0, 0.1, (count, 2))
    for series in (ledger.add_series(f"{name}_points", points), ledger.add_series(f"{name}_labels", labels)):
        values = {"values": series, "fingerprint": fingerprint_of(series.values)}
        ledger.holds(f"{series.name}_fingerprint", "has the fingerprint", values, where=WHERE)
    ledger.equals(f"{name}_count", count, count, where=WHERE)


def graph_memory() -> Ledger:
    """Give the nodes of one forward pass."""
    nodes = [
        ("W1.T", "(2, 16)", 256, True),
        ("x @ W1.T", "(150, 16)", 19200, False),
        ("+ b1", "(150, 16)", 19200, False),
        ("relu 1", "(150, 16)", 19200, False),
        ("W2.T", "(16, 16)", 2048, True),
        ("h @ W2.T", "(150, 16)", 19200, False),
        ("+ b2", "(150, 16)", 19200, False),
        ("relu 2", "(150, 16)", 19200, False),
        ("W3.T", "(16, 2)", 256, True),
        ("h @ W3.T", "(150, 2)", 2400, False),
        ("+ b3", "(150, 2)", 2400, False),
        ("loss", "()", 8, False),
    ]
    ledger = Ledger("dl01_6_4/graph_memory")
    columns = zip(("node_names", "node_shapes", "node_bytes", "node_is_view"), zip(*nodes, strict=True), strict=True)
    for name, values in columns:
        ledger.equals(name, list(values), list(values), where=WHERE)
    totals = {
        "nodes": 12,
        "batch": 150,
        "activation_arrays": 6,
        "activation_bytes": 19200,
        "total_bytes": 122568,
        "held_bytes": 120008,
        "view_bytes": 2560,
        "bytes_after_release": 0,
    }
    for name, value in totals.items():
        ledger.equals(name, value, value, where=WHERE)
    return ledger


def broadcast_bug() -> Ledger:
    """Give gaps of every kind: far too large, of the size of rounding, and exactly 0."""
    ledger = Ledger("dl01_6_4/broadcast_bug")
    ledger.equals("batch", 8, 8, where=WHERE)
    for name, gap in {"mean_gap_W1": 0.0, "mean_gap_W2": ROUNDING, "sum_gap_W1": 0.0, "sum_gap_W2": ROUNDING}.items():
        ledger.below(name, gap, TOLERANCE, where=WHERE)
    ledger.reads("mean_gap_b1", 0.8943, "0.9", where=WHERE)
    ledger.reads("mean_gap_b2", 0.3791, "0.4", where=WHERE)
    ledger.below("sum_gap_b1", 7e-18, TOLERANCE, where=WHERE)
    ledger.below("sum_gap_b2", 3 * ROUNDING, TOLERANCE, where=WHERE)
    return ledger


def _graph(identity: str, numbers: dict[str, float], decimals: int = 0) -> Ledger:
    ledger = Ledger(identity)
    for name, number in numbers.items():
        ledger.reads(name, number, f"{number:,.{decimals}f}", where=WHERE)
    return ledger


def scalar_graph() -> Ledger:
    """Give the scalar graph with the lecture's numbers."""
    values = {"w": 2, "x": 3, "b": 1, "y": 10, "m": 6, "a": 7, "e": -3, "L": 9}
    gradients = {"L": 1, "e": -6, "a": -6, "y": 6, "m": -6, "b": -6, "w": -18, "x": -12}
    return _graph("lecture4/reverse_sweep", values | {f"grad_{name}": number for name, number in gradients.items()})


def scalar_graph_with_long_numbers() -> Ledger:
    """Give numbers as long as the graph takes, −12.01 and so on, no two of them the same."""
    names = [f"{prefix}{name}" for prefix in ("", "grad_") for name in "wxbymaeL"]
    return _graph("lecture4/reverse_sweep", {name: -12 - place / 100 for place, name in enumerate(names, 1)}, 2)


def branch() -> Ledger:
    """Give the branch with the lecture's numbers."""
    values = {"x": 4, "factor": 3, "u": 16, "v": 12, "L": 28}
    gradients = {"L": 1, "u": 1, "v": 1, "x_through_u": 8, "x_through_v": 3, "x": 11}
    return _graph("lecture4/branch", values | {f"grad_{name}": number for name, number in gradients.items()})


def branch_with_other_numbers() -> Ledger:
    """Give numbers as long as the branch takes, no two of them the same."""
    gradients = ("grad_L", "grad_u", "grad_v", "grad_x_through_u", "grad_x_through_v", "grad_x")
    numbers = {name: 81 + place for place, name in enumerate((*"xuvL", *gradients))}
    return _graph("lecture4/branch", {"factor": 7, **numbers})


class Case(NamedTuple):
    """A drawing, 'lesson/drawing', with a ledger to draw it from."""

    drawing: str
    build: Callable[[], Ledger]

    @property
    def module(self) -> Any:
        """The module that draws it."""
        return importlib.import_module(f"figures.{self.drawing.replace('/', '.')}")

    def draw(self, style: str) -> Figure:
        """Draw it in a style."""
        with settings():
            return cast("Figure", self.module.draw(self.build(), STYLES[style]))


CASES = {
    "three_ways": Case("dl01_6_4/three_ways", three_ways),
    "three_ways_card": Case("dl01_6_4/three_ways_card", three_ways),
    "race": Case("dl01_6_4/race", race),
    "race_without_gap": Case("dl01_6_4/race", race_without_gap),
    "race_with_gap_from_the_start": Case("dl01_6_4/race", race_with_gap_from_the_start),
    "boundary": Case("dl01_6_4/boundary", boundary),
    "graph_memory": Case("dl01_6_4/graph_memory", graph_memory),
    "broadcast_bug": Case("dl01_6_4/broadcast_bug", broadcast_bug),
    "scalar_graph": Case("lecture4/scalar_graph", scalar_graph),
    "scalar_graph_with_long_numbers": Case("lecture4/scalar_graph", scalar_graph_with_long_numbers),
    "branch": Case("lecture4/branch", branch),
    "branch_with_other_numbers": Case("lecture4/branch", branch_with_other_numbers),
}


@cache
def drawn(case: Case, style: str) -> Figure:
    """Give a figure that is drawn once for all tests which only look at it."""
    return case.draw(style)


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    """Give each drawing with each of its ledgers in turn."""
    return CASES[request.param]


@pytest.fixture(params=STYLES)
def style(request: pytest.FixtureRequest) -> str:
    """Give the name of each style in turn."""
    return str(request.param)
