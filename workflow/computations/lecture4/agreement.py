"""Holding the routes to each other: the same claims in every ledger of the lecture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from workflow.computations.arrays import Floats
from workflow.computations.lecture4.inputs import Sweep
from workflow.computations.lecture4.routes import Found
from workflow.ledger import Ledger

TOLERANCE = 1e-12

# Of a central difference; `by_differences` derives it.
DIFFERENCE_TOLERANCE = 1e-8

# The routes whose digits are the same on every processor, and that find values as well as gradients.
EXACT_ROUTES = ("hand", "engine", "symbolic")


def claim_agreement(
    ledger: Ledger, name: str, routes: Mapping[str, Any], *, where: str, volatile: bool = False
) -> None:
    """Hold routes to each other within the tolerance of the lecture."""
    ledger.agree(name, routes, tolerance=TOLERANCE, where=where, volatile=volatile)


def claim_values(
    ledger: Ledger, routes: Mapping[str, Sweep], names: Iterable[str], *, where: str, prefix: str = ""
) -> None:
    """Hold the values of computed quantities to each other: `<q>_agreement` and, with PyTorch's, `<q>_pytorch`.

    Inputs pass through every route unchanged; to hold them to each other would show nothing.
    """
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
    exact = {route: found[route] for route in EXACT_ROUTES}
    claim_agreement(ledger, f"{name}_agreement", exact, where=where)
    if "pytorch" in found:
        routes = exact | {"pytorch": found["pytorch"]}
        claim_agreement(ledger, f"{name}_pytorch", routes, where=where, volatile=True)
    if "difference" in found:
        routes = {"hand": found["hand"], "difference": found["difference"]}
        ledger.agree(f"{name}_difference", routes, tolerance=DIFFERENCE_TOLERANCE, where=where)


def claim_difference_errors(
    ledger: Ledger, found: Found, names: Iterable[str], *, where: str, prefix: str = ""
) -> None:
    """Claim what the tolerance of a central difference rests on, for every entry of these quantities.

    Third derivatives are 0 everywhere, not only at the point, so nothing is truncated; and the bound of what rounding
    adds is below the tolerance.
    """
    names = list(names)
    vanishes = [bool(np.all(found.exact.third_derivatives[name] == 0)) for name in names]
    bounds = np.concatenate([found.rounding_bounds[name].ravel() for name in names])
    ledger.holds(f"{prefix}third_derivatives_vanish", "is true", {"observed": vanishes}, where=where)
    ledger.below(f"{prefix}rounding_bounds", bounds, DIFFERENCE_TOLERANCE, where=where)
