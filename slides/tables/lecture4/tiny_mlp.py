"""L4-16-tiny-mlp: dense, ReLU, dense, and a squared error."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {
    "W_1": "the weights of the first layer",
    "b_1": "its biases",
    "W_2": "the weights of the second layer",
    "b_2": "its biases",
    r"\max(0": "the ReLU",
    r"\rVert^2": "the square in the loss",
}


def table(tiny_mlp: Ledger) -> Table:
    """Give each stage a row: its formula, the same with numbers, and what comes out."""
    shown = Shown(tiny_mlp)
    x, b1, z, h, b2, prediction = map(shown.column, ("x", "b1", "z", "h", "b2", "prediction"))
    z_lying, h_lying, prediction_lying, y_lying = (
        formula(shown.row(name), r"^\top") for name in ("z", "h", "prediction", "y")
    )
    W1, W2 = map(shown.matrix, ("W1", "W2"))
    return Table(
        caption="A tiny MLP, forward: dense, ReLU, dense",
        head=("stage", "formula", "with numbers", "value"),
        rows=(
            ("dense", formula("z = W_1 x + b_1"), formula(W1, r"\ ", x, " + ", b1), z),
            ("ReLU", formula(r"h = \max(0, z)"), formula(r"\max(0, ", z_lying, ")"), h_lying),
            ("dense", formula(r"\hat{y} = W_2 h + b_2"), formula(W2, r"\ ", h, " + ", b2), prediction),
            (
                "loss",
                formula(r"L = \lVert \hat{y} - y \rVert^2"),
                formula(r"\lVert ", prediction_lying, " - ", y_lying, r" \rVert^2"),
                formula(shown("loss")),
            ),
        ),
        notes=(agreement(tiny_mlp, "z", "h", "prediction", "loss"),),
    )
