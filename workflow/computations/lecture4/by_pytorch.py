"""The route of PyTorch's autograd, in float64. The only module of the lecture that imports PyTorch.

No random number is drawn and no setting of PyTorch is left changed: float64 is asked for where a tensor is made, and
what layers would draw for their weights is not drawn. PyTorch's last digits depend on the processor, so whatever is
claimed of its numbers is volatile.

Every function computes what its namesake in the other routes does; what its arrays are is said in `by_hand`.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.autograd import backward, grad
from torch.optim.sgd import sgd

from workflow.computations.arrays import Floats
from workflow.computations.lecture4.inputs import CALLS, Sweep
from workflow.computations.torch_threads import one_thread


@one_thread()
def square(u: Floats, g_v: Floats) -> Sweep:
    """Square u, and go back from g_v."""
    leaf = _leaf(u)
    return _local_rule(leaf**2, g_v, u=leaf)


@one_thread()
def addition(a: Floats, b: Floats, g_v: Floats) -> Sweep:
    """Add a and b, and go back from g_v."""
    left, right = _leaf(a), _leaf(b)
    return _local_rule(left + right, g_v, a=left, b=right)


@one_thread()
def multiplication(a: Floats, b: Floats, g_v: Floats) -> Sweep:
    """Multiply a and b, and go back from g_v."""
    left, right = _leaf(a), _leaf(b)
    return _local_rule(left * right, g_v, a=left, b=right)


def _local_rule(v: Tensor, g_v: Floats, **operands: Tensor) -> Sweep:
    v.retain_grad()
    backward(v, _constant(g_v))
    return _swept(v=v, **operands)


@one_thread()
def scalar_graph(**inputs: Floats) -> Sweep:
    """Compute (w x + b - y)^2, and go back from it; every stored value keeps its gradient."""
    x, w, b, y = (_leaf(inputs[name]) for name in ("x", "w", "b", "y"))
    m = w * x
    a = m + b
    e = a - y
    L = e**2
    _go_back(L, m, a, e)
    return _swept(x=x, w=w, b=b, y=y, m=m, a=a, e=e, L=L)


@one_thread()
def gradient_step(x: Floats, w: Floats, b: Floats, y: Floats, eta: Floats) -> Sweep:
    """Let PyTorch's SGD move w and b of the scalar graph once."""
    weight, bias = _leaf(w), _leaf(b)
    prediction = weight * _constant(x) + bias
    L = (prediction - _constant(y)) ** 2
    backward(L)
    gradients = {"w": _gradient_of(weight), "b": _gradient_of(bias)}
    _descend(weight, bias, eta=eta)
    prediction_new = weight * _constant(x) + bias
    L_new = (prediction_new - _constant(y)) ** 2
    values = {"x": x, "y": y, "eta": eta, "w": w, "b": b, "w_new": _data(weight), "b_new": _data(bias)}
    values |= {"prediction": _data(prediction), "prediction_new": _data(prediction_new)}
    return Sweep(values | {"L": _data(L), "L_new": _data(L_new)}, gradients)


@one_thread()
def accumulation(x: Floats, w: Floats, b: Floats, y: Floats) -> Sweep:
    """Call backward on one fresh graph after the other over the same leaf w, zero its gradient, and call again."""
    leaf = _leaf(w)

    def gradient_after_a_call() -> Floats:
        backward((leaf * _constant(x) + _constant(b) - _constant(y)) ** 2)
        return _gradient_of(leaf)

    totals = [gradient_after_a_call() for _ in range(CALLS)]
    _grad_of(leaf).zero_()
    zeroed = _gradient_of(leaf)
    gradients = {"w": np.stack(totals), "w_after_zeroing": zeroed, "w_afresh": gradient_after_a_call()}
    return Sweep({"x": x, "w": _data(leaf), "b": b, "y": y}, gradients)


