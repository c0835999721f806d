"""Networks out of tensors: parameters, modules and the loss of a classifier.

Source: lesson DL01.6.3; Goodfellow, Bengio and Courville, Deep Learning, 2016, section 6.2.2.3 (softmax units).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from engine import arithmetic
from engine.arithmetic import Array
from engine.tensor import Operand, Tensor, record


class Parameter(Tensor):
    """A leaf that belongs to a module and is trained. Parameters and errors are those of ``Tensor``."""

    __slots__ = ()


class Module:
    """A piece of a network: parameters, other modules, and a ``forward`` that uses them."""

    def forward(self, x: Operand) -> Tensor:
        """Compute the module's output; each kind of module says how."""
        msg = f"{type(self).__name__} must define forward(x)"
        raise NotImplementedError(msg)

    def __call__(self, x: Operand) -> Tensor:
        """Compute the module's output for a tensor or an array (a constant)."""
        return self.forward(x)

    def named_parameters(self) -> Iterator[tuple[str, Parameter]]:
        """Yield pairs of path and parameter, in the order of definition; a shared parameter comes once."""
        seen = set()
        for path, parameter in _walk(self):
            if parameter not in seen:
                seen.add(parameter)
                yield path, parameter

    def parameters(self) -> list[Parameter]:
        """List the parameters of this module and of the modules in it, in the order of definition."""
        return [parameter for _, parameter in self.named_parameters()]


def _walk(module: Module) -> Iterator[tuple[str, Parameter]]:
    """Yield the parameters held by a module's attributes, and by lists and tuples of them, depth first."""
    stack: list[tuple[str, Any]] = [("", module)]
    while stack:
        path, value = stack.pop()
        if isinstance(value, Parameter):
            yield path, value
        children: list[tuple[str, Any]] = []
        if isinstance(value, Module):
            children = list(vars(value).items())
        elif isinstance(value, list | tuple):
            children = [(str(index), item) for index, item in enumerate(value)]
        prefix = f"{path}." if path else ""
        stack.extend((prefix + name, child) for name, child in reversed(children))


class Linear(Module):
    """x W^T + b: each row of x times the weights, plus the bias.

    Parameters
    ----------
    n_in, n_out
        Sizes of an input and of an output row.
    rng
        Source of the start values: weight, then bias, uniform within 1/sqrt(n_in) of 0.

    Attributes
    ----------
    weight
        Parameter of shape (n_out, n_in).
    bias
        Parameter of shape (n_out,).

    Raises
    ------
    ValueError
        If a size is below 1.
    """

    def __init__(self, n_in: int, n_out: int, rng: np.random.Generator) -> None:
        if n_in < 1 or n_out < 1:
            msg = f"Linear: sizes must be at least 1, got n_in={n_in} and n_out={n_out}"
            raise ValueError(msg)
        bound = 1 / math.sqrt(n_in)
        self.weight = Parameter(rng.uniform(low=-bound, high=bound, size=(n_out, n_in)), name="weight")
        self.bias = Parameter(rng.uniform(low=-bound, high=bound, size=n_out), name="bias")

    def forward(self, x: Operand) -> Tensor:
        """Map x of shape (n, n_in), or (n_in,), to (n, n_out), or (n_out,)."""
        return x @ self.weight.T + self.bias


class ReLU(Module):
    """max(x, 0), element by element."""

    def forward(self, x: Operand) -> Tensor:
        """Map x to the same shape."""
        return (x if isinstance(x, Tensor) else Tensor(x)).relu()


class Sequential(Module):
    """Modules one after the other.

    Parameters
    ----------
    layers
        The modules, from input to output.

    Raises
    ------
    ValueError
        If there is none.
    """

    def __init__(self, *layers: Module) -> None:
        if not layers:
            msg = "Sequential: needs at least one module"
            raise ValueError(msg)
        self.layers = list(layers)

    def forward(self, x: Operand) -> Tensor:
        """Map x through the first module, its output through the second, and so on."""
        first, *others = self.layers
        output = first(x)
        for layer in others:
            output = layer(output)
        return output


def cross_entropy(logits: Tensor, labels: npt.ArrayLike) -> Tensor:
    """Mean cross-entropy of softmax(logits) and the true classes, fused into one operation.

    With p = softmax(z), the loss of a row is -log p[label] = log(sum exp z) - z[label], which no logit can overflow
    once the row's largest is subtracted. Its derivative with respect to z is p - y, y being 1 at the label and 0
    elsewhere; the mean over n rows divides it by n.

    Parameters
    ----------
    logits
        Tensor of shape (n, n_classes), n at least 1.
    labels
        Integers of shape (n,), from 0 to n_classes - 1.

    Returns
    -------
    Tensor
        A scalar, shape ().

    Raises
    ------
    TypeError
        If the logits are not a tensor or the labels not integers.
    ValueError
        If the batch is empty, a shape does not fit, or a label is out of range.
    """
    classes = _check_classification(logits, labels)
    z = logits.data
    n = len(z)
    rows = np.arange(n)
    shifted = z - np.maximum.reduce(z, axis=1, keepdims=True)
    exps = arithmetic.exp(shifted)
    totals = np.add.reduce(exps, axis=1, keepdims=True)
    losses = arithmetic.log(totals[:, 0]) - shifted[rows, classes]

    def rule(upstream: Array) -> Array:
        grad = exps / totals
        grad[rows, classes] -= 1.0
        grad /= n
        grad *= upstream
        return grad

    return record("cross_entropy", np.add.reduce(losses) / n, (logits, rule))


def _check_classification(logits: Tensor, labels: npt.ArrayLike) -> npt.NDArray[np.integer]:
    """Return the labels as an array, once both they and the logits can be what they are meant to be."""
    if not isinstance(logits, Tensor):
        msg = f"cross_entropy: logits must be a Tensor, got {type(logits).__name__}; wrap them: Tensor(logits)"
        raise TypeError(msg)
    classes = np.asarray(labels)
    if classes.ndim != 1 or classes.shape != logits.shape[:-1]:
        msg = (
            f"cross_entropy: logits of shape {logits.shape} and labels of shape {classes.shape} do not fit: "
            "they must be (n, n_classes) and (n,)"
        )
        raise ValueError(msg)
    n_classes = logits.shape[1]
    if logits.data.size == 0:
        msg = f"cross_entropy: logits of shape {logits.shape} hold an empty batch: the mean of no losses is undefined"
        raise ValueError(msg)
    if classes.dtype.kind not in "iu":
        msg = f"cross_entropy: labels must be integers, got dtype {classes.dtype}; convert them: labels.astype(int)"
        raise TypeError(msg)
    if np.maximum.reduce(classes.astype(np.uint64)) >= n_classes:  # as unsigned numbers, negative labels are huge
        wrong = classes[(classes < 0) | (classes >= n_classes)][0]
        msg = f"cross_entropy: label {wrong} is out of range: {n_classes} classes have labels 0 to {n_classes - 1}"
        raise ValueError(msg)
    return classes
