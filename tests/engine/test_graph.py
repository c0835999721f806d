"""What a forward pass leaves behind, node by node."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np
import pytest

from engine import arithmetic, graph
from engine.nn import Linear, ReLU, Sequential, cross_entropy
from engine.tensor import Tensor, no_grad, release

OPS = [*["transpose", "matmul", "add", "relu"] * 2, "transpose", "matmul", "add", "cross_entropy"]


@pytest.fixture(params=["fast", "reproducible"], autouse=True)
def _setting(request: pytest.FixtureRequest) -> Iterator[None]:
    with arithmetic.use(request.param):
        yield


def forward_pass(n: int) -> Tensor:
    rng = np.random.default_rng(0)
    model = Sequential(Linear(2, 16, rng), ReLU(), Linear(16, 16, rng), ReLU(), Linear(16, 2, rng))
    return cross_entropy(model(rng.normal(size=(n, 2))), rng.integers(0, 2, n))


def test_a_forward_pass_leaves_twelve_result_nodes_in_the_order_they_were_made() -> None:
    nodes = graph.nodes(forward_pass(150))

    assert [node.op for node in nodes] == OPS
    assert [node.shape for node in nodes] == [
        *[(2, 16), (150, 16), (150, 16), (150, 16)],
        *[(16, 16), (150, 16), (150, 16), (150, 16)],
        *[(16, 2), (150, 2), (150, 2), ()],
    ]
    assert [node.nbytes for node in nodes] == [
        *[256, 19_200, 19_200, 19_200],
        *[2_048, 19_200, 19_200, 19_200],
        *[256, 2_400, 2_400, 8],
    ]


def test_the_transposes_are_views_and_hold_nothing_of_their_own() -> None:
    nodes = graph.nodes(forward_pass(150))

    assert [node.is_view for node in nodes] == [op == "transpose" for op in OPS]
    assert graph.total_bytes(nodes) == 122_568
    assert graph.held_bytes(nodes) == 120_008


@pytest.mark.parametrize("n", [1, 2, 32, 150])
def test_the_bytes_grow_linearly_with_the_batch(n: int) -> None:
    assert graph.total_bytes(graph.nodes(forward_pass(n))) == 8 * (320 + 6 * 16 * n + 2 * 2 * n + 1)


def test_gradients_are_counted_apart_and_only_once_there_are_any() -> None:
    loss = forward_pass(32)
    assert graph.gradient_bytes(graph.nodes(loss)) == 0

    loss.backward()
    assert graph.gradient_bytes(graph.nodes(loss)) == 28_168
    assert graph.total_bytes(graph.nodes(loss)) == 28_168


def test_nothing_is_left_after_release() -> None:
    loss = forward_pass(32)
    release(loss)

    assert graph.nodes(loss) == []
    assert graph.total_bytes(graph.nodes(loss)) == graph.held_bytes([]) == graph.gradient_bytes([]) == 0


def test_nothing_is_left_under_no_grad_nor_behind_a_leaf() -> None:
    with no_grad():
        assert graph.nodes(forward_pass(32)) == []
    assert graph.nodes(Tensor(1.0)) == []


def test_a_node_that_is_used_twice_is_counted_once() -> None:
    x = Tensor(np.ones((2, 3)))
    square = x * x

    assert [node.op for node in graph.nodes(square * square)] == ["multiply", "multiply"]


def test_a_node_is_a_frozen_record() -> None:
    [node] = graph.nodes(Tensor(np.ones((2, 3))).T)

    assert node == graph.Node(op="transpose", shape=(3, 2), nbytes=48, is_view=True, grad_nbytes=0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        node.op = "view"
