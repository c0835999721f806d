"""DL01.6.4-F2: the hand-built loop and the engine run the same training; their losses differ by roundings at most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from figures import marks
from figures.sheet import MARK, Box, Sheet
from figures.style import Style
from workflow.claims import Agree, Equals
from workflow.ledger import Ledger

TITLE = "The race, step for step: the losses of the hand-built loop and of the engine"
HEADLINE = "Hand and engine: equal to rounding at every step"
CONSTANTS = {"step 1": "the first tick, with the name of the axis"}

# From one labelled step to the next, after step 1.
OPENING_TICK, RUN_TICK = 10, 200

LOSS_TICKS = (0.0, 0.5, 1.0)
LOSS_TOP = 1.15

# Room above the tolerance for its name.
GAP_DECADES = (-17, -10)
GAP_TICKS = (-16, -12)

# Room at both ends of the run, in steps: half a ring at the first one.
RUN_PAD = 12

# How many dots the key shows on its sample of the line.
KEY_DOTS = 5


@dataclass(frozen=True)
class Layout:
    """Places and sizes in pixels.

    first_heading, second_heading : baselines of the panels' headings
    key : the sample of a line in the key; its name stands `key_gap` to the right, the next sample `key_step`
    band, dot : width of the hand-built loop's line, and of the engine's dots on it
    label_lift : how far a label stands from the line that it names
    ring : size of the mark of an exact zero
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
    ring: float


PAGE = Layout(
    height=540,
    first_heading=31,
    losses=Box(68, 46, 632, 180),
    second_heading=280,
    gaps=Box(68, 295, 632, 156),
    zeros=Box(68, 457, 632, 44),
    key=Box(452, 16, 48, 20),
    key_gap=14,
    key_step=140,
    band=12,
    dot=5.5,
    label_lift=8,
    ring=8,
)

SLIDE = Layout(
    height=720,
    first_heading=130,
    losses=Box(134, 150, 1098, 190),
    second_heading=430,
    gaps=Box(134, 448, 1098, 134),
    zeros=Box(134, 588, 1098, 52),
    key=Box(750, 108, 88, 22),
    key_gap=24,
    key_step=270,
    band=18,
    dot=9,
    label_lift=9,
    ring=13,
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
        f"The upper panel plots the loss of the first {ledger['opening_steps'].printed} steps. The hand-built loop is "
        "a wide pale reddish purple line with a thin darker edge, the engine a row of dots. From a first loss of "
        f"{ledger['first_loss'].printed} the line zigzags downwards, to a mean of about "
        f"{ledger['opening_last_epoch_loss'].printed} over the last epoch that it shows, and every dot lies inside it. "
        "The lower panel, on a logarithmic scale, keeps the largest gap between the two losses so far, over all "
        f"{ledger['steps'].printed} steps, in green. {_course_of_the_gap(ledger)} A dashed line near the top marks the "
        f"tolerance of {agreement.bound_printed}. "
        f"The last loss of the run is {ledger['last_loss'].printed}."
    )


def _course_of_the_gap(ledger: Ledger) -> str:
    gaps, largest = ledger.series("largest_gap_so_far").values, ledger["loss_gap"].printed
    strip = "marked by a ring in a strip of its own below the scale"
    if gaps[-1] == 0:
        return f"It is exactly {largest} from the first step to the last, {strip}."
    start = f"is exactly zero at first, {strip}, then" if gaps[0] == 0 else ""
    return " ".join(f"It {start} rises to {largest} at most, far below the tolerance.".split())


def _draw_losses(sheet: Sheet, layout: Layout, ledger: Ledger) -> None:
    opening = ledger.claim("opening_steps", Equals)
    _head(sheet, layout.first_heading, f"Loss at each of the first {opening.printed} steps")
    axes = sheet.axes(layout.losses)
    axes.set_xlim(0, opening.value + 1)
    _step_ticks(axes, opening.value, OPENING_TICK)
    axes.set_ylim(0, LOSS_TOP)
    axes.set_yticks(LOSS_TICKS)
    marks.rules(sheet, axes)
    steps = range(1, opening.value + 1)
    axes.plot(steps, ledger.series("losses_hand").values[: opening.value], **marks.hand(sheet, layout.band))
    axes.plot(steps, ledger.series("losses_engine").values[: opening.value], **marks.engine(sheet, layout.dot))
    _draw_key(sheet, layout)


