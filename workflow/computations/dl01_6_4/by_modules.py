"""The route of the layer modules of DL01.5.2: every backward rule derived on paper, no graph."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.byhand import Layer, LayerStack, LinearLayer, ReLULayer, SoftmaxCrossEntropyLayer
from workflow.computations.arrays import Floats, Integers
from workflow.computations.dl01_6_4 import moons_network, running_network
from workflow.computations.dl01_6_4.moons_network import TrainingRun
from workflow.computations.dl01_6_4.running_network import Sweep
from workflow.ledger import Ledger


def sweep(x: Floats, labels: Integers) -> Sweep:
    """Send a batch (n, 2) with classes (n,) forward and back through the running network, layer by layer (step 2)."""
    first = LinearLayer(running_network.W1, running_network.B1)
    relu = ReLULayer()
    second = LinearLayer(running_network.W2, running_network.B2)
    cross_entropy = SoftmaxCrossEntropyLayer()

    loss = cross_entropy.forward(second.forward(relu.forward(first.forward(x))), labels)
    grad_z2 = cross_entropy.backward()
    grad_a1 = second.backward(grad_z2)
    grad_z1 = relu.backward(grad_a1)
    grad_x = first.backward(grad_z1)

    gradients = {"W1": first.grad_weight, "b1": first.grad_bias, "W2": second.grad_weight, "b2": second.grad_bias}
    gradients |= {"x": grad_x, "z1": grad_z1, "a1": grad_a1, "z2": grad_z2}
    return Sweep(loss, gradients)


def train(moons: Ledger) -> TrainingRun:
    """Run the training loop of DL01.5.4: 1,000 steps of gradient descent on the moons (step 4)."""
    network = stack(moons_network.start_parameters(moons))
    cross_entropy = SoftmaxCrossEntropyLayer()
    losses = []
    for points, labels in moons_network.batches(moons):
        losses.append(cross_entropy.forward(network.forward(points), labels))
        network.backward(cross_entropy.backward())
        network.descend(moons_network.LEARNING_RATE)
    return TrainingRun(np.array(losses), parameters(network))


def logits(values: Sequence[Floats], points: Floats) -> Floats:
    """Give the logits (n, 2) of points (n, 2), for parameters W1, b1, W2, b2 and so on."""
    return stack(values).forward(points)


def stack(values: Sequence[Floats]) -> LayerStack:
    """Build the network with parameters W1, b1, W2, b2 and so on: a ReLU after every linear layer but the last."""
    layers: list[Layer] = []
    for weight, bias in zip(values[::2], values[1::2], strict=True):
        layers += [LinearLayer(weight, bias), ReLULayer()]
    return LayerStack(*layers[:-1])


def parameters(network: LayerStack) -> list[Floats]:
    """Give W1, b1, W2, b2 and so on of a network."""
    linear = [layer for layer in network.layers if isinstance(layer, LinearLayer)]
    return [values for layer in linear for values in (layer.weight, layer.bias)]
