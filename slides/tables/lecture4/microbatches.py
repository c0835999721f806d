"""L4-14-microbatches: after the last of three microbatches, the running sum is the gradient of the whole batch."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Row, Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {"4 decimals": "how thirds are rounded"}


def table(batch: Ledger, microbatches: Ledger) -> Table:
    """Give each microbatch a row with the sums after it, and the full batch the foot."""
    shown = Shown(microbatches)

    def row(place: int) -> Row:
        sums_W = shown.matrix("grad_W_exactly", place), shown.matrix("grad_W", place)
        return (shown("n", place), *sums_W, shown.row("grad_b_exactly", place))

    full_W = shown.matrix("full_grad_W")
    return Table(
        caption="Microbatches add up to the gradient of the batch",
        head=("after microbatch", "W.grad exactly", "W.grad (4 decimals)", "b.grad exactly"),
        rows=tuple(map(row, range(len(shown.numbers("n"))))),
        foot=(("full batch", full_W, full_W, shown.row("full_grad_b")),),
        notes=(
            (
                "Clear once; call backward() on ",
                formula(r"\ell_n / B"),
                " for each ",
                formula("n"),
                " (",
                formula("B = ", Shown(batch)("B")),
                "); update only at the end.",
            ),
            agreement(microbatches, "grad_W", "grad_b"),
        ),
    )
