"""Tensors that remember how they were computed, and the backward sweep that reads it back.

A graph is made while ordinary code runs (define by run). Every operation makes a *result*: a tensor that holds its
data and an edge to each operand that is a tensor. An edge carries the operation's vector-Jacobian product for that
operand, the rule that turns the upstream gradient (of the loss with respect to the result) into the operand's
contribution. Numbers and arrays are constants: they get no edge, so no work is done for them. A tensor that no
operation made is a *leaf*.

Edges point from results to operands only and rules hold arrays, never tensors, so a graph has no reference cycle:
it is freed as soon as nothing refers to its last result.

Each operation below is one function: what it computes, then one rule for each operand.

Sources: lessons DL01.6.1 (the sweep), DL01.6.2 (broadcasting, matrix products) and DL01.6.4 (what a graph holds);
Baydin et al., Automatic Differentiation in Machine Learning: a Survey, JMLR 18(153), 2018, section 3.2.
"""

from __future__ import annotations

import contextlib
import itertools
import numbers
import threading
from collections.abc import Callable, Iterator
from operator import attrgetter

import numpy as np
import numpy.typing as npt

from engine import arithmetic
from engine.arithmetic import Array
from engine.sweep import RELEASED, check_sweepable, describe_nan, sweep

Axis = int | tuple[int, ...] | None
Rule = Callable[[Array], Array]


