"""The routes of Lecture 4, the functions that they share, and which modules are ledgers."""

from __future__ import annotations

import pkgutil
from inspect import getmembers, isfunction

from workflow.computations import lecture4
from workflow.computations.lecture4.inputs import INPUTS
from workflow.computations.lecture4.routes import ROUTES

SHARED = {"inputs", "routes", "agreement", "rounding"}
NO_LEDGERS = SHARED | {module.__name__.rpartition(".")[2] for module in ROUTES.values()}
LEDGERS = [module.name for module in pkgutil.iter_modules(lecture4.__path__) if module.name not in NO_LEDGERS]

FUNCTIONS = [(route, function) for route in ROUTES for function in INPUTS]


def public_functions(module):
    """Name the public functions that a module defines."""
    return {
        name
        for name, function in getmembers(module, isfunction)
        if not name.startswith("_") and function.__module__ == module.__name__
    }


def result_of(route, function):
    """Let a route compute what the lecture asks for."""
    return getattr(ROUTES[route], function)(**INPUTS[function])
