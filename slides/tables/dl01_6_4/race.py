"""DL01.6.4-race: what ran, what came out, and how far from the loop built by hand."""

from __future__ import annotations

from slides.tables.table import Shown, Table
from workflow.ledger import Ledger

CONSTANTS: dict[str, str] = {}


def table(race: Ledger, pytorch: Ledger) -> Table:
    """Give the setting, the losses and the accuracy, then the gaps to the other routes."""
    shown, torch = Shown(race), Shown(pytorch)
    return Table(
        caption="The race, by the engine",
        head=("", "value"),
        rows=(
            ("parameters", shown("parameters")),
            ("training points", shown("training_points")),
            ("batch size", shown("batch_size")),
            ("learning rate", shown("learning_rate")),
            ("epochs", shown("epochs")),
            ("steps", shown("steps")),
            ("loss of the first step", shown("first_loss")),
            ("loss of the last step", shown("last_loss")),
            ("accuracy in validation", shown("validation_accuracy")),
        ),
        notes=(
            (
                *("Largest gap to the loop built by hand: ", shown("loss_gap"), " in a loss, "),
                *(shown("weight_gap"), " in a parameter."),
            ),
            ("PyTorch lies within ", torch.bound("race_loss_gap"), "."),
        ),
    )
