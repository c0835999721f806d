"""Gradients without an engine: the chain rule written out, and layers with backward rules derived on paper.

``chain_rule`` follows one example through a network of one hidden layer, a line for each quantity of the derivation.
The layers do the same for a batch, each knowing its own two rules. Both are independent of ``engine.tensor``, which
is held to them: the two routes share ``engine.arithmetic`` and nothing else.

Notation: a batch has n rows; L is the loss; the upstream gradient G of a layer is the derivative of L with respect to
the layer's output, entry by entry, and has the output's shape.

Sources: lessons DL01.5.1 (the derivation), DL01.5.2 (the layers) and DL01.5.4 (the training loop); Goodfellow, Bengio
and Courville, Deep Learning, 2016, section 6.5 (back-propagation).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from engine.arithmetic import Array, exp, log, matmul

# --- One example, one hidden layer -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Derivation:
    """Every quantity of the derivation for one example; all arrays float64.

    Attributes
    ----------
    z1, a1
        Hidden pre-activations and activations, shape (n_hidden,).
    z2
        Logits, shape (n_classes,).
    p
        Class probabilities, shape (n_classes,).
    loss
        Cross-entropy of p and the true class.
    delta2
        Derivative of the loss with respect to z2, shape (n_classes,).
    delta1
        Derivative of the loss with respect to z1, shape (n_hidden,).
    grad_w1, grad_b1, grad_w2, grad_b2
        Derivatives with respect to the parameters, of their shapes.
    grad_x
        Derivative with respect to the input, shape (n_in,).
    """

    z1: Array
    a1: Array
    z2: Array
    p: Array
    loss: float
    delta2: Array
    delta1: Array
    grad_w1: Array
    grad_b1: Array
    grad_w2: Array
    grad_b2: Array
    grad_x: Array


def chain_rule(  # noqa: PLR0913, PLR0917  # the derivation's own six letters
    w1: Array, b1: Array, w2: Array, b2: Array, x: Array, label: int
) -> Derivation:
    """Follow one example forward and back through W2 relu(W1 x + b1) + b2, softmax and cross-entropy.

    The running network of DL01.5 has n_in = n_hidden = n_classes = 2; the formulas hold for any sizes.

    Parameters
    ----------
    w1, b1
        Hidden weights (n_hidden, n_in) and biases (n_hidden,).
    w2, b2
        Output weights (n_classes, n_hidden) and biases (n_classes,).
    x
        The example, shape (n_in,).
    label
        Index of its class, from 0 to n_classes - 1.

    Returns
    -------
    Derivation
        All intermediate values and gradients.
    """
    z1 = matmul(w1, x) + b1
    a1 = np.maximum(z1, 0.0)
    z2 = matmul(w2, a1) + b2
    shifted = z2 - z2.max()  # softmax does not change, and no exponential overflows
    exps = exp(shifted)
    p = exps / exps.sum()
    loss = -float(log(p)[label])

    y = np.zeros_like(p)
    y[label] = 1.0
    delta2 = p - y  # dL/dz2: softmax and cross-entropy together
    delta1 = matmul(w2.T, delta2) * (z1 > 0.0)  # dL/dz1: back through W2, then through the ReLU
    return Derivation(
        z1=z1,
        a1=a1,
        z2=z2,
        p=p,
        loss=loss,
        delta2=delta2,
        delta1=delta1,
        grad_w1=np.outer(delta1, x),  # z1 = W1 x + b1: dz1[i]/dW1[i, j] = x[j]
        grad_b1=delta1,
        grad_w2=np.outer(delta2, a1),
        grad_b2=delta2,
        grad_x=matmul(w1.T, delta1),
    )


# --- Layers, for a batch ---------------------------------------------------------------------------------------------


class Layer(Protocol):
    """What a stack asks of a layer."""

    def forward(self, inputs: Array) -> Array:
        """Compute the output, and keep what ``backward`` will need."""
        ...

    def backward(self, upstream: Array) -> Array:
        """Turn dL/d(output) into dL/d(inputs), for the latest ``forward``."""
        ...


class LinearLayer:
    """Z = X W^T + b.

    Parameters
    ----------
    weight
        W, shape (n_out, n_in); copied.
    bias
        b, shape (n_out,); copied.

    Attributes
    ----------
    weight, bias
        The parameters, float64.
    grad_weight, grad_bias
        Their gradients, after ``backward``.
    """

    inputs: Array
    grad_weight: Array
    grad_bias: Array

    def __init__(self, weight: npt.ArrayLike, bias: npt.ArrayLike) -> None:
        self.weight = np.array(weight, dtype=np.float64)
        self.bias = np.array(bias, dtype=np.float64)

    def forward(self, inputs: Array) -> Array:
        """Map X of shape (n, n_in) to Z of shape (n, n_out)."""
        self.inputs = inputs
        return matmul(inputs, self.weight.T) + self.bias

    def backward(self, upstream: Array) -> Array:
        """Map G of shape (n, n_out) to the gradient of X, shape (n, n_in), and store those of W and b.

        Written out, Z[r, i] = sum over j of X[r, j] W[i, j], plus b[i]. Each gradient is a sum over the entries of Z
        that a variable appears in, each with its derivative:

        - W[i, j] appears in Z[r, i] of every row r, with derivative X[r, j]:
          dL/dW[i, j] = sum over r of G[r, i] X[r, j], so dL/dW = G^T X, shape (n_out, n) (n, n_in) = (n_out, n_in).
        - b[i] appears in Z[r, i] of every row r, with derivative 1:
          dL/db[i] = sum over r of G[r, i], the column sums of G, shape (n_out,).
        - X[r, j] appears in Z[r, i] for every i, with derivative W[i, j]:
          dL/dX[r, j] = sum over i of G[r, i] W[i, j], so dL/dX = G W, shape (n, n_out) (n_out, n_in) = (n, n_in).
        """
        self.grad_weight = matmul(upstream.T, self.inputs)
        self.grad_bias = upstream.sum(axis=0)
        return matmul(upstream, self.weight)


class ReLULayer:
    """A = max(Z, 0), element by element."""

    inputs: Array

    def forward(self, inputs: Array) -> Array:
        """Map Z of shape (n, n_hidden) to A of the same shape."""
        self.inputs = inputs
        return np.maximum(inputs, 0.0)

    def backward(self, upstream: Array) -> Array:
        """Map G of shape (n, n_hidden) to the gradient of Z, of the same shape.

        Each A[r, i] depends on Z[r, i] alone, with derivative 1 where Z > 0 and 0 where Z < 0. At 0 there is none;
        0 is taken, as everywhere in the course. So dL/dZ = G * [Z > 0], element by element.
        """
        return upstream * (self.inputs > 0.0)


class LayerStack:
    """Layers one after the other.

    Parameters
    ----------
    layers
        From input to output.
    """

    def __init__(self, *layers: Layer) -> None:
        self.layers = layers

    def forward(self, inputs: Array) -> Array:
        """Map the inputs, shape (n, n_in), through all layers."""
        for layer in self.layers:
            inputs = layer.forward(inputs)
        return inputs

    def backward(self, upstream: Array) -> Array:
        """Map the gradient of the stack's output to that of its inputs; the layers store their parameters' gradients.

        The stack is a composition, so the chain rule multiplies the layers' derivatives; taken from the last layer to
        the first, each layer's dL/d(inputs) is the upstream gradient of the layer before it.
        """
        for layer in reversed(self.layers):
            upstream = layer.backward(upstream)
        return upstream

    def descend(self, rate: float) -> None:
        """Take one gradient-descent step: move every weight and bias against its gradient, in place."""
        for layer in self.layers:
            if isinstance(layer, LinearLayer):
                layer.weight -= rate * layer.grad_weight
                layer.bias -= rate * layer.grad_bias


class SoftmaxCrossEntropyLayer:
    """Mean over a batch of -log p[label], with p the softmax of a row of logits.

    Attributes
    ----------
    probabilities
        Softmax of the latest logits, shape (n, n_classes).
    """

    probabilities: Array
    labels: npt.NDArray[np.integer]

    def forward(self, logits: Array, labels: npt.NDArray[np.integer]) -> float:
        """Map logits of shape (n, n_classes) and integer labels of shape (n,) to the mean loss.

        This is the definition, taken literally: the softmax, then its logarithm. Subtracting the row's largest logit
        first changes nothing in exact arithmetic and keeps every exponential between 0 and 1. Where p[label] is too
        small for a float64, which takes logits some 745 apart, the loss is infinite; the engine's fused form has no
        such limit, and differs from this one by rounding.
        """
        shifted = logits - logits.max(axis=1, keepdims=True)
        exps = exp(shifted)
        self.probabilities = exps / exps.sum(axis=1, keepdims=True)
        self.labels = labels
        return -float(log(self.probabilities[np.arange(len(labels)), labels]).mean())

    def backward(self) -> Array:
        """Return the gradient of the logits, shape (n, n_classes).

        For one row, L = log(sum over c of exp z[c]) - z[label], so dL/dz[c] = exp z[c] / sum - [c = label], that is
        p[c] - y[c] with y the one-hot label. The mean over the batch gives every row the factor 1/n: (P - Y) / n.
        """
        one_hot = np.zeros_like(self.probabilities)
        one_hot[np.arange(len(self.labels)), self.labels] = 1.0
        return (self.probabilities - one_hot) / len(self.labels)
