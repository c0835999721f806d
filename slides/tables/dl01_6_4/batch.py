"""DL01.6.4-batch: the running network on a batch of eight, and how near the routes come to each other."""

from __future__ import annotations

from slides.tables.dl01_6_4._gradients import GRADIENTS, PARAMETER_NAMES
from slides.tables.table import Cell, Row, Shown, Table
from workflow.ledger import Ledger

CONSTANTS = PARAMETER_NAMES


def table(batch_of_eight: Ledger, pytorch: Ledger) -> Table:
    """Give the gaps, quantity by quantity; then the dead unit, and what an approximate check says."""
    shown, torch = Shown(batch_of_eight), Shown(pytorch)

    def row(head: Cell, claim: str) -> Row:
        return (head, shown(claim), torch.bound(f"batch_{claim}"))

    return Table(
        caption=("A batch of ", shown("batch"), ", loss ", shown("loss"), ": how far the routes lie apart"),
        head=("quantity", "engine to modules", "PyTorch within"),
        rows=(
            row("loss", "loss_agreement"),
            *(row(symbol, f"grad_{name}") for name, symbol in GRADIENTS.items()),
        ),
        notes=(
            (
                *("The second hidden unit is dead: its row of ", GRADIENTS["W1"], " is "),
                *(shown.row("grad_W1_second_row"), ", its entry of ", GRADIENTS["b1"], " is "),
                *(shown("grad_b1_second_entry"), "."),
            ),
            ("A finite difference, SciPy's check_grad, comes only within ", shown("check_grad"), "."),
        ),
    )
