"""DL01.6.4-F3: the plane as the trained network divides it, with the points that it learned from and was judged by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from figures.sheet import MARK, WORDS, Box, Sheet
from workflow.claims import Reads
from workflow.printed import MINUS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from figures.style import Role, Style
    from workflow.ledger import Ledger

TITLE = "The boundary that the engine's training run ends with"
HEADLINE = "The boundary bends between the moons"

TICKS_1 = (-1, 0, 1, 2)
TICKS_2 = (-1, 0, 1)

# The margin changes sign at the boundary; no margin in a trained network comes near this bound.
BEYOND = 1e9

# Where the names of the classes stand, as parts of the axes: in corners that neither moon reaches.
CLASS_PLACES = ((0.03, 0.93), (0.97, 0.05))


class Kind(NamedTuple):
    """One kind of point: class, marker, and whether the network was only judged by it."""

    label: int
    marker: str
    is_validation: bool
    name: str


KINDS = (
    Kind(0, "o", is_validation=False, name="class 0, training"),
    Kind(0, "o", is_validation=True, name="class 0, validation"),
    Kind(1, "s", is_validation=False, name="class 1, training"),
    Kind(1, "s", is_validation=True, name="class 1, validation"),
)


@dataclass(frozen=True)
class Layout:
    """Places and sizes in pixels.

    plane : the axes; as wide to high as the grid, so that a unit is the same length both ways
    key : left edge and middle of the first entry; the others follow after `key_step`
    key_gap : from the middle of a marker to its name
    accuracy : left edge and baseline of the number; the notes start `accuracy_notes` from there, `accuracy_step` apart
    point, point_edge : size of a marker, and the outline of a validation point
    boundary : width of the boundary
    label_offset : from the lower end of the boundary to its name
    """

    height: int
    plane: Box
    key: tuple[float, float]
    key_step: tuple[tuple[float, float], ...]
    key_gap: float
    accuracy: tuple[float, float]
    accuracy_notes: tuple[float, float]
    accuracy_step: float
    accuracy_size: float
    point: float
    point_edge: float
    boundary: float
    label_offset: tuple[float, float]


PAGE = Layout(
    height=536,
    plane=Box(76, 20, 624, 416),
    key=(84, 486),
    key_step=((0, 0), (0, 26), (176, 0), (176, 26)),
    key_gap=14,
    accuracy=(470, 500),
    accuracy_notes=(74, -9),
    accuracy_step=18,
    accuracy_size=26,
    point=6,
    point_edge=1.8,
    boundary=4,
    label_offset=(-12, 36),
)

SLIDE = Layout(
    height=720,
    plane=Box(142, 106, 810, 540),
    key=(986, 150),
    key_step=((0, 0), (0, 44), (0, 88), (0, 132)),
    key_gap=22,
    accuracy=(976, 420),
    accuracy_notes=(0, 42),
    accuracy_step=34,
    accuracy_size=60,
    point=9,
    point_edge=2.8,
    boundary=6.5,
    label_offset=(-18, 48),
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
    _draw_key(sheet, layout)
    _draw_accuracy(sheet, layout, ledger)
    return sheet.figure


def alt_text(ledger: Ledger) -> str:
    """Say how the points lie and how the boundary runs between them."""
    start, crest, dip, end = (
        f"({', '.join(ledger[f'boundary_{place}'].printed)})" for place in ("lower_end", "crest", "dip", "upper_end")
    )
    count, accuracy = ledger["validation_count"].printed, ledger["validation_accuracy"].printed
    return (
        "Two interlocked half moons of points lie in the plane of x1 and x2: class 0, as blue circles, is the upper "
        "moon, class 1, as sky blue squares, the lower one. "
        f"The {ledger['training_count'].printed} training points are filled and the {count} validation points hollow. "
        "The two regions that the network assigns to the classes are tinted in their colours. A thick vermillion line "
        "between them is labelled the boundary, where the logits tie. "
        f"It enters at the lower edge near {start}, rises over the tip of the lower moon to about {crest}, sinks below "
        f"the tip of the upper moon to about {dip} and leaves at the upper edge near {end}. "
        f"The validation accuracy is {accuracy}: {ledger['validation_correct'].printed} of {count} points lie on their "
        "side of it."
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
        across, up, margin, levels=(-BEYOND, 0, BEYOND), colors=[role.tint for role in roles], zorder=MARK - 1
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
        "zorder": MARK + (2 if kind.is_validation else 1),
    }


def _draw_boundary(sheet: Sheet, layout: Layout, axes: Axes, ledger: Ledger) -> None:
    """Draw the boundary under the points, none of which it may hide, with its name beside its lower end."""
    colour = sheet.style.palette.boundary.fill
    axes.plot(*ledger.series("boundary").values.T, color=colour, linewidth=layout.boundary, zorder=MARK)
    name, end = "the boundary,\nwhere the\nlogits tie", ledger.claim("boundary_lower_end", Reads).value
    sheet.label(axes, end, layout.label_offset, name, size=sheet.style.type.label, ha="right", va="bottom")


def _draw_key(sheet: Sheet, layout: Layout) -> None:
    left, middle = layout.key
    for kind, (across, down) in zip(KINDS, layout.key_step, strict=True):
        sheet.line([(left + across, middle + down)], **_point(sheet, layout, kind))
        place = (left + across + layout.key_gap, middle + down)
        sheet.words(*place, kind.name, size=sheet.style.type.note, va="center_baseline")


def _draw_accuracy(sheet: Sheet, layout: Layout, ledger: Ledger) -> None:
    """Write the accuracy, and in smaller type what it counts."""
    left, baseline = layout.accuracy
    kind, palette = sheet.style.type, sheet.style.palette
    sheet.words(left, baseline, ledger["validation_accuracy"].printed, size=layout.accuracy_size, weight="bold")
    count = f"{ledger['validation_correct'].printed} of {ledger['validation_count'].printed} points"
    for line, words in enumerate(("validation accuracy", count)):
        across, down = layout.accuracy_notes
        sheet.words(
            left + across, baseline + down + line * layout.accuracy_step, words, size=kind.note, color=palette.muted
        )
