"""Operations and their rules: against PyTorch, against central differences, and as linear maps."""

from __future__ import annotations

import operator
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import broadcastable_shapes, mutually_broadcastable_shapes

import engine.tensor
from engine.arithmetic import Array
from engine.tensor import Tensor, no_grad, record, results_behind, unbroadcast
from tests.engine.gradients import CASES, Case, check_rule, gradients, operands, repeatable, seeds, values

cases = pytest.mark.parametrize("case", CASES, ids=str)
BINARY = [operator.add, operator.sub, operator.mul, operator.truediv]


# --- Every operation -------------------------------------------------------------------------------------------------


@cases
def test_an_operation_and_its_gradients_agree_with_pytorch(case: Case) -> None:
    rng = np.random.default_rng(0)
    arrays = operands(case, rng)
    theirs = [torch.tensor(array, dtype=torch.float64, requires_grad=True) for array in arrays]
    expected = case.function(*theirs)
    upstream = rng.normal(size=tuple(expected.shape))
    expected.backward(torch.tensor(upstream, dtype=torch.float64))

    found = gradients(case.function, arrays, upstream)

    np.testing.assert_allclose(case.function(*map(Tensor, arrays)).data, expected.detach().numpy(), rtol=1e-13)
    for mine, their in zip(found, theirs, strict=True):
        assert their.grad is not None
        np.testing.assert_allclose(mine, their.grad.numpy(), rtol=1e-12, atol=1e-14)


@cases
def test_a_rule_agrees_with_a_central_difference_along_a_random_direction(case: Case) -> None:
    rng = np.random.default_rng(1)

    check_rule(case.function, operands(case, rng), rng)


@cases
def test_a_rule_is_linear_in_the_upstream_gradient(case: Case) -> None:
    rng = np.random.default_rng(2)
    arrays = operands(case, rng)
    shape = case.function(*map(Tensor, arrays)).shape
    g, h = rng.normal(size=shape), rng.normal(size=shape)

    of_g, of_h = gradients(case.function, arrays, g), gradients(case.function, arrays, h)
    of_both = gradients(case.function, arrays, 2.0 * g - 3.0 * h)

    for both, one, other in zip(of_both, of_g, of_h, strict=True):
        np.testing.assert_allclose(both, 2.0 * one - 3.0 * other, rtol=1e-10, atol=1e-12)


@cases
def test_a_result_and_its_gradients_are_float64_arrays_of_the_right_shape(case: Case) -> None:
    rng = np.random.default_rng(3)
    leaves = [Tensor(array) for array in operands(case, rng)]
    result = case.function(*leaves)
    result.backward(np.ones(result.shape))

    for tensor in [result, *leaves]:
        assert type(tensor.data) is np.ndarray
        assert type(tensor.grad) is np.ndarray
        assert tensor.data.dtype == tensor.grad.dtype == np.float64
        assert tensor.grad.shape == tensor.data.shape


@repeatable
@given(shapes=mutually_broadcastable_shapes(num_shapes=2, max_dims=3, max_side=3), seed=seeds)
@pytest.mark.parametrize("operation", BINARY)
def test_broadcasting_rules_hold_for_any_pair_of_shapes(
    operation: Callable[..., Tensor], shapes: Any, seed: int
) -> None:
    rng = np.random.default_rng(seed)

    check_rule(operation, [values(rng, shape) for shape in shapes.input_shapes], rng)


@repeatable
@given(m=st.integers(1, 4), k=st.integers(1, 4), n=st.integers(1, 4), seed=seeds)
def test_the_rule_of_a_matrix_product_holds_for_any_sizes(m: int, k: int, n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)

    check_rule(operator.matmul, [values(rng, (m, k)), values(rng, (k, n))], rng)


def test_the_derivative_of_relu_at_0_is_0() -> None:
    x = Tensor([-1.0, -0.0, 0.0, 2.0])
    x.relu().backward(np.ones(4))

    np.testing.assert_array_equal(x.grad, [0.0, 0.0, 0.0, 1.0])


def test_a_power_of_0_has_gradient_0_also_at_0() -> None:
    x = Tensor([0.0, 2.0])
    result = x**0
    result.backward(np.ones(2))

    np.testing.assert_array_equal(result.data, [1.0, 1.0])
    np.testing.assert_array_equal(x.grad, [0.0, 0.0])


# --- Broadcasting ----------------------------------------------------------------------------------------------------


@repeatable
@given(data=st.data(), seed=seeds)
def test_unbroadcast_is_the_adjoint_of_broadcasting(data: st.DataObject, seed: int) -> None:
    shape = data.draw(st.lists(st.integers(1, 3), max_size=3).map(tuple))
    wide = np.broadcast_shapes(shape, data.draw(broadcastable_shapes(shape, max_dims=4, max_side=3)))
    rng = np.random.default_rng(seed)
    x, g = rng.normal(size=shape), rng.normal(size=wide)

    back = unbroadcast(g, shape)

    assert back.shape == shape
    np.testing.assert_allclose(np.sum(np.broadcast_to(x, wide) * g), np.sum(x * back), rtol=1e-10, atol=1e-12)


