"""DL01.6.4-F5: unbroadcast with a mean beside unbroadcast with a sum; two wrong biases, found parameter by parameter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from figures import marks
from figures.sheet import MARK, WORDS, Box, Sheet
from workflow.claims import Below

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from figures.style import Style
    from workflow.claims import Claim
    from workflow.ledger import Ledger

TITLE = "Wrong beside right: the gap of each gradient with a mean and with a sum"
HEADLINE = "A mean where a sum belongs: the biases come out wrong"

PARAMETERS = (("W1", "W₁"), ("b1", "b₁"), ("W2", "W₂"), ("b2", "b₂"))

# Room above the largest gap for its number and the word that judges it.
GAP_DECADES = (-18, 5)
GAP_TICKS = (-16, -12, -8, -4, 0)
FLOOR = "floor"

BAR = 0.5
HATCH = "xx"


class Panel(NamedTuple):
    """One way to unbroadcast: its prefix in the claims, its heading, and what it comes to."""

    prefix: str
    heading: str


MEAN = Panel("mean_gap", "unbroadcast with a mean")
SUM = Panel("sum_gap", "unbroadcast with a sum")


@dataclass(frozen=True)
class Layout:
    """Places and sizes in pixels.

    subject : baseline of the line that says what the axis measures
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
    height=424,
    subject=402,
    headings=32,
    glyph=14,
    glyph_gap=10,
    first=Box(68, 50, 304, 250),
    second=Box(396, 50, 304, 250),
    strip_gap=6,
    strip=46,
    lift=7,
    wrong_lift=20,
    ring=8,
)

SLIDE = Layout(
    height=720,
    subject=690,
    headings=128,
    glyph=24,
    glyph_gap=16,
    first=Box(122, 152, 536, 390),
    second=Box(696, 152, 536, 390),
    strip_gap=8,
    strip=72,
    lift=10,
    wrong_lift=34,
    ring=13,
)


def draw(ledger: Ledger, style: Style) -> Figure:
    """Draw the gaps with the mean, marked with a cross, beside the gaps with the sum, marked with a tick."""
    layout = SLIDE if style.is_slide else PAGE
    sheet = Sheet(style, layout.height)
    sheet.headline(HEADLINE)
    _draw_heading(sheet, layout, layout.first, MEAN, is_right=False)
    _draw_heading(sheet, layout, layout.second, SUM, is_right=True)
    _draw_panel(sheet, layout, layout.first, _gaps(ledger, MEAN), ledger)
    right = _draw_panel(sheet, layout, layout.second, _gaps(ledger, SUM), ledger)
    _name_tolerance(sheet, layout, right, _tolerance(ledger))
    subject = "largest gap between the engine's gradient and the hand's, on a log scale"
    sheet.words(style.margin, layout.subject, subject, size=style.type.note, color=style.palette.muted)
    return sheet.figure


def alt_text(ledger: Ledger) -> str:
    """Say what each panel shows, parameter by parameter."""
    return (
        "Two bar charts side by side show, on a logarithmic scale, how far the engine's gradient of each parameter lies from "
        "the one derived by hand. A strip below each scale is kept for gaps of exactly 0, and a dashed line marks the "
        f"tolerance of {_tolerance(ledger).bound_printed}. "
        f"The left chart bears a cross and the heading {MEAN.heading}: {_in_words(ledger, MEAN)}. "
        f"The right chart bears a tick and the heading {SUM.heading}: {_in_words(ledger, SUM)}."
    )


def _gaps(ledger: Ledger, panel: Panel) -> list[Claim]:
    return [ledger[f"{panel.prefix}_{key}"] for key, _ in PARAMETERS]


def _tolerance(ledger: Ledger) -> Below:
    """Give a claim that carries the bound; all gaps that have to stay small have the same."""
    return ledger.claim(f"{SUM.prefix}_{PARAMETERS[0][0]}", Below)


def _in_words(ledger: Ledger, panel: Panel) -> str:
    bound = _tolerance(ledger).bound
    gaps = zip(PARAMETERS, _gaps(ledger, panel), strict=True)
    wrong, right = [], []
    for (key, _), claim in gaps:
        (wrong if claim.value >= bound else right).append(f"{key} {claim.printed}")
    under = f"{', '.join(right)}, under the tolerance"
    if not wrong:
        return f"every gap lies under the tolerance, {', '.join(right)}"
    return f"tall hatched bars labelled wrong stand over {' and '.join(wrong)}; the others are {under}"


