"""L4-13-batch-gradients-exactly: the rules for the gradients of a batch, their results in thirds and in decimals."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Cell, Row, Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {"4 decimals": "how thirds are rounded"}

RULES: dict[str, Cell] = {
    "Z": formula("G_Z = R / B"),
    "W": formula(r"G_W = R^\top X / B"),
    "b": (formula("G_b"), ": mean of the rows of ", formula("R")),
    "X": formula("G_X = R W / B"),
}
THIRDS = ("Z", "X")


def table(batch_gradients: Ledger) -> Table:
    """Give each gradient a row: its rule, what that gives exactly, and the same rounded."""
    shown = Shown(batch_gradients)

    def row(name: str, rule: Cell) -> Row:
        set_ = shown.row if name == "b" else shown.matrix
        rounded = set_(f"grad_{name}")
        return (rule, set_(f"grad_{name}_exactly"), rounded) if name in THIRDS else (rule, rounded, "")

    return Table(
        caption="Gradients of the mean loss, exactly",
        head=("rule", "exactly", "4 decimals"),
        rows=tuple(row(*each) for each in RULES.items()),
        notes=(
            (
                formula("B = ", shown("B")),
                "; ",
                formula("b"),
                " is added to every row, so ",
                formula("b"),
                " and ",
                formula("G_b"),
                " are rows here. ",
                *agreement(batch_gradients, *(f"grad_{name}" for name in RULES)),
            ),
        ),
    )
