"""Changes made to the real results, one by one: each gets its verdict, and what could have moved it is named."""

from __future__ import annotations

import math

import pytest

from tests.workflow.review.made_changes import F1, F2, RACE, TABLE, Made, results
from workflow.review.compare import compare
from workflow.review.states import State
from workflow.review.verdicts import Verdict

BASE = results()
OTHER = State("other", {})


def wobbled(values):
    return [*values[:7], math.nextafter(values[7], 1), *values[8:]]


def moved(values):
    return [*values[:7], values[7] * 1.001, *values[8:]]


# Each made change: its name, the change, and the findings by what it was found in.
FAULTS = {
    "nothing": (lambda made: made, {}),
    "a wobble of the last digit in a series": (
        lambda made: made.series(RACE, "losses_engine", wobbled),
        {
            "dl01_6_4/race.losses_engine": {Verdict.NOISE},
            "dl01_6_4/race.loss_gap": {Verdict.NOISE},
            "dl01_6_4/race.gap_so_far": {Verdict.NOISE},
        },
    ),
    "a series that moved further than rounding": (
        lambda made: made.series(RACE, "losses_hand", moved),
        "is failing",
    ),
    "a printed number": (
        lambda made: made.claim(RACE, "last_loss", value=0.0312, expected="0.031", printed="0.031"),
        {"dl01_6_4/race.last_loss": {Verdict.CHECK, Verdict.PRINTED}},
    ),
    "a claim that is gone": (
        lambda made: made.without_claim(RACE, "loss_gap"),
        {"dl01_6_4/race.loss_gap": {Verdict.WEAKER, Verdict.GONE}},
    ),
    "a tolerance": (
        lambda made: made.claim(RACE, "loss_gap", tolerance=1e-6),
        {"dl01_6_4/race.loss_gap": {Verdict.WEAKER}},
    ),
    "a tighter tolerance": (
        lambda made: made.claim(RACE, "loss_gap", tolerance=1e-13),
        {"dl01_6_4/race.loss_gap": {Verdict.CHECK}},
    ),
    "fewer digits": (
        lambda made: made.claim(RACE, "first_loss", expected="1.0", printed="1.0"),
        {"dl01_6_4/race.first_loss": {Verdict.WEAKER, Verdict.PRINTED}},
    ),
    "a claim that does not hold": (
        lambda made: made.claim(RACE, "steps", value=999),
        "is failing",
    ),
    "a ledger that is gone": (
        lambda made: made.put("ledgers/lecture4/branch.json", None),
        "every claim of lecture4/branch is weaker",
    ),
    "a ledger that is damaged": (
        lambda made: made.put(RACE, b'{"claims": '),
        "dl01_6_4/race cannot be read",
    ),
    "a colour": (
        lambda made: made.edit(F2, r"fill: #(?!none)[0-9a-f]{6}", "fill: #ff0000"),
        {"DL01.6.4-F2": {Verdict.PIXELS}},
    ),
    "a label": (
        lambda made: made.edit(F1, r'(#dl01-6-4-f1-DejaVuSans-Bold-3a" transform="translate\()69', r"\g<1>99"),
        {"DL01.6.4-F1": {Verdict.PIXELS}},
    ),
    "a comment in a picture": (
        lambda made: made.edit(F1, "</svg>", "<!-- later --></svg>"),
        {"DL01.6.4-F1": {Verdict.BYTES}},
    ),
    "a picture that is damaged": (lambda made: made.put(F1, b"<svg"), {"DL01.6.4-F1": {Verdict.BROKEN}}),
    "a picture that is gone": (lambda made: made.put(F1, None), {"DL01.6.4-F1": {Verdict.GONE}}),
    "an alt text": (
        lambda made: made.put("figures/DL01.6.4-F2.alt.txt", b"Two losses.\n"),
        {"DL01.6.4-F2": {Verdict.WORDS}},
    ),
    "a cell": (
        lambda made: made.edit(TABLE, r">0\.008<", ">0.031<"),
        {"DL01.6.4-race": {Verdict.CELLS, Verdict.BYTES}},
    ),
    "a slide": (
        lambda made: made.edit("decks/dl01_6_4.md", "Five steps to trust", "Six steps to trust"),
        {"dl01_6_4": {Verdict.WORDS}},
    ),
    "a file of no kind": (lambda made: made.put("figures/photo.jpg", b"\xff"), {"figures/photo.jpg": {Verdict.NEW}}),
}


def found(review):
    return {change.identity: set(change.findings) for change in review.changes()}


@pytest.mark.parametrize("name", FAULTS)
def test_a_made_change_gets_its_verdict(name):
    change, expected = FAULTS[name]

    review = compare(BASE, change(Made(BASE)).state)

    if isinstance(expected, dict):
        assert found(review) == expected
    elif expected.startswith("every claim"):
        assert {change.findings for change in review.claims} == {(Verdict.WEAKER, Verdict.GONE)}
        assert len(review.weakened()) == sum(
            1 for line in BASE.files["ledgers/lecture4/branch.json"].splitlines() if b'"check"' in line
        )
    elif expected == "is failing":
        assert Verdict.FAILING in {finding for change in review.claims for finding in change.findings}
    else:
        assert review.verdict is Verdict.BROKEN


def test_the_same_change_backwards_is_seen_too():
    for name in ("a printed number", "a colour", "a cell", "a slide", "a picture that is damaged"):
        change, expected = FAULTS[name]
        assert found(compare(change(Made(BASE)).state, BASE)).keys() == expected.keys(), name