def test_a_replaced_unbroadcast_is_used_by_graphs_that_exist_already(monkeypatch: pytest.MonkeyPatch) -> None:
    x, bias = Tensor(np.ones((4, 3))), Tensor(np.zeros(3))
    result = x + bias

    def with_a_mean(grad: Array, shape: tuple[int, ...]) -> Array:
        return unbroadcast(grad, shape) * (np.prod(shape) / grad.size)

    monkeypatch.setattr(engine.tensor, "unbroadcast", with_a_mean)
    result.backward(np.ones((4, 3)))

    np.testing.assert_array_equal(x.grad, np.ones((4, 3)))
    np.testing.assert_array_equal(bias.grad, np.ones(3))  # a sum gives 4


# --- Constants -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("operation", [*BINARY, operator.matmul])
@pytest.mark.parametrize("constant", [np.array([[2.0, 3.0], [4.0, 5.0]]), np.array([2, 3]), np.array([True, True])])
def test_an_array_on_either_side_is_a_constant(operation: Callable[..., Any], constant: Array) -> None:
    x = Tensor([[1.0, 2.0], [3.0, 4.0]])

    on_the_right, on_the_left = operation(x, constant), operation(constant, x)

    np.testing.assert_allclose(on_the_right.data, operation(x.data, constant))
    np.testing.assert_allclose(on_the_left.data, operation(constant, x.data))
    assert [operand for operand, _ in on_the_right.edges] == [x]
    assert [operand for operand, _ in on_the_left.edges] == [x]


@pytest.mark.parametrize("operation", BINARY)
@pytest.mark.parametrize("constant", [2, 2.5, True, np.float64(3.0), np.int64(4), np.float32(0.5)])
def test_a_number_on_either_side_is_a_constant(operation: Callable[..., Any], constant: float) -> None:
    x = Tensor([1.0, 2.0])
    left, right = operation(constant, x), operation(x, constant)

    np.testing.assert_allclose(left.data, operation(constant, x.data))
    np.testing.assert_allclose(right.data, operation(x.data, constant))
    for result in (left, right):
        assert [operand for operand, _ in result.edges] == [x]


@pytest.mark.parametrize("operation", BINARY)
def test_a_constant_on_the_left_leaves_the_gradient_right(operation: Callable[..., Tensor]) -> None:
    rng = np.random.default_rng(0)
    constant = values(rng, (2, 3))

    check_rule(lambda x: operation(constant, x), [values(rng, (3,))], rng)


# --- Leaves and results ----------------------------------------------------------------------------------------------


def test_a_leaf_owns_its_data() -> None:
    array = np.ones(3)
    leaf = Tensor(array)
    array[0] = 5.0

    np.testing.assert_array_equal(leaf.data, np.ones(3))


def test_a_leaf_and_a_result_have_no_gradient_before_backward() -> None:
    leaf = Tensor([1.0, 2.0])

    assert leaf.grad is None
    assert (leaf * 2.0).grad is None


def test_results_are_listed_in_the_order_they_were_made() -> None:
    x = Tensor([1.0, 2.0])
    second_used_first = x * 2.0
    first_used_second = x + 1.0
    total = first_used_second / second_used_first
    loss = total.sum()

    assert [second_used_first, first_used_second, total, loss] == results_behind(loss)


def test_a_tensor_shows_its_shape_and_origin() -> None:
    leaf = Tensor([[1.0, 2.0]], name="weights")

    assert repr(leaf) == "Tensor(shape=(1, 2), op='leaf', name='weights')"
    assert repr(leaf.relu()) == "Tensor(shape=(1, 2), op='relu')"


def test_a_new_operation_needs_data_and_rules_only() -> None:
    x = Tensor([1.0, 2.0])
    sine = record("sine", np.sin(x.data), (x, lambda upstream: upstream * np.cos(x.data)))
    sine.backward(np.ones(2))

    np.testing.assert_array_equal(x.grad, np.cos([1.0, 2.0]))


# --- no_grad ---------------------------------------------------------------------------------------------------------


def is_recorded() -> bool:
    return bool((Tensor(1.0) * 2.0).edges)


def test_operations_are_recorded_by_default_and_not_under_no_grad() -> None:
    assert is_recorded()
    with no_grad():
        assert not is_recorded()
    assert is_recorded()


def test_an_exception_ends_no_grad() -> None:
    with pytest.raises(KeyError), no_grad():
        raise KeyError

    assert is_recorded()


def test_no_grad_nests() -> None:
    with no_grad():
        with no_grad():
            assert not is_recorded()
        assert not is_recorded()
    assert is_recorded()


