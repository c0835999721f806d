"""L4-06-gradient-step: one step of gradient descent on the scalar graph."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Cell, Row, Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS: dict[str, str] = {}

QUANTITIES: dict[str, Cell] = {
    "w": formula("w"),
    "b": formula("b"),
    "prediction": ("prediction ", formula("wx + b")),
    "L": ("loss ", formula("L")),
}
MOVED = ("w", "b")


def table(gradient_step: Ledger) -> Table:
    """Set before and after beside each other, with the gradient that moves a parameter."""
    shown = Shown(gradient_step)

    def row(name: str, words: Cell) -> Row:
        gradient = shown(f"grad_{name}") if name in MOVED else ""
        return (words, shown(name), gradient, *map(shown, (f"{name}_new", f"{name}_new_exactly")))

    return Table(
        caption="One gradient step lowers the loss",
        head=("quantity", "before", "gradient", "after", "as a fraction"),
        rows=tuple(row(*each) for each in QUANTITIES.items()),
        notes=(
            (
                "Each parameter ",
                formula("q"),
                " becomes ",
                formula(r"q - \eta g_q"),
                ", ",
                formula(r"\eta = ", shown("eta")),
                ".",
            ),
            agreement(gradient_step, *(f"{name}_new" for name in QUANTITIES)),
        ),
    )
