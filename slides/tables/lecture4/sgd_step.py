"""L4-15-sgd-step: one step of SGD with the gradients of the batch."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS: dict[str, str] = {}


def table(sgd_step: Ledger) -> Table:
    """Set before and after beside each other, with the gradient that moves a parameter."""
    shown = Shown(sgd_step)
    losses = [formula(shown(name)) for name in ("L", "L_new", "L_new_exactly")]
    return Table(
        caption="One SGD step lowers the mean loss of the batch",
        head=("quantity", "before", "gradient", "after", "as a fraction"),
        rows=(
            (formula("W"), *map(shown.matrix, ("W", "grad_W", "W_new", "W_new_exactly"))),
            (formula("b"), *map(shown.row, ("b", "grad_b", "b_new", "b_new_exactly"))),
            (("mean loss ", formula("L")), losses[0], "", *losses[1:]),
        ),
        notes=(
            (
                "Each parameter ",
                formula(r"\theta"),
                " becomes ",
                formula(r"\theta - \eta G_\theta"),
                ", ",
                formula(r"\eta = ", shown("eta")),
                ".",
            ),
            (formula("b"), " is added to every row, so ", formula("b"), " and ", formula("G_b"), " are rows here."),
            agreement(sgd_step, "W_new", "b_new", "L_new"),
        ),
    )