def test_no_grad_in_one_thread_leaves_another_recording() -> None:
    seen = {}
    inside, done = threading.Event(), threading.Event()

    def hold() -> None:
        with no_grad():
            seen["holder"] = is_recorded()
            inside.set()
            done.wait(10.0)

    holder = threading.Thread(target=hold)
    holder.start()
    assert inside.wait(10.0)
    seen["other"] = is_recorded()
    done.set()
    holder.join()

    assert seen == {"holder": False, "other": True}


def test_a_result_made_under_no_grad_serves_as_a_leaf_later() -> None:
    with no_grad():
        frozen = Tensor([1.0, 2.0]) * 3.0
    (frozen * 2.0).backward(np.ones(2))

    np.testing.assert_array_equal(frozen.grad, [2.0, 2.0])


# --- Errors: the operation, the shapes, what to do -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("operation", "name"), list(zip(BINARY, ["add", "subtract", "multiply", "divide"], strict=True)), ids=str
)
def test_shapes_that_do_not_broadcast_are_refused(operation: Callable[..., Tensor], name: str) -> None:
    message = rf"{name}: shapes \(2, 3\) and \(4,\) do not broadcast: sizes, counted from the last axis, must be equal"

    with pytest.raises(ValueError, match=message):
        operation(Tensor(np.ones((2, 3))), np.ones(4))


def test_inner_sizes_that_differ_are_refused() -> None:
    message = r"matmul: shapes \(2, 3\) and \(2, 4\) do not fit: .*left operand \(3\).*right one \(2\); is a transpose"

    with pytest.raises(ValueError, match=message):
        Tensor(np.ones((2, 3))) @ Tensor(np.ones((2, 4)))


@pytest.mark.parametrize(("left", "right"), [((2, 2, 2), (2, 2)), ((2, 2), (2, 2, 2)), ((), (2, 2)), ((2,), ())])
def test_products_of_other_ranks_are_refused(left: tuple[int, ...], right: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"matmul: shapes .* must be a vector or a matrix"):
        Tensor(np.ones(left)) @ np.ones(right)


@pytest.mark.parametrize("exponent", [Tensor(2.0), np.array([1.0, 2.0]), "2", 1j])
def test_an_exponent_that_is_no_number_is_refused(exponent: Any) -> None:
    with pytest.raises(TypeError, match=rf"power: the exponent must be a number, got {type(exponent).__name__}"):
        Tensor([1.0, 2.0]) ** exponent


def test_a_tensor_as_an_exponent_is_refused() -> None:
    with pytest.raises(TypeError, match="unsupported operand"):
        2.0 ** Tensor([1.0])


@pytest.mark.parametrize("operand", ["2", None, 1j, [Tensor(1.0)]])
def test_an_operand_that_is_no_real_number_is_refused(operand: Any) -> None:
    with pytest.raises(
        TypeError, match=rf"multiply: needs a number or an array of real numbers, got {type(operand).__name__}"
    ):
        Tensor([1.0]) * operand


@pytest.mark.parametrize("data", ["2", None, 1j, Tensor(1.0), np.array(["a"])])
def test_a_leaf_that_is_no_real_number_is_refused(data: Any) -> None:
    with pytest.raises(TypeError, match=rf"Tensor: needs a number .* got {type(data).__name__}"):
        Tensor(data)


def test_a_leaf_that_holds_nan_is_refused_by_name_and_place() -> None:
    message = r"Tensor: the leaf 'weight' \(Tensor of shape \(2, 2\)\) holds NaN at index \(1, 0\): clean the data"

    with pytest.raises(ValueError, match=message):
        Tensor([[1.0, 2.0], [np.nan, np.nan]], name="weight")
    with pytest.raises(ValueError, match=r"Tensor: a leaf \(Tensor of shape \(\)\) holds NaN: clean"):
        Tensor(np.nan)


@pytest.mark.parametrize("axis", [2, -3, (0, 0), (0, -2)])
@pytest.mark.parametrize("name", ["sum", "mean"])
def test_an_axis_that_does_not_exist_or_comes_twice_is_refused(name: str, axis: Any) -> None:
    with pytest.raises(ValueError, match=rf"{name}: a tensor of shape \(2, 3\) cannot be reduced over axis"):
        getattr(Tensor(np.ones((2, 3))), name)(axis=axis)


def test_the_mean_of_an_empty_batch_is_refused() -> None:
    with pytest.raises(ValueError, match=r"mean: a tensor of shape \(0, 3\) has nothing to average .* an empty batch"):
        Tensor(np.ones((0, 3))).mean(axis=0)


def test_numpy_functions_do_not_take_a_tensor_apart() -> None:
    with pytest.raises(TypeError, match="does not support ufuncs"):
        np.exp(Tensor([1.0]))
