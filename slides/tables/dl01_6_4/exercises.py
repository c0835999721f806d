"""DL01.6.4-exercises: the numbers that the three exercises come to, and their parts."""

from __future__ import annotations

from slides.tables.dl01_6_4._gradients import GRADIENTS, PARAMETER_NAMES
from slides.tables.table import Cell, Shown, Table
from workflow.ledger import Ledger

CONSTANTS = {name: PARAMETER_NAMES[name] for name in ("b_1", "b_2")}


def table(graph_memory: Ledger, broadcast_bug: Ledger, race: Ledger) -> Table:
    """Give the exercises one after the other, each number with its unit."""
    memory, bug = Shown(graph_memory), Shown(broadcast_bug)

    def eighth(name: str) -> Cell:
        return (GRADIENTS[name], ": wrong less correct over ", bug("batch"))

    return Table(
        caption="The three exercises in numbers",
        head=("exercise", "quantity", "value", "unit"),
        rows=(
            (
                ("graph, batch of ", memory("batch_sizes", 2)),
                "transposed weights",
                memory("batch_32_transposes"),
                "numbers",
            ),
            ("", "hidden layers", memory("batch_32_hidden"), "numbers"),
            ("", "output layer", memory("batch_32_output"), "numbers"),
            ("", "loss", memory("batch_32_loss"), "number"),
            ("", "together", memory("batch_32_numbers"), "numbers"),
            ("", "memory", memory("batch_32_bytes"), "bytes"),
            ("mean instead of sum", eighth("b1"), bug("b1_is_an_eighth"), ""),
            ("", eighth("b2"), bug("b2_is_an_eighth"), ""),
            (("history of ", Shown(race)("steps"), " losses"), "data of one step", memory("kilobytes_a_step"), "kB"),
            ("", "data and gradients", memory("kilobytes_with_gradients"), "kB"),
            ("", "over all steps", memory("history_estimate"), "MB"),
        ),
    )
