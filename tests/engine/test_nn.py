"""Modules, parameters and the cross-entropy, against PyTorch and at the edges."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine import arithmetic
from engine.nn import Linear, Module, Parameter, ReLU, Sequential, cross_entropy
from engine.tensor import Operand, Tensor, no_grad
from tests.engine.gradients import check_rule, repeatable, seeds


@pytest.fixture(params=["fast", "reproducible"])
def _setting(request: pytest.FixtureRequest) -> Iterator[None]:
    with arithmetic.use(request.param):
        yield


def network(seed: int = 0) -> Sequential:
    rng = np.random.default_rng(seed)
    return Sequential(Linear(2, 16, rng), ReLU(), Linear(16, 16, rng), ReLU(), Linear(16, 2, rng))


# --- Modules ---------------------------------------------------------------------------------------------------------


def test_linear_stores_its_weight_output_by_input_within_its_bound() -> None:
    layer = Linear(100, 50, np.random.default_rng(0))

    assert layer.weight.shape == (50, 100)
    assert layer.bias.shape == (50,)
    assert 0.09 < np.abs(layer.weight.data).max() <= 0.1
    assert 0.09 < np.abs(layer.bias.data).max() <= 0.1


def test_linear_draws_its_weight_before_its_bias() -> None:
    layer = Linear(4, 3, np.random.default_rng(7))
    rng = np.random.default_rng(7)

    np.testing.assert_array_equal(layer.weight.data, rng.uniform(-0.5, 0.5, (3, 4)))
    np.testing.assert_array_equal(layer.bias.data, rng.uniform(-0.5, 0.5, 3))


def test_linear_maps_rows_and_single_examples() -> None:
    layer = Linear(3, 2, np.random.default_rng(0))
    x = np.random.default_rng(1).normal(size=(5, 3))
    expected = x @ layer.weight.data.T + layer.bias.data

    np.testing.assert_allclose(layer(x).data, expected, rtol=1e-14)
    np.testing.assert_allclose(layer(Tensor(x[0])).data, expected[0], rtol=1e-14)


def test_parameters_come_in_the_order_of_definition_with_their_paths() -> None:
    model = network()
    paths = [path for path, _ in model.named_parameters()]

    assert paths == [f"layers.{layer}.{name}" for layer in (0, 2, 4) for name in ("weight", "bias")]
    assert model.parameters() == [parameter for _, parameter in model.named_parameters()]
    assert sum(parameter.data.size for parameter in model.parameters()) == 354


def test_parameters_are_found_in_modules_lists_and_tuples_and_other_tensors_are_not() -> None:
    class Odd(Module):
        def __init__(self) -> None:
            self.first = Parameter(1.0)
            self.nested = [(Parameter(2.0), [Parameter(3.0)]), Linear(1, 1, np.random.default_rng(0))]
            self.frozen = Tensor(5.0)
            self.last = Parameter(4.0)

    paths = [path for path, _ in Odd().named_parameters()]

    assert paths == ["first", "nested.0.0", "nested.0.1.0", "nested.1.weight", "nested.1.bias", "last"]


def test_a_shared_parameter_comes_once() -> None:
    layer = Linear(2, 2, np.random.default_rng(0))

    assert Sequential(layer, ReLU(), layer).parameters() == [layer.weight, layer.bias]


def test_a_parameter_is_a_leaf() -> None:
    parameter = Parameter([1.0, 2.0], name="weight")
    (parameter * 2.0).sum().backward()

    assert repr(parameter) == "Parameter(shape=(2,), op='leaf', name='weight')"
    np.testing.assert_array_equal(parameter.grad, [2.0, 2.0])


def test_sequential_runs_its_layers_in_order() -> None:
    class Scale(Module):
        def __init__(self, factor: float) -> None:
            self.factor = factor

        def forward(self, x: Operand) -> Tensor:
            return (x if isinstance(x, Tensor) else Tensor(x)) * self.factor

    assert Sequential(Scale(2.0), ReLU(), Scale(-3.0))(5.0).data == -30.0


def test_relu_takes_an_array_too() -> None:
    np.testing.assert_array_equal(ReLU()(np.array([-1.0, 2.0])).data, [0.0, 2.0])


def test_a_module_without_forward_is_refused_by_name() -> None:
    class Empty(Module):
        pass

    with pytest.raises(NotImplementedError, match=r"Empty must define forward\(x\)"):
        Empty()(1.0)


def test_an_empty_sequential_is_refused() -> None:
    with pytest.raises(ValueError, match="Sequential: needs at least one module"):
        Sequential()


@pytest.mark.parametrize(("n_in", "n_out"), [(0, 2), (2, 0)])
def test_a_linear_layer_without_inputs_or_outputs_is_refused(n_in: int, n_out: int) -> None:
    with pytest.raises(ValueError, match=f"Linear: sizes must be at least 1, got n_in={n_in} and n_out={n_out}"):
        Linear(n_in, n_out, np.random.default_rng(0))


def test_an_input_of_another_width_is_refused_with_both_shapes() -> None:
    with pytest.raises(ValueError, match=r"matmul: shapes \(5, 3\) and \(2, 16\) do not fit"):
        network()(np.ones((5, 3)))


# --- Against PyTorch -------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_setting")
@pytest.mark.parametrize("n", [1, 2, 22, 32])
def test_a_network_and_all_its_gradients_agree_with_pytorch(n: int) -> None:
    rng = np.random.default_rng(n)
    x, labels = rng.normal(size=(n, 2)), rng.integers(0, 2, n)
    model = network(n)
    theirs = torch.nn.Sequential(
        torch.nn.Linear(2, 16), torch.nn.ReLU(), torch.nn.Linear(16, 16), torch.nn.ReLU(), torch.nn.Linear(16, 2)
    ).double()
    with torch.no_grad():
        for parameter, their in zip(model.parameters(), theirs.parameters(), strict=True):
            their.copy_(torch.tensor(parameter.data))
    points = torch.tensor(x, requires_grad=True)
    their_loss = torch.nn.functional.cross_entropy(theirs(points), torch.tensor(labels))
    their_loss.backward()

    inputs = Tensor(x)
    loss = cross_entropy(model(inputs), labels)
    loss.backward()

    np.testing.assert_allclose(loss.data, their_loss.item(), rtol=1e-13)
    assert points.grad is not None
    np.testing.assert_allclose(inputs.grad, points.grad.numpy(), rtol=1e-11, atol=1e-15)
    for parameter, their in zip(model.parameters(), theirs.parameters(), strict=True):
        assert their.grad is not None
        np.testing.assert_allclose(parameter.grad, their.grad.numpy(), rtol=1e-11, atol=1e-15)


# --- Cross-entropy ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_setting")
@pytest.mark.parametrize("classes", [1, 2, 5])
def test_the_rule_of_cross_entropy_agrees_with_a_central_difference(classes: int) -> None:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, classes, 4)

    check_rule(lambda z: cross_entropy(z, labels) * 3.0, [rng.normal(size=(4, classes))], rng)


@repeatable
@given(n=st.integers(1, 6), classes=st.integers(1, 4), shift=st.floats(-50, 50), seed=seeds)
def test_cross_entropy_ignores_a_shift_of_all_logits_and_its_gradient_sums_to_0(
    n: int, classes: int, shift: float, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    z, labels = rng.normal(size=(n, classes)), rng.integers(0, classes, n)
    logits, shifted = Tensor(z), Tensor(z + shift)
    loss, same_loss = cross_entropy(logits, labels), cross_entropy(shifted, labels)
    loss.backward()

    np.testing.assert_allclose(loss.data, same_loss.data, atol=1e-12)
    assert logits.grad is not None
    np.testing.assert_allclose(logits.grad.sum(axis=1), np.zeros(n), atol=1e-15)


@pytest.mark.usefixtures("_setting")
def test_cross_entropy_is_stable_for_logits_of_ten_thousand() -> None:
    logits = Tensor([[1e4, -1e4], [-1e4, 1e4], [1e4, 1e4]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        loss = cross_entropy(logits, np.array([0, 0, 1]))
        loss.backward()

    np.testing.assert_allclose(loss.data, (0.0 + 2e4 + np.log(2.0)) / 3, rtol=1e-15)
    np.testing.assert_allclose(logits.grad, np.array([[0.0, 0.0], [-1.0, 1.0], [0.5, -0.5]]) / 3, rtol=1e-15)


def test_cross_entropy_gives_the_same_gradient_at_a_second_backward() -> None:
    logits = Tensor([[1.0, 2.0]])
    loss = cross_entropy(logits, [1])
    loss.backward()
    assert logits.grad is not None
    first = logits.grad.copy()
    logits.grad = None
    loss.backward()

    np.testing.assert_array_equal(logits.grad, first)


def test_cross_entropy_under_no_grad_keeps_no_graph() -> None:
    with no_grad():
        assert cross_entropy(Tensor([[1.0, 2.0]]), [1]).edges == []


@pytest.mark.parametrize("label", [-1, 2, 100, -(2**63)])
def test_a_label_out_of_range_is_refused(label: int) -> None:
    with pytest.raises(ValueError, match=f"label {label} is out of range: 2 classes have labels 0 to 1"):
        cross_entropy(Tensor(np.zeros((3, 2))), np.array([0, label, 1]))


@pytest.mark.parametrize("labels", [[0.0, 1.0], [True, False], ["a", "b"]])
def test_labels_that_are_no_integers_are_refused(labels: list[object]) -> None:
    with pytest.raises(TypeError, match="labels must be integers, got dtype"):
        cross_entropy(Tensor(np.zeros((2, 2))), labels)


@pytest.mark.parametrize("shape", [(0, 2), (2, 0)])
def test_an_empty_batch_is_refused(shape: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"cross_entropy: logits of shape \(.*\) hold an empty batch"):
        cross_entropy(Tensor(np.zeros(shape)), np.zeros(shape[0], dtype=int))


@pytest.mark.parametrize(("logits", "labels"), [((2, 2), (3,)), ((2, 2), (2, 1)), ((2,), (2,)), ((2, 2), ())])
def test_logits_and_labels_that_do_not_fit_are_refused(logits: tuple[int, ...], labels: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"cross_entropy: logits of shape .* and labels of shape .* do not fit"):
        cross_entropy(Tensor(np.zeros(logits)), np.zeros(labels, dtype=int))


def test_logits_that_are_no_tensor_are_refused() -> None:
    with pytest.raises(TypeError, match=r"logits must be a Tensor, got ndarray; wrap them: Tensor\(logits\)"):
        cross_entropy(np.zeros((1, 2)), [0])
