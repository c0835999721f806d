"""Counting and freeing what a forward pass leaves: the formula, the names and the meter."""

from __future__ import annotations

import gc
import tracemalloc

import numpy as np
import pytest

from engine.graph import Node
from engine.nn import cross_entropy
from workflow.computations.dl01_6_4 import by_engine, graph_memory, moons_network


@pytest.mark.parametrize(("n", "numbers"), [(1, 421), (2, 521), (32, 3_521), (150, 15_321)])
def test_the_formula_counts_eight_bytes_a_number(n, numbers):
    assert graph_memory.bytes_by_formula(n) == 8 * numbers


def test_memory_grows_by_the_same_bytes_with_every_example():
    steps = {graph_memory.bytes_by_formula(n + 1) - graph_memory.bytes_by_formula(n) for n in range(1, 200)}
    assert steps == {8 * (6 * 16 + 2 * 2)}


def test_nodes_are_named_after_their_layer():
    ops = ["transpose", "matmul", "add", "relu", "transpose", "matmul", "add", "cross_entropy"]
    nodes = [Node(op=op, shape=(1, 1), nbytes=8, is_view=False, grad_nbytes=0) for op in ops]
    expected = ["W1.T", "x @ W1.T", "+ b1", "relu 1", "W2.T", "h @ W2.T", "+ b2", "loss"]
    assert graph_memory.names_of(nodes) == expected


def test_an_operation_that_the_figure_does_not_know_is_not_given_a_name():
    with pytest.raises(KeyError, match="power"):
        graph_memory.names_of([Node(op="power", shape=(), nbytes=8, is_view=False, grad_nbytes=0)])


def test_the_meter_says_what_lives_and_not_what_is_gone():
    with graph_memory._traced_memory() as megabytes:
        kept = np.zeros(1_000_000)
        np.zeros(1_000_000).sum()
        assert 8.0 <= megabytes() < 8.1
        del kept
        assert megabytes() < 0.1


def test_the_meter_stops_when_something_goes_wrong():
    with pytest.raises(ZeroDivisionError), graph_memory._traced_memory():
        1 / 0  # noqa: B018 - it is the error that is wanted
    assert not tracemalloc.is_tracing()


def test_activations_are_not_called_gone_while_their_loss_has_its_graph(ledgers):
    network = by_engine.build(moons_network.start_parameters(ledgers["moons"]))
    loss = cross_entropy(network(np.ones((3, 2))), np.array([0, 1, 0]))
    activations = graph_memory._watch_activations(loss)
    assert graph_memory._gone(activations) == [False] * 8
    del loss
    assert graph_memory._gone(activations) == [True] * 8


def test_the_cycle_collector_is_left_as_it_was(ledgers):
    assert gc.isenabled()
    assert not tracemalloc.is_tracing()


def test_a_history_of_tensors_is_near_the_estimate_of_the_exercise(ledgers):
    """Last batches of 22 make it smaller, Python's own objects larger: within a fifth either way."""
    measured = ledgers["graph_memory"]["history_of_tensors"].values["value"]
    estimate = ledgers["graph_memory"]["history_estimate"].value
    assert 0.8 < measured / estimate < 1.2
