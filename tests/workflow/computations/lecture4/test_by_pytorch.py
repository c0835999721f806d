"""PyTorch's route leaves its user's settings alone, and whoever does not is found out."""

from __future__ import annotations

import pytest
import torch

from workflow.computations.lecture4 import by_pytorch, recorded_graph, tiny_mlp
from workflow.computations.lecture4.inputs import SCALAR_GRAPH, TINY_MLP
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


def test_a_scalar_graph_that_touches_a_setting_is_found_out(monkeypatch, failing, mischief):
    meddle, claim = mischief
    monkeypatch.setattr(by_pytorch, "scalar_graph", meddling(by_pytorch.scalar_graph, meddle))
    assert failing(recorded_graph.compute()) == {claim}


def test_a_network_that_touches_a_setting_when_used_is_found_out(monkeypatch, failing, mischief):
    meddle, claim = mischief
    right, calls = by_pytorch.tiny_mlp, []

    # The first call is for the numbers; the second stands between two looks at the settings.
    def tiny_mlp_that_meddles(**inputs):
        calls.append(inputs)
        if len(calls) == 2:
            meddle()
        return right(**inputs)

    monkeypatch.setattr(by_pytorch, "tiny_mlp", tiny_mlp_that_meddles)
    assert failing(tiny_mlp.compute()) == {claim}


def test_layers_that_draw_their_start_weights_are_found_out(monkeypatch, failing):
    right = torch.nn.Linear

    def linear(*sizes, device, **others):
        return right(*sizes, **others)

    monkeypatch.setattr(by_pytorch.nn, "Linear", linear)
    assert failing(tiny_mlp.compute()) == {"created_without_drawing", "generator_unchanged"}


def test_a_float32_tensor_is_refused(monkeypatch):
    monkeypatch.setattr(by_pytorch, "_leaf", lambda values: torch.tensor(values.tolist(), requires_grad=True))
    with pytest.raises(LedgerError, match="must be float64"):
        recorded_graph.compute()


def test_the_network_is_float64_and_has_the_parameters():
    network = by_pytorch.mlp(**PARAMETERS)
    assert {parameter.dtype for parameter in network.parameters()} == {torch.float64}
    for parameter, values in zip(network.parameters(), PARAMETERS.values(), strict=True):
        assert parameter.tolist() == values.tolist()


def test_a_result_is_not_written_into_by_the_next_call():
    first = by_pytorch.accumulation(**SCALAR_GRAPH).gradients["w"]
    assert first.tolist() == [-18.0, -36.0, -54.0]
