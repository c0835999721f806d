"""The last slide's table: recounted here from the ledgers."""

from __future__ import annotations

import pytest

from slides.decks.checked import checked
from tests.slides.decks.configured import WITH_DECKS, ledgers_of
from workflow.claims import Agree
from workflow.ledger import Ledger

# The routes to a number; other things that agree, such as a formula and a count, are none.
KNOWN = {"hand", "modules", "engine", "symbolic", "pytorch", "difference"}


def ledger_with(name, *, gap=0.0, difference=0.0):
    ledger = Ledger(f"lesson/{name}")
    ledger.agree("a", {"hand": 1.0, "engine": 1.0 + gap}, tolerance=1e-12, where="w")
    ledger.agree("b", {"hand": 1.0, "difference": 1.0 + difference}, tolerance=1e-8, where="w")
    ledger.agree("c", {"hand": 1.0, "pytorch": 1.0 + 1e-13}, tolerance=1e-12, where="w", volatile=True)
    ledger.agree("d", {"engine": 1.0, "formula": 1.5}, tolerance=1.0, where="w")
    ledger.equals("n", 3, 3, where="w")
    ledger.check()
    return ledger


@pytest.fixture
def table():
    small = ledger_with("small_one", gap=2.0**-52, difference=2.0**-31)
    large = ledger_with("large", gap=2.0**-48, difference=2.0**-33)
    bare = Ledger("lesson/bare")
    bare.equals("n", 3, 3, where="w")
    bare.check()
    return checked({each.identity: each for each in (small, large, bare)})


def text(cell):
    return cell if isinstance(cell, str) else cell.text


def test_every_ledger_has_a_row_with_its_claims_routes_and_largest_exact_gap(table):
    assert [[text(cell) for cell in row] for row in table.rows] == [
        ["small one", "5", "4", "2e-16"],
        ["large", "5", "4", "4e-15"],
        ["bare", "1", "0", ""],
    ]


def test_the_foot_sums_up(table):
    assert [[text(cell) for cell in row] for row in table.foot] == [["all", "11", "4", "4e-15"]]
    assert table.foot[0][-1].claim == "lesson/large.a"


def test_what_the_gaps_leave_out_is_said(table):
    assert ["".join(map(text, note)) for note in table.notes] == [
        "Routes: hand, engine, PyTorch, central differences.",
        "Central differences come within 5e-10 of the hand; 1e-8 is allowed.",
        "PyTorch stays within 1e-12; its last digits are not kept.",
        "A ledger without routes was held to what the lesson prints.",
    ]


@pytest.mark.parametrize("lesson", WITH_DECKS)
def test_the_lessons_are_counted_right(lesson):
    ledgers = ledgers_of(lesson).values()
    table = checked({ledger.identity: ledger for ledger in ledgers})
    claims = [claim for ledger in ledgers for claim in ledger]
    assert text(table.foot[0][1]) == f"{len(claims):,}"
    kept = [
        claim
        for claim in claims
        if isinstance(claim, Agree) and claim.value is not None and set(claim.routes) <= KNOWN - {"difference"}
    ]
    assert text(table.foot[0][-1]) == max(kept, key=lambda claim: claim.value).printed
    agreements = [claim for claim in claims if isinstance(claim, Agree) and set(claim.routes) <= KNOWN]
    routes = {route for claim in agreements for route in claim.routes}
    assert text(table.foot[0][2]) == str(len(routes))
