"""L4-03-forward: the values that the scalar graph stores on its way to the loss."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {"y)^2": "the square in the formula of the loss", "e^2": "the square, the last operation"}


def table(forward: Ledger) -> Table:
    """Give each operation a row: its formula, the same with numbers, and the value that is stored."""
    x, w, b, y, m, a, e, L = map(Shown(forward), ("x", "w", "b", "y", "m", "a", "e", "L"))
    return Table(
        caption=("The graph of ", formula("L = (wx + b - y)^2"), ", forward"),
        head=("stored", "operation", "with numbers", "value"),
        rows=(
            (formula("m"), formula("wx"), formula(w, r" \cdot ", x), m),
            (formula("a"), formula("m + b"), formula(m, " + ", b), a),
            (formula("e"), formula("a - y"), formula(a, " - ", y), e),
            (formula("L"), formula("e^2"), formula("(", e, r") \cdot (", e, ")"), L),
        ),
        notes=(
            (
                *("Inputs: ", formula("x = ", x), ", ", formula("w = ", w), ", "),
                *(formula("b = ", b), ", ", formula("y = ", y), "."),
            ),
            agreement(forward, "m", "a", "e", "L"),
        ),
    )
