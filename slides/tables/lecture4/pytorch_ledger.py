"""L4-07-pytorch-ledger: what PyTorch stored at each node of the scalar graph, and what its backward pass left there."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Row, Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {"y)^2": "the square in the formula of the loss"}

NODES = ("L", "e", "a", "m", "w", "x", "b", "y")


def table(recorded_graph: Ledger) -> Table:
    """Give each node a row."""
    shown = Shown(recorded_graph)

    def row(name: str) -> Row:
        return (formula(name), shown(f"{name}_by_pytorch"), shown(f"grad_{name}_by_pytorch"))

    return Table(
        caption=("PyTorch's graph of ", formula("L = (wx + b - y)^2")),
        head=("node", "stored value", ".grad after backward()"),
        rows=tuple(map(row, NODES)),
        notes=(
            (
                formula("m"),
                ", ",
                formula("a"),
                ", ",
                formula("e"),
                " and ",
                formula("L"),
                " keep .grad only after retain_grad().",
            ),
            agreement(recorded_graph, *NODES, *(f"grad_{name}" for name in NODES)),
        ),
    )
