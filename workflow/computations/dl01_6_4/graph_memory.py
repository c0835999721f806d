"""What a forward pass leaves in the graph, what frees it, and what a careless history of losses would keep alive."""

from __future__ import annotations

import gc
import tracemalloc
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import Any

from engine import arithmetic, graph
from engine.graph import Node
from engine.nn import Sequential, cross_entropy
from engine.optim import SGD
from engine.tensor import Tensor, release, results_behind
from workflow.computations.arrays import Floats, Integers
from workflow.computations.dl01_6_4 import by_engine
from workflow.computations.dl01_6_4.moons_network import (
    LEARNING_RATE,
    batches,
    start_parameters,
    training_set,
)
from workflow.ledger import Ledger

FLOAT64_BYTES = 8
HIDDEN, CLASSES = 16, 2
BATCH_SIZES = (1, 2, 32, 150)
MEGABYTE = 1e6

# The nodes of one forward pass on 150 examples in the order made, a line for each layer.
NODE_NAMES = [
    *("W1.T", "x @ W1.T", "+ b1", "relu 1"),
    *("W2.T", "h @ W2.T", "+ b2", "relu 2"),
    *("W3.T", "h @ W3.T", "+ b3", "loss"),
]
NODE_SHAPES = [
    *("(2, 16)", "(150, 16)", "(150, 16)", "(150, 16)"),
    *("(16, 16)", "(150, 16)", "(150, 16)", "(150, 16)"),
    *("(16, 2)", "(150, 2)", "(150, 2)", "()"),
]
NODE_BYTES = [
    *(256, 19_200, 19_200, 19_200),
    *(2_048, 19_200, 19_200, 19_200),
    *(256, 2_400, 2_400, 8),
]
NODE_IS_VIEW = [
    *(True, False, False, False),
    *(True, False, False, False),
    *(True, False, False, False),
]

FIGURE = "DL01.6.4, figure F4"
FORMAL = "DL01.6.4, the formal statement"
EXERCISE_1 = "DL01.6.4, exercise 1: a batch of 32"
EXERCISE_3 = "DL01.6.4, exercise 3: a history of losses"
RELEASE = "DL01.6.4, code and pitfalls: release"


def compute(moons: Ledger) -> Ledger:
    """Count the bytes behind a loss of the 2-16-16-2 network, before and after release (step 5)."""
    network = by_engine.build(start_parameters(moons))
    points, labels = training_set(moons)

    ledger = Ledger("dl01_6_4/graph_memory")
    nodes_by_batch = {n: graph.nodes(cross_entropy(network(points[:n]), labels[:n])) for n in BATCH_SIZES}
    _claim_nodes(ledger, nodes_by_batch[150])
    _claim_totals(ledger, nodes_by_batch[150])
    _claim_layers(ledger, nodes_by_batch[150])
    _claim_formula(ledger, nodes_by_batch)
    _claim_parts(ledger, nodes_by_batch[32])
    _claim_release(ledger, network, points, labels)
    _claim_gradients(ledger, network, points[:32], labels[:32])
    _claim_history(ledger, moons)
    return ledger


def names_of(nodes: list[Node]) -> list[str]:
    """Name each node as figure F4 does: after its operation, its layer, and x or h for what came in."""
    names = []
    layer = 0
    for node in nodes:
        layer += node.op == "transpose"
        inputs = "x" if layer == 1 else "h"
        names.append(
            {
                "transpose": f"W{layer}.T",
                "matmul": f"{inputs} @ W{layer}.T",
                "add": f"+ b{layer}",
                "relu": f"relu {layer}",
                "cross_entropy": "loss",
            }[node.op]
        )
    return names


def bytes_by_formula(n: int) -> int:
    """Give 8 (320 + 6 * 16 n + 2 * 2 n + 1): transposes, three arrays a hidden layer, two for the output, the loss."""
    transposes = 2 * HIDDEN + HIDDEN * HIDDEN + HIDDEN * CLASSES
    return FLOAT64_BYTES * (transposes + 2 * 3 * HIDDEN * n + 2 * CLASSES * n + 1)


