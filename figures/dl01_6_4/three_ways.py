"""DL01.6.4-F1: the gradients of one example by hand, by the layer modules and by the engine, value by value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from figures import marks
from figures.sheet import MARK, Box, Sheet
from workflow.claims import Agree

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from figures.style import Style
    from workflow.ledger import Ledger

TITLE = "Three ways, one gradient: by hand, by modules and by the engine"
HEADLINE = "Three ways, one gradient"


class Route(NamedTuple):
    """A way to the gradients: its name in the claims, its name in the picture, and how it goes."""

    key: str
    name: str
    note: str


class Gradient(NamedTuple):
    """A gradient: its name in the claims, in the picture and in a sentence, and how many columns it has."""

    key: str
    head: str
    words: str
    columns: int


ROUTES = (
    Route("hand", "by hand", "chain rule"),
    Route("modules", "modules", "layer by layer"),
    Route("engine", "engine", "automatic"),
)

GRADIENTS = (
    Gradient("grad_W1", "∇W₁", "the gradient of W1 has the rows", 2),
    Gradient("grad_b1", "∇b₁", "the gradient of b1 has the entries", 1),
    Gradient("grad_W2", "∇W₂", "the gradient of W2 has the rows", 2),
    Gradient("grad_b2", "∇b₂", "the gradient of b2 has the entries", 1),
)

# How many dots mark the engine's row.
SIGN_DOTS = 5


@dataclass(frozen=True)
class Columns:
    """Where the matrices of a row stand: the first at `left`, then one after the other, `gap` apart."""

    grid: marks.Grid
    left: float
    gap: float

    def lefts(self) -> list[float]:
        """Give the left edge of each matrix."""
        lefts = [self.left]
        for gradient in GRADIENTS[:-1]:
            lefts.append(lefts[-1] + self.grid.width(gradient.columns) + self.gap)
        return lefts


@dataclass(frozen=True)
class Verdict:
    """Where the largest gap is told: left edge, step from line to line, size of the number."""

    left: float
    step: float
    size: float


@dataclass(frozen=True)
class Layout:
    """Places and sizes in pixels.

    heads : baseline of the names above the matrices
    first_row : the panel of the first row; the others follow `row_step` apart
    stripe : width of the sign at the left edge of a row
    names : left edge of the names of the rows; `name_lift` lies between a name, or the note under it, and the middle
    brace, brace_hook : where the brace over all rows stands, and how long its arms are
    example : baseline of the line below
    """

    height: int
    heads: float
    first_row: Box
    row_step: float
    stripe: float
    names: float
    name_lift: float
    columns: Columns
    brace: float
    brace_hook: float
    verdict: Verdict
    example: float


PAGE = Layout(
    height=364,
    heads=36,
    first_row=Box(20, 50, 548, 78),
    row_step=86,
    stripe=8,
    names=42,
    name_lift=10,
    columns=Columns(
        marks.Grid(size=13, value=49, minus=11, column_gap=9, row_step=27, pad=9, hook=5), left=138, gap=11
    ),
    brace=577,
    brace_hook=8,
    verdict=Verdict(left=604, step=28, size=26),
    example=342,
)

SLIDE = Layout(
    height=720,
    heads=138,
    first_row=Box(48, 158, 970, 138),
    row_step=152,
    stripe=14,
    names=84,
    name_lift=18,
    columns=Columns(
        marks.Grid(size=24, value=89, minus=20, column_gap=16, row_step=48, pad=15, hook=9), left=250, gap=22
    ),
    brace=1034,
    brace_hook=13,
    verdict=Verdict(left=1080, step=48, size=44),
    example=664,
)


def draw(ledger: Ledger, style: Style) -> Figure:
    """Draw a row of matrices for each route, the largest gap at their right, the example below."""
    layout = SLIDE if style.is_slide else PAGE
    sheet = Sheet(style, layout.height)
    sheet.headline(HEADLINE)
    draw_heads(sheet, layout.columns, layout.heads)
    for place, route in enumerate(ROUTES):
        row = layout.first_row._replace(top=layout.first_row.top + place * layout.row_step)
        sheet.panel(row)
        _draw_sign(sheet, layout, row, route)
        _draw_names(sheet, layout, row, route)
        draw_matrices(sheet, layout.columns, row.middle, ledger, route)
    middle = _draw_brace(sheet, layout)
    draw_verdict(sheet, layout.verdict, middle, ledger)
    sheet.words(layout.first_row.left, layout.example, f"The example: {example(ledger)}", size=style.type.label)
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
        f"Three rows of matrices set out the {ledger['parameter_entries'].printed} parameter gradients of one small "
        "network, computed by hand with the chain rule, by the layer modules and by the engine. "
        f"{content} "
        f"A brace at the right joins the rows: the largest gap between any two of them is {gap.printed}, and it has to "
        f"stay under the bound {gap.bound_printed}. "
        f"The line below names the example that all three worked on: {example(ledger)}."
    )


def gradients_in_words(ledger: Ledger, route: Route) -> str:
    """Read out the gradients of one route, row by row."""
    read = [
        f"{gradient.words} {' and '.join(', '.join(row) for row in printed_gradient(ledger, gradient, route))}"
        for gradient in GRADIENTS
    ]
    return "; ".join(read)


def printed_gradient(ledger: Ledger, gradient: Gradient, route: Route) -> list[list[str]]:
    """Give the printed values of a gradient as rows; a vector stands as a column."""
    printed = ledger[f"{gradient.key}_by_{route.key}"].printed
    return [row if isinstance(row, list) else [row] for row in printed]


def example(ledger: Ledger) -> str:
    """Name the one example that every route was given, and its loss."""
    inputs = ", ".join(ledger["x"].printed)
    return f"x = ({inputs}), class {ledger['class_number'].printed}, loss {ledger['loss'].printed}"


def draw_heads(sheet: Sheet, columns: Columns, baseline: float) -> None:
    """Write the name of each gradient above its matrices."""
    for left, gradient in zip(columns.lefts(), GRADIENTS, strict=True):
        centre = left + columns.grid.width(gradient.columns) / 2
        sheet.words(centre, baseline, gradient.head, size=sheet.style.type.heading, weight="bold", ha="center")


def draw_matrices(sheet: Sheet, columns: Columns, middle: float, ledger: Ledger, route: Route) -> None:
    """Set the gradients of one route in a row."""
    for left, gradient in zip(columns.lefts(), GRADIENTS, strict=True):
        marks.matrix(sheet, columns.grid, left, middle, printed_gradient(ledger, gradient, route))


def draw_verdict(sheet: Sheet, verdict: Verdict, middle: float, ledger: Ledger) -> None:
    """Say how far apart the routes are at most, and how far apart they may be."""
    gap = ledger.claim("largest_gap", Agree)
    kind, muted = sheet.style.type, sheet.style.palette.muted
    above, below = middle - verdict.step, middle + verdict.step
    sheet.words(verdict.left, above, "largest gap", size=kind.note, color=muted, va="center_baseline")
    sheet.words(verdict.left, middle, gap.printed, size=verdict.size, weight="bold", va="center_baseline")
    sheet.words(verdict.left, below, f"bound {gap.bound_printed}", size=kind.note, color=muted, va="center_baseline")


def _draw_sign(sheet: Sheet, layout: Layout, row: Box, route: Route) -> None:
    """Mark a row as the race marks its runners: a wide pale line for the hand, dots on it for the engine."""
    middle = row.left + layout.stripe
    top, bottom = (middle, row.top + layout.stripe), (middle, row.bottom - layout.stripe)
    sheet.line((top, bottom), **marks.hand(sheet, layout.stripe))
    if route.key == "modules":
        sheet.line((top, bottom), color=sheet.style.palette.route.edge, linewidth=sheet.style.line, zorder=MARK)
    if route.key == "engine":
        sheet.line(marks.spaced(top, bottom, SIGN_DOTS), **marks.engine(sheet, layout.stripe / 2))


def _draw_names(sheet: Sheet, layout: Layout, row: Box, route: Route) -> None:
    kind, muted = sheet.style.type, sheet.style.palette.muted
    above, below = row.middle - layout.name_lift, row.middle + layout.name_lift
    sheet.words(layout.names, above, route.name, size=kind.heading, weight="bold", va="center_baseline")
    sheet.words(layout.names, below, route.note, size=kind.note, color=muted, va="center_baseline")


def _draw_brace(sheet: Sheet, layout: Layout) -> float:
    """Brace the rows together; give the height at which the brace points to the verdict."""
    top = layout.first_row.top
    bottom = layout.first_row.bottom + (len(ROUTES) - 1) * layout.row_step
    middle = (top + bottom) / 2
    inside, edge, point = layout.brace, layout.brace + layout.brace_hook, layout.brace + 2 * layout.brace_hook
    look: dict[str, Any] = {
        "color": sheet.style.palette.gap.edge,
        "linewidth": sheet.style.line,
        "solid_joinstyle": "miter",
    }
    sheet.line([(inside, top), (edge, top), (edge, bottom), (inside, bottom)], **look)
    sheet.line([(edge, middle), (point, middle)], **look)
    return middle
