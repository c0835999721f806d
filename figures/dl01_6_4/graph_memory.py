"""DL01.6.4-F4: what one forward pass leaves in the graph, node by node, and what is left after the release."""

from __future__ import annotations

from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures.sheet import MARK, Box, Point, Sheet
from figures.style import Style
from workflow.claims import Equals
from workflow.ledger import Ledger

TITLE = "What a forward pass leaves behind: the bytes at each node of the graph"
HEADLINE = "The hidden layers hold nearly all of the memory"
CONSTANTS = dict.fromkeys(("b1", "b2", "b3"), "the name of a parameter, which the description sets apart from its plus")

# Names are pieces of code.
CODE = "DejaVu Sans Mono"

# From one line of a column head to the next, as a part of the size of its type.
LEADING = 1.25

# How much of a row its bar fills.
BAR = 0.64

HATCH = "//"


@dataclass(frozen=True)
class Layout:
    """Places and sizes in pixels.

    heads : baseline of the last line of the column heads
    names, shapes : left edges of these columns
    bars : from the first bar to the last, as long as the longest
    axis_gap : between the axis and the bars, so that the smallest bar can be seen
    bytes_gap : between a bar and its number
    totals : the panel with the three totals
    first_total, total_step : left edge and baseline of the first number, and from one to the next
    note_drops : from a number down to the baselines of the two lines of its note
    """

    height: int
    heads: float
    names: float
    shapes: float
    bars: Box
    axis_gap: float
    bytes_gap: float
    totals: Box
    first_total: Point
    total_step: Point
    total_size: float
    note_drops: tuple[float, float]


PAGE = Layout(
    height=514,
    heads=44,
    names=20,
    shapes=122,
    bars=Box(214, 54, 416, 324),
    axis_gap=1.5,
    bytes_gap=8,
    totals=Box(20, 394, 680, 100),
    first_total=(40, 432),
    total_step=(232, 0),
    total_size=24,
    note_drops=(24, 41),
)

SLIDE = Layout(
    height=720,
    heads=162,
    names=48,
    shapes=230,
    bars=Box(374, 174, 342, 498),
    axis_gap=2,
    bytes_gap=12,
    totals=Box(868, 116, 364, 556),
    first_total=(900, 188),
    total_step=(0, 182),
    total_size=52,
    note_drops=(44, 80),
)


def draw(ledger: Ledger, style: Style) -> Figure:
    """Draw a bar for each node in the order made, and the totals."""
    layout = SLIDE if style.is_slide else PAGE
    sheet = Sheet(style, layout.height)
    sheet.headline(HEADLINE)
    _draw_heads(sheet, layout)
    axes = _bar_axes(sheet, layout, ledger)
    _draw_bars(sheet, axes, ledger)
    _draw_rows(sheet, layout, axes, ledger)
    _draw_totals(sheet, layout, ledger)
    return sheet.figure


def alt_text(ledger: Ledger) -> str:
    """Read the bars in order, then the totals."""
    printed = zip(*(ledger[name].printed for name in ("node_names", "node_shapes", "node_bytes")), strict=True)
    nodes = [f"{_name_in_words(name)}, {_shape_in_words(shape)}, {size} bytes" for name, shape, size in printed]
    names, are_views = ledger["node_names"].printed, ledger.claim("node_is_view", Equals).value
    views = [name for name, is_view in zip(names, are_views, strict=True) if is_view]
    arrays, size = ledger["activation_arrays"].printed, ledger["activation_bytes"].printed
    held, in_views = ledger["held_bytes"].printed, ledger["view_bytes"].printed
    return (
        f"A horizontal bar chart shows the {ledger['nodes'].printed} results of one forward pass on a batch of "
        f"{ledger['batch'].printed}, from the first made to the last, each with its shape and bytes. "
        f"From top to bottom: {'; '.join(nodes)}. "
        f"The {arrays} longest bars, {size} bytes each, dwarf the rest. "
        f"The bars of {', '.join(views[:-1])} and {views[-1]} are hatched: they are views, which hold nothing of their "
        "own. "
        f"Three totals stand beside the bars: {ledger['total_bytes'].printed} bytes in all; {held} of them newly held, "
        f"while the other {in_views} are views; and {ledger['bytes_after_release'].printed} bytes left in the graph "
        "after release."
    )


