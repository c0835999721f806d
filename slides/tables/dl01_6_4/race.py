"""DL01.6.4-race: what ran, what came out, and how far from the loop built by hand."""

from __future__ import annotations

from slides.tables.table import Shown, Table
from workflow.ledger import Ledger

CONSTANTS: dict[str, str] = {}


def table(race: Ledger, pytorch: Ledger) -> Table:
    """Give the setting, the losses and the accuracy, then how near the routes come to each other."""
    shown, torch = Shown(race), Shown(pytorch)
    return Table(
        caption="The race, by the engine",
        head=("quantity", "value"),
        rows=(
            ("parameters", shown("parameters")),
            ("training points", shown("training_points")),
            ("batch size", shown("batch_size")),
            ("learning rate", shown("learning_rate")),
            ("epochs", shown("epochs")),
            ("steps", shown("steps")),
            ("first loss", shown("first_loss")),
            ("last loss", shown("last_loss")),
            ("validation accuracy", shown("validation_accuracy")),
        ),
        notes=(("Hand-built loop, engine and PyTorch agree within ", torch.bound("race_loss_gap"), " at every step."),),
    )
