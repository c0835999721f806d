"""The backward sweep over a recorded graph, and what it refuses to go through.

``engine.tensor`` records the graph and calls these functions from ``Tensor.backward``.

Sources: lesson DL01.6.1; Baydin et al., JMLR 18(153), 2018, section 3.2 (reverse mode).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from engine.arithmetic import Array
    from engine.tensor import Edge, Tensor

RELEASED: list[Edge] = []  # the edges of a released result, recognised by identity


def sweep(results: list[Tensor]) -> None:
    """Send each result's gradient through its rules to its operands, from the newest result to the oldest.

    Parameters
    ----------
    results
        All results behind a tensor, in the order they were made. The last one has its gradient, the others ``None``.

    Raises
    ------
    RuntimeError
        If a rule returns a contribution that has not the shape of its operand.
    """
    for result in reversed(results):
        upstream: Array = result.grad  # type: ignore[assignment]  # complete: all that was made from it came before
        for operand, rule in result.edges:
            contribution = rule(upstream)
            if contribution.shape != operand.data.shape:
                _refuse_contribution(result, operand, contribution)
            if operand.grad is not None:
                contribution = operand.grad + contribution  # not in place: somebody may have kept the earlier gradient
            elif contribution is upstream or contribution.base is not None:
                contribution = contribution.copy()  # the rule did not make it: only a copy is the operand's own
            operand.grad = np.asarray(contribution)  # NumPy turns arrays of shape () into scalars


def check_sweepable(tensor: Tensor, results: list[Tensor]) -> None:
    """Refuse, before any gradient is touched, what a sweep cannot or should not go through."""
    if tensor.edges is RELEASED:
        _refuse_released(tensor)
    if not results and tensor.op != "leaf":
        msg = f"backward: this result of {tensor.op} was made under no_grad(), so it has no graph: compute it outside"
        raise RuntimeError(msg)
    for result in results:
        for operand, _ in result.edges:
            if operand.edges is RELEASED:
                _refuse_released(operand)
    if tensor.shape == () and math.isnan(tensor.data):
        _refuse_nan(tensor, results)


def describe_nan(leaf: Tensor) -> str:
    """Say which leaf holds a NaN, and where its first one is."""
    name = f"the leaf {leaf.name!r}" if leaf.name else "a leaf"
    first = tuple(np.argwhere(np.isnan(leaf.data))[0].tolist())
    place = f" at index {first}" if first else ""
    return f"{name} ({type(leaf).__name__} of shape {leaf.shape}) holds NaN{place}"


def _refuse_contribution(result: Tensor, operand: Tensor, contribution: Array) -> None:
    msg = (
        f"{result.op}: its backward rule returned a gradient of shape {contribution.shape} for an operand of shape "
        f"{operand.shape}; a contribution must have the shape of its operand"
    )
    raise RuntimeError(msg)


def _refuse_released(tensor: Tensor) -> None:
    msg = (
        f"backward: the graph behind this result of {tensor.op}, shape {tensor.shape}, was released: "
        "run the forward pass again, or pass its .data on as a constant"
    )
    raise RuntimeError(msg)


def _refuse_nan(loss: Tensor, results: list[Tensor]) -> None:
    """Say where a NaN loss comes from: the first leaf that holds a NaN, or else the first operation that made one."""
    operands = [operand for result in results for operand, _ in result.edges]
    for leaf in [loss, *operands]:
        if leaf.op == "leaf" and np.isnan(leaf.data).any():
            msg = f"backward: the loss is NaN, and {describe_nan(leaf)}: look for the step that wrote it"
            raise ValueError(msg)
    first = next(result for result in results if np.isnan(result.data).any())
    msg = (
        f"backward: the loss is NaN, and no leaf holds one: it first appears in the result of {first.op}, "
        f"shape {first.shape}: check the constants and the values that went in"
    )
    raise ValueError(msg)
