"""L4-16-tiny-mlp-backward: the gradients that arrive at the prediction and at the hidden units of the tiny network."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Matrix, Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {
    r"2(\hat{y}": "the derivative of the square",
    r"2 \left(": "the same with numbers",
    "W_2": "the weights of the second layer",
    "z > 0": "where the ReLU lets a gradient pass",
    "z_2": "the unit before its ReLU",
}


def table(tiny_mlp: Ledger) -> Table:
    """Give each step of the sweep a row: its rule, the same with numbers, and the gradient."""
    shown = Shown(tiny_mlp)
    prediction, y, active = map(shown.column, ("prediction", "y", "active"))
    g_prediction, g_h, g_z = map(shown.column, ("grad_prediction", "grad_h", "grad_z"))
    W2_transposed = Matrix(tuple(zip(*(shown.numbers("W2", row) for row in range(2)), strict=True)))
    error = formula(r"2 \left( ", prediction, " - ", y, r" \right)")
    return Table(
        caption="The tiny MLP, backward through the ReLU",
        head=("gradient", "rule", "with numbers", "value"),
        rows=(
            (formula(r"g_{\hat{y}}"), formula(r"2(\hat{y} - y)"), error, g_prediction),
            (
                formula("g_h"),
                formula(r"W_2^\top g_{\hat{y}}"),
                formula(W2_transposed, r"\ ", g_prediction),
                g_h,
            ),
            (
                formula("g_z"),
                formula(r"g_h \odot \lbrack z > 0 \rbrack"),
                formula(g_h, r" \odot ", active),
                g_z,
            ),
        ),
        notes=(
            (
                "Unit ",
                shown("inactive_units", 0),
                " is inactive, ",
                formula("z_2 = ", shown("z", 1)),
                ": its ",
                shown("grad_h", 1),
                " is cut to ",
                shown("grad_z", 1),
                ".",
            ),
            agreement(tiny_mlp, "grad_prediction", "grad_h", "grad_z"),
        ),
    )
