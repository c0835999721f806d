"""The trained network over the plane, and the line on which its two logits tie.

The margin of a point is the logit of class 1 minus the logit of class 0: positive where the network says class 1.
"""

from __future__ import annotations

from collections.abc import Callable

import contourpy
import numpy as np

from workflow.computations.arrays import Floats
from workflow.computations.dl01_6_4 import by_engine, by_modules
from workflow.computations.dl01_6_4.moons_network import (
    PARAMETER_NAMES,
    training_set,
    validation_set,
)
from workflow.ledger import Ledger

TOLERANCE = 1e-12
TIE = 1e-9
HALVINGS = 50
WHERE = "DL01.6.4, figure F3"

# The grid covers the points with a margin. Its step is 1/16 both ways, so cells are square and grid points have short
# binary fractions.
STEP = 1 / 16
LEFT, RIGHT = -29 / 16, 43 / 16
BOTTOM, TOP = -21 / 16, 27 / 16

GRID_COUNTS = {"grid_x1": 73, "grid_x2": 49}

FINGERPRINTS = {
    "training_points": "20f0f6162f00a98a",
    "training_labels": "eb6354844b00b392",
    "validation_points": "aa232fc3e352759f",
    "validation_labels": "4a2430aa43c234e8",
}

Margin = Callable[[Floats], Floats]


def compute(moons: Ledger, race: Ledger) -> Ledger:
    """Evaluate both trained networks on a grid and trace the boundary (figure F3).

    Series: grid_x1 (73,) and grid_x2 (49,) float64; margin_hand and margin_engine (49, 73) float64, rows along x2;
    classes_hand and classes_engine (49, 73) int64; boundary and boundary_by_hand (m, 2) float64, the line's vertices
    from its lower end to its upper one; training_points (150, 2), validation_points (50, 2) float64 and their labels,
    int64.
    """
    hand, engine = _hand_margin(race), _engine_margin(race)
    x1 = np.arange(LEFT, RIGHT + STEP, STEP)
    x2 = np.arange(BOTTOM, TOP + STEP, STEP)

    ledger = Ledger("dl01_6_4/boundary")
    _claim_grid(ledger, x1, x2)
    _claim_regions(ledger, _on_grid(hand, x1, x2), _on_grid(engine, x1, x2))
    _claim_line(ledger, hand, engine, x1, x2)
    _claim_points(ledger, moons)
    _claim_accuracy(ledger, moons, hand, engine)
    return ledger


def _hand_margin(race: Ledger) -> Margin:
    parameters = [race.series(f"hand_{name}").values for name in PARAMETER_NAMES]
    return lambda points: _difference(by_modules.logits(parameters, points))


def _engine_margin(race: Ledger) -> Margin:
    parameters = [race.series(f"engine_{name}").values for name in PARAMETER_NAMES]
    return lambda points: _difference(by_engine.logits(parameters, points))


def _difference(logits: Floats) -> Floats:
    return logits[:, 1] - logits[:, 0]


def _on_grid(margin: Margin, x1: Floats, x2: Floats) -> Floats:
    """Give the margin at every grid point, (len(x2), len(x1))."""
    across, up = np.meshgrid(x1, x2)
    return margin(np.column_stack([across.ravel(), up.ravel()])).reshape(across.shape)


def trace(margins: Floats, x1: Floats, x2: Floats) -> list[tuple[Floats, Floats]]:
    """Follow the zero line of the margins through the grid.

    Returns
    -------
    list of (below, above)
        For each branch two float64 arrays (m, 2): the ends of the grid edges that the branch crosses, in order. The
        margin is negative at `below` and positive at `above`; a grid point where it is exactly 0 is both ends.
    """
    branches = []
    # On a grid of indices every vertex lies on an edge between two whole numbers, or on one.
    for vertices in contourpy.contour_generator(z=margins).lines(0.0):
        line = np.asarray(vertices, dtype=np.float64)
        # Rounding undoes the last digits of the contour's interpolation along the axis that an edge does not change.
        settled = np.where(np.abs(line - np.rint(line)) < TIE, np.rint(line), line)
        ends = np.stack([np.floor(settled), np.ceil(settled)]).astype(np.int64)
        heights = margins[ends[..., 1], ends[..., 0]]
        corners = np.stack([x1[ends[..., 0]], x2[ends[..., 1]]], axis=-1)
        rises = (heights[0] < heights[1])[:, np.newaxis]
        branches.append((np.where(rises, corners[0], corners[1]), np.where(rises, corners[1], corners[0])))
    return branches


def refine(margin: Margin, below: Floats, above: Floats) -> Floats:
    """Halve all edges at once, (m, 2) to (m, 2), until the margin changes sign within a rounding error."""
    for _ in range(HALVINGS):
        middle = (below + above) / 2
        positive = (margin(middle) > 0)[:, np.newaxis]
        below, above = np.where(positive, below, middle), np.where(positive, middle, above)
    return (below + above) / 2


