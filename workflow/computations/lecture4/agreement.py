"""Holding the routes to each other: the same claims in every ledger of the lecture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from workflow.computations.arrays import Floats
from workflow.computations.lecture4.by_symbols import Exact
from workflow.computations.lecture4.inputs import Sweep
from workflow.ledger import Ledger

TOLERANCE = 1e-12

# Of a central difference; `by_differences` derives it.
DIFFERENCE_TOLERANCE = 1e-8

# The routes whose digits are the same on every processor, and that find values as well as gradients.
EXACT_ROUTES = ("hand", "engine", "symbolic")


def claim_values(
    ledger: Ledger, routes: Mapping[str, Sweep], names: Iterable[str], *, where: str, prefix: str = ""
) -> None:
    """Hold the values of these quantities to each other: `<q>_agreement` and, if PyTorch is a route, `<q>_pytorch`."""
    for name in names:
        found = {route: sweep.values[name] for route, sweep in routes.items() if route != "difference"}
        _claim(ledger, prefix + name, found, where)


def claim_gradients(
    ledger: Ledger, routes: Mapping[str, Sweep], names: Iterable[str], *, where: str, prefix: str = ""
) -> None:
    """Do the same for gradients, `grad_<q>_agreement`, and hold differences to the hand, `grad_<q>_difference`."""
    for name in names:
        found = {route: sweep.gradients[name] for route, sweep in routes.items()}
        _claim(ledger, f"{prefix}grad_{name}", found, where)


def _claim(ledger: Ledger, name: str, found: dict[str, Floats], where: str) -> None:
    exact = {route: found[route] for route in EXACT_ROUTES if route in found}
    ledger.agree(f"{name}_agreement", exact, tolerance=TOLERANCE, where=where)
    if "pytorch" in found:
        routes = {"hand": found["hand"], "pytorch": found["pytorch"]}
        ledger.agree(f"{name}_pytorch", routes, tolerance=TOLERANCE, where=where, volatile=True)
    if "difference" in found:
        routes = {"hand": found["hand"], "difference": found["difference"]}
        ledger.agree(f"{name}_difference", routes, tolerance=DIFFERENCE_TOLERANCE, where=where)


def claim_no_truncation(ledger: Ledger, exact: Exact, names: Iterable[str], *, where: str, prefix: str = "") -> None:
    """Claim that third derivatives vanish, as the tolerance of a central difference supposes."""
    vanishes = [bool(np.all(exact.third_derivatives[name] == 0)) for name in names]
    ledger.holds(f"{prefix}third_derivatives_vanish", "is true", {"observed": vanishes}, where=where)
