"""L4-10-vector-neuron: a neuron with two inputs; every gradient has the shape of its quantity."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {
    "z^2": "the square in the formula of the loss",
    "2z": "its local derivative",
    r"2 \cdot": "the same with a number in the place of z",
    r"\cdot 1": "the local derivative of the sum for b",
}


def table(vector_neuron: Ledger) -> Table:
    """Give each quantity a row: its value, the rule, the same with numbers, and the gradient that comes of it."""
    shown = Shown(vector_neuron)
    w, x = shown.column("w"), shown.column("x")
    L, z, b, g_L, g_z, g_b = (formula(shown(name)) for name in ("L", "z", "b", "grad_L", "grad_z", "grad_b"))
    seed = "seed ", formula(r"\partial L / \partial L")
    return Table(
        caption="A vector neuron, backward",
        head=(formula("q"), "value", "upstream × local", "with numbers", formula(r"g_q = \partial L / \partial q")),
        rows=(
            (formula("L"), L, seed, "", g_L),
            (formula("z"), z, formula(r"g_L \cdot 2z"), formula(g_L, r" \cdot 2 \cdot (", z, ")"), g_z),
            (formula("w"), w, formula(r"g_z \cdot x"), formula(g_z, r" \cdot ", x), shown.column("grad_w")),
            (formula("x"), x, formula(r"g_z \cdot w"), formula(g_z, r" \cdot ", w), shown.column("grad_x")),
            (formula("b"), b, formula(r"g_z \cdot 1"), formula(g_z, r" \cdot 1"), g_b),
        ),
        notes=(
            (formula(r"z = w^\top x + b"), ", ", formula("L = z^2"), "."),
            agreement(vector_neuron, *(f"grad_{name}" for name in ("L", "z", "w", "x", "b"))),
        ),
    )
