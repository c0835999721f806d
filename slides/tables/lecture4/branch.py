"""L4-09-branch: two paths lead from x to the loss, and what comes back on them adds up."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {
    "x^2": "the square, on one path",
    "2x": "its local derivative",
    r"2 \cdot": "the same with a number in the place of x",
}


def table(branch: Ledger) -> Table:
    """Give each path a row, and their sum the foot."""
    shown = Shown(branch)
    x, factor, u, v, L = map(shown, ("x", "factor", "u", "v", "L"))
    through_u, through_v = shown("grad_x_through_u"), shown("grad_x_through_v")
    square = formula(shown("grad_u"), r" \cdot 2 \cdot ", x)
    product = formula(shown("grad_v"), r" \cdot ", factor)
    return Table(
        caption="At a branch, contributions add",
        head=("path", "value", "upstream × local", "with numbers", "contribution"),
        rows=(
            (formula("u = x^2"), u, formula(r"g_u \cdot 2x"), square, through_u),
            (formula("v = ", factor, "x"), v, formula(r"g_v \cdot ", factor), product, through_v),
        ),
        foot=((("sum at ", formula("x")), "", formula("g_x"), formula(through_u, " + ", through_v), shown("grad_x")),),
        notes=(
            (formula("x = ", x), ", ", formula("L = u + v = ", u, " + ", v, " = ", L), "."),
            agreement(branch, "grad_x_through_u", "grad_x_through_v", "grad_x"),
        ),
    )
