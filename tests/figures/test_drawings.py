"""The drawings show what the ledger holds: other numbers give other pictures, and marks stand where numbers say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from matplotlib.lines import Line2D

from figures.dl01_6_4 import boundary, broadcast_bug, graph_memory, race, three_ways_card
from figures.marks import ZERO_LEVEL
from figures.save import Picture, render
from figures.style import LIGHT, STYLES, settings
from tests.figures import looking
from tests.figures.conftest import CASES, Case
from workflow.ledger import LedgerError

PAGE = STYLES["page"]
OTHER = "987"

# The claims that each drawing shows, in the picture or in its alt text.
SHOWN = {
    "three_ways": [
        *(f"grad_{name}_by_{route}" for name in ("W1", "b1", "W2", "b2") for route in ("hand", "modules", "engine")),
        *("largest_gap", "x", "class_number", "loss", "parameter_entries"),
    ],
    "three_ways_card": ["largest_gap", "x", "class_number", "loss"],
    "race": ["loss_gap", "steps", "first_loss", "last_loss", "opening_steps", "opening_last_epoch_loss"],
    "boundary": [
        *("validation_accuracy", "validation_correct", "validation_count", "training_count"),
        *("validation_wrong", "wrong_labels", "wrong_points"),
        *(f"boundary_{place}" for place in ("lower_end", "crest", "dip", "upper_end")),
    ],
    "graph_memory": [
        *("node_names", "node_shapes", "node_bytes", "nodes", "batch", "activation_arrays", "activation_bytes"),
        *("total_bytes", "held_bytes", "view_bytes", "bytes_after_release"),
    ],
    "scalar_graph": [f"{prefix}{name}" for prefix in ("", "grad_") for name in "wxbymaeL"],
    "branch": [
        *(*"xuvL", "factor", "grad_L", "grad_u", "grad_v"),
        *("grad_x_through_u", "grad_x_through_v", "grad_x"),
    ],
    "broadcast_bug": ["batch", *(f"{way}_gap_{name}" for way in ("mean", "sum") for name in ("W1", "b1", "W2", "b2"))],
}

DRAWN_SERIES = {
    "race": ["losses_hand", "losses_engine", "largest_gap_so_far"],
    "boundary": [
        *("grid_x1", "grid_x2", "margin_engine", "boundary"),
        *(f"{which}_{what}" for which in ("training", "validation") for what in ("points", "labels")),
    ],
}


def _otherwise(printed: Any) -> Any:
    return [_otherwise(entry) for entry in printed] if isinstance(printed, list) else f"{printed}{OTHER}"


def _with_other_print(ledger, name):
    """Let one claim of a ledger print something else."""
    claim = ledger[name]
    kind = type("Other", (type(claim),), {"printed": _otherwise(claim.printed), "__hash__": object.__hash__})
    other = object.__new__(kind)
    vars(other).update(vars(claim))
    ledger._claims[name] = other


def _with_other_series(ledger, name):
    series = ledger.series(name)
    values = series.values.copy()
    values[0] = 1 - values[0]
    ledger._series[name] = replace(series, values=values)


def _shown(module, ledger) -> list[str]:
    with settings():
        words = [text.get_text() for text in looking.texts(module.draw(ledger, PAGE))]
    return [*words, module.alt_text(ledger)]


@pytest.mark.parametrize(("drawing", "claim"), [(name, claim) for name, claims in SHOWN.items() for claim in claims])
def test_a_claim_that_prints_otherwise_is_shown_otherwise(drawing, claim):
    case = CASES[drawing]
    ledger = case.build()
    assert OTHER not in " ".join(_shown(case.module, ledger))

    _with_other_print(ledger, claim)

    assert OTHER in " ".join(_shown(case.module, ledger))


@pytest.mark.parametrize(
    ("drawing", "series"), [(name, each) for name, found in DRAWN_SERIES.items() for each in found]
)
def test_another_series_gives_another_picture(drawing, series):
    case = CASES[drawing]
    ledger = case.build()
    before = _svg(case, ledger)

    _with_other_series(ledger, series)

    assert _svg(case, ledger) != before


def _svg(case: Case, ledger) -> bytes:
    with settings():
        return render(Picture(case.module.draw(ledger, PAGE), PAGE, "F9", "Title", "Words."), "svg")


def _lines(figure, colour) -> list[Line2D]:
    return [line for line in figure.findobj(Line2D) if line.get_color() == colour]


def test_the_engine_dots_lie_on_the_line_of_the_hand():
    losses = CASES["race"].draw("page").axes[0]
    hand, engine = (line.get_xydata() for line in losses.get_lines())

    assert len(hand) == len(engine) == CASES["race"].build()["opening_steps"].value  # type: ignore[attr-defined]
    np.testing.assert_allclose(engine, hand, atol=1e-12)


def test_the_race_shows_zero_gaps_in_the_strip_and_others_on_the_scale():
    _, above, below = CASES["race"].draw("page").axes
    zeros, ring = (line.get_xydata().tolist() for line in below.get_lines())
    largest = CASES["race"].build().series("largest_gap_so_far").values

    assert zeros == [[1, ZERO_LEVEL], [8, ZERO_LEVEL]]
    assert ring == [[1, ZERO_LEVEL]]
    assert "exactly zero at first" in [text.get_text() for text in below.texts]
    values, edges, _ = above.patches[-1].get_data()
    assert values.tolist() == sorted(set(largest[largest > 0]))
    assert edges[0] == 8
    assert edges[-1] == len(largest) + 1


def test_a_race_without_any_gap_has_an_empty_scale_and_a_full_strip():
    _, above, below = CASES["race_without_gap"].draw("page").axes
    (zeros,) = _lines(below, LIGHT.gap.edge)

    assert not above.patches
    assert zeros.get_xdata().tolist() == [1, 1001]
    assert "exactly 0 from the first step to the last" in race.alt_text(CASES["race_without_gap"].build())


def test_a_race_with_a_gap_at_once_has_an_empty_strip():
    _, above, below = CASES["race_with_gap_from_the_start"].draw("page").axes

    assert above.patches
    assert not _lines(below, LIGHT.gap.edge)
    assert "exactly" not in race.alt_text(CASES["race_with_gap_from_the_start"].build())


def test_the_tolerance_is_drawn_at_its_claim_and_named(style):
    palette = STYLES[style].palette
    for drawing in ("race", "broadcast_bug"):
        figure = CASES[drawing].draw(style)
        (height,) = {value for line in _lines(figure, palette.tolerance) for value in line.get_ydata()}

        assert height == 1e-12
        assert "tolerance 1e-12" in [text.get_text() for text in looking.texts(figure)]


def test_the_card_refuses_routes_that_print_differently():
    ledger = CASES["three_ways_card"].build()
    _with_other_print(ledger, "grad_b1_by_engine")

    with pytest.raises(LedgerError, match="the routes print different gradients"):
        three_ways_card.draw(ledger, PAGE)


def test_the_alt_text_reads_rows_that_differ_one_by_one():
    ledger = CASES["three_ways"].build()
    assert "All three rows read the same" in CASES["three_ways"].module.alt_text(ledger)

    _with_other_print(ledger, "grad_b1_by_engine")

    text = CASES["three_ways"].module.alt_text(ledger)
    assert "All three" not in text
    assert "The row engine reads" in text


def test_bars_are_as_long_as_their_bytes_and_views_alone_are_hatched():
    ledger = CASES["graph_memory"].build()
    (axes,) = CASES["graph_memory"].draw("page").axes
    bars = axes.patches

    assert [bar.get_width() for bar in bars] == ledger["node_bytes"].value  # type: ignore[attr-defined]
    assert [bool(bar.get_hatch()) for bar in bars] == ledger["node_is_view"].value  # type: ignore[attr-defined]
    assert graph_memory.HATCH * PAGE.hatch in {bar.get_hatch() for bar in bars}


def test_wrong_gaps_alone_have_hatch_heavy_outline_and_the_word():
    above, _, right, _ = CASES["broadcast_bug"].draw("page").axes
    heights = {round(bar.get_x() + broadcast_bug.BAR / 2): bar for bar in above.patches}

    assert {place: bool(bar.get_hatch()) for place, bar in heights.items()} == {1: True, 2: False, 3: True}
    assert heights[1].get_linewidth() > heights[2].get_linewidth()
    assert [text.get_text() for text in above.texts].count("wrong") == 2
    assert not any(bar.get_hatch() for bar in right.patches)


def test_a_gap_of_exactly_zero_is_a_ring_in_the_strip():
    _, below, _, right_below = CASES["broadcast_bug"].draw("page").axes
    rings = [line.get_xydata().tolist() for axes in (below, right_below) for line in axes.get_lines()]

    assert rings == [[[0, ZERO_LEVEL]], [[0, ZERO_LEVEL]]]


def test_points_differ_by_marker_for_classes_and_by_fill_for_validation():
    (axes,) = CASES["boundary"].draw("page").axes
    looks = {(line.get_marker(), line.get_markerfacecolor() == LIGHT.ground) for line in axes.get_lines()}

    assert looks >= {("o", False), ("o", True), ("s", False), ("s", True)}
    assert len(boundary.KINDS) == 4


def test_a_ring_is_around_each_point_on_the_wrong_side(style):
    (axes,) = CASES["boundary"].draw(style).axes
    wrong = CASES["boundary"].build()["wrong_points"].value  # type: ignore[attr-defined]
    rings = [line for line in axes.get_lines() if line.get_markerfacecolor() == "none"]

    assert [ring.get_xydata().tolist() for ring in rings] == [wrong]
    assert rings[0].get_markersize() > max(line.get_markersize() for line in axes.get_lines() if line not in rings)


def test_a_unit_is_as_long_across_as_up(style):
    (axes,) = CASES["boundary"].draw(style).axes
    bounds = axes.get_window_extent()
    across, up = np.ptp(axes.get_xlim()), np.ptp(axes.get_ylim())

    assert bounds.width / across == pytest.approx(bounds.height / up, rel=1e-3)
