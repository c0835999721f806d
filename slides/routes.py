"""What readers know the routes to a number by; ledgers call them by shorter names."""

from __future__ import annotations

from collections.abc import Sequence

# In the order in which they are listed.
NAMES = {
    "hand": "hand",
    "modules": "modules",
    "engine": "engine",
    "symbolic": "SymPy",
    "pytorch": "PyTorch",
    "difference": "central differences",
}


def named(route: str) -> str:
    """Give the name of a route for readers.

    >>> named("symbolic"), named("full_batch")
    ('SymPy', 'full batch')
    """
    return NAMES.get(route, route.replace("_", " "))


def in_order(routes: Sequence[str]) -> list[str]:
    """Sort routes as readers know them: those above first, others behind them by name."""
    return sorted(routes, key=lambda route: (list(NAMES).index(route) if route in NAMES else len(NAMES), route))
