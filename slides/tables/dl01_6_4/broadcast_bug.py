"""DL01.6.4-broadcast-bug: which gradients go wrong when `unbroadcast` takes a mean in place of a sum."""

from __future__ import annotations

from slides.tables.dl01_6_4._gradients import GRADIENTS, PARAMETER_NAMES
from slides.tables.table import Formula, Row, Shown, Table
from workflow.ledger import Ledger

CONSTANTS = PARAMETER_NAMES


def table(broadcast_bug: Ledger) -> Table:
    """Give the gap of each gradient to the modules', with the bug and without."""
    shown = Shown(broadcast_bug)

    def row(name: str, symbol: Formula) -> Row:
        return (symbol, shown(f"mean_gap_{name}"), shown(f"sum_gap_{name}"))

    return Table(
        caption=("The bug in unbroadcast: gaps to the modules, batch of ", shown("batch")),
        head=("gradient", "mean (wrong)", "sum (right)"),
        rows=tuple(row(*each) for each in GRADIENTS.items()),
        foot=(("tolerance", shown.bound("mean_gap_W1"), shown.bound("sum_gap_W1")),),
    )
