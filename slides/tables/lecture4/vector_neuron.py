"""L4-10-vector-neuron: a neuron with two inputs; every gradient has the shape of its quantity."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Formula, Row, Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {"z^2": "the square in the formula of the loss", "2z": "its local derivative"}

# What comes back to each quantity; the sweep starts at L.
RULES = {
    "L": r"\partial L / \partial L",
    "z": r"g_L \cdot 2z",
    "w": "g_z x",
    "x": "g_z w",
    "b": "g_z",
}
VECTORS = ("w", "x")


def table(vector_neuron: Ledger) -> Table:
    """Give each quantity a row: its value, the rule, and the gradient that comes of it."""
    shown = Shown(vector_neuron)

    def value(quantity: str, claim: str) -> Formula:
        return shown.column(claim) if quantity in VECTORS else formula(shown(claim))

    def row(name: str, rule: str) -> Row:
        return (formula(name), value(name, name), formula(rule), value(name, f"grad_{name}"))

    return Table(
        caption="A vector neuron, backward",
        head=(formula("q"), "value", "upstream × local", formula(r"g_q = \partial L / \partial q")),
        rows=tuple(row(*each) for each in RULES.items()),
        notes=(
            (formula(r"z = w^\top x + b, \quad L = z^2"), "."),
            agreement(vector_neuron, *(f"grad_{name}" for name in RULES)),
        ),
    )
