"""Each way to look at a figure is shown a fault, and has to complain of it, and of nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from figures import marks
from figures.dl01_6_4 import graph_memory, race, three_ways
from figures.save import Picture, render
from figures.sheet import BRACKET_ID, REGION_ID, Box, Sheet
from figures.style import DARK, LIGHT, STYLES, settings
from tests.figures import looking
from tests.figures.conftest import CASES

PAGE = STYLES["page"]


@pytest.fixture
def sheet():
    with settings():
        yield Sheet(PAGE, 200)


def test_a_clean_picture_gives_no_complaint(sheet):
    sheet.words(40, 60, "one", size=14)
    sheet.words(40, 90, "below", size=14)

    assert looking.complaints(sheet.figure, PAGE) == []


def test_overlapping_text_is_seen(sheet):
    sheet.words(40, 60, "one", size=14)
    sheet.words(50, 64, "other", size=14)

    assert looking.overlaps(sheet.figure) == ["'one' overlaps 'other'"]


@pytest.mark.parametrize(("left", "baseline"), [(690, 100), (-5, 100), (40, 6), (40, 199)])
def test_text_that_leaves_the_picture_is_seen(sheet, left, baseline):
    sheet.words(left, baseline, "too far out", size=14)

    assert looking.cut_off(sheet.figure) == ["'too far out' leaves the picture"]


def test_a_label_whose_point_is_outside_the_axes_is_seen(sheet):
    axes = sheet.axes(Box(100, 50, 200, 100))
    sheet.label(axes, (0.5, 1.2), (0, 0), "not drawn", size=14)
    axes.set_ylim(0, 1)

    assert looking.cut_off(sheet.figure) == ["'not drawn' leaves the picture"]


def test_a_line_through_a_text_is_seen(sheet):
    sheet.words(40, 60, "struck", size=14)
    sheet.line([(30, 56), (120, 56)], color=LIGHT.muted, linewidth=1)

    assert [complaint.split()[0] for complaint in looking.crossed(sheet.figure)] == ["'struck'"]


def test_a_line_that_is_drawn_over_a_text_is_seen_too(sheet):
    sheet.words(40, 60, "struck", size=14)
    sheet.line([(30, 56), (120, 56)], color=LIGHT.ground, linewidth=1, zorder=9)
    sheet.panel(Box(20, 20, 200, 100))

    assert looking.crossed(sheet.figure) != []


@pytest.mark.parametrize(("style", "size", "is_seen"), [("page", 11.5, True), ("page", 12, False), ("slide", 19, True)])
def test_small_type_is_seen(style, size, is_seen):
    sheet = Sheet(STYLES[style], 200)
    sheet.words(40, 60, "small", size=size)

    assert bool(looking.tiny(sheet.figure, STYLES[style])) == is_seen


@pytest.mark.parametrize("colour", [LIGHT.class_1.fill, LIGHT.route.fill, LIGHT.boundary.fill, "#888888"])
def test_text_in_a_faint_colour_is_seen(sheet, colour):
    sheet.words(40, 60, "faint", size=14, color=colour)

    assert looking.faint(sheet.figure) == [f"'faint': {colour} on {LIGHT.ground}"]


def test_text_is_held_against_what_really_lies_behind_it(sheet):
    sheet.words(40, 60, "on a dark panel", size=14)
    sheet.panel(Box(20, 20, 300, 100), colour=DARK.panel)

    assert looking.faint(sheet.figure) == [f"'on a dark panel': {LIGHT.ink} on {DARK.panel}"]


def test_text_that_lets_its_ground_through_is_seen(sheet):
    sheet.words(40, 60, "thin", size=14, alpha=0.15)

    assert [complaint.split()[0] for complaint in looking.faint(sheet.figure)] == ["'thin':"]


def test_text_under_a_panel_is_seen(sheet):
    sheet.words(40, 60, "covered", size=14)
    sheet.words(40, 160, "not covered", size=14)
    sheet.panel(Box(20, 20, 300, 100), zorder=9)

    assert looking.hidden(sheet.figure) == ["'covered' is not seen"]


@pytest.mark.parametrize("colour", [LIGHT.class_1.fill, "#b0b0b0", LIGHT.class_1.tint, LIGHT.panel, LIGHT.grid])
def test_a_faint_mark_without_an_edge_is_seen(sheet, colour):
    sheet.panel(Box(20, 20, 30, 30), colour=colour, gid=None)

    assert looking.faint_marks(sheet.figure, LIGHT) == [f"FancyBboxPatch in ['{colour}']"]


def test_a_faint_mark_with_an_edge_that_stands_out_is_fine(sheet):
    sheet.panel(Box(20, 20, 30, 30), colour=LIGHT.class_1.fill, gid=None, edgecolor=LIGHT.class_1.edge, linewidth=1)

    assert looking.faint_marks(sheet.figure, LIGHT) == []


def test_a_mark_that_lets_its_ground_through_is_seen(sheet):
    axes = sheet.axes(Box(100, 50, 200, 100))
    axes.bar(0, 1, facecolor=LIGHT.wrong.fill, edgecolor=LIGHT.ink, alpha=0.05)
    axes.plot([0, 1], [0, 1], color=LIGHT.ink, alpha=0.05)

    assert {each.split()[0] for each in looking.faint_marks(sheet.figure, LIGHT)} == {"Line2D", "Rectangle"}


@pytest.mark.parametrize(("name", "is_seen"), [(REGION_ID, False), (None, True)])
def test_a_tint_is_fine_for_a_region_and_nothing_else(sheet, name, is_seen):
    axes = sheet.axes(Box(100, 50, 200, 100))
    axes.fill_between([0, 1], [1, 2], facecolor=LIGHT.class_0.tint, edgecolor="none", gid=name)

    assert bool(looking.faint_marks(sheet.figure, LIGHT)) == is_seen


def test_a_pale_line_needs_its_edge(sheet):
    sheet.line([(40, 40), (90, 40)], **marks.hand(sheet, 12))
    assert looking.faint_marks(sheet.figure, LIGHT) == []

    sheet.line([(40, 90), (90, 90)], **{**marks.hand(sheet, 12), "path_effects": []})
    assert looking.faint_marks(sheet.figure, LIGHT) == [f"Line2D in ['{LIGHT.route.tint}']"]


@pytest.mark.parametrize(("colour", "is_seen"), [(LIGHT.ink, False), (LIGHT.wrong.edge, True)])
def test_a_faint_hatch_is_seen(sheet, colour, is_seen):
    sheet.panel(Box(20, 20, 90, 90), colour=LIGHT.wrong.fill, edgecolor=colour, hatch="x")

    assert bool(looking.faint_hatches(sheet.figure, LIGHT)) == is_seen


@pytest.mark.parametrize("is_cut", [True, False])
def test_marks_that_their_axes_cut_off_are_seen(sheet, is_cut):
    axes = sheet.axes(Box(100, 50, 200, 100))
    axes.plot([0, 1], [0.5, 1.2], clip_on=is_cut)
    axes.bar(0.5, 1.2, clip_on=is_cut)
    axes.fill_between([0, 1], [1.2, 1], clip_on=is_cut)
    axes.set(xlim=(0, 1), ylim=(0, 1))
    found = [complaint.split()[0] for complaint in looking.clipped_marks(sheet.figure)]

    assert found == (["Line2D", "Rectangle", "FillBetweenPolyCollection"] if is_cut else [])


def test_a_mark_that_leaves_the_picture_is_seen(sheet):
    sheet.line([(-5, 100), (90, 100)])

    assert looking.clipped_marks(sheet.figure) == ["Line2D leaves its place"]


def test_overlapping_panels_axes_and_brackets_are_seen(sheet):
    sheet.axes(Box(100, 50, 200, 100))
    sheet.panel(Box(280, 20, 90, 90))
    sheet.line([(350, 60), (360, 60), (360, 190), (350, 190)], gid=BRACKET_ID)

    assert looking.overlapping_boxes(sheet.figure) == ["axes overlaps panel", "panel overlaps bracket"]


FAULTS = {
    "losses are cut off": (race, "LOSS_TOP", 0.9, looking.clipped_marks),
    "a panel over a row": (
        graph_memory,
        "PAGE",
        replace(graph_memory.PAGE, totals=graph_memory.PAGE.totals._replace(top=360)),
        looking.overlapping_boxes,
    ),
    "a bracket over the rows": (
        three_ways,
        "PAGE",
        replace(three_ways.PAGE, bracket=three_ways.PAGE.first_row.right - 20),
        looking.overlapping_boxes,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_a_drawing_is_seen(fault, monkeypatch):
    module, name, value, look = FAULTS[fault]
    case = CASES[module.__name__.rpartition(".")[2]]
    assert look(case.draw("page")) == []

    monkeypatch.setattr(module, name, value)

    assert look(case.draw("page")) != []


@pytest.mark.parametrize("role", [LIGHT.class_0, LIGHT.boundary], ids=["points", "boundary"])
def test_points_or_a_boundary_in_their_tint_are_seen(role):
    figure = CASES["boundary"].draw("page")
    assert looking.faint_marks(figure, LIGHT) == []

    for line in figure.axes[0].get_lines():
        if role.fill in {line.get_color(), line.get_markerfacecolor()}:
            line.set(color=role.tint, markerfacecolor=role.tint, markeredgecolor=role.tint)

    assert looking.faint_marks(figure, LIGHT) != []


@pytest.mark.parametrize(
    ("whole", "broken", "thing"),
    [
        (b'role="img"', b'role="none"', "the role"),
        (b">The title</title>", b"></title>", "the title"),
        (b">The description.</desc>", b">Another.</desc>", "the description"),
        (b' aria-describedby="f9-desc"', b"", "the description"),
        (b'id="f9-desc"', b'id="f9-title"', "ids of its own"),
        (b'href="#f9-', b'href="#f8-', "what it refers to"),
        (b"<desc", b"<style>*{}</style><desc", "no style sheet"),
    ],
)
def test_a_badly_described_svg_is_seen(sheet, whole, broken, thing):
    sheet.words(40, 60, "words", size=14)
    svg = render(Picture(sheet.figure, PAGE, "F9", "The title", "The description."), "svg")

    assert looking.undescribed(svg, "The title", "The description.") == []
    assert whole in svg
    assert f"the SVG lacks {thing}" in looking.undescribed(svg.replace(whole, broken), "The title", "The description.")
