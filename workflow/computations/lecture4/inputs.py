"""The constants of Lecture 4, by its own letters: all that its routes share. Nothing can write to them."""

from __future__ import annotations

from typing import NamedTuple

from workflow.computations.arrays import Floats, fixed


class Sweep(NamedTuple):
    """What a route finds: values, and gradients of the loss, each by the name of its quantity.

    All float64. A gradient has the shape of its quantity; a gradient that is followed over several calls has one more
    axis in front, and a single number has shape ().
    """

    values: dict[str, Floats]
    gradients: dict[str, Floats]


# Local rules: operands, and the gradient that arrives from a later part of a graph.
SQUARE = {"u": fixed(3.0), "g_v": fixed(7.0)}
TWO_OPERANDS = {"a": fixed(2.0), "b": fixed(5.0), "g_v": fixed(3.0)}

# The scalar graph (w x + b - y)^2, and how often its backward pass is called before its gradients are cleared.
SCALAR_GRAPH = {"x": fixed(3.0), "w": fixed(2.0), "b": fixed(1.0), "y": fixed(10.0)}
CALLS = 3

# x^2 + factor x.
BRANCH = {"x": fixed(4.0), "factor": fixed(3.0)}

# (w^T x + b)^2: w and x are (2,).
VECTOR_NEURON = {"x": fixed([2.0, -1.0]), "w": fixed([1.0, 3.0]), "b": fixed(0.0)}

# W x + b: x, b and the gradient that arrives are (2,), W is (2, 2), out by in.
DENSE = {
    "x": fixed([2.0, -1.0]),
    "W": fixed([[1.0, 3.0], [-2.0, 1.0]]),
    "b": fixed([0.0, 1.0]),
    "g_z": fixed([4.0, -2.0]),
}

# The same layer for three examples: X and the targets Y are (3, 2), an example a row.
BATCH = {
    "X": fixed([[2.0, -1.0], [-1.0, 2.0], [2.0, 2.0]]),
    "W": DENSE["W"],
    "b": DENSE["b"],
    "Y": fixed([[-5.0, -2.0], [7.0, 1.0], [7.0, -2.0]]),
}

# The learning rate of both steps of gradient descent.
ETA = fixed(0.01)

# Dense, ReLU, dense, from 2 over 3 to 2 entries; weights are out by in.
TINY_MLP = {
    "x": fixed([2.0, -1.0]),
    "W1": fixed([[1.0, -0.5], [0.0, 0.0], [1.0, -1.0]]),
    "b1": fixed([0.0, -0.5, 0.0]),
    "W2": fixed([[0.4, 0.3, 1.0], [0.7, -0.2, 0.0]]),
    "b2": fixed([0.0, 0.0]),
    "y": fixed([1.0, 0.0]),
}

# What each function of the routes is given.
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
