"""DL01.6.4-F3: the plane as the trained network divides it, with the points that it learned from and was judged by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures.sheet import MARK, REGION_ID, WORDS, Box, Point, Sheet
from figures.style import Role, Style
from workflow.claims import Reads
from workflow.ledger import Ledger
from workflow.numerals import MINUS

TITLE = "The boundary that the engine's training run ends with"
HEADLINE = "A bent line parts the moons almost cleanly"
CONSTANTS = {
    **dict.fromkeys(("class 0", "class 1"), "the name of a class"),
    **dict.fromkeys(("x1", "x2"), "the name of a coordinate"),
    **dict.fromkeys(("x₁ = −1", "x₂ = −1"), "the first tick of an axis, with the name of its coordinate"),
}

TICKS_1 = (-1, 0, 1, 2)
TICKS_2 = (-1, 0, 1)

# The margin changes sign at the boundary; no margin in a trained network comes near this bound.
BEYOND = 1e9

# Where the names of the classes stand, as parts of the axes: in corners that neither moon reaches.
CLASS_PLACES = ((0.03, 0.93), (0.97, 0.05))


class Kind(NamedTuple):
    """One kind of point: class, marker, whether the network was only judged by it, and its name in the key."""

    label: int
    marker: str
    is_validation: bool
    name: str


KINDS = (
    Kind(0, "o", is_validation=False, name="training"),
    Kind(0, "o", is_validation=True, name="validation"),
    Kind(1, "s", is_validation=False, name="training"),
    Kind(1, "s", is_validation=True, name="validation"),
)


@dataclass(frozen=True)
class Layout:
    """Places and sizes in pixels.

    plane : the axes; as wide to high as the grid, so that a unit is the same length both ways
    key : left edge and middle of its first class name; the markers stand `key_markers` from there, the other class
        `key_step` from the first, the ring of a point on the wrong side `key_wrong`
    key_gap : from the middle of a marker to its name
    accuracy : left edge and baseline of the number; the notes start `accuracy_notes` from there, `accuracy_step` apart
    point, point_edge : size of a marker, and the outline of a validation point
    ring : size of the ring around a validation point on the wrong side
    boundary : width of the boundary
    label_offset : from the lower end of the boundary to its name
    """

    height: int
    plane: Box
    key: Point
    key_markers: tuple[Point, Point]
    key_step: Point
    key_wrong: Point
    key_gap: float
    accuracy: Point
    accuracy_notes: Point
    accuracy_step: float
    accuracy_size: float
    point: float
    point_edge: float
    ring: float
    boundary: float
    label_offset: Point


PAGE = Layout(
    height=560,
    plane=Box(76, 20, 624, 416),
    key=(76, 484),
    key_markers=((70, 0), (164, 0)),
    key_step=(0, 26),
    key_wrong=(70, 52),
    key_gap=16,
    accuracy=(498, 508),
    accuracy_notes=(82, -18),
    accuracy_step=20,
    accuracy_size=30,
    point=7,
    point_edge=1.8,
    ring=19,
    boundary=4,
    label_offset=(-12, 36),
)

SLIDE = Layout(
    height=720,
    plane=Box(164, 116, 747, 498),
    key=(940, 132),
    key_markers=((14, 46), (14, 86)),
    key_step=(0, 142),
    key_wrong=(14, 288),
    key_gap=30,
    accuracy=(938, 528),
    accuracy_notes=(0, 44),
    accuracy_step=36,
    accuracy_size=64,
    point=10,
    point_edge=2.8,
    ring=28,
    boundary=6.5,
    label_offset=(-16, 40),
)


def draw(ledger: Ledger, style: Style) -> Figure:
    """Draw regions, boundary and points, and the accuracy that they come to."""
    layout = SLIDE if style.is_slide else PAGE
    sheet = Sheet(style, layout.height)
    sheet.headline(HEADLINE)
    axes = _plane(sheet, layout, ledger)
    _draw_regions(sheet, axes, ledger)
    _draw_points(sheet, layout, axes, ledger)
    _draw_boundary(sheet, layout, axes, ledger)
    _draw_wrong(sheet, layout, axes, ledger)
    _draw_key(sheet, layout)
    _draw_accuracy(sheet, layout, ledger)
    return sheet.figure


def alt_text(ledger: Ledger) -> str:
    """Say how the points lie and how the boundary runs between them."""
    start, crest, dip, end = (
        f"({', '.join(ledger[f'boundary_{place}'].printed)})" for place in ("lower_end", "crest", "dip", "upper_end")
    )
    count, accuracy = ledger["validation_count"].printed, ledger["validation_accuracy"].printed
    wrong = zip(ledger["wrong_labels"].printed, ledger["wrong_points"].printed, strict=True)
    named = [f"class {label} near ({', '.join(point)})" for label, point in wrong]
    return (
        "Two interlocked half moons of points lie in the plane of x1 and x2: class 0, as blue circles, is the upper "
        "moon, class 1, as sky blue squares, the lower one. "
        f"The {ledger['training_count'].printed} training points are filled and the {count} validation points hollow. "
        "The two regions that the network assigns to the classes are tinted in their colours. A thick vermillion line "
        "between them is labelled the boundary, where the logits tie. "
        f"It enters at the lower edge near {start}, rises over the tip of the lower moon to about {crest}, sinks below "
        f"the tip of the upper moon to about {dip} and leaves at the upper edge near {end}. "
        f"The validation accuracy is {accuracy}: {ledger['validation_correct'].printed} of the {count} validation "
        f"points lie on their side of it. The other {ledger['validation_wrong'].printed} wear a ring, as they lie on "
        f"the wrong side: {' and '.join(named)}."
    )


def _roles(sheet: Sheet) -> tuple[Role, Role]:
    return sheet.style.palette.class_0, sheet.style.palette.class_1


def _plane(sheet: Sheet, layout: Layout, ledger: Ledger) -> Axes:
    axes = sheet.axes(layout.plane)
    across, up = ledger.series("grid_x1").values, ledger.series("grid_x2").values
    axes.set_xlim(across[0], across[-1])
    axes.set_ylim(up[0], up[-1])
    axes.set_xticks(TICKS_1, labels=_named("x₁", TICKS_1))
    axes.set_yticks(TICKS_2, labels=_named("x₂", TICKS_2))
    return axes


def _named(axis: str, ticks: Sequence[int]) -> list[str]:
    """Name an axis at its first tick, which saves a line."""
    first, *others = (str(tick).replace("-", MINUS) for tick in ticks)
    return [f"{axis} = {first}", *others]


def _draw_regions(sheet: Sheet, axes: Axes, ledger: Ledger) -> None:
    """Tint where either class has the larger logit, and say which class that is."""
    across, up, margin = (ledger.series(name).values for name in ("grid_x1", "grid_x2", "margin_engine"))
    roles = _roles(sheet)
    axes.contourf(
        across,
        up,
        margin,
        levels=(-BEYOND, 0, BEYOND),
        colors=[role.tint for role in roles],
        zorder=MARK - 1,
        gid=REGION_ID,
    )
    for label, (place, alignment) in enumerate(zip(CLASS_PLACES, ("left", "right"), strict=True)):
        look: dict[str, Any] = {
            "transform": axes.transAxes,
            "ha": alignment,
            "zorder": WORDS,
            "color": sheet.style.palette.ink,
        }
        axes.text(*place, f"class {label}", fontsize=sheet.style.type.heading, weight="bold", **look)


def _draw_points(sheet: Sheet, layout: Layout, axes: Axes, ledger: Ledger) -> None:
    for kind in KINDS:
        which = "validation" if kind.is_validation else "training"
        points, labels = ledger.series(f"{which}_points").values, ledger.series(f"{which}_labels").values
        axes.plot(*points[labels == kind.label].T, **_point(sheet, layout, kind))


def _point(sheet: Sheet, layout: Layout, kind: Kind) -> dict[str, Any]:
    """Give the look of a point: filled where the network learned from it, hollow where it was only judged by it."""
    role, palette, hairline = _roles(sheet)[kind.label], sheet.style.palette, sheet.style.hairline
    return {
        "linestyle": "none",
        "marker": kind.marker,
        "markersize": layout.point + (layout.point_edge if kind.is_validation else 0),
        "markerfacecolor": palette.ground if kind.is_validation else role.fill,
        "markeredgecolor": role.edge,
        "markeredgewidth": layout.point_edge if kind.is_validation else hairline,
        "zorder": MARK + (1 if kind.is_validation else 2),  # the larger under the smaller: neither hides the other
    }


def _draw_boundary(sheet: Sheet, layout: Layout, axes: Axes, ledger: Ledger) -> None:
    """Draw the boundary under the points, none of which it may hide, with its name beside its lower end."""
    colour = sheet.style.palette.boundary.fill
    axes.plot(*ledger.series("boundary").values.T, color=colour, linewidth=layout.boundary, zorder=MARK)
    name, end = "the boundary,\nwhere the\nlogits tie", ledger.claim("boundary_lower_end", Reads).value
    sheet.label(axes, end, layout.label_offset, name, size=sheet.style.type.note, ha="right", va="bottom")


def _draw_wrong(sheet: Sheet, layout: Layout, axes: Axes, ledger: Ledger) -> None:
    """Put a ring around each validation point on the wrong side of the boundary."""
    points = ledger.claim("wrong_points", Reads).value
    axes.plot(*zip(*points, strict=True), **_ring(sheet, layout))


def _ring(sheet: Sheet, layout: Layout) -> dict[str, Any]:
    edge = {"markeredgecolor": sheet.style.palette.ink, "markeredgewidth": sheet.style.line}
    look = {"linestyle": "none", "marker": "o", "markersize": layout.ring, "markerfacecolor": "none"}
    return {**look, **edge, "zorder": MARK + 3}


def _draw_key(sheet: Sheet, layout: Layout) -> None:
    kind, (left, top) = sheet.style.type, layout.key
    for label in (0, 1):
        start = (left + label * layout.key_step[0], top + label * layout.key_step[1])
        sheet.words(*start, f"class {label}", size=kind.note, weight="bold", va="center_baseline")
        kinds = [each for each in KINDS if each.label == label]
        for each, offset in zip(kinds, layout.key_markers, strict=True):
            _draw_entry(sheet, layout, (start, offset), each.name, _point(sheet, layout, each))
    _draw_entry(sheet, layout, (layout.key, layout.key_wrong), "on the wrong side", _ring(sheet, layout))


def _draw_entry(sheet: Sheet, layout: Layout, place: tuple[Point, Point], name: str, look: dict[str, Any]) -> None:
    (left, top), (across, down) = place
    sheet.line([(left + across, top + down)], **look)
    start = left + across + layout.key_gap
    sheet.words(start, top + down, name, size=sheet.style.type.note, va="center_baseline")


def _draw_accuracy(sheet: Sheet, layout: Layout, ledger: Ledger) -> None:
    """Write the accuracy, and in smaller type what it counts."""
    (left, baseline), (across, down) = layout.accuracy, layout.accuracy_notes
    kind, palette = sheet.style.type, sheet.style.palette
    sheet.words(left, baseline, ledger["validation_accuracy"].printed, size=layout.accuracy_size, weight="bold")
    right, count = ledger["validation_correct"].printed, ledger["validation_count"].printed
    for line, words in enumerate(("validation accuracy:", f"{right} of the {count}", "validation points")):
        place = (left + across, baseline + down + line * layout.accuracy_step)
        sheet.words(*place, words, size=kind.note, color=palette.muted)
