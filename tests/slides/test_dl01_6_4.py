"""The tables of lesson DL01.6.4: each number stands beside the words, and under the head, that speak of it."""

from __future__ import annotations

import re

import pytest

from tests.slides.configured import CASES, claims, made, words

TABLES = {case.module: case for case in CASES if case.lesson == "dl01_6_4"}
GRADIENTS = {r"\nabla W_1": "W1", r"\nabla b_1": "b1", r"\nabla W_2": "W2", r"\nabla b_2": "b2"}


@pytest.fixture
def table(request):
    """The table of the module that a test is about."""
    return made(TABLES[request.param]).table


def of(module):
    return pytest.mark.parametrize("table", [module], indirect=True)


@of("gradients")
def test_each_route_and_each_gradient_has_its_claims(table):
    routes = {
        "by hand": "three_ways.{}_by_hand",
        "by modules": "three_ways.{}_by_modules",
        "by the engine": "three_ways.{}_by_engine",
        "by PyTorch": "pytorch.{}_by_pytorch",
    }
    names = [GRADIENTS[words(head)] for head in table.head[1:]]
    assert sorted(names) == ["W1", "W2", "b1", "b2"]
    assert [words(row[0]) for row in table.rows] == list(routes)
    for row, route in zip(table.rows, routes.values(), strict=True):
        for cell, name in zip(row[1:], names, strict=True):
            assert {claim.partition("[")[0] for claim in claims(cell)} == {route.format(f"grad_{name}")}
    assert sum(len(claims(*row)) for row in table.rows) == 4 * 12
    assert claims(table.caption, *table.notes) == [
        *("three_ways.parameter_entries", "three_ways.largest_gap", "pytorch.largest_gap.bound"),
        *("three_ways.loss", "three_ways.grad_x_by_hand[0]", "three_ways.grad_x_by_hand[1]"),
    ]


@of("batch")
def test_each_gap_of_the_batch_stands_beside_its_quantity(table):
    names = ["loss_agreement", *(f"grad_{GRADIENTS[words(row[0])]}" for row in table.rows[1:])]
    assert len(set(names)) == 5
    assert [claims(*row[1:]) for row in table.rows] == [
        [f"batch_of_eight.{name}", f"pytorch.batch_{name}.bound"] for name in names
    ]
    assert claims(table.caption) == ["batch_of_eight.batch", "batch_of_eight.loss"]
    assert table.rows[0][0] == "loss"
    assert [claims(note) for note in table.notes] == [
        [
            f"batch_of_eight.{name}"
            for name in ("grad_W1_second_row[0]", "grad_W1_second_row[1]", "grad_b1_second_entry")
        ],
        ["batch_of_eight.check_grad"],
    ]
    assert re.search(r"row of \\nabla W_1 is .*entry of \\nabla b_1 is ", words(table.notes[0]))


@of("race")
def test_each_number_of_the_race_stands_beside_its_words(table):
    assert {row[0]: claims(*row[1:]) for row in table.rows} == {
        "parameters": ["race.parameters"],
        "training points": ["race.training_points"],
        "batch size": ["race.batch_size"],
        "learning rate": ["race.learning_rate"],
        "epochs": ["race.epochs"],
        "steps": ["race.steps"],
        "first loss": ["race.first_loss"],
        "last loss": ["race.last_loss"],
        "validation accuracy": ["race.validation_accuracy"],
    }
    assert [claims(note) for note in table.notes] == [["pytorch.race_loss_gap.bound"]]


@of("graph_memory")
def test_each_node_has_its_shape_and_its_bytes(table):
    assert [claims(*row) for row in table.rows] == [
        [f"graph_memory.node_{name}[{place}]" for name in ("names", "shapes", "bytes")] for place in range(12)
    ]
    assert table.head == ("node", "shape", "bytes")
    assert {row[0]: claims(*row) for row in table.foot} == {
        "total": ["graph_memory.total_bytes"],
        "after release": ["graph_memory.bytes_after_release"],
    }
    assert claims(table.caption) == ["graph_memory.batch", "graph_memory.nodes"]


@of("broadcast_bug")
def test_the_bug_stands_under_the_mean(table):
    assert table.head[1:] == ("mean (wrong)", "sum (right)")
    names = [GRADIENTS[words(row[0])] for row in table.rows]
    assert sorted(names) == ["W1", "W2", "b1", "b2"]
    assert [claims(*row[1:]) for row in table.rows] == [
        [f"broadcast_bug.mean_gap_{name}", f"broadcast_bug.sum_gap_{name}"] for name in names
    ]
    assert [(row[0], claims(*row)) for row in table.foot] == [
        ("tolerance", ["broadcast_bug.mean_gap_W1.bound", "broadcast_bug.sum_gap_W1.bound"]),
    ]


@of("exercises")
def test_each_number_of_an_exercise_stands_beside_its_quantity_and_unit(table):
    found = [(words(row[0]), words(row[1]), claims(row[2]), row[3]) for row in table.rows]
    assert found == [
        ("graph, batch of 32", "transposed weights", ["graph_memory.batch_32_transposes"], "numbers"),
        ("", "hidden layers", ["graph_memory.batch_32_hidden"], "numbers"),
        ("", "output layer", ["graph_memory.batch_32_output"], "numbers"),
        ("", "loss", ["graph_memory.batch_32_loss"], "number"),
        ("", "together", ["graph_memory.batch_32_numbers"], "numbers"),
        ("", "memory", ["graph_memory.batch_32_bytes"], "bytes"),
        ("mean instead of sum", r"\nabla b_1: wrong less correct over 8", ["broadcast_bug.b1_is_an_eighth"], ""),
        ("", r"\nabla b_2: wrong less correct over 8", ["broadcast_bug.b2_is_an_eighth"], ""),
        ("history of 1,000 losses", "data of one step", ["graph_memory.kilobytes_a_step"], "kB"),
        ("", "data and gradients", ["graph_memory.kilobytes_with_gradients"], "kB"),
        ("", "over all steps", ["graph_memory.history_estimate"], "MB"),
    ]
    assert claims(*(row[0] for row in table.rows), *(row[1] for row in table.rows)) == [
        *("graph_memory.batch_sizes[2]", "race.steps", "broadcast_bug.batch", "broadcast_bug.batch"),
    ]


def test_every_table_of_the_lesson_is_read_here():
    assert set(TABLES) == {"gradients", "batch", "race", "graph_memory", "broadcast_bug", "exercises"}
