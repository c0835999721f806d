"""L4-F2: a quantity that two operations take, and the two contributions to its gradient, which add."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from matplotlib.figure import Figure

from figures.lecture4.graph import KEY_IN_WORDS, PAGE_SCALE, SLIDE_SCALE, Graph, Scale
from figures.sheet import Box, Point, Sheet
from figures.style import Style
from workflow.ledger import Ledger

TITLE = "A branch: two paths lead from x to L, and what comes back along them adds up"
HEADLINE = "Contributions from both paths add up at x"

SQUARE = "x²"

# What has digits and does not come out of the ledger.
CONSTANTS = {SQUARE: "the operation that squares, and its formula"}


class Path(NamedTuple):
    """A path from x to L: what its operation gives, and the claim of what comes back through it."""

    quantity: str
    contribution: str


UPPER, LOWER = Path("u", "grad_x_through_u"), Path("v", "grad_x_through_v")


@dataclass(frozen=True)
class Layout:
    """Places and sizes in pixels.

    formulas, formula_step : left edge and baseline of the first formula, and from one to the next
    x, fork, operations, quantities, sum, result : centres across of x, of the place where the paths part, of what lies
        on them, of the operation in which they meet, and of L
    upper, middle, lower : middles of the paths, and of x and L between them
    key, key_to_contributions : their upper left corners
    """

    height: int
    formulas: Point
    formula_step: float
    scale: Scale
    x: float
    fork: float
    operations: float
    quantities: float
    sum: float
    result: float
    upper: float
    middle: float
    lower: float
    key: Point
    key_to_contributions: Point


PAGE = Layout(
    height=340,
    formulas=(20, 36),
    formula_step=24,
    scale=PAGE_SCALE,
    x=84,
    fork=168,
    operations=284,
    quantities=412,
    sum=540,
    result=636,
    upper=62,
    middle=166,
    lower=270,
    key=(573, 232),
    key_to_contributions=(20, 276),
)

SLIDE = Layout(
    height=720,
    formulas=(48, 146),
    formula_step=50,
    scale=SLIDE_SCALE,
    x=190,
    fork=362,
    operations=570,
    quantities=757,
    sum=940,
    result=1101,
    upper=192,
    middle=384,
    lower=576,
    key=(971, 505),
    key_to_contributions=(48, 593),
)


def draw(ledger: Ledger, style: Style) -> Figure:
    """Draw x, the two paths that start there, L in which they end, and what comes back."""
    layout = SLIDE if style.is_slide else PAGE
    sheet = Sheet(style, layout.height)
    sheet.headline(HEADLINE)
    _draw_formulas(sheet, layout, ledger)
    contributions = (path.contribution for path in (UPPER, LOWER))
    graph = Graph(sheet, layout.scale, ledger, ("grad_L", "grad_u", "grad_v", *contributions))
    x = _draw_x(graph, layout)
    meeting = graph.operation("+", (layout.sum, layout.middle))
    for path in (UPPER, LOWER):
        _draw_path(graph, layout, path, x, meeting)
    result = graph.quantity("L", (layout.result, layout.middle))
    graph.edge((meeting.right, layout.middle), (result.left, layout.middle))
    graph.key(*layout.key)
    graph.key_to_contributions(*layout.key_to_contributions)
    return sheet.figure


def alt_text(ledger: Ledger) -> str:
    """Say how the graph is built, then its values, then what comes back and how it adds up."""
    x, u, v, loss = (f"{name} = {ledger[name].printed}" for name in ("x", "u", "v", "L"))
    grad_loss, grad_u, grad_v = (f"{ledger[f'grad_{name}'].printed} at {name}" for name in ("L", "u", "v"))
    through_u, through_v = (ledger[path.contribution].printed for path in (UPPER, LOWER))
    return (
        "A computational graph branches. From x the upper path leads through a square to u, the lower one through a "
        f"multiplication by {ledger['factor'].printed} to v; u and v are added to give L. "
        f"{KEY_IN_WORDS} "
        f"The values, forward: {x} gives {u} and {v}, and these give {loss}. "
        f"The gradients, backward: {grad_loss}, then {grad_u} and {grad_v}. "
        "Each path brings x a contribution of its own, in a tag with a dashed outline and no fill, under the edge from "
        f"x into its operation: {through_u} through u and {through_v} through v. They add: the tag under x, with a "
        f"heavier outline, reads {_sum(ledger)}."
    )


def _sum(ledger: Ledger) -> str:
    """Say how the gradient of x comes about."""
    contributions = " + ".join(ledger[path.contribution].printed for path in (UPPER, LOWER))
    return f"{contributions} = {ledger['grad_x'].printed}"


def _multiple(ledger: Ledger) -> str:
    return f"{ledger['factor'].printed}x"


def _draw_formulas(sheet: Sheet, layout: Layout, ledger: Ledger) -> None:
    left, baseline = layout.formulas
    for line, formula in enumerate((f"u = {SQUARE}", f"v = {_multiple(ledger)}", "L = u + v")):
        sheet.words(left, baseline + line * layout.formula_step, formula, size=sheet.style.type.heading, style="italic")


def _draw_x(graph: Graph, layout: Layout) -> Box:
    """Draw x, and under it the sum, in a tag with a heavier edge than any other: what the picture is about."""
    centre = (layout.x, layout.middle)
    graph.gradient(_sum(graph.ledger), centre, linewidth=graph.sheet.style.line)
    return graph.stored("x", centre)


def _draw_path(graph: Graph, layout: Layout, path: Path, x: Box, meeting: Box) -> None:
    """Draw a path from x to where both meet, and its contribution under the edge that leaves x."""
    middle, end = (layout.upper, meeting.top) if path is UPPER else (layout.lower, meeting.bottom)
    symbol = SQUARE if path is UPPER else _multiple(graph.ledger)
    operation = graph.operation(symbol, (layout.operations, middle))
    quantity = graph.quantity(path.quantity, (layout.quantities, middle))
    graph.edge((x.right, x.middle), (layout.fork, x.middle), (layout.fork, middle), (operation.left, middle))
    graph.contribution(graph.ledger[path.contribution].printed, ((layout.fork + operation.left) / 2, middle))
    graph.edge((operation.right, middle), (quantity.left, middle))
    graph.edge((quantity.right, middle), (meeting.centre, middle), (meeting.centre, end))
