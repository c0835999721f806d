"""What stands behind a number."""

from __future__ import annotations

import pytest

from slides.decks.evidence import Comparison, evidence
from tests.slides.decks.configured import WITH_DECKS, deck
from workflow.ledger import LedgerError


@pytest.fixture
def ledgers(ledger):
    ledger.equals("grad_w", -18, -18, where="w")
    ledger.reads("grad_w_by_pytorch", -18.0, "-18", where="w")
    routes = {"symbolic": -18.0, "hand": -18.0, "engine": -18.0}
    ledger.agree("grad_w_agreement", routes, tolerance=1e-12, where="w")
    ledger.agree("grad_w_pytorch", routes | {"pytorch": -18.0}, tolerance=1e-12, where="w", volatile=True)
    ledger.agree("grad_w_difference", {"hand": -18.0, "difference": -18 + 2.0**-31}, tolerance=1e-8, where="w")
    ledger.check()
    return {ledger.identity: ledger}


@pytest.mark.parametrize(
    ("claim", "check"),
    [
        ("lesson/small.loss", "reads as expected, digit for digit"),
        ("lesson/small.matrix[0][1]", "reads as expected, digit for digit"),
        ("lesson/small.steps", "equals what is expected, exactly"),
        ("lesson/small.gap", "routes agree within 1e-12"),
        ("lesson/small.gap.bound", "routes agree within 1e-12"),
        ("lesson/small.measured", "lies below 1"),
        ("lesson/small.falls", "the condition holds that it decreases"),
        ("lesson/small", "every claim of this ledger holds"),
    ],
)
def test_the_check_is_said_in_words(ledgers, claim, check):
    found = evidence(claim, ledgers)
    assert (found.claim, found.check) == (claim, check)


@pytest.mark.parametrize("form", ["grad_w", "grad_w_by_pytorch"])
def test_the_routes_to_a_quantity_stand_with_each_of_its_forms(ledgers, form):
    assert evidence(f"lesson/small.{form}", ledgers).comparisons == (
        Comparison(("hand", "engine", "SymPy"), "0"),
        Comparison(("hand", "engine", "SymPy", "PyTorch"), "below 1e-12"),
        Comparison(("hand", "central differences"), "5e-10"),
    )


def test_a_claim_of_agreement_names_its_own_routes(ledgers):
    assert evidence("lesson/small.gap", ledgers).comparisons == (Comparison(("one", "other"), "2e-16"),)
    assert evidence("lesson/small.loss", ledgers).comparisons == ()


def test_a_claim_that_is_not_there_is_told(ledgers):
    with pytest.raises(LedgerError, match="Did you mean loss"):
        evidence("lesson/small.lost", ledgers)


@pytest.mark.parametrize("lesson", WITH_DECKS)
def test_there_is_evidence_for_every_number_of_a_deck(lesson):
    made = deck(lesson)
    for slide in made.slides:
        for claim in made.claims(slide):
            if claim != lesson:
                assert evidence(claim, made.ledgers).check


def test_most_gradients_of_the_lecture_name_five_routes():
    made = deck("lecture4")
    found = evidence("lecture4/reverse_sweep.grad_w", made.ledgers)
    assert {route for each in found.comparisons for route in each.routes} == {
        *("hand", "engine", "SymPy", "PyTorch", "central differences")
    }
