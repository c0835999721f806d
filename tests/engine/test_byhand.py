"""The hand derivation: the lesson's numbers, central differences, and the engine as the other route."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given

from benchmarks.race import engine_run, hand_run, make_race
from engine import byhand
from engine.arithmetic import Array, use
from engine.nn import Linear, ReLU, Sequential, cross_entropy
from engine.tensor import Tensor
from tests.engine.gradients import STEP, repeatable, seeds

# The running network of DL01.5: weights, biases, and one example of the second class.
W1, B1 = np.array([[1.0, -0.5], [-0.5, 1.0]]), np.array([0.5, -0.5])
W2, B2 = np.array([[1.0, 1.0], [-1.0, 0.5]]), np.array([-0.5, 0.0])
X, LABEL = np.array([1.0, 2.0]), 1


@pytest.fixture(params=["fast", "reproducible"])
def setting(request: pytest.FixtureRequest) -> Iterator[str]:
    with use(request.param):
        yield request.param


def layers() -> byhand.LayerStack:
    return byhand.LayerStack(byhand.LinearLayer(W1, B1), byhand.ReLULayer(), byhand.LinearLayer(W2, B2))


# --- The chain rule --------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("setting")
def test_the_running_network_has_the_numbers_of_the_lesson() -> None:
    found = byhand.chain_rule(W1, B1, W2, B2, X, LABEL)

    np.testing.assert_array_equal(found.z1, [0.5, 1.0])
    np.testing.assert_array_equal(found.a1, [0.5, 1.0])
    np.testing.assert_array_equal(found.z2, [1.0, 0.0])
    np.testing.assert_array_equal(np.round(found.p, 3), [0.731, 0.269])
    assert round(found.loss, 3) == 1.313
    np.testing.assert_array_equal(np.round(found.grad_w1, 3), [[1.462, 2.924], [0.366, 0.731]])
    np.testing.assert_array_equal(np.round(found.grad_b1, 3), [1.462, 0.366])
    np.testing.assert_array_equal(np.round(found.grad_w2, 3), [[0.366, 0.731], [-0.366, -0.731]])
    np.testing.assert_array_equal(np.round(found.grad_b2, 3), [0.731, -0.731])
    np.testing.assert_array_equal(np.round(found.grad_x, 3), [1.279, -0.366])
    np.testing.assert_array_equal(found.delta1, found.grad_b1)
    np.testing.assert_array_equal(found.delta2, found.grad_b2)


@pytest.mark.usefixtures("setting")
def test_all_three_routes_agree_on_one_example() -> None:
    derived = byhand.chain_rule(W1, B1, W2, B2, X, LABEL)
    expected = [derived.grad_w1, derived.grad_b1, derived.grad_w2, derived.grad_b2]

    stack, loss = layers(), byhand.SoftmaxCrossEntropyLayer()
    assert abs(loss.forward(stack.forward(X[np.newaxis]), np.array([LABEL])) - derived.loss) < 1e-15
    np.testing.assert_allclose(stack.backward(loss.backward())[0], derived.grad_x, rtol=0, atol=1e-15)
    for found, gradient in zip(stored_gradients(stack), expected, strict=True):
        np.testing.assert_allclose(found, gradient, rtol=0, atol=1e-15)

    x = Tensor(X[np.newaxis])
    model = engine_network([W1, B1, W2, B2])
    cross_entropy(model(x), [LABEL]).backward()
    np.testing.assert_allclose(x.grad, derived.grad_x[np.newaxis], rtol=0, atol=1e-15)
    for parameter, gradient in zip(model.parameters(), expected, strict=True):
        np.testing.assert_allclose(parameter.grad, gradient, rtol=0, atol=1e-15)


@repeatable
@given(seed=seeds)
def test_the_chain_rule_agrees_with_central_differences_for_any_sizes(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n_in, n_hidden, n_classes = rng.integers(1, 5, 3)
    arrays = [rng.normal(size=shape) for shape in [(n_hidden, n_in), n_hidden, (n_classes, n_hidden), n_classes, n_in]]
    label = int(rng.integers(n_classes))
    ways = [rng.normal(size=array.shape) for array in arrays]

    def loss(step: float) -> float:
        return byhand.chain_rule(*(array + step * way for array, way in zip(arrays, ways, strict=True)), label).loss

    found = byhand.chain_rule(*arrays, label)
    grads = [found.grad_w1, found.grad_b1, found.grad_w2, found.grad_b2, found.grad_x]
    analytic = sum(float(np.sum(grad * way)) for grad, way in zip(grads, ways, strict=True))

    if np.abs(found.z1).min() > 1e-3:  # away from the kink of relu
        np.testing.assert_allclose(analytic, (loss(STEP) - loss(-STEP)) / (2 * STEP), rtol=1e-6, atol=1e-7)


# --- The layers ------------------------------------------------------------------------------------------------------


def stored_gradients(stack: byhand.LayerStack) -> list[Array]:
    linear = [layer for layer in stack.layers if isinstance(layer, byhand.LinearLayer)]
    return [grad for layer in linear for grad in (layer.grad_weight, layer.grad_bias)]


def engine_network(values: list[Array]) -> Sequential:
    rng = np.random.default_rng(0)
    model = Sequential(Linear(2, 2, rng), ReLU(), Linear(2, 2, rng))
    for parameter, value in zip(model.parameters(), values, strict=True):
        parameter.data[...] = value
    return model


@pytest.mark.usefixtures("setting")
@pytest.mark.parametrize("n", [1, 8, 33])
def test_layers_and_engine_agree_on_a_batch_to_rounding(n: int) -> None:
    rng = np.random.default_rng(n)
    x, labels = rng.normal(size=(n, 2)), rng.integers(0, 2, n)
    stack, loss = layers(), byhand.SoftmaxCrossEntropyLayer()
    hand_loss = loss.forward(stack.forward(x), labels)
    grad_x = stack.backward(loss.backward())

    inputs, model = Tensor(x), engine_network([W1, B1, W2, B2])
    engine_loss = cross_entropy(model(inputs), labels)
    engine_loss.backward()

    assert abs(float(engine_loss.data) - hand_loss) < 1e-15
    np.testing.assert_allclose(inputs.grad, grad_x, rtol=0, atol=1e-15)
    for parameter, gradient in zip(model.parameters(), stored_gradients(stack), strict=True):
        np.testing.assert_allclose(parameter.grad, gradient, rtol=0, atol=1e-14)


def test_layers_and_engine_race_to_the_same_losses(setting: str) -> None:
    race = make_race()
    gap = np.abs(np.array(hand_run(race)) - engine_run(race)).max()

    assert gap < 1e-12, setting
    assert len(race.batches) == 1000
    assert [len(batch) for batch in race.batches[:5]] == [32, 32, 32, 32, 22]


def test_the_derivative_of_the_relu_layer_at_0_is_0() -> None:
    relu = byhand.ReLULayer()
    relu.forward(np.array([[-1.0, 0.0, 2.0]]))

    np.testing.assert_array_equal(relu.backward(np.ones((1, 3))), [[0.0, 0.0, 1.0]])


@pytest.mark.usefixtures("setting")
def test_softmax_cross_entropy_is_finite_for_large_logits_that_lie_near_each_other() -> None:
    loss = byhand.SoftmaxCrossEntropyLayer()

    assert loss.forward(np.array([[1e4, 1e4 - 700], [-1e4, -1e4]]), np.array([1, 0])) == (700 + np.log(2.0)) / 2
    np.testing.assert_allclose(loss.probabilities, [[1.0, np.exp(-700.0)], [0.5, 0.5]], rtol=1e-15)


def test_a_layer_owns_its_parameters_and_a_step_moves_them() -> None:
    stack, loss = layers(), byhand.SoftmaxCrossEntropyLayer()
    loss.forward(stack.forward(X[np.newaxis]), np.array([LABEL]))
    stack.backward(loss.backward())
    stack.descend(0.1)
    first = stack.layers[0]

    assert isinstance(first, byhand.LinearLayer)
    np.testing.assert_array_equal(first.weight, W1 - 0.1 * first.grad_weight)
    np.testing.assert_array_equal(first.bias, B1 - 0.1 * first.grad_bias)
    assert W1[0, 0] == 1.0
