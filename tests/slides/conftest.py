"""A small ledger and a small table in which everything occurs that a table can hold, and each configured table."""

from __future__ import annotations

import pytest

from slides.tables.table import Shown, Table, formula
from tests.slides.configured import CASES, Case
from workflow.ledger import Ledger

WHERE = "tests/slides"


@pytest.fixture
def ledger() -> Ledger:
    """Claims of every kind and shape."""
    ledger = Ledger("lesson/small")
    ledger.reads("loss", 2.2594, "2.259", where=WHERE)
    ledger.equals("steps", 1000, 1000, where=WHERE)
    ledger.equals("third", "-8/3", "-8/3", where=WHERE)
    ledger.equals("shape", "(2, 3)", "(2, 3)", where=WHERE)
    ledger.reads("matrix", [[1000.0, -0.5], [12.0, 0.5]], [["1,000", "-0.5"], ["12", "0.5"]], where=WHERE)
    ledger.reads("vector", [-0.3656, 0.7311], ["-0.366", "0.731"], where=WHERE)
    ledger.agree("gap", {"one": 0.5, "other": 0.5 + 2.0**-52}, tolerance=1e-12, where=WHERE)
    ledger.below("measured", 0.25, 1.0, where=WHERE, volatile=True)
    ledger.holds("falls", "decreases", {"first": 2.0, "last": 1.0}, where=WHERE)
    ledger.check()
    return ledger


@pytest.fixture
def shown(ledger: Ledger) -> Shown:
    """The printed forms of that ledger."""
    return Shown(ledger)


@pytest.fixture
def small(shown: Shown) -> Table:
    """Numbers in words, cells, vectors and matrices; an empty head, a group of rows, a foot and a note."""
    return Table(
        caption=("Loss after ", shown("steps"), " steps"),
        head=("", formula(r"\nabla W_1"), "value"),
        rows=(
            ("by hand", shown.matrix("matrix"), shown("loss")),
            ("", shown.row("vector"), shown("steps")),
            (("by ", shown("vector", 0)), formula("x = ", shown("third")), shown("matrix", 0, 1)),
        ),
        foot=(("gap", "", shown("gap")),),
        notes=(("A_b & c: ", shown("shape"), " | ", shown("third"), "."),),
    )


@pytest.fixture(params=CASES, ids=[case.identity for case in CASES])
def case(request: pytest.FixtureRequest) -> Case:
    """Each configured table in turn."""
    return request.param