@one_thread()
def branch(x: Floats, factor: Floats) -> Sweep:
    """Use x on two paths; what comes back through each is asked for before all of it adds up at the leaf."""
    leaf = _leaf(x)
    u = leaf**2
    v = _constant(factor) * leaf
    L = u + v
    (through_u,) = grad(u, leaf, retain_graph=True)
    (through_v,) = grad(v, leaf, retain_graph=True)
    _go_back(L, u, v)
    both = _swept(x=leaf, u=u, v=v, L=L)
    paths = {"x_through_u": _data(through_u), "x_through_v": _data(through_v)}
    return Sweep(both.values | {"factor": factor}, both.gradients | paths)


@one_thread()
def vector_neuron(**inputs: Floats) -> Sweep:
    """Compute (w^T x + b)^2, and go back from it."""
    x, w, b = (_leaf(inputs[name]) for name in ("x", "w", "b"))
    z = w @ x + b
    L = z**2
    _go_back(L, z)
    return _swept(x=x, w=w, b=b, z=z, L=L)


@one_thread()
def dense(x: Floats, W: Floats, b: Floats, g_z: Floats) -> Sweep:
    """Compute W x + b, and go back from each entry of g_z alone, for what a row returns to x, and from g_z."""
    inputs, weight, bias = _leaf(x), _leaf(W), _leaf(b)
    z = weight @ inputs + bias
    rows = [grad(z, inputs, one_entry, retain_graph=True)[0] for one_entry in torch.diag(_constant(g_z))]
    z.retain_grad()
    backward(z, _constant(g_z))
    whole = _swept(x=inputs, W=weight, b=bias, z=z)
    return Sweep(whole.values, whole.gradients | {"x_rows": _data(torch.stack(rows))})


@one_thread()
def batch(**inputs: Floats) -> Sweep:
    """Compute the mean loss of the batch, and go back from it."""
    X, W, b, Y = (_leaf(inputs[name]) for name in ("X", "W", "b", "Y"))
    Z = X @ W.T + b
    R = Z - Y
    row_losses = 0.5 * (R**2).sum(dim=1)
    L = row_losses.mean()
    _go_back(L, Z, R, row_losses)
    return _swept(X=X, W=W, b=b, Y=Y, Z=Z, R=R, row_losses=row_losses, L=L)


@one_thread()
def examples(X: Floats, W: Floats, b: Floats, Y: Floats) -> Sweep:
    """Go back from the loss of each example alone."""
    gradients = []
    for x, y in zip(_constant(X), _constant(Y), strict=True):
        weight = _leaf(W)
        backward(0.5 * ((weight @ x + _constant(b) - y) ** 2).sum())
        gradients.append(_gradient_of(weight))
    return Sweep({}, {"W_each": np.stack(gradients)})


@one_thread()
def microbatches(X: Floats, W: Floats, b: Floats, Y: Floats) -> Sweep:
    """Go back from the loss of each example over B, into the same leaves."""
    weight, bias = _leaf(W), _leaf(b)
    totals_W, totals_b = [], []
    for x, y in zip(_constant(X), _constant(Y), strict=True):
        backward(0.5 * ((weight @ x + bias - y) ** 2).sum() / len(X))
        totals_W.append(_gradient_of(weight))
        totals_b.append(_gradient_of(bias))
    return Sweep({}, {"W": np.stack(totals_W), "b": np.stack(totals_b)})


@one_thread()
def sgd_step(X: Floats, W: Floats, b: Floats, Y: Floats, eta: Floats) -> Sweep:
    """Let PyTorch's SGD move W and b of the batch once."""
    weight, bias = _leaf(W), _leaf(b)
    L = _mean_loss(X, weight, bias, Y)
    backward(L)
    gradients = {"W": _gradient_of(weight), "b": _gradient_of(bias)}
    _descend(weight, bias, eta=eta)
    L_new = _mean_loss(X, weight, bias, Y)
    values = {"eta": eta, "W": W, "b": b, "L": _data(L)}
    values |= {"W_new": _data(weight), "b_new": _data(bias), "L_new": _data(L_new)}
    return Sweep(values, gradients)


