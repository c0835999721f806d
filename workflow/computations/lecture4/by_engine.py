"""The route of the autograd engine: only forward passes are written; the sweep back is the engine's.

Every function computes what its namesake in the other routes does; what its arrays are is said in `by_hand`.
"""

from __future__ import annotations

import numpy as np

from engine.nn import Linear, ReLU, Sequential
from engine.optim import SGD
from engine.tensor import Tensor, no_grad
from workflow.computations.arrays import Floats
from workflow.computations.lecture4.inputs import CALLS, Sweep


def square(u: Floats, g_v: Floats) -> Sweep:
    """Square u, and go back from g_v."""
    leaf = Tensor(u)
    v = leaf**2
    v.backward(g_v)
    return swept(u=leaf, v=v)


def addition(a: Floats, b: Floats, g_v: Floats) -> Sweep:
    """Add a and b, and go back from g_v."""
    left, right = Tensor(a), Tensor(b)
    v = left + right
    v.backward(g_v)
    return swept(a=left, b=right, v=v)


def multiplication(a: Floats, b: Floats, g_v: Floats) -> Sweep:
    """Multiply a and b, and go back from g_v."""
    left, right = Tensor(a), Tensor(b)
    v = left * right
    v.backward(g_v)
    return swept(a=left, b=right, v=v)


def scalar_graph(**inputs: Floats) -> Sweep:
    """Compute (w x + b - y)^2, and go back from it."""
    x, w, b, y = (Tensor(inputs[name]) for name in ("x", "w", "b", "y"))
    m = w * x
    a = m + b
    e = a - y
    L = e**2
    L.backward()
    return swept(x=x, w=w, b=b, y=y, m=m, a=a, e=e, L=L)


def gradient_step(x: Floats, w: Floats, b: Floats, y: Floats, eta: Floats) -> Sweep:
    """Let the engine's SGD move w and b of the scalar graph once."""
    weight, bias = Tensor(w), Tensor(b)
    optimizer = SGD([weight, bias], lr=float(eta))
    prediction = weight * x + bias
    L = (prediction - y) ** 2
    optimizer.zero_grad()
    L.backward()
    optimizer.step()
    with no_grad():
        prediction_new = weight * x + bias
        L_new = (prediction_new - y) ** 2
    values = {"x": x, "y": y, "eta": eta, "w": w, "b": b, "w_new": weight.data, "b_new": bias.data}
    values |= {"prediction": prediction.data, "prediction_new": prediction_new.data, "L": L.data, "L_new": L_new.data}
    return Sweep(values, {"w": gradient_of(weight), "b": gradient_of(bias)})


def accumulation(x: Floats, w: Floats, b: Floats, y: Floats) -> Sweep:
    """Call backward on one fresh graph after the other over the same leaf w, clear its gradient, and call again."""
    leaf = Tensor(w)
    totals = []
    for _ in range(CALLS):
        ((leaf * x + b - y) ** 2).backward()
        totals.append(gradient_of(leaf))
    SGD([leaf], lr=1.0).zero_grad()
    ((leaf * x + b - y) ** 2).backward()
    return Sweep({"x": x, "w": leaf.data, "b": b, "y": y}, {"w": np.stack(totals), "w_afresh": gradient_of(leaf)})


def forgets_a_cleared_gradient(x: Floats, w: Floats, b: Floats, y: Floats) -> bool:
    """Say whether the leaf w has a gradient after a call of backward, and None once an optimizer has cleared it."""
    leaf = Tensor(w)
    ((leaf * x + b - y) ** 2).backward()
    reached = leaf.grad is not None
    SGD([leaf], lr=1.0).zero_grad()
    return reached and leaf.grad is None


def branch(x: Floats, factor: Floats) -> Sweep:
    """Use x on two paths; what comes back through each is found on a graph that has that path alone."""
    leaf = Tensor(x)
    u = leaf**2
    v = factor * leaf
    L = u + v
    L.backward()
    both = swept(x=leaf, u=u, v=v, L=L)

    alone_in_u, alone_in_v = Tensor(x), Tensor(x)
    (alone_in_u**2).backward()
    (factor * alone_in_v).backward()
    paths = {"x_through_u": gradient_of(alone_in_u), "x_through_v": gradient_of(alone_in_v)}
    return Sweep(both.values | {"factor": factor}, both.gradients | paths)


def vector_neuron(**inputs: Floats) -> Sweep:
    """Compute (w^T x + b)^2, and go back from it."""
    x, w, b = (Tensor(inputs[name]) for name in ("x", "w", "b"))
    z = w @ x + b
    L = z**2
    L.backward()
    return swept(x=x, w=w, b=b, z=z, L=L)


