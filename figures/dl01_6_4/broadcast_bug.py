"""DL01.6.4-F5: unbroadcast with a mean beside a sum; comparing parameter by parameter finds the wrong biases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import marks
from figures.sheet import CAPITAL, MARK, Box, Sheet
from figures.style import Style
from workflow.claims import Below, Reads
from workflow.ledger import Ledger

TITLE = "Wrong beside right: the gap of each gradient with a mean and with a sum"
HEADLINE = "A mean for a sum: both biases come out wrong"
CONSTANTS = {
    "floor\n1e-18": "the lowest tick, with its name",
    **dict.fromkeys(("W1", "b1", "W2", "b2", "W₁", "b₁", "W₂", "b₂"), "the name of a parameter"),
}

PARAMETERS = (("W1", "W₁"), ("b1", "b₁"), ("W2", "W₂"), ("b2", "b₂"))

# Room above the largest gap for its number and the word that judges it.
GAP_DECADES = (-18, 5)
FLOOR = 10.0 ** GAP_DECADES[0]
GAP_TICKS = (-12, -8, -4, 0)

# Where the right panel says that all is well: in the empty space between the tolerance and the largest gaps.
ALL_CLEAR_AT = 1e-6

# Where the left panel names the tolerance: over the third parameter, between the two bars that exceed it.
EXCEEDED_AT = 2

BAR = 0.5
HATCH = "x"


class Gap(NamedTuple):
    """How far a gradient lies from the modules' at most, as a number and as it is printed."""

    size: float
    printed: str


class Panel(NamedTuple):
    """One way to unbroadcast: its prefix in the claims, its heading, and the glyph before that."""

    prefix: str
    heading: str
    glyph: Callable[[Sheet, float, float, float], None]


MEAN = Panel("mean_gap", "unbroadcast with a mean", marks.cross)
SUM = Panel("sum_gap", "unbroadcast with a sum", marks.tick)


@dataclass(frozen=True)
class Layout:
    """Places and sizes in pixels.

    subject : baseline of the line that says what the scale measures
    headings, glyph, glyph_gap : baseline of the panels' headings, and the cross or tick before them
    first, second : the panels; under each, `strip_gap` lower, a strip for zeros of height `strip`
    lift : how far a number stands from the end of its bar, and a name from its line
    wrong_lift : from that number up to the word over it
    ring : size of the mark of an exact zero
    """

    height: int
    subject: float
    headings: float
    glyph: float
    glyph_gap: float
    first: Box
    second: Box
    strip_gap: float
    strip: float
    lift: float
    wrong_lift: float
    ring: float


PAGE = Layout(
    height=430,
    subject=30,
    headings=62,
    glyph=14,
    glyph_gap=10,
    first=Box(68, 78, 304, 252),
    second=Box(396, 78, 304, 252),
    strip_gap=6,
    strip=48,
    lift=9,
    wrong_lift=20,
    ring=8,
)

SLIDE = Layout(
    height=720,
    subject=122,
    headings=180,
    glyph=26,
    glyph_gap=18,
    first=Box(134, 204, 536, 352),
    second=Box(696, 204, 536, 352),
    strip_gap=8,
    strip=74,
    lift=14,
    wrong_lift=36,
    ring=13,
)


def draw(ledger: Ledger, style: Style) -> Figure:
    """Draw the gaps with the mean, marked with a cross, beside the gaps with the sum, marked with a tick."""
    layout = SLIDE if style.is_slide else PAGE
    sheet = Sheet(style, layout.height)
    sheet.headline(HEADLINE)
    batch = ledger["batch"].printed
    subject = f"Largest gap per parameter between engine and modules, batch of {batch}, log scale"
    sheet.words(style.margin, layout.subject, subject, size=style.type.note, color=style.palette.muted)
    tolerance = _tolerance(ledger)
    for box, panel in ((layout.first, MEAN), (layout.second, SUM)):
        _draw_heading(sheet, layout, box, panel)
        above, below = _panel_axes(sheet, layout, box, tolerance)
        _draw_gaps(sheet, layout, (above, below), _gaps(ledger, panel), tolerance)
        if panel is MEAN:
            place: dict[str, Any] = {"size": style.type.label, "ha": "center"}
            sheet.label(above, (EXCEEDED_AT, tolerance.bound), (0, layout.lift), "tolerance", **place)
        else:
            marks.name_level(sheet, above, tolerance.bound, layout.lift, f"tolerance {tolerance.bound_printed}")
            for axes in (above, below):
                axes.tick_params(axis="y", length=0, labelleft=False)  # the panel to the left names the levels
    return sheet.figure


def alt_text(ledger: Ledger) -> str:
    """Say what each panel shows, parameter by parameter."""
    return (
        "Two bar charts side by side show, on a logarithmic scale, the largest gap per parameter between the engine's "
        f"gradient and that of the layer modules, on a batch of {ledger['batch'].printed}. The bars stand on the floor "
        "of the scale, which is not zero; a gap of exactly zero is a ring in a strip below the scale. A dashed line "
        f"marks the tolerance of {_tolerance(ledger).bound_printed}. "
        f"The left chart bears a cross and the heading {MEAN.heading}: {_in_words(ledger, MEAN)}. "
        f"The right chart bears a tick and the heading {SUM.heading}: {_in_words(ledger, SUM)}."
    )


