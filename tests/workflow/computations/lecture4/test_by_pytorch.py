"""PyTorch's route leaves its user's settings alone, and whoever does not is found out."""

from __future__ import annotations

from functools import partial

import pytest
import torch

from tests.workflow.computations.lecture4.lecture import public_functions
from workflow.computations.lecture4 import by_pytorch, forward, recorded_graph
from workflow.computations.lecture4.inputs import BATCH, ETA, INPUTS, SCALAR_GRAPH, TINY_MLP
from workflow.ledger import LedgerError

PARAMETERS = {name: TINY_MLP[name] for name in ("W1", "b1", "W2", "b2")}


@pytest.fixture(autouse=True)
def settings_of_the_session():
    """Put back whatever a test does to them."""
    state, dtype = torch.get_rng_state(), torch.get_default_dtype()
    yield
    torch.set_rng_state(state)
    torch.set_default_dtype(dtype)


def draw():
    torch.rand(1)


def make_float64_the_default():
    torch.set_default_dtype(torch.float64)


@pytest.fixture(params=[(draw, "generator_unchanged"), (make_float64_the_default, "default_dtype_unchanged")])
def mischief(request):
    """Give something that a route must not do, and the claim that says so."""
    return request.param


def meddling(function, meddle):
    """Let a function do something else as well."""

    def meddled(**inputs):
        meddle()
        return function(**inputs)

    return meddled


@pytest.mark.parametrize("function", sorted(public_functions(by_pytorch) - {"settings"}))
def test_a_function_that_touches_a_setting_is_found_out(monkeypatch, failing, mischief, function):
    meddle, claim = mischief
    monkeypatch.setattr(by_pytorch, function, meddling(getattr(by_pytorch, function), meddle))
    assert failing(recorded_graph.compute()) == {claim}


def test_every_function_is_run_once(monkeypatch):
    calls = []
    for function in INPUTS:
        note = partial(calls.append, function)
        monkeypatch.setattr(by_pytorch, function, meddling(getattr(by_pytorch, function), note))
    recorded_graph.compute()
    assert calls == list(INPUTS)


def test_layers_that_draw_their_start_weights_are_found_out(monkeypatch, failing):
    right = torch.nn.Linear

    def linear(*sizes, device, **others):
        return right(*sizes, **others)

    monkeypatch.setattr(by_pytorch.nn, "Linear", linear)
    assert failing(recorded_graph.compute()) == {"generator_unchanged"}


def test_a_float32_tensor_is_refused(monkeypatch):
    monkeypatch.setattr(by_pytorch, "_leaf", lambda values: torch.tensor(values.tolist(), requires_grad=True))
    with pytest.raises(LedgerError, match="must be float64"):
        forward.compute()


def test_the_network_is_float64_and_has_the_parameters():
    network = by_pytorch.mlp(**PARAMETERS)
    assert {parameter.dtype for parameter in network.parameters()} == {torch.float64}
    for parameter, values in zip(network.parameters(), PARAMETERS.values(), strict=True):
        assert parameter.tolist() == values.tolist()


def test_a_result_is_not_written_into_by_the_next_call():
    first = by_pytorch.accumulation(**SCALAR_GRAPH).gradients["w"]
    assert first.tolist() == [-18.0, -36.0, -54.0]


@pytest.mark.parametrize(("function", "inputs"), [("gradient_step", SCALAR_GRAPH), ("sgd_step", BATCH)])
def test_a_step_does_not_leave_out_a_parameter_without_a_gradient(monkeypatch, function, inputs):
    """The gradients are read, then b's is lost before the optimizer comes."""
    right = by_pytorch._descend

    def descend_without(weight, bias, **rate):
        bias.grad = None
        right(weight, bias, **rate)

    monkeypatch.setattr(by_pytorch, "_descend", descend_without)
    with pytest.raises(ValueError, match="backward did not reach"):
        getattr(by_pytorch, function)(**inputs, eta=ETA)
