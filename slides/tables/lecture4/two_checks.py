"""L4-05-two-checks: the reverse sweep beside a formula that was differentiated, and beside central differences."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Row, Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {
    "y)^2": "the square in the formula of the loss",
    "2(wx": "the derivative of the square",
    "2h": "the distance between the two points of a difference",
    "8 decimals": "how a difference is rounded",
}

# What SymPy finds, as one writes it.
FORMULAS = {"w": "2(wx + b - y) x", "x": "2(wx + b - y) w", "b": "2(wx + b - y)", "y": "-2(wx + b - y)"}


def table(two_checks: Ledger) -> Table:
    """Give each input a row: its gradient by the sweep, by a formula, and by a difference."""
    shown = Shown(two_checks)

    def row(name: str, derivative: str) -> Row:
        checks = f"grad_{name}_by_symbols", f"grad_{name}_by_differences"
        return (formula(name), shown(f"grad_{name}"), formula(derivative), *map(shown, checks))

    return Table(
        caption=("The gradients of ", formula("L = (wx + b - y)^2"), ", checked in two ways"),
        head=(formula("q"), "reverse sweep", "symbolic derivative", "at this point", "central difference"),
        rows=tuple(row(*each) for each in FORMULAS.items()),
        notes=(
            (
                "Central difference (8 decimals): ",
                formula("(L(q + h) - L(q - h)) / (2h)"),
                ", ",
                formula("h = ", shown("step")),
                "; no truncation error (third derivatives vanish), rounding error below ",
                shown.bound("rounding_bounds"),
                ".",
            ),
            agreement(two_checks, *(f"grad_{name}" for name in FORMULAS)),
        ),
    )