def _name_in_words(name: str) -> str:
    """Say a piece of code as a person reads it out: 'x at W1.T', 'plus b1', 'the loss'."""
    words = {"@": "at", "+": "plus", "loss": "the loss"}
    return " ".join(words.get(part, part) for part in name.split())


def _shape_in_words(shape: str) -> str:
    return "a single number" if shape == "()" else shape.strip("()").replace(", ", " by ")


def _draw_heads(sheet: Sheet, layout: Layout) -> None:
    """Head the columns; a head of two lines ends on the baseline of the others."""
    size, muted = sheet.style.type.note, sheet.style.palette.muted
    heads = ((layout.names, "result, in\norder made"), (layout.shapes, "shape"), (layout.bars.left, "bytes"))
    for left, head in heads:
        for line, words in enumerate(reversed(head.split("\n"))):
            sheet.words(left, layout.heads - line * size * LEADING, words, size=size, color=muted)


def _bar_axes(sheet: Sheet, layout: Layout, ledger: Ledger) -> Axes:
    """Put axes where one row is one unit high, and the longest bar is as long as the axes."""
    axes = sheet.axes(layout.bars)
    axes.set_facecolor("none")
    axes.set_xticks([])
    axes.set_yticks([])
    sizes = ledger.claim("node_bytes", Equals).value
    axes.set_xlim(0, max(sizes))
    axes.set_ylim(len(sizes) - 0.5, -0.5)
    left = layout.bars.left - layout.axis_gap
    axis = [(left, layout.bars.top), (left, layout.bars.bottom)]
    sheet.line(axis, color=sheet.style.palette.muted, linewidth=sheet.style.hairline)
    return axes


def _draw_bars(sheet: Sheet, axes: Axes, ledger: Ledger) -> None:
    """Fill the bars that hold memory; hatch the views, which only point into a weight."""
    route = sheet.style.palette.route
    views = ledger.claim("node_is_view", Equals).value
    axes.barh(
        range(len(views)),
        ledger.claim("node_bytes", Equals).value,
        height=BAR,
        color=["none" if view else route.fill for view in views],
        hatch=[HATCH * sheet.style.hatch if view else "" for view in views],
        hatch_linewidth=sheet.style.hairline,
        edgecolor=route.edge,
        linewidth=sheet.style.hairline,
        clip_on=False,
        zorder=MARK,
    )


def _draw_rows(sheet: Sheet, layout: Layout, axes: Axes, ledger: Ledger) -> None:
    """Write name and shape to the left of each bar, and its bytes behind it."""
    names, shapes, sizes = (ledger.claim(name, Equals) for name in ("node_names", "node_shapes", "node_bytes"))
    step = layout.bars.height / len(names.printed)
    kind, palette = sheet.style.type, sheet.style.palette
    for row, (name, shape) in enumerate(zip(names.printed, shapes.printed, strict=True)):
        middle = layout.bars.top + (row + 0.5) * step
        sheet.words(layout.names, middle, name, size=kind.note, family=CODE, va="center_baseline")
        sheet.words(layout.shapes, middle, shape, size=kind.note, color=palette.muted, va="center_baseline")
    for row, (size, view) in enumerate(zip(sizes.value, ledger.claim("node_is_view", Equals).value, strict=True)):
        words = f"{sizes.printed[row]}, a view" if view else sizes.printed[row]
        sheet.label(axes, (size, row), (layout.bytes_gap, 0), words, size=kind.note, va="center_baseline")


def _draw_totals(sheet: Sheet, layout: Layout, ledger: Ledger) -> None:
    sheet.panel(layout.totals)
    totals = (
        ("total_bytes", "bytes in all,", f"for a batch of {ledger['batch'].printed}"),
        ("held_bytes", "newly held; the", f"other {ledger['view_bytes'].printed} are views"),
        ("bytes_after_release", "bytes left in the", "graph after release"),
    )
    kind, palette = sheet.style.type, sheet.style.palette
    for place, (name, *notes) in enumerate(totals):
        (left, baseline), (across, down) = layout.first_total, layout.total_step
        left, baseline = left + place * across, baseline + place * down
        sheet.words(left, baseline, ledger[name].printed, size=layout.total_size, weight="bold")
        for drop, note in zip(layout.note_drops, notes, strict=True):
            sheet.words(left, baseline + drop, note, size=kind.note, color=palette.muted)
