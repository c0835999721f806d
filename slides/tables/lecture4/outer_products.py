"""L4-13-outer-products: what each example proposes to the one weight matrix."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Row, Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS: dict[str, str] = {}


def table(batch: Ledger, batch_gradients: Ledger) -> Table:
    """Give each example a row: residual, input, and their outer product; and the mean the foot."""
    shown, gradients = Shown(batch), Shown(batch_gradients)

    def row(place: int) -> Row:
        factors = shown.column("R", place), shown.row("X", place)
        return (shown("n", place), *factors, gradients.matrix("grad_W_each", place))

    return Table(
        caption="One outer product per example",
        head=(formula("n"), formula("r^{(n)}"), formula(r"(x^{(n)})^\top"), formula(r"r^{(n)} (x^{(n)})^\top")),
        rows=tuple(map(row, range(len(shown.numbers("n"))))),
        foot=((("mean, ", formula("G_W")), "", "", gradients.matrix("grad_W")),),
        notes=(
            (
                formula("r^{(n)}"),
                " and ",
                formula("x^{(n)}"),
                " are columns: ",
                formula(r"(r^{(n)})^\top"),
                " is row ",
                formula("n"),
                " of ",
                formula("R"),
                ", ",
                formula(r"(x^{(n)})^\top"),
                " of ",
                formula("X"),
                ".",
            ),
            agreement(batch_gradients, "grad_W_each", "grad_W"),
        ),
    )
