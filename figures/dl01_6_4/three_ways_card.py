"""DL01.6.4-F1-card: the gradients once, with the three routes that agree on them, for a summary card."""

from __future__ import annotations

from dataclasses import dataclass

from matplotlib.figure import Figure

from figures import marks
from figures.dl01_6_4 import three_ways
from figures.dl01_6_4.three_ways import (
    NETWORK,
    ROUTES,
    Columns,
    draw_heads,
    draw_matrices,
    example,
    gradients_in_words,
)
from figures.sheet import Box, Point, Sheet
from figures.style import Style
from workflow.claims import Agree
from workflow.ledger import Ledger, LedgerError

TITLE = "Three ways, one gradient, in short"
HEADLINE = "One answer: by hand, by modules, by engine"
CONSTANTS = three_ways.CONSTANTS


@dataclass(frozen=True)
class Layout:
    """Places and sizes in pixels.

    routes : left edge and middle of the first route's tick; the others follow `route_step` to the right
    tick, name_gap : size of a tick, and from its right end to the name
    heads, middle : baseline of the names of the gradients, and the middle of their matrices
    verdict, example : baselines of the two lines below
    """

    height: int
    panel: Box
    routes: Point
    route_step: float
    tick: float
    name_gap: float
    heads: float
    middle: float
    columns: Columns
    verdict: float
    example: float


PAGE = Layout(
    height=260,
    panel=Box(20, 16, 680, 228),
    routes=(48, 45),
    route_step=108,
    tick=12,
    name_gap=8,
    heads=88,
    middle=134,
    columns=Columns(
        marks.Grid(size=17, value=49, minus=15, column_gap=24, row_step=33, pad=12, hook=6), left=48, gap=46
    ),
    verdict=196,
    example=221,
)

SLIDE = Layout(
    height=720,
    panel=Box(48, 116, 1184, 556),
    routes=(96, 174),
    route_step=256,
    tick=26,
    name_gap=18,
    heads=264,
    middle=370,
    columns=Columns(
        marks.Grid(size=34, value=98, minus=29, column_gap=46, row_step=80, pad=18, hook=12), left=96, gap=59
    ),
    verdict=548,
    example=608,
)


def draw(ledger: Ledger, style: Style) -> Figure:
    """Draw the routes, the one row of matrices that stands for all of them, and what that means."""
    layout = SLIDE if style.is_slide else PAGE
    sheet = Sheet(style, layout.height)
    sheet.headline(HEADLINE)
    sheet.panel(layout.panel)
    _require_one_reading(ledger)
    _draw_routes(sheet, layout)
    draw_heads(sheet, layout.columns, layout.heads, ledger)
    draw_matrices(sheet, layout.columns, layout.middle, ledger, ROUTES[0])
    left, size = layout.routes[0], style.type.label
    sheet.words(left, layout.verdict, _verdict(ledger), size=size, weight="bold")
    sheet.words(left, layout.example, f"{NETWORK}, one example: {example(ledger)}", size=size)
    return sheet.figure


def alt_text(ledger: Ledger) -> str:
    """Say what the one row holds and who agrees on it."""
    return (
        "A card with three ticked names at the top, by hand, modules and engine, over one row of matrices that holds "
        "for all of them. They are the gradients of the running 2-2-2 network for one example, "
        f"{example(ledger)}: {gradients_in_words(ledger, ROUTES[0])}. "
        f"The line below reads: {_verdict(ledger)}."
    )


def _verdict(ledger: Ledger) -> str:
    gap = ledger.claim("largest_gap", Agree)
    return f"Largest gap between any two: {gap.printed} (tolerance {gap.bound_printed})"


def _require_one_reading(ledger: Ledger) -> None:
    """Refuse one row for routes that print differently, which they may within the tolerance, at a rounding edge."""
    if len({gradients_in_words(ledger, route) for route in ROUTES}) > 1:
        msg = f"{ledger.identity}: the routes print different gradients, so that one row cannot stand for all of them"
        raise LedgerError(msg)


def _draw_routes(sheet: Sheet, layout: Layout) -> None:
    """Put the routes in a row, each with a tick."""
    left, middle = layout.routes
    for place, route in enumerate(ROUTES):
        start = left + place * layout.route_step
        marks.tick(sheet, start, middle, layout.tick)
        name = start + layout.tick + layout.name_gap
        sheet.words(name, middle, route.name, size=sheet.style.type.heading, weight="bold", va="center_baseline")
