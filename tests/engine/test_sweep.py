"""The backward sweep: accumulation, depth, ownership of gradients, release, and what it refuses."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tensor import Tensor, no_grad, record, release, results_behind
from tests.engine.gradients import repeatable, seeds, values

CHAIN = 10_000

# --- Adding up -------------------------------------------------------------------------------------------------------


def test_a_tensor_used_twice_gets_both_contributions() -> None:
    x = Tensor(3.0)
    (x * x).backward()

    assert x.grad == 6.0


def test_a_result_used_twice_passes_on_the_sum_of_its_contributions() -> None:
    x = Tensor(2.0)
    square = x * x
    (square * 3.0 + square * square).backward()

    assert square.grad == 3.0 + 2 * 4.0
    assert x.grad == (3.0 + 2 * 4.0) * 2 * 2.0


def test_leaves_add_up_over_calls_and_results_start_afresh() -> None:
    x = Tensor(3.0)
    square = x * x
    loss = square * 2.0
    loss.backward()
    loss.backward()

    assert x.grad == 24.0
    assert square.grad == 2.0
    assert loss.grad == 1.0


def test_a_leaf_that_is_its_own_loss_has_gradient_1_at_each_call() -> None:
    x = Tensor(3.0)
    x.backward()
    x.backward()

    assert x.grad == 2.0


def test_a_later_backward_leaves_an_array_that_was_kept_alone() -> None:
    x = Tensor([1.0, 2.0])
    loss = (x * 3.0).sum()
    loss.backward()
    kept = x.grad
    loss.backward()

    np.testing.assert_array_equal(kept, [3.0, 3.0])
    np.testing.assert_array_equal(x.grad, [6.0, 6.0])


def test_results_outside_the_graph_of_the_loss_keep_their_gradients() -> None:
    x = Tensor(2.0)
    one, other = x * 3.0, x * 5.0
    one.backward()
    other.backward()

    assert one.grad == 1.0
    assert x.grad == 8.0


def test_an_upstream_gradient_starts_the_sweep() -> None:
    x = Tensor([[1.0, 2.0]])
    (x * 2.0).backward([[1, 10]])

    np.testing.assert_array_equal(x.grad, [[2.0, 20.0]])


# --- Depth -----------------------------------------------------------------------------------------------------------


def test_a_chain_of_ten_thousand_operations_works() -> None:
    assert sys.getrecursionlimit() < CHAIN
    x = Tensor(1.0)
    end = x
    for _ in range(CHAIN):
        end = end + 1.0
    end.backward()

    assert x.grad == 1.0
    assert len(results_behind(end)) == CHAIN


def test_a_graph_that_branches_at_every_step_is_swept_once() -> None:
    x = Tensor(1.0)
    end = x
    for _ in range(200):
        end = (end + end) * 0.5  # 2**200 paths
    end.backward()

    assert x.grad == 1.0


@pytest.mark.parametrize("let_go", ["refer to it no more", "release"])
def test_a_long_chain_is_freed_without_recursion(let_go: str) -> None:
    end = Tensor(np.ones(1))
    for _ in range(20 * CHAIN):
        end = -end
    probe = weakref.ref(end.edges[0][0])
    if let_go == "release":
        release(end)
    del end

    assert probe() is None


# --- Ownership -------------------------------------------------------------------------------------------------------

GROWING = ["add", "multiply", "negate", "transpose", "relu", "subtract", "add itself", "matmul", "broadcast", "mean"]


def grow(kind: str, a: Tensor, b: Tensor) -> Tensor:
    results = {
        "add": lambda: a + b,
        "multiply": lambda: a * b,
        "negate": lambda: -a,
        "transpose": lambda: a.T,
        "relu": a.relu,
        "subtract": lambda: a - b,
        "add itself": lambda: a + a,
        "matmul": lambda: a @ b,
        "broadcast": lambda: a + b.sum(axis=0),
        "mean": lambda: a.mean(axis=1, keepdims=True) + b,
    }
    return results[kind]()


@repeatable
@given(
    steps=st.lists(
        st.tuples(st.sampled_from(GROWING), st.integers(0, 20), st.integers(0, 20)), min_size=1, max_size=12
    ),
    seed=seeds,
)
def test_no_gradient_shares_memory_with_another_nor_with_any_data(steps: list[tuple[str, int, int]], seed: int) -> None:
    rng = np.random.default_rng(seed)
    tensors = [Tensor(values(rng, (2, 2))) for _ in range(2)]
    for kind, first, second in steps:
        tensors.append(grow(kind, tensors[first % len(tensors)], tensors[second % len(tensors)]))
    upstream = rng.normal(size=(2, 2))
    tensors[-1].backward(upstream)
    tensors[-1].backward(upstream)

    everything = set(tensors) | set(results_behind(tensors[-1]))
    grads = [tensor.grad for tensor in everything if tensor.grad is not None]
    data = [tensor.data for tensor in everything]
    for index, grad in enumerate(grads):
        for other in [*grads[:index], *data, upstream]:
            assert not np.shares_memory(grad, other)


def test_the_caller_may_go_on_using_the_upstream_array() -> None:
    x = Tensor([1.0, 2.0])
    result = x.T
    upstream = np.ones(2)
    result.backward(upstream)
    upstream[:] = 7.0

    np.testing.assert_array_equal(x.grad, [1.0, 1.0])
    np.testing.assert_array_equal(result.grad, [1.0, 1.0])


# --- Letting go ------------------------------------------------------------------------------------------------------


@pytest.fixture
def _without_the_cycle_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_without_the_cycle_collector")
def test_release_frees_the_intermediate_arrays_at_once_and_keeps_leaves() -> None:
    x = Tensor(np.ones((100, 100)))
    hidden = x * 2.0
    loss = hidden.sum()
    loss.backward()
    node, array = weakref.ref(hidden), weakref.ref(hidden.data)
    del hidden
    assert node() is not None
    release(loss)

    assert node() is None
    assert array() is None
    assert loss.data == 20_000.0
    np.testing.assert_array_equal(x.grad, np.full((100, 100), 2.0))


@pytest.mark.usefixtures("_without_the_cycle_collector")
def test_a_graph_has_no_reference_cycle() -> None:
    x = Tensor(np.ones((2, 2)))
    hidden = ((x @ x.T + 1.0).relu() / 3.0 - x * x).mean(axis=0) ** 2
    loss = hidden.sum()
    loss.backward()
    probe = weakref.ref(hidden)
    del hidden, loss

    assert probe() is None


def test_a_kept_loss_pins_its_graph() -> None:
    x = Tensor(np.ones(3))
    hidden = x * 2.0
    history = [hidden.sum()]
    probe = weakref.ref(hidden)
    del hidden
    gc.collect()
    assert probe() is not None

    history[0] = history[0].data
    assert probe() is None


# --- Refusals --------------------------------------------------------------------------------------------------------


def test_backward_on_a_released_result_is_refused() -> None:
    loss = (Tensor([1.0, 2.0]) * 2.0).sum()
    release(loss)

    with pytest.raises(RuntimeError, match=r"backward: the graph behind this result of sum, shape \(\), was released"):
        loss.backward()


def test_backward_through_a_released_result_is_refused_before_any_gradient_changes() -> None:
    x, y = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
    hidden = x * 2.0
    loss = (hidden * y).sum()
    release(hidden)

    with pytest.raises(
        RuntimeError, match=r"this result of multiply, shape \(2,\), was released: .*forward pass again"
    ):
        loss.backward()
    assert y.grad is None


def test_release_does_nothing_to_a_leaf() -> None:
    x = Tensor(2.0)
    release(x)
    x.backward()

    assert x.grad == 1.0


def test_backward_on_a_result_made_under_no_grad_is_refused() -> None:
    with no_grad():
        loss = Tensor([1.0]).sum()

    with pytest.raises(RuntimeError, match=r"backward: this result of sum was made under no_grad\(\)"):
        loss.backward()


def test_backward_on_a_non_scalar_without_an_upstream_gradient_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a tensor of shape \(1,\) is not a scalar, so it needs an upstream gradient"):
        (Tensor([1.0]) * 2.0).backward()


@pytest.mark.parametrize("upstream", [1.0, np.ones((1, 2)), np.ones(3)])
def test_an_upstream_gradient_of_another_shape_is_refused(upstream: float) -> None:
    x = Tensor([1.0, 2.0])

    with pytest.raises(ValueError, match=r"the upstream gradient has shape \(.*\), but the tensor \(2,\)"):
        (x * 2.0).backward(upstream)
    assert x.grad is None


def test_an_upstream_gradient_that_is_no_array_of_numbers_is_refused() -> None:
    with pytest.raises(TypeError, match="backward: needs a number or an array of real numbers, got Tensor"):
        (Tensor(1.0) * 2.0).backward(Tensor(1.0))


def test_a_rule_that_returns_another_shape_is_refused_by_name() -> None:
    x = Tensor([1.0, 2.0])
    total = record("total", np.sum(x.data), (x, lambda upstream: upstream))

    with pytest.raises(
        RuntimeError, match=r"total: its backward rule returned a gradient of shape \(\) .* shape \(2,\)"
    ):
        total.backward()


def test_a_nan_that_was_written_into_a_leaf_is_found_by_name_and_place() -> None:
    x, weight = Tensor([1.0, 2.0]), Tensor([3.0, 4.0], name="weight")
    weight.data[1] = np.nan
    loss = (x * weight).sum()

    with pytest.raises(ValueError, match=r"the loss is NaN, and the leaf 'weight' \(Tensor of shape \(2,\)\) .*\(1,\)"):
        loss.backward()
    assert x.grad is None


def test_a_nan_in_a_leaf_that_is_its_own_loss_is_found() -> None:
    x = Tensor(1.0)
    x.data[...] = np.nan

    with pytest.raises(ValueError, match=r"the loss is NaN, and a leaf \(Tensor of shape \(\)\) holds NaN"):
        x.backward()


def test_a_nan_that_no_leaf_holds_is_traced_to_the_operation_that_made_it() -> None:
    with np.errstate(invalid="ignore"):
        loss = ((Tensor([np.inf, 1.0]) * np.array([0.0, 1.0])) + 1.0).sum()

    with pytest.raises(
        ValueError, match=r"no leaf holds one: it first appears in the result of multiply, shape \(2,\)"
    ):
        loss.backward()