def _draw_heading(sheet: Sheet, layout: Layout, box: Box, panel: Panel, *, is_right: bool) -> None:
    middle = layout.headings - layout.glyph / 2
    glyph = marks.tick if is_right else marks.cross
    glyph(sheet, box.left, middle, layout.glyph)
    left = box.left + layout.glyph + layout.glyph_gap
    sheet.words(left, layout.headings, panel.heading, size=sheet.style.type.heading, weight="bold")


def _draw_panel(sheet: Sheet, layout: Layout, box: Box, gaps: list[Claim], ledger: Ledger) -> Axes:
    """Draw bars from the floor up, and a ring in the strip below where a gap is exactly 0."""
    above = sheet.axes(box)
    marks.log_scale(sheet, above, GAP_DECADES, GAP_TICKS)
    below = marks.zero_strip(sheet, Box(box.left, box.bottom + layout.strip_gap, box.width, layout.strip))
    for axes in (above, below):
        axes.set_xlim(-0.5, len(PARAMETERS) - 0.5)
    above.set_xticks([])
    below.set_xticks(range(len(PARAMETERS)), labels=[name for _, name in PARAMETERS])
    below.tick_params(axis="x", length=0, labelsize=sheet.style.type.heading, labelcolor=sheet.style.palette.ink)
    tolerance = _tolerance(ledger).bound
    marks.tolerance_line(sheet, above, tolerance)
    for place, claim in enumerate(gaps):
        if claim.value == 0:
            _draw_zero(sheet, layout, below, place, claim)
        else:
            _draw_bar(sheet, layout, above, place, claim, is_wrong=claim.value >= tolerance)
    return above


def _draw_bar(sheet: Sheet, layout: Layout, axes: Axes, place: int, claim: Claim, *, is_wrong: bool) -> None:
    """Draw a gap; a wrong one with a hatch and a heavy outline, a bold number and the word."""
    palette, kind = sheet.style.palette, sheet.style.type
    look = {"hatch": HATCH, "edgecolor": palette.ink} if is_wrong else {"edgecolor": palette.gap.edge}
    width = sheet.style.line if is_wrong else sheet.style.hairline
    floor = 10.0 ** GAP_DECADES[0]
    axes.bar(place, claim.value - floor, BAR, bottom=floor, facecolor=palette.gap.fill, linewidth=width, zorder=MARK, **look)
    if is_wrong:
        _write(sheet, axes, (place, claim.value), layout.lift, claim.printed, size=kind.heading, weight="bold")
        _write(sheet, axes, (place, claim.value), layout.lift + layout.wrong_lift, "wrong", size=kind.label, weight="bold")
    else:
        _write(sheet, axes, (place, claim.value), layout.lift, claim.printed, size=kind.note)


def _draw_zero(sheet: Sheet, layout: Layout, axes: Axes, place: int, claim: Claim) -> None:
    """Draw a ring with its number over it: there is no gap to draw a bar for."""
    palette, style = sheet.style.palette, sheet.style
    axes.plot(
        place,
        marks.ZERO_LEVEL,
        marker="o",
        markersize=layout.ring,
        markerfacecolor=palette.panel,
        markeredgecolor=palette.gap.edge,
        markeredgewidth=style.line,
        zorder=MARK,
    )
    _write(sheet, axes, (place, marks.ZERO_LEVEL), layout.lift + layout.ring / 2, claim.printed, size=style.type.note)


def _write(sheet: Sheet, axes: Axes, point: tuple[float, float], lift: float, words: str, *, size: float, weight: str = "normal") -> None:
    axes.annotate(
        words,
        point,
        (0, lift),
        textcoords="offset points",
        ha="center",
        fontsize=size,
        weight=weight,
        color=sheet.style.palette.ink,
        zorder=WORDS,
    )


def _name_tolerance(sheet: Sheet, layout: Layout, axes: Axes, tolerance: Below) -> None:
    axes.annotate(
        f"tolerance {tolerance.bound_printed}",
        (1, tolerance.bound),
        (-layout.lift, layout.lift),
        xycoords=axes.get_yaxis_transform(),
        textcoords="offset points",
        ha="right",
        fontsize=sheet.style.type.label,
        color=sheet.style.palette.ink,
        zorder=WORDS,
    )
