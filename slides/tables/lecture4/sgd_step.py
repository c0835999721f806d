"""L4-15-sgd-step: one step of SGD with the gradients of the batch."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS: dict[str, str] = {}


def table(sgd_step: Ledger) -> Table:
    """Set before and after beside each other, with the gradient that moves a parameter."""
    shown = Shown(sgd_step)
    loss_after = formula(shown("L_new"), " = ", shown("L_new_exactly"))
    return Table(
        caption="One SGD step lowers the mean loss of the batch",
        head=("quantity", "before", "gradient", "after"),
        rows=(
            (formula("W"), *map(shown.matrix, ("W", "grad_W", "W_new"))),
            (formula("b"), *map(shown.row, ("b", "grad_b", "b_new"))),
            ("mean loss", formula(shown("L")), "", loss_after),
        ),
        notes=(
            (
                "Each parameter ",
                formula(r"\theta"),
                " becomes ",
                formula(r"\theta - \eta G, \quad \eta = ", shown("eta")),
                ".",
            ),
            agreement(sgd_step, "W_new", "b_new", "L_new"),
        ),
    )