class Tensor:
    """A float64 array that can be differentiated with respect to.

    Parameters
    ----------
    data
        Real numbers of any shape. They are copied, so that training never writes into the caller's array.
    name
        What error messages call this leaf.

    Attributes
    ----------
    data
        float64 array. A result of ``T`` is a view of its operand's data; every other tensor owns its data.
    grad
        float64 array of the shape of ``data``: the gradient of whatever ``backward`` was called on. ``None`` until a
        backward sweep reaches the tensor: no array is made before one is needed. Leaves add up over calls, results
        hold the gradient of the latest call. No two gradients share memory, nor does one with any data.
    op
        Name of the operation that made it, or ``"leaf"``.
    edges
        One pair of operand and rule for each operand that is a tensor; empty for a leaf and for a result that
        ``no_grad`` kept out of the graph; ``RELEASED`` once released.
    number
        Results are numbered as they are made, across all graphs; a leaf has 0.

    Raises
    ------
    TypeError
        If the data are not real numbers.
    ValueError
        If one of them is NaN.
    """

    __slots__ = ("__weakref__", "data", "edges", "grad", "name", "number", "op")

    # NumPy must not take `array + tensor` apart element by element: with None it leaves the operation to __radd__.
    __array_ufunc__ = None

    data: Array
    grad: Array | None
    name: str
    op: str
    edges: list[Edge]
    number: int

    def __init__(self, data: npt.ArrayLike, name: str = "") -> None:
        self.data = np.array(_real_array("Tensor", data), order="C")
        self.grad = None
        self.name = name
        self.op = "leaf"
        self.edges = []
        self.number = 0
        if np.isnan(self.data).any():
            msg = f"Tensor: {describe_nan(self)}: clean the data first"
            raise ValueError(msg)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the data."""
        return self.data.shape

    @property
    def T(self) -> Tensor:  # noqa: N802  # the field's and NumPy's name
        """The transpose, a view: all axes in reverse order."""
        return transpose(self)

    def __repr__(self) -> str:
        name = f", name={self.name!r}" if self.name else ""
        return f"{type(self).__name__}(shape={self.shape}, op={self.op!r}{name})"

    def __add__(self, other: Operand) -> Tensor:
        return add(self, other)

    def __radd__(self, other: Operand) -> Tensor:
        return add(other, self)

    def __sub__(self, other: Operand) -> Tensor:
        return subtract(self, other)

    def __rsub__(self, other: Operand) -> Tensor:
        return subtract(other, self)

    def __mul__(self, other: Operand) -> Tensor:
        return multiply(self, other)

    def __rmul__(self, other: Operand) -> Tensor:
        return multiply(other, self)

    def __truediv__(self, other: Operand) -> Tensor:
        return divide(self, other)

    def __rtruediv__(self, other: Operand) -> Tensor:
        return divide(other, self)

    def __matmul__(self, other: Operand) -> Tensor:
        return matmul(self, other)

    def __rmatmul__(self, other: Operand) -> Tensor:
        return matmul(other, self)

    def __pow__(self, exponent: float) -> Tensor:
        return power(self, exponent)

    def __neg__(self) -> Tensor:
        return negate(self)

    def relu(self) -> Tensor:
        """Elements below 0 replaced by 0; same shape."""
        return relu(self)

    def sum(self, axis: Axis = None, *, keepdims: bool = False) -> Tensor:
        """Sum over one axis, several or (by default) all; ``keepdims`` leaves them in the shape with size 1."""
        return sum_over(self, axis, keepdims=keepdims)

    def mean(self, axis: Axis = None, *, keepdims: bool = False) -> Tensor:
        """Mean over one axis, several or (by default) all; ``keepdims`` leaves them in the shape with size 1."""
        return mean_over(self, axis, keepdims=keepdims)

    def backward(self, upstream: npt.ArrayLike | None = None) -> None:
        """Give this tensor, and every tensor that it was computed from, its gradient.

        The sweep visits the results from the newest to the oldest, so a result has received every contribution
        before it passes its gradient on. Results start afresh at each call; leaves add to what they have.

        Parameters
        ----------
        upstream
            Gradient of the loss with respect to this tensor, of the same shape (it is copied). A scalar, a tensor
            of shape (), may leave it out and is then the loss itself: its upstream gradient is 1.

        Raises
        ------
        ValueError
            If the upstream gradient is missing for a non-scalar or has another shape, or if a scalar loss is NaN (the
            message names the leaf or the operation that the NaN came from).
        RuntimeError
            If there is no graph to go back through: part of it was released, or it was made under ``no_grad``.
        """
        seed = _seed(self, upstream)
        results = results_behind(self)
        check_sweepable(self, results)
        for result in results:
            result.grad = None
        self.grad = seed if self.grad is None else np.asarray(self.grad + seed)
        sweep(results)


Operand = Tensor | npt.ArrayLike
Edge = tuple[Tensor, Rule]


# --- The graph: recording it, walking it, letting it go --------------------------------------------------------------


class _Recording(threading.local):
    """Whether operations are recorded: a switch of each thread, on by default."""

    on = True


_recording = _Recording()
_numbers = itertools.count(1)


@contextlib.contextmanager
def no_grad() -> Iterator[None]:
    """Compute without recording a graph, in this thread, for the length of a ``with`` block.

    Results hold their data and nothing else. Blocks nest, and an exception restores the switch too.
    """
    before = _recording.on
    _recording.on = False
    try:
        yield
    finally:
        _recording.on = before


def record(op: str, data: Array, *edges: tuple[Operand, Rule]) -> Tensor:
    """Make the result of an operation, with an edge to each operand that is a tensor.

    This is the door for new operations: compute the data, then state one rule for each operand.

    Parameters
    ----------
    op
        Name of the operation, for error messages and ``engine.graph``.
    data
        float64 result.
    edges
        Pairs of operand and vector-Jacobian product. A product takes the upstream gradient, of the shape of ``data``,
        and returns the contribution, of the shape of the operand. It may return the upstream gradient itself or a view,
        but must neither write into the upstream gradient nor return an array that it keeps.

    Returns
    -------
    Tensor
        The result. Its gradient is ``None`` until a sweep reaches it.
    """
    result = Tensor.__new__(Tensor)
    result.data = data if type(data) is np.ndarray else np.asarray(data)  # NumPy makes scalars of shape ()
    result.grad = None
    result.name = ""
    result.op = op
    result.edges = [edge for edge in edges if isinstance(edge[0], Tensor)] if _recording.on else []  # type: ignore[misc]  # mypy does not narrow edge[0]
    result.number = next(_numbers)
    return result


def results_behind(tensor: Tensor) -> list[Tensor]:
    """All results that a tensor was computed from, itself included, in the order they were made.

    Operands are made before their results, so this order is topological. The walk keeps its own stack: a chain of
    any length works. Leaves and released results are left out.
    """
    found = {tensor} if tensor.edges else set()
    stack = list(found)
    while stack:
        for operand, _ in stack.pop().edges:
            if operand.edges and operand not in found:
                found.add(operand)
                stack.append(operand)
    return sorted(found, key=attrgetter("number"))


def release(tensor: Tensor) -> None:
    """Free the graph behind a tensor at once: every result forgets its operands and its rules.

    Leaves keep their data and gradients, and the tensor itself its data. A later ``backward`` on or through a
    released result raises ``RuntimeError``. Source: DL01.6.4, step 5.
    """
    for result in results_behind(tensor):
        result.edges = RELEASED


# --- Operands and upstream gradients ---------------------------------------------------------------------------------


def unbroadcast(grad: Array, shape: tuple[int, ...]) -> Array:
    """Sum a gradient over the axes that broadcasting added or stretched: the adjoint of ``np.broadcast_to``.

    Broadcasting copies one number into many places; each copy's gradient flows back into it, so they add up.
    Operations look this function up when their rules run, so a lesson may replace ``engine.tensor.unbroadcast`` for a
    while to see what a wrong one does. Source: DL01.6.2; the pitfall of DL01.6.4 uses a mean.

    Parameters
    ----------
    grad
        float64 array of a shape that ``shape`` broadcasts to.
    shape
        Shape of the operand.

    Returns
    -------
    Array
        float64 of shape ``shape``; ``grad`` itself where there is nothing to sum.
    """
    if grad.shape == shape:
        return grad
    for _ in range(grad.ndim - len(shape)):
        grad = np.add.reduce(grad, axis=0)
    if grad.shape == shape:
        return grad
    stretched = tuple(axis for axis in range(len(shape)) if shape[axis] == 1)
    return np.add.reduce(grad, axis=stretched, keepdims=True)


def _operands(operation: str, left: Operand, right: Operand) -> tuple[Array, Array]:
    """Return the arrays behind two operands: a tensor's data, or a constant as float64."""
    x = left.data if isinstance(left, Tensor) else _real_array(operation, left)
    y = right.data if isinstance(right, Tensor) else _real_array(operation, right)
    return x, y


