"""L4-14-microbatches: after the last of three microbatches, the running sum is the gradient of the whole batch."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Row, Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS: dict[str, str] = {}


def table(microbatches: Ledger) -> Table:
    """Give each microbatch a row with the sums after it, and the full batch the foot."""
    shown = Shown(microbatches)

    def row(place: int) -> Row:
        sums_W = shown.matrix("grad_W_exactly", place), shown.matrix("grad_W", place)
        return (shown("n", place), *sums_W, shown.row("grad_b_exactly", place))

    full_W = shown.matrix("full_grad_W")
    return Table(
        caption="Microbatches add up to the gradient of the batch",
        head=(("after ", formula("n")), "W.grad exactly", "W.grad", "b.grad exactly"),
        rows=tuple(map(row, range(len(shown.numbers("n"))))),
        foot=(("full batch", full_W, full_W, shown.row("full_grad_b")),),
        notes=(
            (
                "Each call is backward() on ",
                formula(r"\ell^{(n)} / B"),
                "; last sum and full batch agree within ",
                shown.bound("grad_W_reaches_full_by_hand"),
                ".",
            ),
            agreement(microbatches, "grad_W", "grad_b"),
        ),
    )
