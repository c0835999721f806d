"""The route of the autograd engine: only forward passes are written; the sweep back is the engine's."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import numpy as np

from engine.nn import Linear, Module, ReLU, Sequential, cross_entropy
from engine.optim import SGD
from engine.tensor import Tensor, no_grad
from workflow.computations.arrays import Floats, Integers
from workflow.computations.dl01_6_4 import moons_network, running_network
from workflow.computations.dl01_6_4.moons_network import TrainingRun
from workflow.computations.dl01_6_4.running_network import Sweep
from workflow.ledger import Ledger


def sweep(x: Floats, labels: Integers) -> Sweep:
    """Send a batch (n, 2) with classes (n,) forward through the running network, and call backward (step 2)."""
    network = build(list(running_network.PARAMETERS.values()))
    first, relu, second = network.layers

    inputs = Tensor(x)
    z1 = first(inputs)
    a1 = relu(z1)
    z2 = second(a1)
    loss = cross_entropy(z2, labels)
    loss.backward()

    tensors: dict[str, Tensor] = dict(zip(running_network.PARAMETERS, network.parameters(), strict=True))
    tensors |= {"x": inputs, "z1": z1, "a1": a1, "z2": z2}
    return Sweep(float(loss.data), {name: gradient_of(tensor) for name, tensor in tensors.items()})


def train(moons: Ledger, steps: int | None = None) -> TrainingRun:
    """Train the engine's network with the engine's SGD: 1,000 steps on the moons, or the first few (step 4)."""
    network = build(moons_network.start_parameters(moons))
    optimizer = SGD(network.parameters(), lr=moons_network.LEARNING_RATE)
    losses = []
    for points, labels in islice(moons_network.batches(moons), steps):
        loss = cross_entropy(network(points), labels)
        losses.append(float(loss.data))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return TrainingRun(np.array(losses), [parameter.data for parameter in network.parameters()])


def logits(values: Sequence[Floats], points: Floats) -> Floats:
    """Give the logits (n, 2) of points (n, 2), for parameters W1, b1, W2, b2 and so on, without recording a graph."""
    with no_grad():
        return build(values)(points).data


def build(values: Sequence[Floats]) -> Sequential:
    """Build the network with parameters W1, b1, W2, b2 and so on: a ReLU after every linear layer but the last."""
    # What a Linear draws for itself is overwritten at once; the engine stores weights (out, in), as the lesson does.
    generator = np.random.default_rng(0)
    layers: list[Module] = []
    for weight in values[::2]:
        n_out, n_in = weight.shape
        layers += [Linear(n_in, n_out, generator), ReLU()]
    network = Sequential(*layers[:-1])
    for parameter, value in zip(network.parameters(), values, strict=True):
        parameter.data[...] = value
    return network


def gradient_of(tensor: Tensor) -> Floats:
    """Give the gradient that a backward sweep left.

    Raises
    ------
    ValueError
        If no sweep reached the tensor.
    """
    if tensor.grad is None:
        msg = f"backward did not reach {tensor!r}, so there is no gradient to compare"
        raise ValueError(msg)
    return tensor.grad
