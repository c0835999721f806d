"""L4-08-accumulation: three backward calls into one leaf, whose gradient is then set to zero."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Row, Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {"y)^2": "the square in the formula of the loss"}


def table(accumulation: Ledger) -> Table:
    """Give each call a row: what it adds, and what the gradient is then."""
    shown = Shown(accumulation)

    def row(place: int) -> Row:
        return (shown("calls", place), shown("grad_w_each_call", place), shown("grad_w", place))

    return Table(
        caption="backward() adds to w.grad",
        head=("backward call", "adds", "w.grad"),
        rows=tuple(map(row, range(len(shown.numbers("calls"))))),
        foot=(("after w.grad.zero_()", "", shown("grad_w_after_zeroing")),),
        notes=(
            ("A fresh graph of ", formula("L = (wx + b - y)^2"), " for every call, the same leaf ", formula("w"), "."),
            # The engine has no zero_(), so it is no route to the foot.
            "optimizer.zero_grad() sets w.grad to None instead; so does our engine, which has no part in the last row.",
            agreement(accumulation, "grad_w"),
        ),
    )
