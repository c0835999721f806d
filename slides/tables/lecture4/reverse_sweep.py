"""L4-04-reverse-sweep: the gradient of every stored value of the scalar graph, in the order of the sweep."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Row, Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {
    "y)^2": "the square in the formula of the loss",
    "2e": "the local derivative of the square",
    r"\cdot 1": "a local derivative of a sum or a difference",
    r"\cdot (-1": "the other local derivative of a difference",
}

# What comes back to each quantity; the sweep starts at L.
RULES = {
    "L": r"\partial L / \partial L",
    "e": r"g_L \cdot 2e",
    "a": r"g_e \cdot 1",
    "y": r"g_e \cdot (-1)",
    "m": r"g_a \cdot 1",
    "b": r"g_a \cdot 1",
    "w": r"g_m \cdot x",
    "x": r"g_m \cdot w",
}


def table(reverse_sweep: Ledger) -> Table:
    """Give each quantity a row: its value, the rule, and the gradient that comes of it."""
    shown = Shown(reverse_sweep)

    def row(name: str, rule: str) -> Row:
        return (formula(name), shown(name), formula(rule), shown(f"grad_{name}"))

    return Table(
        caption=("The graph of ", formula("L = (wx + b - y)^2"), ", backward"),
        head=(formula("q"), "value", "upstream × local", formula(r"g_q = \partial L / \partial q")),
        rows=tuple(row(*each) for each in RULES.items()),
        notes=(agreement(reverse_sweep, *(f"grad_{name}" for name in RULES)),),
    )
