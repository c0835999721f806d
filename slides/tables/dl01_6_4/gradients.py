"""DL01.6.4-gradients: the parameter gradients of the running network, by every route."""

from __future__ import annotations

from slides.tables.dl01_6_4._gradients import GRADIENTS, PARAMETER_NAMES
from slides.tables.table import Formula, Row, Shown, Table
from workflow.ledger import Ledger

CONSTANTS = PARAMETER_NAMES


def table(three_ways: Ledger, pytorch: Ledger) -> Table:
    """Set the routes under each other, a gradient a column, so that equal numbers meet."""
    shown, torch = Shown(three_ways), Shown(pytorch)

    def row(head: str, ledger: Shown, route: str) -> Row:
        return (head, *(_gradient(ledger, name, route) for name in GRADIENTS))

    return Table(
        caption=("The ", shown("parameter_entries"), " gradients of the running network, by every route"),
        head=("route", *GRADIENTS.values()),
        rows=(
            row("by hand", shown, "hand"),
            row("by modules", shown, "modules"),
            row("by the engine", shown, "engine"),
            row("by PyTorch", torch, "pytorch"),
        ),
        notes=(
            (
                *("Largest gap between the first three: ", shown("largest_gap"), ". "),
                *("PyTorch lies within ", torch.bound("largest_gap"), "."),
            ),
            ("Loss ", shown("loss"), "; gradient of the input ", shown.row("grad_x_by_hand"), "."),
        ),
    )


def _gradient(ledger: Shown, name: str, route: str) -> Formula:
    claim = f"grad_{name}_by_{route}"
    return ledger.matrix(claim) if name.startswith("W") else ledger.column(claim)
