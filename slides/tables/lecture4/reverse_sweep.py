"""L4-04-reverse-sweep: the gradient of every stored value of the scalar graph, in the order of the sweep."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Cell, Row, Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {
    "y)^2": "the square in the formula of the loss",
    "2e": "the local derivative of the square",
    r"2 \cdot": "the same with a number in the place of e",
    r"\cdot 1": "a local derivative of a sum or a difference",
    r"\cdot (-1": "the other local derivative of a difference",
}

# What comes back to each quantity; the sweep starts at L.
RULES: dict[str, Cell] = {
    "L": ("seed ", formula(r"\partial L / \partial L")),
    "e": formula(r"g_L \cdot 2e"),
    "a": formula(r"g_e \cdot 1"),
    "m": formula(r"g_a \cdot 1"),
    "w": formula(r"g_m \cdot x"),
    "x": formula(r"g_m \cdot w"),
    "b": formula(r"g_a \cdot 1"),
    "y": formula(r"g_e \cdot (-1)"),
}


def table(reverse_sweep: Ledger) -> Table:
    """Give each quantity a row: its value, the rule, the same with numbers, and the gradient that comes of it."""
    shown = Shown(reverse_sweep)
    g_L, g_e, g_a, g_m = map(shown, ("grad_L", "grad_e", "grad_a", "grad_m"))
    with_numbers: dict[str, Cell] = {
        "L": "",
        "e": formula(g_L, r" \cdot 2 \cdot (", shown("e"), ")"),
        "a": formula(g_e, r" \cdot 1"),
        "m": formula(g_a, r" \cdot 1"),
        "w": formula(g_m, r" \cdot ", shown("x")),
        "x": formula(g_m, r" \cdot ", shown("w")),
        "b": formula(g_a, r" \cdot 1"),
        "y": formula(g_e, r" \cdot (-1)"),
    }

    def row(name: str) -> Row:
        return (formula(name), shown(name), RULES[name], with_numbers[name], shown(f"grad_{name}"))

    return Table(
        caption=("The graph of ", formula("L = (wx + b - y)^2"), ", backward"),
        head=(formula("q"), "value", "upstream × local", "with numbers", formula(r"g_q = \partial L / \partial q")),
        rows=tuple(map(row, RULES)),
        notes=(agreement(reverse_sweep, *(f"grad_{name}" for name in RULES)),),
    )
