"""The running 2-2-2 network of DL01.5 and its one example: inputs that all routes share."""

from __future__ import annotations

from typing import NamedTuple

from workflow.computations.arrays import Floats, fixed


class Sweep(NamedTuple):
    """What a route finds for a batch of n: the mean loss, and its gradients by the name of what they are taken for.

    W1, W2 (2, 2) and b1, b2 (2,) are the parameters; x, z1, a1 and z2 (n, 2) the input, the hidden pre-activations, the
    hidden activations and the logits. All float64.
    """

    loss: float
    gradients: dict[str, Floats]


# Weights are stored (out, in), as DL01.5 and the engine's Linear store them: they go in without a transpose.
W1 = fixed([[1.0, -0.5], [-0.5, 1.0]])
B1 = fixed([0.5, -0.5])
W2 = fixed([[1.0, 1.0], [-1.0, 0.5]])
B2 = fixed([-0.5, 0.0])

PARAMETERS = {"W1": W1, "b1": B1, "W2": W2, "b2": B2}

# The example is x = (1, 2) with class 2 of the classes 1 and 2, which has index 1.
X = fixed([1.0, 2.0])
CLASS_INDEX = 1
