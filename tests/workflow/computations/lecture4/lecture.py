"""The routes of Lecture 4 by the names that claims use, and what their functions are given."""

from __future__ import annotations

import pkgutil

from workflow.computations import lecture4
from workflow.computations.lecture4 import by_differences, by_engine, by_hand, by_pytorch, by_symbols
from workflow.computations.lecture4.inputs import (
    BATCH,
    BRANCH,
    DENSE,
    ETA,
    SCALAR_GRAPH,
    SQUARE,
    TINY_MLP,
    TWO_OPERANDS,
    VECTOR_NEURON,
)

NO_LEDGERS = {"inputs", "agreement", "by_hand", "by_engine", "by_pytorch", "by_symbols", "by_differences"}
LEDGERS = [module.name for module in pkgutil.iter_modules(lecture4.__path__) if module.name not in NO_LEDGERS]

ROUTES = {
    "hand": by_hand,
    "engine": by_engine,
    "symbolic": by_symbols,
    "difference": by_differences,
    "pytorch": by_pytorch,
}

INPUTS = {
    "square": SQUARE,
    "addition": TWO_OPERANDS,
    "multiplication": TWO_OPERANDS,
    "scalar_graph": SCALAR_GRAPH,
    "gradient_step": SCALAR_GRAPH | {"eta": ETA},
    "accumulation": SCALAR_GRAPH,
    "branch": BRANCH,
    "vector_neuron": VECTOR_NEURON,
    "dense": DENSE,
    "batch": BATCH,
    "examples": BATCH,
    "microbatches": BATCH,
    "sgd_step": BATCH | {"eta": ETA},
    "tiny_mlp": TINY_MLP,
}

# A difference finds a gradient; a step that uses one has nothing new to show.
WITHOUT = {("difference", "gradient_step"), ("difference", "sgd_step")}

FUNCTIONS = [(route, function) for route in ROUTES for function in INPUTS if (route, function) not in WITHOUT]


def result_of(route, function):
    """Let a route compute what the lecture asks for."""
    return getattr(ROUTES[route], function)(**INPUTS[function])
