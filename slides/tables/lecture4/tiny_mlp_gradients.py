"""L4-16-tiny-mlp-gradients: the gradient of every parameter of the tiny network."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Row, Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {
    "W_1": "the weights of the first layer",
    "b_1": "its biases",
    "W_2": "the weights of the second layer",
    "b_2": "its biases",
    "z_2": "the unit before its ReLU",
}

# In the order of the sweep.
RULES = {"W2": r"g_{\hat y} h^\top", "b2": r"g_{\hat y}", "W1": r"g_z x^\top", "b1": "g_z"}


def table(tiny_mlp: Ledger) -> Table:
    """Give each parameter a row: its shape, its gradient, and the gradient's shape."""
    shown = Shown(tiny_mlp)

    def row(name: str, rule: str) -> Row:
        set_ = shown.matrix if name.startswith("W") else shown.column
        gradient = set_(f"grad_{name}")
        return (
            formula(f"{name[0]}_{name[1]}"),
            shown(f"{name}_shape"),
            formula(rule),
            gradient,
            shown(f"grad_{name}_shape"),
        )

    inactive = formula("z_2 = ", shown("z", 1))
    zeros = "its row of ", formula("W_1"), ", its bias and its column of ", formula("W_2"), " get "
    return Table(
        caption="The tiny MLP, backward: a gradient for every parameter",
        head=("parameter", "shape", "upstream × local", "gradient", "its shape"),
        rows=tuple(row(*each) for each in RULES.items()),
        notes=(
            (
                "Unit ",
                shown("inactive_units", 0),
                ", ",
                inactive,
                ", is inactive: ",
                *zeros,
                shown("grad_z_inactive", 0),
                ".",
            ),
            agreement(tiny_mlp, *(f"grad_{name}" for name in RULES)),
        ),
    )
