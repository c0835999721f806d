"""L4-13-batch-gradients-exactly: the rules for the gradients of a batch, their results in thirds and in decimals."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Row, Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS: dict[str, str] = {}

RULES = {
    "Z": "G_Z = R / B",
    "W": r"G_W = R^\top X / B",
    "b": r"G_b = \sum_n r^{(n)} / B",
    "X": "G_X = R W / B",
}
THIRDS = ("Z", "X")


def table(batch_gradients: Ledger) -> Table:
    """Give each gradient a row: its rule, what that gives exactly, and the same rounded."""
    shown = Shown(batch_gradients)

    def row(name: str, rule: str) -> Row:
        set_ = shown.row if name == "b" else shown.matrix
        rounded = set_(f"grad_{name}")
        exact = set_(f"grad_{name}_exactly") if name in THIRDS else rounded
        return (formula(rule), exact, formula(r"\approx ", rounded) if name in THIRDS else "")

    return Table(
        caption="Gradients of the mean loss, exactly",
        head=("rule", "exactly", "rounded"),
        rows=tuple(row(*each) for each in RULES.items()),
        notes=(
            (
                formula("r^{(n)}"),
                " is row ",
                formula("n"),
                " of ",
                formula("R"),
                "; ",
                formula("B = ", shown("B")),
                ".",
            ),
            agreement(batch_gradients, *(f"grad_{name}" for name in RULES)),
        ),
    )
