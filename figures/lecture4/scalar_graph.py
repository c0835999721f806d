"""L4-F1: the graph of a squared residual, with the value of each quantity and the gradient that comes back to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from matplotlib.figure import Figure

from figures.lecture4.graph import KEY_IN_WORDS, PAGE_SCALE, SLIDE_SCALE, Graph, Scale
from figures.sheet import Box, Point, Sheet
from figures.style import Style
from workflow.ledger import Ledger

TITLE = "A scalar graph, with the value and the gradient of every quantity"
HEADLINE = "One sweep back gives every gradient"

RESIDUAL, SQUARE = "wx + b − y", "e²"
FORMULA = f"L = ({RESIDUAL})²"

# What has digits and does not come out of the ledger.
CONSTANTS = {FORMULA: "the formula of the graph, a square", SQUARE: "the operation that squares"}

# Each operation takes the quantity before it in the chain and, but for the square, the leaf under that.
CHAIN, LEAVES = ("w", "m", "a", "e", "L"), ("x", "b", "y")
OPERATIONS = ("×", "+", "−", SQUARE)


@dataclass(frozen=True)
class Layout:
    """Places and sizes in pixels.

    formula : left edge and baseline
    first, step : centre of the first quantity of a row, and from one to the next; operations stand half way between
    chain, leaves : middles of the rows
    key : its upper left corner
    """

    height: int
    formula: Point
    scale: Scale
    first: float
    step: float
    chain: float
    leaves: float
    key: Point


PAGE = Layout(
    height=304,
    formula=(20, 34),
    scale=PAGE_SCALE,
    first=54,
    step=155.25,
    chain=106,
    leaves=234,
    key=(573, 196),
)

SLIDE = Layout(
    height=720,
    formula=(48, 142),
    scale=SLIDE_SCALE,
    first=122,
    step=263.5,
    chain=284,
    leaves=572,
    key=(971, 501),
)


def draw(ledger: Ledger, style: Style) -> Figure:
    """Draw the chain from w to L, and the leaves that join it from below."""
    layout = SLIDE if style.is_slide else PAGE
    sheet = Sheet(style, layout.height)
    sheet.headline(HEADLINE)
    sheet.words(*layout.formula, FORMULA, size=style.type.heading, style="italic")
    graph = Graph(sheet, layout.scale, ledger, [f"grad_{name}" for name in (*CHAIN, *LEAVES)])
    chain = _draw_row(graph, layout, layout.chain, CHAIN)
    leaves = _draw_row(graph, layout, layout.leaves, LEAVES)
    _draw_operations(graph, layout, chain, leaves)
    graph.key(*layout.key)
    return sheet.figure


def alt_text(ledger: Ledger) -> str:
    """Say how the graph is built, then the values in the order they are made, then the gradients in theirs."""
    value = {name: f"{name} = {ledger[name].printed}" for name in (*CHAIN, *LEAVES)}
    grad = {name: f"{ledger[f'grad_{name}'].printed} at {name}" for name in (*CHAIN, *LEAVES)}
    return (
        f"A computational graph for L, the square of {RESIDUAL}, runs from left to right. The leaves w and x are "
        "multiplied to give m; the leaf b is added to give a; the leaf y is subtracted to give e; and e is squared to "
        f"give L. {KEY_IN_WORDS} "
        f"The values, forward: {value['w']}, {value['x']}, {value['b']} and {value['y']} give {value['m']}, "
        f"{value['a']}, {value['e']} and {value['L']}. "
        f"The gradients, backward: {grad['L']}, where the sweep starts; then {grad['e']}; {grad['a']} and {grad['y']}; "
        f"{grad['m']} and {grad['b']}; and last {grad['w']} and {grad['x']}."
    )


def _draw_row(graph: Graph, layout: Layout, middle: float, names: Sequence[str]) -> list[Box]:
    return [graph.quantity(name, (layout.first + place * layout.step, middle)) for place, name in enumerate(names)]


def _draw_operations(graph: Graph, layout: Layout, chain: Sequence[Box], leaves: Sequence[Box]) -> None:
    """Put an operation between each quantity of the chain and the next, and join it to what it takes and gives."""
    operations = []
    for symbol, (before, after) in zip(OPERATIONS, pairwise(chain), strict=True):
        operation = graph.operation(symbol, ((before.centre + after.centre) / 2, layout.chain))
        graph.edge((before.right, layout.chain), (operation.left, layout.chain))
        graph.edge((operation.right, layout.chain), (after.left, layout.chain))
        operations.append(operation)
    for leaf, operation in zip(leaves, operations, strict=False):
        corner = (operation.centre, layout.leaves)
        graph.edge((leaf.right, layout.leaves), corner, (operation.centre, operation.bottom))
