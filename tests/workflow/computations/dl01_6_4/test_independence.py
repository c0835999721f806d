"""Break one route at a time, and see exactly which claims fail: those that the route takes part in, and no others."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch.nn.functional

from engine import byhand, tensor
from workflow.computations.dl01_6_4 import (
    batch_of_eight,
    boundary,
    broadcast_bug,
    by_engine,
    by_modules,
    graph_memory,
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


@pytest.fixture
def modules_without_a_bias(monkeypatch):
    """Let the modules forget the gradients of the biases."""

    def backward(self, upstream):
        self.grad_weight = byhand.matmul(upstream.T, self.inputs)
        self.grad_bias = np.zeros_like(self.bias)
        return byhand.matmul(upstream, self.weight)

    monkeypatch.setattr(byhand.LinearLayer, "backward", backward)


@pytest.fixture
def engine_with_half_a_relu(monkeypatch):
    """Let the engine's relu pass half of each gradient."""
    right = tensor.relu

    def relu(operand):
        return tensor.record("relu", right(operand).data, (operand, lambda upstream: 0.5 * upstream))

    monkeypatch.setattr(tensor, "relu", relu)


def test_a_wrong_module_fails_the_claims_by_the_modules(modules_without_a_bias, failing):
    assert failing(three_ways.compute()) == {
        "grad_b1_by_modules",
        "grad_b2_by_modules",
        "grad_b1",
        "grad_b2",
        "largest_gap",
    }


def test_a_wrong_rule_of_the_engine_fails_the_claims_by_the_engine(engine_with_half_a_relu, failing):
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


@pytest.fixture(params=[by_modules, by_engine], ids=["by_modules", "by_engine"])
def wrong_logits(request, monkeypatch):
    """Let one route give class 1 half too much, and say which."""
    right = request.param.logits
    monkeypatch.setattr(request.param, "logits", lambda values, points: right(values, points) + np.array([0.0, 0.5]))
    return request.param


def test_wrong_logits_fail_what_the_boundary_claims_of_their_route(wrong_logits, failing, ledgers):
    every_agreement = {"margins", "classes", "boundary_agreement", "validation_is_right"}
    by_route = {
        by_modules: set(),
        by_engine: {
            "boundary_crest",
            *("validation_correct", "validation_accuracy"),
            *("validation_wrong", "wrong_labels", "wrong_points"),
        },
    }
    # By hand, the line is sought on the edges that the engine's crosses: where either moves, there is no tie on them.
    expected = every_agreement | {"boundary_ties_by_hand"} | by_route[wrong_logits]
    assert failing(boundary.compute(ledgers["moons"], ledgers["race"])) == expected


def test_wrong_logits_fail_what_the_race_claims_of_their_route(wrong_logits, failing, moons):
    by_route = {by_modules: {"learning_rate_to_eight_digits"}, by_engine: {"validation_correct", "validation_accuracy"}}
    assert failing(race.compute(moons)) == {"validation_classes"} | by_route[wrong_logits]


def test_wrong_modules_fail_every_comparison_of_the_bug_with_them(modules_without_a_bias, failing, moons):
    assert failing(broadcast_bug.compute(moons)) == {
        f"{kind}_{bias}" for kind in ("sum_gap", "mean_gap") for bias in ("b1", "b2")
    } | {"b1_is_an_eighth", "b2_is_an_eighth"}


def test_a_wrong_engine_fails_what_the_bug_leaves_right_too(engine_with_half_a_relu, failing, moons):
    expected = {"sum_gap_W1", "sum_gap_b1", "mean_gap_W1", "mean_gap_b1", "b1_is_an_eighth"}
    assert failing(broadcast_bug.compute(moons)) == expected


def test_a_bug_that_is_not_injected_fails_what_is_claimed_of_it(monkeypatch, failing, moons):
    monkeypatch.setattr(broadcast_bug, "mean_in_place_of_sum", nullcontext)
    expected = {"mean_gap_b1", "mean_gap_b2", "b1_is_an_eighth", "b2_is_an_eighth"}
    assert failing(broadcast_bug.compute(moons)) == expected


@pytest.fixture
def without_history(monkeypatch):
    """Spare the measuring of memory, which takes most of the time."""
    monkeypatch.setattr(graph_memory, "_megabytes_of_histories", lambda _: (56.0, 0.5))


def test_a_wrong_formula_of_the_bytes_fails_its_agreement_with_the_engine(monkeypatch, without_history, failing, moons):
    right = graph_memory.bytes_by_formula
    monkeypatch.setattr(graph_memory, "bytes_by_formula", lambda n: right(n) - 8)
    assert failing(graph_memory.compute(moons)) == {"bytes_by_formula"}


def test_an_engine_that_keeps_smaller_numbers_fails_every_count_of_bytes(monkeypatch, without_history, failing, moons):
    right = tensor.relu

    def relu(operand):
        return tensor.record("relu", right(operand).data.astype(np.float32), (operand, lambda upstream: upstream))

    monkeypatch.setattr(tensor, "relu", relu)
    assert failing(graph_memory.compute(moons)) == {
        *("node_bytes", "total_bytes", "held_bytes", "all_activation_bytes"),
        *("bytes_of_batch_sizes", "bytes_by_formula"),
        *("batch_32_hidden", "batch_32_numbers", "batch_32_bytes"),
        *("kilobytes_a_step", "kilobytes_with_gradients", "history_estimate"),
    }


def test_a_release_that_frees_nothing_is_seen(monkeypatch, without_history, failing, moons):
    monkeypatch.setattr(graph_memory, "release", lambda _: None)
    assert failing(graph_memory.compute(moons)) == {"bytes_after_release", "activation_gone"}


def test_routes_that_share_their_start_weights_do_not_share_their_memory(moons):
    network = by_modules.stack(by_modules.moons_network.start_parameters(moons))
    weights = by_modules.parameters(network)
    by_engine.train(moons)
    assert np.array_equal(weights[0], moons.series("start_W1").values)
