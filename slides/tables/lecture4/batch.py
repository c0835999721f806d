"""L4-12-batch: three examples go through one dense layer, each in a row of its own."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Row, Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {
    r"\frac{1}{2}": "the half in the loss of an example",
    r"\rVert^2": "the square in the loss of an example",
}


def table(batch: Ledger) -> Table:
    """Give each example a row, and the mean loss the foot."""
    shown = Shown(batch)

    def row(place: int) -> Row:
        vectors = (shown.row(name, place) for name in ("X", "Z", "Y", "R", "grad_Z_exactly"))
        return (shown("n", place), *vectors, shown("row_losses", place))

    layer = formula("W = ", shown.matrix("W"), r", \quad b = ", shown.row("b"))
    loss = formula(r"R = Z - Y, \quad \ell^{(n)} = \frac{1}{2} \lVert r^{(n)} \rVert^2")
    return Table(
        caption="A batch, an example a row",
        head=(formula("n"), *map(formula, ("X", "Z", "Y", "R", "R / B")), formula(r"\ell^{(n)}")),
        rows=tuple(map(row, range(len(shown.numbers("n"))))),
        foot=(("mean", "", "", "", "", "", shown("L")),),
        notes=(
            (formula(r"Z = X W^\top + b"), ", all rows with ", layer, "."),
            (
                loss,
                ", where ",
                formula("r^{(n)}"),
                " is row ",
                formula("n"),
                " of ",
                formula("R"),
                "; ",
                formula("B = ", shown("B")),
                ".",
            ),
            agreement(batch, "Z", "R", "row_losses", "L"),
        ),
    )