def _claim_grid(ledger: Ledger, x1: Floats, x2: Floats) -> None:
    for name, values, first, last in (("grid_x1", x1, LEFT, RIGHT), ("grid_x2", x2, BOTTOM, TOP)):
        kept = ledger.add_series(name, values)
        ledger.equals(f"{name}_count", len(values), GRID_COUNTS[name], where=WHERE)
        # arange adds up steps, linspace divides a range: with this step they agree to the last digit.
        routes = {"steps": kept, "division": np.linspace(first, last, GRID_COUNTS[name])}
        ledger.agree(name, routes, tolerance=0, where=WHERE)


def _claim_regions(ledger: Ledger, by_hand: Floats, by_engine: Floats) -> None:
    margins = {
        "hand": ledger.add_series("margin_hand", by_hand),
        "engine": ledger.add_series("margin_engine", by_engine),
    }
    ledger.agree("margins", margins, tolerance=TOLERANCE, where=WHERE)
    classes = {
        route: ledger.add_series(f"classes_{route}", (series.values > 0).astype(np.int64))
        for route, series in margins.items()
    }
    ledger.agree("classes", classes, tolerance=0, where=WHERE)
    ledger.equals("grid_points", by_engine.size, 73 * 49, where=WHERE)


def _claim_line(ledger: Ledger, hand: Margin, engine: Margin, x1: Floats, x2: Floats) -> None:
    branches = trace(_on_grid(engine, x1, x2), x1, x2)
    ledger.equals("boundary_branches", len(branches), 1, where=WHERE)
    below, above = _upwards(*max(branches, key=lambda branch: len(branch[0])))
    line = refine(engine, below, above)
    line_by_hand = refine(hand, below, above)

    routes = {
        "hand": ledger.add_series("boundary_by_hand", line_by_hand),
        "engine": ledger.add_series("boundary", line),
    }
    ledger.agree("boundary_agreement", routes, tolerance=TIE, where=WHERE)
    where = f"{WHERE}: the boundary, where the logits tie"
    ledger.below("boundary_ties", np.abs(engine(line)), TIE, where=where)
    ledger.below("boundary_ties_by_hand", np.abs(hand(line_by_hand)), TIE, where=where)
    _claim_course(ledger, line)


def _upwards(below: Floats, above: Floats) -> tuple[Floats, Floats]:
    """Order the edges from the line's lower end to its upper one, whichever way the contour was followed."""
    return (below, above) if below[0, 1] < below[-1, 1] else (below[::-1], above[::-1])


def _claim_course(ledger: Ledger, line: Floats) -> None:
    """Say where the line starts, turns and ends, (x1, x2) each, so that a sentence can lead a reader along it."""
    where = f"{WHERE}, alternative text: the boundary's course"
    rising = np.diff(line[:, 1]) > 0
    turns = np.flatnonzero(rising[1:] != rising[:-1]) + 1
    ledger.equals("boundary_turns", len(turns), 2, where=where)
    ledger.reads("boundary_lower_end", line[0], ["-0.5", "-1.3"], where=where)
    ledger.reads("boundary_crest", line[turns[0]], ["-0.1", "0.7"], where=where)
    ledger.reads("boundary_dip", line[turns[-1]], ["1.1", "-0.1"], where=where)
    ledger.reads("boundary_upper_end", line[-1], ["1.3", "1.7"], where=where)


def _claim_points(ledger: Ledger, moons: Ledger) -> None:
    """Keep the points to draw; their fingerprints tell a reader of the ledger that nobody touched them since."""
    for part, (points, labels) in {"training": training_set(moons), "validation": validation_set(moons)}.items():
        for name, values in {f"{part}_points": points, f"{part}_labels": labels}.items():
            judged = {"values": ledger.add_series(name, values), "fingerprint": FINGERPRINTS[name]}
            ledger.holds(f"{name}_fingerprint", "has the fingerprint", judged, where=f"{WHERE}; the ledger moons")
        ledger.equals(f"{part}_count", len(labels), {"training": 150, "validation": 50}[part], where=WHERE)


def _claim_accuracy(ledger: Ledger, moons: Ledger, hand: Margin, engine: Margin) -> None:
    points, labels = validation_set(moons)
    is_right = (engine(points) > 0) == labels
    correct = int(np.count_nonzero(is_right))
    ledger.equals("validation_correct", correct, 48, where=WHERE)
    ledger.reads("validation_accuracy", correct / len(labels), "0.96", where=WHERE)

    where = f"{WHERE}: the validation points on the wrong side"
    routes = {"hand": (hand(points) > 0) == labels, "engine": is_right}
    ledger.agree(
        "validation_is_right",
        {name: right.astype(np.int64) for name, right in routes.items()},
        tolerance=0,
        where=where,
    )
    wrong = np.flatnonzero(~is_right)
    wrong = wrong[np.argsort(points[wrong, 0])]  # from left to right, as a sentence names them
    ledger.equals("validation_wrong", len(wrong), 2, where=where)
    ledger.equals("wrong_labels", labels[wrong], [0, 0], where=where)
    ledger.reads("wrong_points", points[wrong], [["0.0", "0.6"], ["0.7", "-0.1"]], where=where)