def _claim_nodes(ledger: Ledger, nodes: list[Node]) -> None:
    ledger.equals("nodes", len(nodes), 12, where=FIGURE)
    ledger.equals("node_names", names_of(nodes), NODE_NAMES, where=FIGURE)
    ledger.equals("node_shapes", [str(node.shape) for node in nodes], NODE_SHAPES, where=FIGURE)
    ledger.equals("node_bytes", [node.nbytes for node in nodes], NODE_BYTES, where=FIGURE)
    # A transpose is a view of its weight: the lesson counts its bytes, but it holds none of its own.
    ledger.equals("node_is_view", [node.is_view for node in nodes], NODE_IS_VIEW, where=FIGURE)


def _claim_totals(ledger: Ledger, nodes: list[Node]) -> None:
    total, held = graph.total_bytes(nodes), graph.held_bytes(nodes)
    ledger.equals("batch", nodes[1].shape[0], 150, where=FIGURE)
    ledger.equals("total_bytes", total, 122_568, where=FIGURE)
    ledger.equals("view_bytes", total - held, 2_560, where=FIGURE)
    ledger.equals("held_bytes", held, 120_008, where=FIGURE)
    activations = [node.nbytes for node in nodes if node.shape == (150, HIDDEN)]
    ledger.equals("activation_arrays", len(activations), 6, where=FIGURE)
    ledger.equals("activation_bytes", max(activations), 19_200, where=FIGURE)
    ledger.equals("all_activation_bytes", sum(activations), 115_200, where=FIGURE)


def _claim_layers(ledger: Ledger, nodes: list[Node]) -> None:
    """Count what each layer keeps besides its transposed weight; the transposes mark where a layer starts."""
    kept = [len(list(run)) for is_view, run in groupby(nodes, key=lambda node: node.is_view) if not is_view]
    *hidden, output_and_loss = kept
    ledger.equals("arrays_per_hidden_layer", hidden, [3, 3], where=FORMAL)
    ledger.equals("arrays_of_output_layer", output_and_loss - 1, 2, where=FORMAL)


def _claim_formula(ledger: Ledger, nodes_by_batch: dict[int, list[Node]]) -> None:
    counted = [graph.total_bytes(nodes) for nodes in nodes_by_batch.values()]
    sizes = [nodes[1].shape[0] for nodes in nodes_by_batch.values()]
    routes = {"engine": counted, "formula": [bytes_by_formula(n) for n in sizes]}
    ledger.equals("batch_sizes", sizes, [1, 2, 32, 150], where=FORMAL)
    ledger.equals("bytes_of_batch_sizes", counted, [3_368, 4_168, 28_168, 122_568], where=FORMAL)
    ledger.agree("bytes_by_formula", routes, tolerance=0, where=FORMAL)


