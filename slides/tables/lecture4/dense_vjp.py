"""L4-11-dense-vjp: what each row of a dense layer returns, and what that comes to."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {"z_1": "the first entry of z", "z_2": "the second entry of z"}

ENTRIES = range(2)


def table(dense_vjp: Ledger) -> Table:
    """Give each recipient a row: what comes from either entry of z, how these join, and the whole."""
    shown = Shown(dense_vjp)
    to_x = (shown.column("grad_x_rows", place) for place in ENTRIES)
    to_W = (shown.row("grad_W", place) for place in ENTRIES)
    to_b = (formula(shown("grad_b", place)) for place in ENTRIES)
    whole = shown.column("grad_x"), shown.matrix("grad_W"), shown.column("grad_b")
    shape = [shown(f"grad_{name}_shape") for name in ("x", "W", "b")]
    values = (formula(f"{name} = ", shown.column(name)) for name in ("x", "b"))
    return Table(
        caption="Vector-Jacobian product of a dense layer, row by row",
        head=("recipient", ("from ", formula("z_1")), ("from ", formula("z_2")), "together", "result", "shape"),
        rows=(
            (formula("x"), *to_x, ("add: ", formula(r"W^\top g_z")), whole[0], shape[0]),
            (formula("W"), *to_W, ("stack: ", formula(r"g_z x^\top")), whole[1], shape[1]),
            (formula("b"), *to_b, ("stack: ", formula("g_z")), whole[2], shape[2]),
        ),
        notes=(
            (
                formula("z = Wx + b = ", shown.column("z")),
                ", ",
                formula("W = ", shown.matrix("W")),
                *(piece for value in values for piece in (", ", value)),
                "; ",
                formula("g_z = ", shown.column("grad_z")),
                " is given.",
            ),
            agreement(dense_vjp, "grad_x_rows", "grad_x", "grad_W", "grad_b"),
        ),
    )
