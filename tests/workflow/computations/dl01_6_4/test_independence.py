"""Break one route at a time, and see exactly which claims fail: those that the route takes part in, and no others."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch.nn.functional

from engine import byhand, tensor
from workflow.computations.dl01_6_4 import (
    batch_of_eight,
    broadcast_bug,
    by_engine,
    by_modules,
    pytorch,
    race,
    three_ways,
)


@pytest.fixture
def moons(ledgers):
    return ledgers["moons"]


def test_a_wrong_chain_rule_fails_the_claims_by_hand_and_every_agreement_with_them(monkeypatch, failing):
    def with_a_sign_lost(*inputs: Any):
        right = byhand.chain_rule(*inputs)
        return replace(right, delta1=-right.delta1, grad_w1=-right.grad_w1, grad_b1=-right.grad_b1)

    monkeypatch.setattr(three_ways, "chain_rule", with_a_sign_lost)
    assert failing(three_ways.compute()) == {
        "delta1",
        "delta1_agreement",
        "grad_W1_by_hand",
        "grad_b1_by_hand",
        "grad_W1",
        "grad_b1",
        "largest_gap",
    }


def test_a_wrong_module_fails_the_claims_by_the_modules(monkeypatch, failing):
    def without_the_bias(self, upstream):
        self.grad_weight = byhand.matmul(upstream.T, self.inputs)
        self.grad_bias = np.zeros_like(self.bias)
        return byhand.matmul(upstream, self.weight)

    monkeypatch.setattr(byhand.LinearLayer, "backward", without_the_bias)
    assert failing(three_ways.compute()) == {
        "grad_b1_by_modules",
        "grad_b2_by_modules",
        "grad_b1",
        "grad_b2",
        "largest_gap",
    }


def test_a_wrong_rule_of_the_engine_fails_the_claims_by_the_engine(monkeypatch, failing):
    right = tensor.relu

    def relu_with_half_a_gradient(operand):
        return tensor.record("relu", right(operand).data, (operand, lambda upstream: 0.5 * upstream))

    monkeypatch.setattr(tensor, "relu", relu_with_half_a_gradient)
    assert failing(three_ways.compute()) == {
        "grad_W1_by_engine",
        "grad_b1_by_engine",
        "grad_x_by_engine",
        "grad_W1",
        "grad_b1",
        "grad_x",
        "delta1_agreement",
        "largest_gap",
    }


def test_a_relu_that_passes_everything_shows_on_a_batch_with_a_dead_unit_and_not_on_the_example(
    monkeypatch, failing, moons
):
    monkeypatch.setattr(byhand.ReLULayer, "backward", lambda _, upstream: upstream)
    assert failing(three_ways.compute()) == set()
    assert failing(batch_of_eight.compute(moons)) == {
        "grad_W1",
        "grad_b1",
        "grad_x",
        "largest_gap",
        "grad_W1_second_row_by_modules",
        "grad_b1_second_entry_by_modules",
    }


def test_a_mean_in_unbroadcast_fails_the_biases_of_the_batch_and_nothing_else(failing, moons):
    with broadcast_bug.mean_in_place_of_sum():
        assert failing(three_ways.compute()) == set()
        assert failing(batch_of_eight.compute(moons)) - {"check_grad"} == {
            "grad_b1",
            "grad_b2",
            "largest_gap",
            "check_grad_range",
        }


def test_a_sum_in_place_of_pytorchs_mean_fails_every_batch_and_not_the_one_example(monkeypatch, failing, ledgers):
    def summed(logits, labels):
        return torch.nn.functional.cross_entropy(logits, labels, reduction="sum")

    monkeypatch.setattr(pytorch, "cross_entropy", summed)
    names = ("three_ways", "batch_of_eight", "moons", "race")
    failed = failing(pytorch.compute(*(ledgers[name] for name in names)))
    assert failed - {"validation_accuracy"} == {
        claim.name for claim in ledgers["pytorch"] if claim.name.startswith(("batch_", "race_"))
    }


def test_a_learning_rate_of_the_engines_own_shows_in_every_claim_of_the_race_that_it_reaches(
    monkeypatch, failing, moons
):
    right = by_engine.SGD
    monkeypatch.setattr(by_engine, "SGD", lambda parameters, lr: right(parameters, lr * (1 + 1e-9)))
    assert failing(race.compute(moons)) == {
        "loss_gap",
        "gap_bound",
        "weight_gap",
        *(f"weight_gap_{name}" for name in ("W1", "b1", "W2", "b2", "W3", "b3")),
    }


def test_routes_that_share_their_start_weights_do_not_share_their_memory(moons):
    network = by_modules.stack(by_modules.moons_network.start_parameters(moons))
    weights = by_modules.parameters(network)
    by_engine.train(moons)
    assert np.array_equal(weights[0], moons.series("start_W1").values)
