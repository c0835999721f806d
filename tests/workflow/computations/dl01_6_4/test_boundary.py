"""Tracing a line where a margin is zero, tried on shapes whose line is known."""

from __future__ import annotations

import numpy as np
import pytest

from workflow.computations.dl01_6_4 import boundary, by_engine, by_modules, moons_network

X1 = np.linspace(-2.0, 2.0, 33)
X2 = np.linspace(-1.5, 1.5, 25)
RADIUS = 1.05  # no grid point lies on this circle


def circle(points):
    return np.hypot(points[:, 0], points[:, 1]) - RADIUS


def two_lines(points):
    return np.abs(points[:, 0] - 0.1) - 0.7


def line_through_grid_points(points):
    return points[:, 0] - points[:, 1]


def traced(margin):
    return boundary.trace(boundary._on_grid(margin, X1, X2), X1, X2)


def test_the_margin_on_the_grid_has_a_row_for_each_x2():
    values = boundary._on_grid(lambda points: 10 * points[:, 0] + points[:, 1], X1, X2)
    assert values.shape == (25, 33)
    assert values[3, 5] == 10 * X1[5] + X2[3]


def test_a_circle_is_one_closed_line_at_its_radius():
    [edges] = traced(circle)
    vertices = boundary.refine(circle, *edges)
    assert len(vertices) > 8 * RADIUS / 0.125
    assert np.allclose(np.hypot(*vertices.T), RADIUS, rtol=0, atol=1e-12)
    assert np.array_equal(vertices[0], vertices[-1])


def test_every_edge_lies_along_the_grid_and_rises_from_below_to_above():
    [(below, above)] = traced(circle)
    assert np.all(circle(below) < 0)
    assert np.all(circle(above) > 0)
    assert np.all(np.isin([below[:, 0], above[:, 0]], X1))
    assert np.all(np.isin([below[:, 1], above[:, 1]], X2))
    changed = below != above
    assert np.all(changed.sum(axis=1) == 1)
    assert np.allclose(np.abs(below - above)[changed], 0.125)


def test_neighbouring_vertices_are_at_most_a_cell_apart():
    [edges] = traced(circle)
    steps = np.diff(boundary.refine(circle, *edges), axis=0)
    assert np.max(np.abs(steps)) <= 0.125 + 1e-12


def test_two_lines_are_two_branches():
    assert len(traced(two_lines)) == 2


def test_a_line_through_grid_points_is_found_on_them():
    for edges in traced(line_through_grid_points):
        vertices = boundary.refine(line_through_grid_points, *edges)
        assert np.array_equal(vertices[:, 0], vertices[:, 1])


def test_a_margin_without_a_zero_has_no_branch():
    assert traced(lambda points: np.ones(len(points))) == []


def test_the_line_runs_upwards_whichever_way_it_was_followed():
    below, above = np.array([[0.0, 0.0], [0.0, 1.0]]), np.array([[1.0, 0.0], [1.0, 1.0]])
    for order in (slice(None), slice(None, None, -1)):
        upwards, _ = boundary._upwards(below[order], above[order])
        assert upwards[0, 1] == 0.0


def test_the_boundary_parts_the_grid_into_its_two_classes(ledgers):
    """The class of a grid point is the larger of its two logits, and each class has its place."""
    ledger = ledgers["boundary"]
    x1, x2 = ledger.series("grid_x1").values, ledger.series("grid_x2").values
    for name, route in {"hand": by_modules, "engine": by_engine}.items():
        parameters = [ledgers["race"].series(f"{name}_{each}").values for each in moons_network.PARAMETER_NAMES]
        classes = ledger.series(f"classes_{name}").values
        for row, height in enumerate(x2):
            points = np.column_stack([x1, np.full(len(x1), height)])
            assert np.array_equal(classes[row], route.logits(parameters, points).argmax(axis=1))
        assert {*np.unique(classes)} == {0, 1}


def test_the_grid_holds_every_point_with_room_around_it(ledgers):
    ledger = ledgers["boundary"]
    points = ledgers["moons"].series("points").values
    for axis, name in enumerate(("grid_x1", "grid_x2")):
        grid = ledger.series(name).values
        assert grid[0] < points[:, axis].min() - 0.3
        assert grid[-1] > points[:, axis].max() + 0.3
        assert np.ptp(grid) / (len(grid) - 1) == pytest.approx(boundary.STEP, abs=0)


def test_the_stored_ledger_stays_small(ledgers):
    assert len(ledgers["boundary"].to_json()) < 250_000


def test_the_grid_around_each_point_on_the_wrong_side_is_of_the_other_class(ledgers):
    ledger = ledgers["boundary"]
    across, up = ledger.series("grid_x1").values, ledger.series("grid_x2").values
    points, labels = ledger.series("validation_points").values, ledger.series("validation_labels").values
    nearest = np.abs(up - points[:, 1:]).argmin(axis=1), np.abs(across - points[:, :1]).argmin(axis=1)
    contradicted = ledger.series("classes_engine").values[nearest] != labels

    for point, label in zip(ledger["wrong_points"].value, ledger["wrong_labels"].value, strict=True):
        [row] = np.flatnonzero(np.all(points == point, axis=1))
        assert contradicted[row]
        assert labels[row] == label