def _in_words(ledger: Ledger, panel: Panel) -> str:
    tolerance = _tolerance(ledger)
    named = [(key, gap) for (key, _), gap in zip(PARAMETERS, _gaps(ledger, panel), strict=True)]
    wrong = [f"{gap.printed} for {key}" for key, gap in named if gap.size >= tolerance.bound]
    right = [f"{gap.printed} for {key}" for key, gap in named if gap.size < tolerance.bound]
    if not wrong:
        return f"every gap lies under the tolerance, {_listed(right)}"
    return (
        f"heavy hatched bars labelled wrong rise far above the tolerance, {_listed(wrong)}, while the other gaps lie "
        f"under it, {_listed(right)}"
    )


def _listed(items: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))


def _gaps(ledger: Ledger, panel: Panel) -> list[Gap]:
    """Give the gap of each parameter, from whichever claim states it: that it is small, or how large it is."""
    claims = [ledger[f"{panel.prefix}_{key}"] for key, _ in PARAMETERS]
    return [Gap(claim.value, claim.printed) for claim in claims if isinstance(claim, Below | Reads)]


def _tolerance(ledger: Ledger) -> Below:
    """Give a claim that carries the bound; all gaps that have to stay small have the same."""
    return ledger.claim(f"{SUM.prefix}_{PARAMETERS[0][0]}", Below)


def _draw_heading(sheet: Sheet, layout: Layout, box: Box, panel: Panel) -> None:
    size = sheet.style.type.heading
    panel.glyph(sheet, box.left, layout.headings - size * CAPITAL / 2, layout.glyph)
    left = box.left + layout.glyph + layout.glyph_gap
    sheet.words(left, layout.headings, panel.heading, size=size, weight="bold")


def _panel_axes(sheet: Sheet, layout: Layout, box: Box, tolerance: Below) -> tuple[Axes, Axes]:
    """Put a log scale with floor and tolerance over a strip for zeros, with a column for each parameter."""
    above = sheet.axes(box)
    marks.log_scale(above, GAP_DECADES, GAP_TICKS)
    marks.floor_line(sheet, above, GAP_DECADES[0])
    marks.rules(sheet, above)
    marks.tolerance_line(sheet, above, tolerance.bound)
    below = marks.zero_strip(sheet, Box(box.left, box.bottom + layout.strip_gap, box.width, layout.strip))
    for axes in (above, below):
        axes.set_xlim(-0.5, len(PARAMETERS) - 0.5)
    above.set_xticks([])
    below.set_xticks(range(len(PARAMETERS)), labels=[name for _, name in PARAMETERS])
    below.tick_params(axis="x", length=0, labelsize=sheet.style.type.heading, labelcolor=sheet.style.palette.ink)
    return above, below


def _draw_gaps(sheet: Sheet, layout: Layout, axes: tuple[Axes, Axes], gaps: list[Gap], tolerance: Below) -> None:
    """Draw each gap as a bar or a ring; where all of them are small, say so in the empty space."""
    above, below = axes
    wrong = [gap for gap in gaps if gap.size >= tolerance.bound]
    for place, gap in enumerate(gaps):
        if gap.size == 0:
            _draw_zero(sheet, layout, below, place, gap)
        elif gap in wrong:
            _draw_wrong(sheet, layout, above, place, gap)
        else:
            _draw_small(sheet, layout, above, place, gap)
    if not wrong:
        middle = ((len(gaps) - 1) / 2, ALL_CLEAR_AT)
        words = "every gap under the tolerance"
        sheet.label(above, middle, (0, 0), words, size=sheet.style.type.label, ha="center", va="center_baseline")


def _draw_wrong(sheet: Sheet, layout: Layout, axes: Axes, place: int, gap: Gap) -> None:
    """Draw a bar that stands out without colour: by its height, a hatch, a heavy outline, bold type and the word."""
    palette, style = sheet.style.palette, sheet.style
    heavy: dict[str, Any] = {
        "edgecolor": palette.ink,
        "linewidth": style.line,
        "hatch": HATCH * style.hatch,
        "hatch_linewidth": style.hairline,
    }
    axes.bar(place, gap.size - FLOOR, BAR, bottom=FLOOR, facecolor=palette.wrong.fill, zorder=MARK, **heavy)
    end, look = (place, gap.size), {"ha": "center", "weight": "bold"}
    sheet.label(axes, end, (0, layout.lift), gap.printed, size=style.type.heading, **look)
    sheet.label(axes, end, (0, layout.lift + layout.wrong_lift), "wrong", size=style.type.label, **look)


def _draw_small(sheet: Sheet, layout: Layout, axes: Axes, place: int, gap: Gap) -> None:
    """Draw a bar for a gap of the size of rounding."""
    colours, style = sheet.style.palette.gap, sheet.style
    look: dict[str, Any] = {
        "facecolor": colours.fill,
        "edgecolor": colours.edge,
        "linewidth": style.hairline,
        "zorder": MARK,
    }
    axes.bar(place, gap.size - FLOOR, BAR, bottom=FLOOR, **look)
    sheet.label(axes, (place, gap.size), (0, layout.lift), gap.printed, size=style.type.note, ha="center")


def _draw_zero(sheet: Sheet, layout: Layout, axes: Axes, place: int, gap: Gap) -> None:
    """Draw a ring with its number over it: there is no gap to draw a bar for."""
    marks.ring(sheet, axes, place, layout.ring)
    size, lift = sheet.style.type.note, layout.ring
    sheet.label(axes, (place, marks.ZERO_LEVEL), (0, lift), gap.printed, size=size, ha="center")
