"""DL01.6.4-F1-card: the gradients once, with the three routes that agree on them, for a summary card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from figures import marks
from figures.dl01_6_4.three_ways import (
    ROUTES,
    Columns,
    Verdict,
    draw_heads,
    draw_matrices,
    draw_verdict,
    gradients_in_words,
)
from figures.sheet import Box, Sheet
from workflow.claims import Agree
from workflow.ledger import LedgerError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from figures.style import Style
    from workflow.ledger import Ledger

TITLE = "Three ways, one gradient, in short"
HEADLINE = "Three ways, one gradient"


@dataclass(frozen=True)
class Layout:
    """Places and sizes in pixels.

    heads, middle : baseline of the names of the gradients, and the line that everything else is centred on
    ticks, tick, names : left edge and size of the ticks, left edge of the routes' names, which follow `name_step` apart
    """

    height: int
    panel: Box
    heads: float
    middle: float
    ticks: float
    tick: float
    names: float
    name_step: float
    columns: Columns
    verdict: Verdict


PAGE = Layout(
    height=156,
    panel=Box(20, 16, 680, 124),
    heads=48,
    middle=92,
    ticks=36,
    tick=11,
    names=56,
    name_step=24,
    columns=Columns(
        marks.Grid(size=13, value=49, minus=11, column_gap=9, row_step=27, pad=9, hook=5), left=146, gap=14
    ),
    verdict=Verdict(left=600, step=28, size=26),
)

SLIDE = Layout(
    height=720,
    panel=Box(48, 150, 1184, 440),
    heads=274,
    middle=390,
    ticks=72,
    tick=20,
    names=106,
    name_step=66,
    columns=Columns(
        marks.Grid(size=28, value=104, minus=23, column_gap=12, row_step=76, pad=12, hook=10), left=240, gap=17
    ),
    verdict=Verdict(left=1074, step=66, size=42),
)


def draw(ledger: Ledger, style: Style) -> Figure:
    """Draw one row of matrices for all routes."""
    layout = SLIDE if style.is_slide else PAGE
    sheet = Sheet(style, layout.height)
    sheet.headline(HEADLINE)
    sheet.panel(layout.panel)
    _draw_routes(sheet, layout)
    draw_heads(sheet, layout.columns, layout.heads)
    _require_one_reading(ledger)
    draw_matrices(sheet, layout.columns, layout.middle, ledger, ROUTES[0])
    draw_verdict(sheet, layout.verdict, layout.middle, ledger)
    return sheet.figure


def alt_text(ledger: Ledger) -> str:
    """Say what the one row holds and who agrees on it."""
    gap = ledger.claim("largest_gap", Agree)
    return (
        "A card holds one row of matrices, and beside it three ticked names: by hand, modules, engine. All three "
        f"routes give these gradients: {gradients_in_words(ledger, ROUTES[0])}. "
        f"The largest gap between any two routes is {gap.printed}; the bound is {gap.bound_printed}."
    )


def _require_one_reading(ledger: Ledger) -> None:
    """Refuse to draw one row for routes that print differently, which they may within the bound, at a rounding edge."""
    if len({gradients_in_words(ledger, route) for route in ROUTES}) > 1:
        msg = f"{ledger.identity}: the routes print different gradients, so that one row cannot stand for all of them"
        raise LedgerError(msg)


def _draw_routes(sheet: Sheet, layout: Layout) -> None:
    """List the routes, each with a tick."""
    top = layout.middle - layout.name_step * (len(ROUTES) - 1) / 2
    for place, route in enumerate(ROUTES):
        middle = top + place * layout.name_step
        marks.tick(sheet, layout.ticks, middle, layout.tick, colour=sheet.style.palette.gap.edge)
        sheet.words(layout.names, middle, route.name, size=sheet.style.type.label, weight="bold", va="center_baseline")