def _real_array(operation: str, values: npt.ArrayLike) -> Array:
    """Return values as a float64 array, copied only where they are not one already."""
    array = np.asarray(values)
    if array.dtype.kind not in "biuf":
        got = f"{type(values).__name__} (dtype {array.dtype})"
        msg = f"{operation}: needs a number or an array of real numbers, got {got}"
        raise TypeError(msg)
    return array.astype(np.float64, copy=False)


def _elementwise(operation: str, function: np.ufunc, left: Array, right: Array) -> Array:
    """Apply a function of two numbers to broadcast operands."""
    try:
        return function(left, right)  # type: ignore[no-any-return]
    except ValueError:
        msg = (
            f"{operation}: shapes {left.shape} and {right.shape} do not broadcast: "
            "sizes, counted from the last axis, must be equal or 1"
        )
        raise ValueError(msg) from None


def _seed(tensor: Tensor, upstream: npt.ArrayLike | None) -> Array:
    """Return the gradient that the sweep starts from: a copy of the upstream one, or 1 for a scalar."""
    shape = tensor.shape
    if upstream is None:
        if shape != ():
            msg = (
                f"backward: a tensor of shape {shape} is not a scalar, so it needs an upstream gradient: "
                f"pass an array of shape {shape}, or reduce the tensor with sum() or mean() first"
            )
            raise ValueError(msg)
        return np.array(1.0)
    seed = np.array(_real_array("backward", upstream), order="C")
    if seed.shape != shape:
        msg = f"backward: the upstream gradient has shape {seed.shape}, but the tensor {shape}: it must have that shape"
        raise ValueError(msg)
    return seed


