"""DL01.6.4-F1: the gradients of one example by hand, by the layer modules and by the engine, value by value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from figures import marks
from figures.sheet import MARK, Box, Sheet
from workflow.claims import Agree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from figures.style import Style
    from workflow.ledger import Ledger

TITLE = "Three ways, one gradient: by hand, by modules and by the engine"
HEADLINE = "Three ways, one gradient"

# Each route with its name in the claims, its name in the picture, and what it is.
ROUTES = (("hand", "by hand", "chain rule"), ("modules", "modules", "layer by layer"), ("engine", "engine", "automatic"))

# Each gradient with its name in the claims, in the picture and in words, and its number of columns.
GRADIENTS = (
    ("grad_W1", "∇W₁", "the gradient of W1", 2),
    ("grad_b1", "∇b₁", "the gradient of b1", 1),
    ("grad_W2", "∇W₂", "the gradient of W2", 2),
    ("grad_b2", "∇b₂", "the gradient of b2", 1),
)

# How many dots mark the engine's row.
SIGN_DOTS = 5


@dataclass(frozen=True)
class Layout:
    """Places and sizes in pixels.

    heads : baseline of the names above the matrices
    first_row : the panel of the first row; the others follow `row_step` apart
    stripe : width of the sign at the left edge of a row
    names : left edge of the names of the rows; `name_lift` separates a name from the note under it
    grids, grid_gap : left edge of the first matrix, and the space between two
    brace, verdict : where the brace over all rows stands, and the words to its right
    example : baseline of the line below
    """

    height: int
    heads: float
    first_row: Box
    row_step: float
    stripe: float
    names: float
    name_lift: float
    grid: marks.Grid
    grids: float
    grid_gap: float
    brace: float
    brace_hook: float
    verdict: float
    verdict_step: float
    verdict_size: float
    example: float


PAGE = Layout(
    height=364,
    heads=36,
    first_row=Box(20, 50, 532, 78),
    row_step=86,
    stripe=8,
    names=42,
    name_lift=10,
    grid=marks.Grid(value=49, minus=11, column_gap=9, row_step=27, pad=9, hook=5),
    grids=138,
    grid_gap=11,
    brace=562,
    brace_hook=8,
    verdict=592,
    verdict_step=28,
    verdict_size=26,
    example=342,
)

SLIDE = Layout(
    height=720,
    heads=138,
    first_row=Box(48, 158, 962, 138),
    row_step=152,
    stripe=14,
    names=84,
    name_lift=18,
    grid=marks.Grid(value=89, minus=20, column_gap=16, row_step=48, pad=15, hook=9),
    grids=250,
    grid_gap=22,
    brace=1028,
    brace_hook=13,
    verdict=1076,
    verdict_step=48,
    verdict_size=44,
    example=664,
)


def draw(ledger: Ledger, style: Style) -> Figure:
    """Draw a row of matrices for each route, the largest gap at their right, the example below."""
    layout = SLIDE if style.is_slide else PAGE
    sheet = Sheet(style, layout.height)
    sheet.headline(HEADLINE)
    _draw_heads(sheet, layout)
    for place, (route, name, note) in enumerate(ROUTES):
        row = layout.first_row._replace(top=layout.first_row.top + place * layout.row_step)
        _draw_sign(sheet, layout, row, route)
        _draw_row(sheet, layout, row, (name, note), [printed_gradient(ledger, key, route) for key, *_ in GRADIENTS])
    _draw_verdict(sheet, layout, ledger.claim("largest_gap", Agree))
    sheet.words(layout.first_row.left, layout.example, f"The example: {example(ledger)}", size=style.type.label)
    return sheet.figure


def alt_text(ledger: Ledger) -> str:
    """Say what the rows hold, once if they hold the same."""
    gap = ledger.claim("largest_gap", Agree)
    rows = {name: gradients_in_words(ledger, route) for route, name, _ in ROUTES}
    if len(set(rows.values())) == 1:
        content = f"All three rows read the same: {rows['by hand']}."
    else:
        content = " ".join(f"The row {name} reads: {words}." for name, words in rows.items())
    return (
        f"Three rows of matrices set out the {ledger['parameter_entries'].printed} parameter gradients of one small network, "
        "computed by hand with the chain rule, by the layer modules and by the engine. "
        f"{content} "
        f"A brace at the right joins the rows: the largest gap between any two of them is {gap.printed}, and the bound that "
        f"it has to stay under is {gap.bound_printed}. "
        f"Below stands the example that all three worked on: {example(ledger)}."
    )


def printed_gradient(ledger: Ledger, gradient: str, route: str) -> list[list[str]]:
    """Give the printed values of a gradient as rows; a vector stands as a column."""
    printed = ledger[f"{gradient}_by_{route}"].printed
    return [row if isinstance(row, list) else [row] for row in printed]


def gradients_in_words(ledger: Ledger, route: str) -> str:
    """Read out the gradients of one route, row by row."""
    phrases = []
    for key, _, words, columns in GRADIENTS:
        rows = printed_gradient(ledger, key, route)
        read = " and ".join(", ".join(row) for row in rows)
        phrases.append(f"{words} has the {'rows' if columns > 1 else 'entries'} {read}")
    return "; ".join(phrases)


def example(ledger: Ledger) -> str:
    """Name the one example that every route was given, and its loss."""
    inputs = ", ".join(ledger["x"].printed)
    return f"x = ({inputs}), class {ledger['class_number'].printed}, loss {ledger['loss'].printed}"


def _grid_lefts(layout: Layout) -> list[float]:
    lefts = [layout.grids]
    for *_, columns in GRADIENTS[:-1]:
        lefts.append(lefts[-1] + layout.grid.width(columns) + layout.grid_gap)
    return lefts


def _draw_heads(sheet: Sheet, layout: Layout) -> None:
    for left, (_, head, _, columns) in zip(_grid_lefts(layout), GRADIENTS, strict=True):
        centre = left + layout.grid.width(columns) / 2
        sheet.words(centre, layout.heads, head, size=sheet.style.type.heading, weight="bold", ha="center")


def _draw_sign(sheet: Sheet, layout: Layout, row: Box, route: str) -> None:
    """Mark a row as the race marks its runners: a wide pale line for the hand, dots on it for the engine."""
    middle = row.left + layout.stripe
    top, bottom = (middle, row.top + layout.stripe), (middle, row.bottom - layout.stripe)
    sheet.line((top, bottom), **marks.hand(sheet, layout.stripe))
    if route == "modules":
        sheet.line((top, bottom), color=sheet.style.palette.route.edge, linewidth=sheet.style.line, zorder=MARK)
    if route == "engine":
        sheet.line(marks.spaced(top, bottom, SIGN_DOTS), **marks.engine(sheet, layout.stripe / 2))


def _draw_row(
    sheet: Sheet, layout: Layout, row: Box, names: tuple[str, str], gradients: Sequence[Sequence[Sequence[str]]]
) -> None:
    sheet.panel(row)
    name, note = names
    kind, palette = sheet.style.type, sheet.style.palette
    sheet.words(layout.names, row.middle - layout.name_lift, name, size=kind.heading, weight="bold", va="center_baseline")
    sheet.words(layout.names, row.middle + layout.name_lift, note, size=kind.note, color=palette.muted, va="center_baseline")
    for left, entries in zip(_grid_lefts(layout), gradients, strict=True):
        marks.matrix(sheet, layout.grid, left, row.middle, entries)


def _draw_verdict(sheet: Sheet, layout: Layout, gap: Agree) -> None:
    """Brace the rows together and say how far apart they are at most."""
    first, count = layout.first_row, len(ROUTES)
    bottom = first.bottom + (count - 1) * layout.row_step
    middle = (first.top + bottom) / 2
    kind, palette = sheet.style.type, sheet.style.palette
    inside, edge = layout.brace, layout.brace + layout.brace_hook
    line = {"color": palette.gap.edge, "linewidth": sheet.style.line, "solid_joinstyle": "miter"}
    sheet.line([(inside, first.top), (edge, first.top), (edge, bottom), (inside, bottom)], **line)
    sheet.line([(edge, middle), (edge + layout.brace_hook, middle)], **line)
    left, step = layout.verdict, layout.verdict_step
    sheet.words(left, middle - step, "largest gap", size=kind.note, color=palette.muted, va="center_baseline")
    sheet.words(left, middle, gap.printed, size=layout.verdict_size, weight="bold", va="center_baseline")
    sheet.words(left, middle + step, f"bound {gap.bound_printed}", size=kind.note, color=palette.muted, va="center_baseline")
