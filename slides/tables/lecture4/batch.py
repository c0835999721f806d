"""L4-12-batch: three examples go through one dense layer, each in a row of its own."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Row, Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {
    r"\frac{1}{2}": "the half in the loss of an example",
    r"\rVert^2": "the square in the loss of an example",
}

VECTORS = ("x", "z", "y", "r")


def table(batch: Ledger) -> Table:
    """Give each example a row, and the mean loss the foot."""
    shown = Shown(batch)

    def row(place: int) -> Row:
        vectors = (shown.row(name, place) for name in ("X", "Z", "Y", "R", "grad_Z_exactly"))
        return (shown("n", place), *vectors, shown("row_losses", place))

    lying = (formula(rf"({name}^{{(n)}})^\top") for name in VECTORS)
    x, *others, r = (formula(f"{name}^{{(n)}}") for name in VECTORS)
    columns = x, *(piece for other in others for piece in (", ", other)), " and ", r
    return Table(
        caption="A batch: one example per row",
        head=(formula("n"), *lying, ("row of ", formula("G_Z")), formula(r"\ell_n")),
        rows=tuple(map(row, range(len(shown.numbers("n"))))),
        foot=(((formula("L"), ", mean of ", formula(r"\ell_n")), "", "", "", "", "", shown("L")),),
        notes=(
            (
                formula(r"Z = X W^\top + b"),
                ", ",
                formula("b"),
                " added to every row; ",
                formula("W = ", shown.matrix("W")),
                ", ",
                formula("b = ", shown.row("b")),
                ".",
            ),
            (
                *columns,
                " are columns; ",
                formula(r"(r^{(n)})^\top"),
                " is row ",
                formula("n"),
                " of ",
                formula("R = Z - Y"),
                ".",
            ),
            (
                formula("G_Z = R / B"),
                ", ",
                formula("B = ", shown("B")),
                "; ",
                formula(r"\ell_n = \frac{1}{2} \lVert z^{(n)} - y^{(n)} \rVert^2"),
                ".",
            ),
            agreement(batch, "Z", "R", "row_losses", "L"),
        ),
    )