def _claim_parts(ledger: Ledger, nodes: list[Node]) -> None:
    def numbers(*shapes: tuple[int, ...]) -> int:
        return sum(node.nbytes // FLOAT64_BYTES for node in nodes if node.shape in shapes)

    transposes = [numbers(shape) for shape in ((2, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, CLASSES))]
    ledger.equals("batch_32_each_transpose", transposes, [32, 256, 32], where=EXERCISE_1)
    ledger.equals("batch_32_transposes", sum(transposes), 320, where=EXERCISE_1)
    ledger.equals("batch_32_hidden", numbers((32, HIDDEN)), 3_072, where=EXERCISE_1)
    ledger.equals("batch_32_output", numbers((32, CLASSES)), 128, where=EXERCISE_1)
    ledger.equals("batch_32_loss", numbers(()), 1, where=EXERCISE_1)
    total = graph.total_bytes(nodes)
    ledger.equals("batch_32_numbers", total // FLOAT64_BYTES, 3_521, where=EXERCISE_1)
    ledger.equals("batch_32_bytes", total, 28_168, where=EXERCISE_1)


def _claim_release(ledger: Ledger, network: Sequential, points: Floats, labels: Integers) -> None:
    loss = cross_entropy(network(points), labels)
    loss.backward()
    activations = _watch_activations(loss)
    release(loss)
    ledger.equals("activations_watched", len(activations), 8, where=RELEASE)
    ledger.equals("bytes_after_release", graph.total_bytes(graph.nodes(loss)), 0, where=RELEASE)
    ledger.holds("activation_gone", "is true", {"observed": _gone(activations)}, where=RELEASE)
    kept = [parameter.grad is not None for parameter in network.parameters()]
    ledger.holds("gradients_kept", "is true", {"observed": kept}, where=RELEASE)
    shapes = [str(by_engine.gradient_of(parameter).shape) for parameter in network.parameters()]
    ledger.equals(
        "gradient_shapes", shapes, ["(16, 2)", "(16,)", "(16, 16)", "(16,)", "(2, 16)", "(2,)"], where=RELEASE
    )
    freed = _gone_without_release(network, points, labels)
    ledger.holds("graph_goes_with_its_loss", "is true", {"observed": freed}, where=RELEASE)


def _gone_without_release(network: Sequential, points: Floats, labels: Integers) -> list[bool]:
    """Drop a loss while the cycle collector is off, and say of each activation whether it went too.

    The lesson's engine has reference cycles and would keep them; this engine's edges point one way only.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        loss = cross_entropy(network(points), labels)
        loss.backward()
        activations = _watch_activations(loss)
        del loss
        return _gone(activations)
    finally:
        if collecting:
            gc.enable()


def _watch_activations(loss: Tensor) -> list[weakref.ref[Floats]]:
    """Give weak references to the arrays that the forward pass made: all results but views of a weight and the loss."""
    *others, _ = results_behind(loss)
    return [weakref.ref(result.data) for result in others if result.op != "transpose"]


def _gone(references: list[weakref.ref[Floats]]) -> list[bool]:
    return [reference() is None for reference in references]


def _claim_gradients(ledger: Ledger, network: Sequential, points: Floats, labels: Integers) -> None:
    loss = cross_entropy(network(points), labels)
    loss.backward()
    nodes = graph.nodes(loss)
    data, gradients = graph.total_bytes(nodes), graph.gradient_bytes(nodes)
    ledger.equals("gradient_bytes", gradients, 28_168, where=EXERCISE_3)
    ledger.reads("kilobytes_a_step", data / 1e3, "28", where=EXERCISE_3)
    ledger.reads("kilobytes_with_gradients", (data + gradients) / 1e3, "56", where=EXERCISE_3)
    ledger.reads("history_estimate", 1_000 * (data + gradients) / MEGABYTE, "56", where=EXERCISE_3)


def _claim_history(ledger: Ledger, moons: Ledger) -> None:
    """Measure the history that the exercise estimates; Python's own objects and the last batches shift it a little."""
    tensors, floats = _megabytes_of_histories(moons)
    judged = {"low": 45.0, "value": tensors, "high": 75.0}
    ledger.holds("history_of_tensors", "lies between", judged, where=EXERCISE_3, volatile=True)
    ledger.below("history_of_floats", floats, 1.0, where=EXERCISE_3, volatile=True)


def _megabytes_of_histories(moons: Ledger) -> tuple[float, float]:
    """Train for 1,000 steps, and give the megabytes that the history holds as tensors, and then as floats."""
    network = by_engine.build(start_parameters(moons))
    optimizer = SGD(network.parameters(), lr=LEARNING_RATE)
    prepared = list(batches(moons))
    history: list[Any] = []
    # Bytes do not depend on digits, and under tracemalloc the reproducible setting would take most of the time.
    with arithmetic.use("fast"), _traced_memory() as megabytes:
        for points, labels in prepared:
            loss = cross_entropy(network(points), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            history.append(loss)
        of_tensors = megabytes()
        history = [float(loss.data) for loss in history]
        del loss
        return of_tensors, megabytes()


@contextmanager
def _traced_memory() -> Iterator[Callable[[], float]]:
    """Let tracemalloc run for a while; give a function that says how many megabytes were made since and still live."""
    tracemalloc.start()
    try:
        yield lambda: tracemalloc.get_traced_memory()[0] / MEGABYTE
    finally:
        tracemalloc.stop()