def _mean_loss(X: Floats, W: Tensor, b: Tensor, Y: Floats) -> Tensor:
    return (0.5 * ((_constant(X) @ W.T + b - _constant(Y)) ** 2).sum(dim=1)).mean()


@one_thread()
def tiny_mlp(x: Floats, y: Floats, **parameters: Floats) -> Sweep:
    """Build the network of PyTorch's layers, send x through it, and go back from the squared error."""
    network = mlp(**parameters)
    first, relu, second = network
    inputs = _leaf(x)
    z = first(inputs)
    h = relu(z)
    prediction = second(h)
    loss = ((prediction - _constant(y)) ** 2).sum()
    _go_back(loss, z, h, prediction)
    own = dict(zip(("W1", "b1", "W2", "b2"), network.parameters(), strict=True))
    found = _swept(x=inputs, z=z, h=h, prediction=prediction, loss=loss, **own)
    return Sweep(found.values | {"y": y}, found.gradients)


def mlp(W1: Floats, b1: Floats, W2: Floats, b2: Floats) -> nn.Sequential:
    """Build dense, ReLU, dense with these parameters.

    A layer draws its start weights when it is made, except on the meta device, where there is nothing to write to.
    """
    layers: list[nn.Module] = []
    for weight in (W1, W2):
        n_out, n_in = weight.shape
        layers += [nn.Linear(n_in, n_out, dtype=torch.float64, device="meta").to_empty(device="cpu"), nn.ReLU()]
    network = nn.Sequential(*layers[:-1])
    with torch.no_grad():
        for parameter, values in zip(network.parameters(), (W1, b1, W2, b2), strict=True):
            parameter.copy_(_constant(values))
    return network


class Settings(NamedTuple):
    """What belongs to PyTorch's user: a digest of its generator's state, and the dtype of a tensor that names none."""

    generator: str
    default_dtype: str


def settings() -> Settings:
    """Read the settings."""
    state = torch.get_rng_state().numpy().tobytes()
    return Settings(hashlib.sha256(state).hexdigest(), str(torch.get_default_dtype()))


def _constant(values: Floats) -> Tensor:
    return torch.tensor(values, dtype=torch.float64)


def _leaf(values: Floats) -> Tensor:
    return torch.tensor(values, dtype=torch.float64, requires_grad=True)


def _go_back(loss: Tensor, *inner: Tensor) -> None:
    """Call backward, and let the loss and these inner values keep gradients, which PyTorch drops otherwise."""
    for tensor in (loss, *inner):
        tensor.retain_grad()
    backward(loss)


def _descend(*parameters: Tensor, eta: Floats) -> None:
    """Take one step of SGD, by the function behind `torch.optim.SGD`; making such an object loads a compiler.

    Raises
    ------
    ValueError
        If a parameter has no gradient.
    """
    with torch.no_grad():
        sgd(
            list(parameters),
            list(map(_grad_of, parameters)),
            [None] * len(parameters),
            lr=float(eta),
            momentum=0.0,
            dampening=0.0,
            weight_decay=0.0,
            nesterov=False,
            maximize=False,
        )


def _swept(**tensors: Tensor) -> Sweep:
    """Read data and gradients off tensors that a backward pass went through."""
    return Sweep(
        {name: _data(tensor) for name, tensor in tensors.items()},
        {name: _gradient_of(tensor) for name, tensor in tensors.items()},
    )


def _data(tensor: Tensor) -> Floats:
    """Give a copy: an optimizer writes into the tensor's own."""
    return np.array(tensor.detach().numpy())


def _gradient_of(tensor: Tensor) -> Floats:
    """Give a copy of the gradient that a backward pass left; a later call would add to the tensor's own."""
    return _data(_grad_of(tensor))


def _grad_of(tensor: Tensor) -> Tensor:
    """Give the gradient that a backward pass left.

    Raises
    ------
    ValueError
        If no backward pass reached the tensor.
    """
    if tensor.grad is None:
        msg = "backward did not reach a tensor, so there is no gradient to compare"
        raise ValueError(msg)
    return tensor.grad
