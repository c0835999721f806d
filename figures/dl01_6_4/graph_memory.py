"""DL01.6.4-F4: what one forward pass leaves in the graph, node by node, and what is left after the release."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from figures.sheet import MARK, Box, Sheet
from workflow.claims import Equals

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from figures.style import Style
    from workflow.ledger import Ledger

TITLE = "What a forward pass leaves behind: the bytes at each node of the graph"
HEADLINE = "What one forward pass leaves behind"

# Names are pieces of code.
CODE = "DejaVu Sans Mono"

# How much of a row its bar fills.
BAR = 0.64

HATCH = "//"


@dataclass(frozen=True)
class Layout:
    """Places and sizes in pixels.

    heads : baseline of the column heads
    names, shapes : left edges of these columns
    bars : from the first bar to the last, as long as the longest
    bytes_gap : between a bar and its number
    totals : the panel with the three totals, `total_step` apart; their numbers stand on `total_line`, a note under them
    """

    height: int
    heads: float
    names: float
    shapes: float
    bars: Box
    bytes_gap: float
    totals: Box
    total_pad: float
    total_step: float
    total_size: float
    total_line: float
    total_note: float


PAGE = Layout(
    height=488,
    heads=32,
    names=20,
    shapes=122,
    bars=Box(212, 42, 418, 324),
    bytes_gap=8,
    totals=Box(20, 384, 680, 84),
    total_pad=20,
    total_step=226,
    total_size=24,
    total_line=422,
    total_note=448,
)

SLIDE = Layout(
    height=720,
    heads=118,
    names=48,
    shapes=220,
    bars=Box(370, 130, 740, 420),
    bytes_gap=14,
    totals=Box(48, 570, 1184, 118),
    total_pad=28,
    total_step=400,
    total_size=40,
    total_line=624,
    total_note=664,
)


def draw(ledger: Ledger, style: Style) -> Figure:
    """Draw a bar for each node in the order made, and the totals below."""
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
    printed = [ledger[name].printed for name in ("node_names", "node_shapes", "node_bytes")]
    nodes = [f"{name} {shape}, {size}" for name, shape, size in zip(*printed, strict=True)]
    views = [
        name for name, is_view in zip(printed[0], ledger.claim("node_is_view", Equals).value, strict=True) if is_view
    ]
    arrays, size = ledger["activation_arrays"].printed, ledger["activation_bytes"].printed
    total, in_views = ledger["total_bytes"].printed, ledger["view_bytes"].printed
    return (
        f"A horizontal bar chart shows the {ledger['nodes'].printed} results of one forward pass on a batch of "
        f"{ledger['batch'].printed}, from the first made to the last, each with its shape and bytes. "
        f"From top to bottom: {'; '.join(nodes)}. "
        f"The {arrays} longest bars, {size} bytes each, dwarf the rest. "
        f"The bars of {', '.join(views[:-1])} and {views[-1]} are hatched: they are views, which hold nothing of their "
        "own. "
        f"Three numbers stand below: {total} bytes in all, {in_views} of them in views, and "
        f"{ledger['bytes_after_release'].printed} bytes left after release."
    )


def _draw_heads(sheet: Sheet, layout: Layout) -> None:
    heads = ((layout.names, "order made"), (layout.shapes, "shape"), (layout.bars.left, "bytes"))
    for left, head in heads:
        sheet.words(left, layout.heads, head, size=sheet.style.type.note, color=sheet.style.palette.muted)


def _bar_axes(sheet: Sheet, layout: Layout, ledger: Ledger) -> Axes:
    """Put axes where one row is one unit high, and the longest bar is as long as the axes."""
    axes = sheet.axes(layout.bars)
    axes.set_facecolor("none")
    axes.set_xticks([])
    axes.set_yticks([])
    sizes = ledger.claim("node_bytes", Equals).value
    axes.set_xlim(0, max(sizes))
    axes.set_ylim(len(sizes) - 0.5, -0.5)
    axes.axvline(0, color=sheet.style.palette.muted, linewidth=sheet.style.hairline, clip_on=False)
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
        ("total_bytes", f"bytes, for a batch of {ledger['batch'].printed}"),
        ("view_bytes", "of them in views (hatched)"),
        ("bytes_after_release", "bytes left after release"),
    )
    kind, palette = sheet.style.type, sheet.style.palette
    for place, (name, note) in enumerate(totals):
        left = layout.totals.left + layout.total_pad + place * layout.total_step
        sheet.words(left, layout.total_line, ledger[name].printed, size=layout.total_size, weight="bold")
        sheet.words(left, layout.total_note, note, size=kind.note, color=palette.muted)
