"""What a forward pass leaves behind: the result nodes of a graph and the bytes that they hold.

Leaves are not counted: they outlive the graph. Neither are the arrays that a rule keeps for itself, such as the
exponentials of ``cross_entropy``. Source: lesson DL01.6.4, step 5; Goodfellow, Bengio and Courville, Deep Learning,
2016, section 6.5.7 (the memory cost of back-propagation).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from engine.tensor import Tensor, results_behind


@dataclass(frozen=True, slots=True)
class Node:
    """One result node.

    Attributes
    ----------
    op
        Name of the operation that made it.
    shape
        Shape of its data.
    nbytes
        Bytes of its data.
    is_view
        Whether the data lie in an operand's memory, so that the node holds nothing of its own (a transpose).
    grad_nbytes
        Bytes of its gradient, 0 before ``backward``.
    """

    op: str
    shape: tuple[int, ...]
    nbytes: int
    is_view: bool
    grad_nbytes: int


def nodes(tensor: Tensor) -> list[Node]:
    """List the result nodes behind a tensor, itself included, in the order they were made; none once released."""
    return [_node(result) for result in results_behind(tensor)]


def total_bytes(listed: Iterable[Node]) -> int:
    """Bytes of data of all nodes, views included."""
    return sum(node.nbytes for node in listed)


def held_bytes(listed: Iterable[Node]) -> int:
    """Bytes of data that the nodes themselves hold: views hold nothing of their own."""
    return sum(node.nbytes for node in listed if not node.is_view)


def gradient_bytes(listed: Iterable[Node]) -> int:
    """Bytes of the nodes' gradients. No gradient is a view."""
    return sum(node.grad_nbytes for node in listed)


def _node(result: Tensor) -> Node:
    operands = [operand for operand, _ in result.edges]
    return Node(
        op=result.op,
        shape=result.shape,
        nbytes=result.data.nbytes,
        # Results are made of whole allocations or of views of an operand, so comparing bounds is exact here.
        is_view=any(np.may_share_memory(result.data, operand.data) for operand in operands),
        grad_nbytes=0 if result.grad is None else result.grad.nbytes,
    )