def dense(x: Floats, W: Floats, b: Floats, g_z: Floats) -> Sweep:
    """Compute W x + b, and go back from g_z; then from each of its entries alone, for what a row returns to x."""
    inputs, weight, bias = Tensor(x), Tensor(W), Tensor(b)
    z = weight @ inputs + bias
    z.backward(g_z)
    whole = swept(x=inputs, W=weight, b=bias, z=z)

    rows = []
    for one_entry in np.diag(g_z):
        alone = Tensor(x)
        (W @ alone + b).backward(one_entry)
        rows.append(gradient_of(alone))
    return Sweep(whole.values, whole.gradients | {"x_rows": np.stack(rows)})


def batch(**inputs: Floats) -> Sweep:
    """Compute the mean loss of the batch, and go back from it."""
    X, W, b, Y = (Tensor(inputs[name]) for name in ("X", "W", "b", "Y"))
    Z = X @ W.T + b
    R = Z - Y
    row_losses = 0.5 * (R**2).sum(axis=1)
    L = row_losses.mean()
    L.backward()
    return swept(X=X, W=W, b=b, Y=Y, Z=Z, R=R, row_losses=row_losses, L=L)


def examples(X: Floats, W: Floats, b: Floats, Y: Floats) -> Sweep:
    """Go back from the loss of each example alone."""
    gradients = []
    for x, y in zip(X, Y, strict=True):
        weight = Tensor(W)
        (0.5 * ((weight @ x + b - y) ** 2).sum()).backward()
        gradients.append(gradient_of(weight))
    return Sweep({}, {"W_each": np.stack(gradients)})


def microbatches(X: Floats, W: Floats, b: Floats, Y: Floats) -> Sweep:
    """Go back from the loss of each example over B, into the same leaves."""
    weight, bias = Tensor(W), Tensor(b)
    totals_W, totals_b = [], []
    for x, y in zip(X, Y, strict=True):
        loss = 0.5 * ((weight @ x + bias - y) ** 2).sum() / len(X)
        loss.backward()
        totals_W.append(gradient_of(weight))
        totals_b.append(gradient_of(bias))
    return Sweep({}, {"W": np.stack(totals_W), "b": np.stack(totals_b)})


def sgd_step(X: Floats, W: Floats, b: Floats, Y: Floats, eta: Floats) -> Sweep:
    """Let the engine's SGD move W and b of the batch once."""
    weight, bias = Tensor(W), Tensor(b)
    optimizer = SGD([weight, bias], lr=float(eta))
    optimizer.zero_grad()
    L = _mean_loss(X, weight, bias, Y)
    L.backward()
    optimizer.step()
    with no_grad():
        L_new = _mean_loss(X, weight, bias, Y)
    values = {"eta": eta, "W": W, "b": b, "L": L.data, "W_new": weight.data, "b_new": bias.data, "L_new": L_new.data}
    return Sweep(values, {"W": gradient_of(weight), "b": gradient_of(bias)})


def _mean_loss(X: Floats, W: Tensor, b: Tensor, Y: Floats) -> Tensor:
    return (0.5 * ((X @ W.T + b - Y) ** 2).sum(axis=1)).mean()


def tiny_mlp(x: Floats, y: Floats, **parameters: Floats) -> Sweep:
    """Build the network of the engine's layers, send x through it, and go back from the squared error."""
    # What a Linear draws for itself is overwritten at once.
    generator = np.random.default_rng(0)
    first, relu, second = Linear(2, 3, generator), ReLU(), Linear(3, 2, generator)
    own = dict(zip(("W1", "b1", "W2", "b2"), Sequential(first, relu, second).parameters(), strict=True))
    for name, parameter in own.items():
        parameter.data[...] = parameters[name]

    inputs = Tensor(x)
    z = first(inputs)
    h = relu(z)
    prediction = second(h)
    loss = ((prediction - y) ** 2).sum()
    loss.backward()
    found = swept(x=inputs, z=z, h=h, prediction=prediction, loss=loss, **own)
    return Sweep(found.values | {"y": y}, found.gradients)


def swept(**tensors: Tensor) -> Sweep:
    """Read data and gradients off tensors that a backward sweep went through."""
    return Sweep(
        {name: tensor.data for name, tensor in tensors.items()},
        {name: gradient_of(tensor) for name, tensor in tensors.items()},
    )


def gradient_of(tensor: Tensor) -> Floats:
    """Give a copy of the gradient that a backward sweep left; a later call would add to the tensor's own.

    Raises
    ------
    ValueError
        If no sweep reached the tensor.
    """
    if tensor.grad is None:
        msg = f"backward did not reach {tensor!r}, so there is no gradient to compare"
        raise ValueError(msg)
    return tensor.grad.copy()
