"""L4-16-tiny-mlp-gradients: the gradient of every parameter of the tiny network."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {
    "W_1": "the weights of the first layer",
    "b_1": "its biases",
    "W_2": "the weights of the second layer",
    "b_2": "its biases",
}

PARAMETERS = ("W2", "b2", "W1", "b1")


def table(tiny_mlp: Ledger) -> Table:
    """Give each parameter a row, in the order of the sweep: rule, the same with numbers, gradient and shape."""
    shown = Shown(tiny_mlp)
    g_prediction, g_z = shown.column("grad_prediction"), shown.column("grad_z")
    outer_W2 = formula(g_prediction, r"\ ", shown.row("h"))
    outer_W1 = formula(g_z, r"\ ", shown.row("x"))
    shapes = {name: shown(f"grad_{name}_shape") for name in PARAMETERS}
    gradients = {
        name: shown.matrix(f"grad_{name}") if name.startswith("W") else formula(shown.row(f"grad_{name}"), r"^\top")
        for name in PARAMETERS
    }
    zeros = "row of ", formula("W_1"), ", bias in ", formula("b_1"), " and column of ", formula("W_2"), " get gradient "
    return Table(
        caption="The tiny MLP, backward: a gradient for every parameter",
        head=("parameter", "rule", "with numbers", "gradient", "shape of both"),
        rows=(
            (formula("W_2"), formula(r"g_{\hat{y}} h^\top"), outer_W2, gradients["W2"], shapes["W2"]),
            (formula("b_2"), formula(r"g_{\hat{y}}"), "", gradients["b2"], shapes["b2"]),
            (formula("W_1"), formula(r"g_z x^\top"), outer_W1, gradients["W1"], shapes["W1"]),
            (formula("b_1"), formula("g_z"), "", gradients["b1"], shapes["b1"]),
        ),
        notes=(
            (
                "Unit ",
                shown("inactive_units", 0),
                " is inactive: its ",
                *zeros,
                shown("grad_z_inactive", 0),
                ".",
            ),
            agreement(tiny_mlp, *(f"grad_{name}" for name in PARAMETERS)),
        ),
    )