# --- Operations of two operands, with broadcasting -------------------------------------------------------------------


def add(left: Operand, right: Operand) -> Tensor:
    """Add: left + right. d(x + y) = dx + dy: both operands receive the upstream gradient as it is."""
    x, y = _operands("add", left, right)
    return record(
        "add",
        _elementwise("add", np.add, x, y),
        (left, lambda upstream: unbroadcast(upstream, x.shape)),
        (right, lambda upstream: unbroadcast(upstream, y.shape)),
    )


def subtract(left: Operand, right: Operand) -> Tensor:
    """Subtract: left - right. d(x - y) = dx - dy."""
    x, y = _operands("subtract", left, right)
    return record(
        "subtract",
        _elementwise("subtract", np.subtract, x, y),
        (left, lambda upstream: unbroadcast(upstream, x.shape)),
        (right, lambda upstream: unbroadcast(-upstream, y.shape)),
    )


def multiply(left: Operand, right: Operand) -> Tensor:
    """Multiply: left * right, element by element. d(xy) = y dx + x dy."""
    x, y = _operands("multiply", left, right)
    return record(
        "multiply",
        _elementwise("multiply", np.multiply, x, y),
        (left, lambda upstream: unbroadcast(upstream * y, x.shape)),
        (right, lambda upstream: unbroadcast(upstream * x, y.shape)),
    )


def divide(left: Operand, right: Operand) -> Tensor:
    """Divide: left / right, element by element. d(x/y) = dx/y - (x/y) dy/y."""
    x, y = _operands("divide", left, right)
    quotient = _elementwise("divide", np.divide, x, y)
    return record(
        "divide",
        quotient,
        (left, lambda upstream: unbroadcast(upstream / y, x.shape)),
        (right, lambda upstream: unbroadcast(-upstream * quotient / y, y.shape)),
    )


def matmul(left: Operand, right: Operand) -> Tensor:
    """Matrix product: left @ right for vectors and matrices.

    An entry of a matrix product is C[i, j] = sum over k of A[i, k] B[k, j]. With upstream gradient G, A[i, k] meets
    B[k, j] once for each j, so its gradient is the sum over j of G[i, j] B[k, j], that is G B^T; likewise A^T G for B.
    A vector stands for one row on the left and one column on the right. Where the other operand is a vector, the
    product with it has one term, and the sum becomes an outer product.

    Raises
    ------
    ValueError
        If an operand is neither a vector nor a matrix, or the inner sizes differ.
    """
    a, b = _operands("matmul", left, right)
    _check_product(a, b)
    return record(
        "matmul",
        arithmetic.matmul(a, b),
        (left, lambda upstream: _outer(upstream, b) if b.ndim == 1 else arithmetic.matmul(upstream, b.T)),
        (right, lambda upstream: _outer(a, upstream) if a.ndim == 1 else arithmetic.matmul(a.T, upstream)),
    )


def _outer(left: Array, right: Array) -> Array:
    """All products of an element of left and an element of right; a scalar on either side adds no axis."""
    return np.multiply.outer(left, right)


def _check_product(a: Array, b: Array) -> None:
    if a.ndim not in (1, 2) or b.ndim not in (1, 2):
        msg = f"matmul: shapes {a.shape} and {b.shape}: each operand must be a vector or a matrix (1 or 2 axes)"
        raise ValueError(msg)
    if a.shape[-1] != b.shape[0]:
        msg = (
            f"matmul: shapes {a.shape} and {b.shape} do not fit: the last axis of the left operand ({a.shape[-1]}) "
            f"must be as long as the first of the right one ({b.shape[0]}); is a transpose missing?"
        )
        raise ValueError(msg)


