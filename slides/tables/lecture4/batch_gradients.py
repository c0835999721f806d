"""L4-13-batch-gradients: the gradients of the mean loss, by the rules for a batch and by autograd."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Row, Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {"4 decimals": "how thirds are rounded"}

GRADIENTS = ("Z", "W", "b", "X")


def table(batch_gradients: Ledger) -> Table:
    """Give each gradient a row: by hand, by PyTorch, and its shape."""
    shown = Shown(batch_gradients)

    def row(name: str) -> Row:
        set_ = shown.row if name == "b" else shown.matrix
        routes = set_(f"grad_{name}"), set_(f"grad_{name}_by_pytorch")
        return (formula(f"G_{name}"), *routes, shown(f"grad_{name}_shape"))

    return Table(
        caption="Gradients of the mean loss, by hand and by autograd",
        head=("gradient", "by hand (4 decimals)", "PyTorch (4 decimals)", "shape"),
        rows=tuple(map(row, GRADIENTS)),
        notes=(agreement(batch_gradients, *(f"grad_{name}" for name in GRADIENTS)),),
    )