def _draw_key(sheet: Sheet, layout: Layout) -> None:
    """Show the line, and the dots on it, beside their names, in the line of the heading."""
    for place, name in enumerate(("by hand", "engine")):
        key = layout.key._replace(left=layout.key.left + place * layout.key_step)
        sheet.line([(key.left, key.middle), (key.right, key.middle)], **marks.hand(sheet, layout.band))
        sheet.words(key.right + layout.key_gap, key.middle, name, size=sheet.style.type.label, va="center_baseline")
    sheet.line(
        marks.spaced((key.left, key.middle), (key.right, key.middle), KEY_DOTS), **marks.engine(sheet, layout.dot)
    )


def _draw_gaps(sheet: Sheet, layout: Layout, ledger: Ledger) -> None:
    steps, agreement = ledger.claim("steps", Equals), ledger.claim("loss_gap", Agree)
    _head(sheet, layout.second_heading, f"Largest gap between the two losses so far, all {steps.printed} steps")
    above, below = sheet.axes(layout.gaps), marks.zero_strip(sheet, layout.zeros)
    marks.log_scale(above, GAP_DECADES, GAP_TICKS)
    marks.rules(sheet, above)
    for axes in (above, below):
        axes.set_xlim(1 - RUN_PAD, steps.value + 1 + RUN_PAD)
    above.set_xticks([])
    _step_ticks(below, steps.value, RUN_TICK)
    gaps = ledger.series("largest_gap_so_far").values
    _stairs(sheet, layout, above, below, gaps)
    marks.tolerance_line(sheet, above, agreement.tolerance)
    marks.name_level(sheet, above, agreement.tolerance, layout.label_lift, f"tolerance {agreement.bound_printed}")
    last, level = (above, gaps[-1]) if gaps[-1] > 0 else (below, marks.ZERO_LEVEL)
    marks.name_level(sheet, last, level, layout.label_lift, f"largest gap of the run: {agreement.printed}")


def _stairs(sheet: Sheet, layout: Layout, above: Axes, below: Axes, gaps: NDArray[np.float64]) -> None:
    """Draw a level for every stretch of steps over which the gap so far stays the same; a level of 0 in the strip."""
    look: dict[str, Any] = {"linewidth": sheet.style.line, "zorder": MARK}
    colour = sheet.style.palette.gap.edge
    starts = np.flatnonzero(np.diff(gaps, prepend=-1.0))
    edges = np.append(starts, len(gaps)) + 1
    zeros = int(np.count_nonzero(gaps[starts] == 0))  # 0 or 1: a largest gap so far that has grown stays grown
    if zeros:
        below.plot(edges[:2], [marks.ZERO_LEVEL] * 2, color=colour, **look)
        marks.ring(sheet, below, edges[0], layout.ring)
    levels, edges = gaps[starts][zeros:], edges[zeros:]
    if len(levels):
        above.stairs(levels, edges, baseline=None, edgecolor=colour, **look)
    if zeros and len(levels):
        offset = (layout.ring, layout.label_lift)
        sheet.label(below, (1, marks.ZERO_LEVEL), offset, "exactly zero at first", size=sheet.style.type.label)


def _head(sheet: Sheet, baseline: float, words: str) -> None:
    sheet.words(sheet.style.margin, baseline, words, size=sheet.style.type.heading, weight="bold")


def _step_ticks(axes: Axes, last: int, distance: int) -> None:
    """Name the axis at its first tick, which saves a line; the labels at both ends stay over the panel."""
    steps = [1, *range(distance, last + 1, distance)]
    axes.set_xticks(steps, labels=[f"step {steps[0]:,}", *(f"{step:,}" for step in steps[1:])])
    labels = axes.get_xticklabels()
    labels[0].set_horizontalalignment("left")
    labels[-1].set_horizontalalignment("right")
