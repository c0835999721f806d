"""What stands behind a number."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slides.decks.evidence import Comparison, Evidence, claim_of, evidence, gathered
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
    for name in ("bytes", "bytes_exactly", "bytes_by_hand", "bytes_by_engine"):
        ledger.equals(name, 8, 8, where="w")
    ledger.equals("bytes_by_modules", 9, 9, where="w")
    ledger.agree("bytes_by_formula", {"engine": 8, "formula": 8}, tolerance=0, where="w")
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
        ("lesson/small", "20 claims, all hold"),
        ("lesson", "20 claims, all hold"),
    ],
)
def test_the_check_is_said_in_words(ledgers, claim, check):
    found = evidence(claim, ledgers)
    assert (found.claims, found.check) == ((claim_of(claim),), check)


@pytest.mark.parametrize("form", ["grad_w", "grad_w_by_pytorch"])
def test_the_routes_to_a_quantity_stand_with_each_of_its_forms(ledgers, form):
    assert evidence(f"lesson/small.{form}", ledgers).comparisons == (
        Comparison(("hand", "engine", "SymPy"), "0"),
        Comparison(("hand", "engine", "SymPy", "PyTorch"), "below 1e-12"),
        Comparison(("hand", "central differences"), "5e-10"),
    )


def test_a_claim_of_agreement_names_its_own_routes(ledgers):
    assert evidence("lesson/small.gap", ledgers).comparisons == (Comparison(("one", "other"), "2e-16"),)
    assert evidence("lesson/small.bytes_by_formula", ledgers).comparisons == (Comparison(("engine", "formula"), "0"),)
    assert evidence("lesson/small.loss", ledgers).comparisons == ()


def test_of_a_whole_ledger_the_largest_gap_of_the_same_routes_is_told(ledgers, ledger):
    ledger.agree("a", {"hand": 1.0, "engine": 1 + 2.0**-41}, tolerance=1e-8, where="a")
    ledger.agree("b", {"hand": 1.0, "engine": 1 + 2.0**-31}, tolerance=1e-8, where="b")
    assert Comparison(("hand", "engine"), ledger["b"].printed) in evidence("lesson/small", ledgers).comparisons
    assert Comparison(("hand", "engine"), ledger["a"].printed) not in evidence("lesson", ledgers).comparisons


def test_what_reads_the_same_by_another_route_is_named_where_none_are_compared(ledgers):
    others = {form: evidence(f"lesson/small.bytes{form}", ledgers).others for form in ("", "_by_hand", "_by_modules")}
    assert others == {
        "": ("lesson/small.bytes_by_engine", "lesson/small.bytes_by_hand"),
        "_by_hand": ("lesson/small.bytes", "lesson/small.bytes_by_engine"),
        "_by_modules": (),
    }
    assert evidence("lesson/small.bytes_exactly", ledgers).others == ()
    assert evidence("lesson/small.grad_w", ledgers).others == ()


def test_a_claim_stands_once_and_forms_of_a_quantity_stand_together(ledgers):
    numbers = ["vector[1]", "grad_w_by_pytorch", "vector[0]", "gap.bound", "bytes_by_modules", "gap", "loss"]
    found = [each.claims for each in gathered([f"lesson/small.{number}" for number in numbers], ledgers)]
    assert found == [(f"lesson/small.{name}",) for name in ("vector", numbers[1], "gap", numbers[4], "loss")]


def test_a_claim_that_is_not_there_is_told(ledgers):
    with pytest.raises(LedgerError, match="Did you mean loss"):
        evidence("lesson/small.lost", ledgers)


READS, EQUALS = "reads as expected, digit for digit", "equals what is expected, exactly"
THREE = Comparison(("hand", "modules", "engine"), "0")
SYMBOLIC = Comparison(("hand", "engine", "SymPy"), "0")
PYTORCH = Comparison(("hand", "engine", "SymPy", "PyTorch"), "below 1e-12")

# What the committed ledgers say.
COMMITTED = {
    "dl01_6_4/three_ways.loss": (READS, (THREE,), ()),
    "dl01_6_4/three_ways.grad_W1_by_modules[0][1]": (READS, (THREE,), ()),
    "dl01_6_4/three_ways.W1[0][0]": (EQUALS, (), ()),
    "dl01_6_4/race.last_loss": (READS, (), ("dl01_6_4/race.last_loss_by_hand",)),
    "dl01_6_4/race.first_loss_by_hand": (READS, (), ("dl01_6_4/race.first_loss",)),
    "dl01_6_4/race.loss_gap": ("routes agree within 1e-12", (Comparison(("hand", "engine"), "1e-16"),), ()),
    "dl01_6_4/graph_memory.bytes_by_formula": (
        "routes agree within 0",
        (Comparison(("engine", "formula"), "0"),),
        (),
    ),
    "dl01_6_4/broadcast_bug.sum_gap_W1.bound": ("lies below 1e-12", (), ()),
    "dl01_6_4/race": ("29 claims, all hold", (Comparison(("hand", "engine"), "1e-16"),), ()),
    "lecture4/forward.a": (EQUALS, (SYMBOLIC, PYTORCH), ()),
    "lecture4/local_rules.square_grad_v": (
        EQUALS,
        (SYMBOLIC, PYTORCH, Comparison(("hand", "central differences"), "6e-10")),
        (),
    ),
    "lecture4/gradient_step.w_new_exactly": (EQUALS, (Comparison(SYMBOLIC.routes, "0"), PYTORCH), ()),
    "lecture4/accumulation.grad_w_after_zeroing": (READS, (), ()),
}


@pytest.mark.parametrize("number", COMMITTED)
def test_the_evidence_of_a_committed_claim_is_this(number):
    found = evidence(number, deck(number.partition("/")[0]).ledgers)
    assert found == Evidence((claim_of(number),), *COMMITTED[number])


def test_the_gradients_of_one_parameter_stand_together():
    made = deck("dl01_6_4")
    (slide,) = (each for each in made.slides if each.identity == "the-same-gradients-by-every-route")
    heads = [
        tuple(claim.partition(".")[2] for claim in each.claims) for each in gathered(made.claims(slide), made.ledgers)
    ]
    assert heads[:4] == [
        ("parameter_entries",),
        *((f"grad_{name}_by_hand", f"grad_{name}_by_modules", f"grad_{name}_by_engine") for name in ("W1", "b1", "W2")),
    ]


@pytest.mark.parametrize("lesson", WITH_DECKS)
def test_there_is_evidence_for_every_number_of_a_deck(lesson):
    made = deck(lesson)
    for slide in made.slides:
        found = gathered(made.claims(slide), made.ledgers)
        assert {claim for each in found for claim in each.claims} == set(map(claim_of, made.claims(slide)))
        for each in found:
            assert [evidence(claim, made.ledgers) for claim in each.claims] == [
                replace(each, claims=(claim,)) for claim in each.claims
            ]