# --- Operations of one operand ---------------------------------------------------------------------------------------


def negate(tensor: Tensor) -> Tensor:
    """Negate: -tensor. d(-x) = -dx."""
    return record("negate", -tensor.data, (tensor, np.negative))


def power(tensor: Tensor, exponent: float) -> Tensor:
    """Power: tensor ** exponent for a constant number. d(x^n) = n x^(n-1) dx, and 0 where n = 0, also at x = 0.

    Raises
    ------
    TypeError
        If the exponent is not a real number.
    """
    if not isinstance(exponent, numbers.Real):
        msg = f"power: the exponent must be a number, got {type(exponent).__name__}; it gets no gradient"
        raise TypeError(msg)
    x, n = tensor.data, float(exponent)

    def rule(upstream: Array) -> Array:
        return upstream * (n * arithmetic.power(x, n - 1)) if n else np.zeros_like(x)

    return record("power", arithmetic.power(x, n), (tensor, rule))


def transpose(tensor: Tensor) -> Tensor:
    """Transpose: all axes in reverse order, as a view. The gradient's axes are reversed back."""
    return record("transpose", tensor.data.T, (tensor, lambda upstream: upstream.T))


def relu(tensor: Tensor) -> Tensor:
    """Rectify: max(x, 0), element by element. d relu(x) = dx where x > 0, else 0; at x = 0 it is taken to be 0."""
    positive_part = np.maximum(tensor.data, 0.0)
    return record("relu", positive_part, (tensor, lambda upstream: upstream * (positive_part > 0.0)))


def sum_over(tensor: Tensor, axis: Axis = None, *, keepdims: bool = False) -> Tensor:
    """Sum over axes. Every summand has derivative 1, so each receives the gradient of its sum.

    Raises
    ------
    ValueError
        If the tensor lacks an axis, or an axis is given twice.
    """
    x = tensor.data
    axes = _axes("sum", x, axis)
    return record(
        "sum",
        x.sum(axis=axes, keepdims=keepdims),
        (tensor, lambda upstream: _spread(upstream, axes, x.shape)),
    )


def mean_over(tensor: Tensor, axis: Axis = None, *, keepdims: bool = False) -> Tensor:
    """Mean over axes: the sum divided by the number n of summands, so each receives 1/n of the gradient.

    Raises
    ------
    ValueError
        If the tensor lacks an axis, an axis is given twice, or there is nothing to average.
    """
    x = tensor.data
    axes = _axes("mean", x, axis)
    count = int(np.prod([x.shape[axis] for axis in axes]))
    if count == 0:
        msg = f"mean: a tensor of shape {x.shape} has nothing to average over axes {axes}: an empty batch?"
        raise ValueError(msg)
    return record(
        "mean",
        x.sum(axis=axes, keepdims=keepdims) / count,
        (tensor, lambda upstream: _spread(upstream / count, axes, x.shape)),
    )


def _axes(operation: str, x: Array, axis: Axis) -> tuple[int, ...]:
    """Return the axes to reduce, counted from the front."""
    if axis is None:
        return tuple(range(x.ndim))
    given = axis if isinstance(axis, tuple) else (axis,)
    axes = tuple(index + x.ndim if index < 0 else index for index in given)
    if len(set(axes)) != len(axes) or not all(0 <= index < x.ndim for index in axes):
        msg = f"{operation}: a tensor of shape {x.shape} cannot be reduced over axis {axis}: name each of its axes once"
        raise ValueError(msg)
    return axes


def _spread(grad: Array, axes: tuple[int, ...], shape: tuple[int, ...]) -> Array:
    """Repeat the gradient of a sum for each of its summands (a view), whether or not the sum kept its axes."""
    kept = tuple(1 if axis in axes else size for axis, size in enumerate(shape))
    return np.broadcast_to(np.reshape(grad, kept), shape)
