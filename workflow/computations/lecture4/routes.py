"""The five routes side by side: one call lets all of them compute the same function."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from workflow.computations.arrays import Floats
from workflow.computations.lecture4 import by_differences, by_engine, by_hand, by_pytorch, by_symbols
from workflow.computations.lecture4.by_symbols import Exact
from workflow.computations.lecture4.inputs import INPUTS, Sweep

# By the names that claims use.
ROUTES = {
    "hand": by_hand,
    "engine": by_engine,
    "symbolic": by_symbols,
    "difference": by_differences,
    "pytorch": by_pytorch,
}


class Found(NamedTuple):
    """What the routes find.

    sweeps : of each route, by its name
    exact : what SymPy's sweep is rounded from, and its formulas
    rounding_bounds : of the differences, by quantity; none without that route
    """

    sweeps: dict[str, Sweep]
    exact: Exact
    rounding_bounds: dict[str, Floats]


def by_every_route(function: str, *, but: Collection[str] = (), **others: Floats) -> Found:
    """Let every route compute a function of the lecture's inputs, or of others in their place.

    but : "difference" or "pytorch", to leave these out
    """
    inputs = INPUTS[function] | others
    results: dict[str, Any] = {
        route: getattr(module, function)(**inputs) for route, module in ROUTES.items() if route not in but
    }
    sweeps = {route: result if isinstance(result, Sweep) else result.sweep() for route, result in results.items()}
    bounds = results["difference"].rounding_bounds if "difference" in results else {}
    return Found(sweeps, results["symbolic"], bounds)
