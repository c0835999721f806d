"""DL01.6.4-F1: the gradients of one example by hand, by the layer modules and by the engine, value by value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from matplotlib.figure import Figure

from figures import marks
from figures.sheet import BRACKET_ID, Box, Sheet
from figures.style import Style
from workflow.claims import Agree
from workflow.ledger import Ledger

TITLE = "Three ways, one gradient: by hand, by modules and by the engine"
HEADLINE = "Three ways, one gradient"
CONSTANTS = {
    "2-2-2 network": "the name of the network",
    **dict.fromkeys(("W1", "b1", "W2", "b2", "∇W₁", "∇b₁", "∇W₂", "∇b₂"), "the name of a parameter"),
}

# What all gradients belong to, here and on the card.
NETWORK = "The running 2-2-2 network"


class Route(NamedTuple):
    """A way to the gradients: its name in the claims, its name in the picture, and how it goes."""

    key: str
    name: str
    note: str


class Gradient(NamedTuple):
    """A gradient: its name in the claims, in the picture and in a sentence."""

    key: str
    head: str
    words: str


ROUTES = (
    Route("hand", "by hand", "chain rule"),
    Route("modules", "modules", "layer by layer"),
    Route("engine", "engine", "automatic"),
)

GRADIENTS = (
    Gradient("grad_W1", "∇W₁", "the gradient of W1 has the rows"),
    Gradient("grad_b1", "∇b₁", "the gradient of b1 has the entries"),
    Gradient("grad_W2", "∇W₂", "the gradient of W2 has the rows"),
    Gradient("grad_b2", "∇b₂", "the gradient of b2 has the entries"),
)


@dataclass(frozen=True)
class Columns:
    """Where the matrices of a row stand: the first at `left`, then one after the other, `gap` apart."""

    grid: marks.Grid
    left: float
    gap: float

    def lefts(self, matrices: Sequence[marks.Matrix]) -> list[float]:
        """Give the left edge of each matrix."""
        lefts = [self.left]
        for entries in matrices[:-1]:
            lefts.append(lefts[-1] + self.grid.width(entries) + self.gap)
        return lefts


@dataclass(frozen=True)
class Layout:
    """Places and sizes in pixels.

    heads : baseline of the names above the matrices
    first_row : the panel of the first row; the others follow `row_step` apart
    names : left edge of the names of the rows
    note_lift : from the middle of a row to its name, and to the note under that; None where there is no room for notes
    bracket, bracket_hook : where the bracket over all rows stands, and how long its arms are
    verdict, verdict_lines, verdict_size : left edge of the verdict, the middles of its lines counted from the
        bracket's, and the size of its number
    example : baseline of the line below
    """

    height: int
    heads: float
    first_row: Box
    row_step: float
    names: float
    note_lift: float | None
    columns: Columns
    bracket: float
    bracket_hook: float
    verdict: float
    verdict_lines: tuple[float, float, float, float]
    verdict_size: float
    example: float


PAGE = Layout(
    height=362,
    heads=36,
    first_row=Box(20, 50, 554, 78),
    row_step=86,
    names=36,
    note_lift=10,
    columns=Columns(
        marks.Grid(size=13, value=38, minus=11, column_gap=17, row_step=27, pad=9, hook=5), left=138, gap=17
    ),
    bracket=582,
    bracket_hook=8,
    verdict=608,
    verdict_lines=(-28, 0, 28, 45),
    verdict_size=26,
    example=340,
)

SLIDE = Layout(
    height=720,
    heads=142,
    first_row=Box(48, 162, 974, 132),
    row_step=146,
    names=72,
    note_lift=None,
    columns=Columns(
        marks.Grid(size=27, value=78, minus=22, column_gap=34, row_step=54, pad=14, hook=9), left=242, gap=15
    ),
    bracket=1032,
    bracket_hook=11,
    verdict=1072,
    verdict_lines=(-52, 0, 52, 88),
    verdict_size=48,
    example=662,
)


def draw(ledger: Ledger, style: Style) -> Figure:
    """Draw a row of matrices for each route, the largest gap at their right, the example below."""
    layout = SLIDE if style.is_slide else PAGE
    sheet = Sheet(style, layout.height)
    sheet.headline(HEADLINE)
    draw_heads(sheet, layout.columns, layout.heads, ledger)
    for place, route in enumerate(ROUTES):
        row = layout.first_row._replace(top=layout.first_row.top + place * layout.row_step)
        sheet.panel(row)
        _draw_names(sheet, layout, row, route)
        draw_matrices(sheet, layout.columns, row.middle, ledger, route)
    _draw_verdict(sheet, layout, _draw_bracket(sheet, layout), ledger)
    sheet.words(
        layout.first_row.left, layout.example, f"{NETWORK}, one example: {example(ledger)}", size=style.type.label
    )
    return sheet.figure


def alt_text(ledger: Ledger) -> str:
    """Say what the rows hold, once if they hold the same."""
    gap = ledger.claim("largest_gap", Agree)
    rows = {route.name: gradients_in_words(ledger, route) for route in ROUTES}
    if len(set(rows.values())) == 1:
        content = f"All three rows read the same: {rows[ROUTES[0].name]}."
    else:
        content = " ".join(f"The row {name} reads: {words}." for name, words in rows.items())
    return (
        f"Three rows of matrices set out the {ledger['parameter_entries'].printed} parameter gradients of the running "
        "2-2-2 network, computed by hand with the chain rule, by the layer modules and by the engine. "
        f"{content} "
        f"A square bracket at the right joins the rows: the largest gap between any two of them is {gap.printed}, and "
        f"it has to stay under the tolerance {gap.bound_printed}. "
        f"The line below names the example that all three worked on: {example(ledger)}."
    )


def gradients_in_words(ledger: Ledger, route: Route) -> str:
    """Read out the gradients of one route, row by row."""
    read = [
        f"{gradient.words} {' and '.join(', '.join(row) for row in printed_gradient(ledger, gradient, route))}"
        for gradient in GRADIENTS
    ]
    return "; ".join(read)


def printed_gradient(ledger: Ledger, gradient: Gradient, route: Route) -> marks.Matrix:
    """Give the printed values of a gradient as rows; a vector stands as a column."""
    printed = ledger[f"{gradient.key}_by_{route.key}"].printed
    return [row if isinstance(row, list) else [row] for row in printed]


def example(ledger: Ledger) -> str:
    """Name the one example that every route was given, and its loss."""
    inputs = ", ".join(ledger["x"].printed)
    return f"x = ({inputs}), class {ledger['class_number'].printed}, loss {ledger['loss'].printed}"


def draw_heads(sheet: Sheet, columns: Columns, baseline: float, ledger: Ledger) -> None:
    """Write the name of each gradient above its matrices."""
    matrices = [printed_gradient(ledger, gradient, ROUTES[0]) for gradient in GRADIENTS]
    for left, entries, gradient in zip(columns.lefts(matrices), matrices, GRADIENTS, strict=True):
        centre = left + columns.grid.width(entries) / 2
        sheet.words(centre, baseline, gradient.head, size=sheet.style.type.heading, weight="bold", ha="center")


def draw_matrices(sheet: Sheet, columns: Columns, middle: float, ledger: Ledger, route: Route) -> None:
    """Set the gradients of one route in a row."""
    matrices = [printed_gradient(ledger, gradient, route) for gradient in GRADIENTS]
    for left, entries in zip(columns.lefts(matrices), matrices, strict=True):
        marks.matrix(sheet, columns.grid, left, middle, entries)


def _draw_names(sheet: Sheet, layout: Layout, row: Box, route: Route) -> None:
    kind, muted, lift = sheet.style.type, sheet.style.palette.muted, layout.note_lift
    if lift is not None:
        sheet.words(layout.names, row.middle + lift, route.note, size=kind.note, color=muted, va="center_baseline")
    middle = row.middle - (lift or 0)
    sheet.words(layout.names, middle, route.name, size=kind.heading, weight="bold", va="center_baseline")


def _draw_bracket(sheet: Sheet, layout: Layout) -> float:
    """Join the rows with a bracket; give the height at which it points to the verdict."""
    top = layout.first_row.top
    bottom = layout.first_row.bottom + (len(ROUTES) - 1) * layout.row_step
    middle = (top + bottom) / 2
    inside, edge, point = layout.bracket, layout.bracket + layout.bracket_hook, layout.bracket + 2 * layout.bracket_hook
    look: dict[str, Any] = {
        "color": sheet.style.palette.gap.edge,
        "linewidth": sheet.style.line,
        "solid_joinstyle": "miter",
    }
    sheet.line([(inside, top), (edge, top), (edge, bottom), (inside, bottom)], gid=BRACKET_ID, **look)
    sheet.line([(edge, middle), (point, middle)], **look)
    return middle


def _draw_verdict(sheet: Sheet, layout: Layout, middle: float, ledger: Ledger) -> None:
    """Say how far apart the routes are at most, and how far apart they may be."""
    gap = ledger.claim("largest_gap", Agree)
    note: dict[str, Any] = {"size": sheet.style.type.note, "color": sheet.style.palette.muted}
    number: dict[str, Any] = {"size": layout.verdict_size, "weight": "bold"}
    lines = (("largest gap", note), (gap.printed, number), ("tolerance", note), (gap.bound_printed, note))
    for down, (words, look) in zip(layout.verdict_lines, lines, strict=True):
        sheet.words(layout.verdict, middle + down, words, va="center_baseline", **look)
