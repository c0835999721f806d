"""DL01.6.4-F2: the hand-built loop and the engine race through the same training, and their losses never part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from figures import marks
from figures.sheet import MARK, Box, Sheet
from workflow.claims import Agree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from figures.style import Style
    from workflow.ledger import Ledger

TITLE = "The race, step for step: the losses of the hand-built loop and of the engine"
HEADLINE = "Hand and engine: the same loss at every step"

# More steps would put the dots too close together to see that each lies inside the line.
OPENING = 60
OPENING_TICKS = (1, 10, 20, 30, 40, 50, 60)
LOSS_TICKS = (0.0, 0.5, 1.0)
LOSS_TOP = 1.3

RUN_TICKS = (1, 200, 400, 600, 800, 1000)
GAP_DECADES = (-17, -11)
GAP_TICKS = (-16, -14, -12)

# How many dots the key shows on its sample of the line.
KEY_DOTS = 5


@dataclass(frozen=True)
class Layout:
    """Places and sizes in pixels.

    first_heading, second_heading : baselines of the panels' headings
    key : the sample of a line in the key; its name stands `key_gap` to the right, the next sample `key_step`
    band, dot : width of the hand-built loop's line, and of the engine's dots on it
    label_lift : how far a label stands from the line that it names
    """

    height: int
    first_heading: float
    losses: Box
    second_heading: float
    gaps: Box
    zeros: Box
    key: Box
    key_gap: float
    key_step: float
    band: float
    dot: float
    label_lift: float


PAGE = Layout(
    height=552,
    first_heading=30,
    losses=Box(68, 44, 624, 190),
    second_heading=294,
    gaps=Box(68, 308, 624, 162),
    zeros=Box(68, 476, 624, 40),
    key=Box(180, 56, 64, 20),
    key_gap=16,
    key_step=256,
    band=12,
    dot=5.5,
    label_lift=8,
)

SLIDE = Layout(
    height=720,
    first_heading=124,
    losses=Box(122, 142, 1102, 212),
    second_heading=432,
    gaps=Box(122, 450, 1102, 166),
    zeros=Box(122, 624, 1102, 54),
    key=Box(300, 156, 110, 22),
    key_gap=26,
    key_step=466,
    band=20,
    dot=9,
    label_lift=10,
)


def draw(ledger: Ledger, style: Style) -> Figure:
    """Draw the losses of the opening steps above the largest gap so far of the whole run."""
    layout = SLIDE if style.is_slide else PAGE
    sheet = Sheet(style, layout.height)
    sheet.headline(HEADLINE)
    _draw_losses(sheet, layout, ledger)
    _draw_gaps(sheet, layout, ledger)
    return sheet.figure


def alt_text(ledger: Ledger) -> str:
    """Say what the two panels show."""
    agreement = ledger.claim("loss_gap", Agree)
    return (
        "Two panels, one above the other, follow two training loops that start from the same weights and see the same "
        "batches. "
        "The upper panel plots the loss of the opening steps. The hand-built loop is a wide reddish purple line, the "
        f"engine a row of dots. From a first loss of {ledger['first_loss'].printed} the line zigzags downwards, and "
        "every dot lies inside it. "
        "The lower panel, on a logarithmic scale, keeps the largest gap between the two losses so far, over all "
        f"{ledger['steps'].printed} steps, in green. {_course_of_the_gap(ledger)} A dashed line near the top marks the "
        f"tolerance of {agreement.bound_printed}. "
        f"The last loss of the run is {ledger['last_loss'].printed}."
    )


def _course_of_the_gap(ledger: Ledger) -> str:
    gaps, largest = ledger.series("largest_gap_so_far").values, ledger["loss_gap"].printed
    if gaps[-1] == 0:
        return f"It is exactly {largest} from the first step to the last, in a strip of its own below the scale."
    start = "begins at exactly zero, in a strip of its own below the scale, then" if gaps[0] == 0 else ""
    return " ".join(f"It {start} rises to {largest} at most, far below the tolerance.".split())


def _draw_losses(sheet: Sheet, layout: Layout, ledger: Ledger) -> None:
    _head(sheet, layout.first_heading, "Loss at each step, start of the run")
    axes = sheet.axes(layout.losses)
    axes.set_xlim(0, OPENING + 1)
    _step_ticks(axes, OPENING_TICKS)
    axes.set_ylim(0, LOSS_TOP)
    axes.set_yticks(LOSS_TICKS)
    marks.rules(sheet, axes)
    steps = range(1, OPENING + 1)
    axes.plot(steps, ledger.series("losses_hand").values[:OPENING], **marks.hand(sheet, layout.band))
    axes.plot(steps, ledger.series("losses_engine").values[:OPENING], **marks.engine(sheet, layout.dot))
    _draw_key(sheet, layout)


def _draw_key(sheet: Sheet, layout: Layout) -> None:
    """Show the line, and the dots on it, beside their names, above all losses but the first."""
    for place, name in enumerate(("by hand: the wide line", "the engine: dots on it")):
        key = layout.key._replace(left=layout.key.left + place * layout.key_step)
        sheet.line([(key.left, key.middle), (key.right, key.middle)], **marks.hand(sheet, layout.band))
        sheet.words(key.right + layout.key_gap, key.middle, name, size=sheet.style.type.label, va="center_baseline")
    sheet.line(
        marks.spaced((key.left, key.middle), (key.right, key.middle), KEY_DOTS), **marks.engine(sheet, layout.dot)
    )


def _draw_gaps(sheet: Sheet, layout: Layout, ledger: Ledger) -> None:
    _head(sheet, layout.second_heading, "Largest gap between the two losses so far, whole run")
    agreement = ledger.claim("loss_gap", Agree)
    gaps = ledger.series("largest_gap_so_far").values
    above, below = sheet.axes(layout.gaps), marks.zero_strip(sheet, layout.zeros)
    marks.log_scale(above, GAP_DECADES, GAP_TICKS)
    for axes in (above, below):
        axes.set_xlim(1, len(gaps) + 1)
    above.set_xticks([])
    _step_ticks(below, RUN_TICKS)
    _stairs(sheet, above, below, gaps)
    marks.tolerance_line(sheet, above, agreement.tolerance)
    marks.name_level(sheet, above, agreement.tolerance, layout.label_lift, f"tolerance {agreement.bound_printed}")
    last, level = (above, gaps[-1]) if gaps[-1] > 0 else (below, marks.ZERO_LEVEL)
    marks.name_level(sheet, last, level, layout.label_lift, f"largest gap of the run: {agreement.printed}")


def _stairs(sheet: Sheet, above: Axes, below: Axes, gaps: NDArray[np.float64]) -> None:
    """Draw a level for every stretch of steps over which the gap so far stays the same; a level of 0 in the strip."""
    colours, width = sheet.style.palette.gap, sheet.style.line
    starts = np.flatnonzero(np.diff(gaps, prepend=-1.0))
    edges = np.append(starts, len(gaps)) + 1
    zeros = int(np.count_nonzero(gaps[starts] == 0))  # 0 or 1: a largest gap so far that has grown stays grown
    if zeros:
        at_zero = [marks.ZERO_LEVEL] * 2
        below.plot(edges[:2], at_zero, color=colours.edge, linewidth=2 * width, zorder=MARK)
    levels, edges = gaps[starts][zeros:], edges[zeros:]
    if len(levels):
        floor = 10.0 ** GAP_DECADES[0]
        above.stairs(levels, edges, baseline=floor, fill=True, facecolor=colours.tint, zorder=MARK - 1)
        above.stairs(levels, edges, baseline=None, edgecolor=colours.edge, linewidth=width, zorder=MARK)


def _head(sheet: Sheet, baseline: float, words: str) -> None:
    sheet.words(sheet.style.margin, baseline, words, size=sheet.style.type.heading, weight="bold")


def _step_ticks(axes: Axes, steps: Sequence[int]) -> None:
    """Name the axis at its first tick, which saves a line; the name runs to the right, away from the other axis."""
    axes.set_xticks(steps, labels=[f"step {steps[0]:,}", *(f"{step:,}" for step in steps[1:])])
    axes.get_xticklabels()[0].set_horizontalalignment("left")
