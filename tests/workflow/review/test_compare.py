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


@pytest.mark.parametrize(
    ("content", "said"), [(None, "It is gone"), (b"{", "this is no record"), (b"\xff", "this is no record")]
)
def test_a_record_that_is_gone_or_damaged_is_told_and_stops_a_script(content, said):
    path = "provenance/lecture4.json"

    review = compare(BASE, Made(BASE).put(path, content).state)

    assert [change.identity for change in review.files] == [path]
    assert said in review.files[0].notes[0]
    assert review.stops("check")
    assert review.stops("any")


def test_a_file_that_no_record_names_is_told():
    review = compare(BASE, Made(BASE).put("figures/L4-F9.svg", BASE.files["figures/L4-F1.svg"]).state)

    assert "figures/L4-F9.svg is in no record" in review.stale[0]


def test_a_figure_lists_the_claims_whose_values_moved_and_no_others():
    change = Made(BASE).claim(RACE, "weight_gap", bound=1e-6).series(RACE, "losses_engine", wobbled)

    review = compare(BASE, change.edit(F2, "fill: #(?!none)[0-9a-f]{6}", "fill: #ff0000").state)

    assert "dl01_6_4/race.losses_engine" in review.figures[0].numbers
    assert "dl01_6_4/race.weight_gap" not in review.figures[0].numbers


def test_a_change_of_packages_is_a_cause_of_what_it_moved():
    moved_on = Made(BASE).edit(F2, "fill: #(?!none)[0-9a-f]{6}", "fill: #ff0000")
    packages = moved_on.recorded(packages=lambda held: {**held, "matplotlib": "99.0"})

    review = compare(BASE, packages.state)

    assert [(cause.name, cause.after) for cause in review.figures[0].causes] == [("matplotlib", "99.0")]
    assert review.stale == ()


def test_what_nothing_recorded_moved_is_said_to_be_unexplained():
    review = compare(BASE, Made(BASE).edit(F2, "fill: #(?!none)[0-9a-f]{6}", "fill: #ff0000").recorded().state)

    assert [cause.kind for cause in review.figures[0].causes] == ["not recorded"]
