"""The scan: a digit that no claim prints and no phrase excuses is found, whatever it looks like and wherever it is."""

from __future__ import annotations

import pytest

from workflow.ledger import Ledger
from workflow.scan import ScanError, check, excused, numerals_in, without

WHERE = "tests/workflow"
CONSTANTS = {"W1": "the name of a parameter", "x²": "the square in a formula"}


@pytest.fixture
def ledger():
    """Claims that print numbers, words with numbers in them, and words alone."""
    ledger = Ledger("lesson/small")
    ledger.reads("loss", -0.3656, "-0.366", where=WHERE)
    ledger.equals("steps", 1000, 1000, where=WHERE)
    ledger.equals("shapes", ["(2, 3)", "(3,)"], ["(2, 3)", "(3,)"], where=WHERE)
    ledger.equals("third", "-8/3", "-8/3", where=WHERE)
    ledger.equals("node", "h @ W2.T", "h @ W2.T", where=WHERE)
    ledger.agree("gap", {"one": 0.5, "other": 0.5 + 2.0**-52}, tolerance=1e-12, where=WHERE)
    ledger.below("measured", 0.25, 1.0, where=WHERE, volatile=True)
    ledger.holds("falls", "decreases", {"first": 2.0, "last": 1.0}, where=WHERE)
    ledger.check()
    ledger._claims["measured"] = ledger["measured"].kept()
    return ledger


@pytest.mark.parametrize(
    ("text", "numerals"),
    [
        ("none", []),
        ("1, 2 and 3.", ["1", "2", "3"]),
        ("1,000 (150, 16)", ["1,000", "150", "16"]),
        ("−0.5 and -0.25", ["-0.5", "-0.25"]),
        ("5−3, (a)-3, x-3, ]-3, }-3, 1.-3", ["5", "3", "3", "3", "3", "3", "1", "3"]),
        ("= −3, {-3, [-3, (-3, /-3", ["-3"] * 5),
        ("1e-12 3.0e-08 2e+5 2e5 2e", ["1e-12", "3.0e-08", "2e+5", "2e5", "2"]),
        ("W1 b_2 3x", ["1", "2", "3"]),
        ("x² ½ ₃ Ⅳ ٣", ["٣", "²", "½", "₃", "Ⅳ"]),
        ("8/3", ["8", "3"]),
        (".5", ["5"]),
        ("1.5.2", ["1.5", "2"]),
    ],
)
def test_numerals_are_found(text, numerals):
    assert numerals_in(text) == numerals


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("the W1 of", "the   of"),
        ("W1", " "),
        ("(W1)", "( )"),
        (r"\nabla W1", r"\nabla  "),
        ("W12 and aW1, W1_", "W12 and aW1, W1_"),
        ("h @ W1.T", "h @  .T"),
    ],
)
def test_a_phrase_goes_only_where_it_stands_alone(text, left):
    assert without(text, ["W1"]) == left


def test_the_longest_phrase_goes_first():
    assert without("h @ W1.T + W1", ["W1", "h @ W1.T"]) == "  +  "


def test_a_phrase_is_no_pattern():
    assert without("a+b aab W.T WxT", ["a+b", "W.T"]) == "  aab   WxT"


@pytest.mark.parametrize(
    "text",
    [
        "no digit",
        "loss −0.366 after 1,000 steps",
        "loss -0.366",
        "w − 0.366",
        "gap 2e-16, tolerance 1e-12",
        "shape (2, 3), then (3,)",
        "h @ W2.T",
        "a third, −8/3",
        "below 1",
        "2 × 3 and 8",
        "W1 and x²",
    ],
)
def test_what_claims_print_and_phrases_excuse_is_accepted(ledger, text):
    check("F9", [text], ledger, CONSTANTS)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("loss 0.3661", "0.3661"),
        ("loss 0.36", "0.36"),
        ("1000 steps", "1000"),
        ("−1,000 steps", "-1,000"),
        ("(2, 4)", "4"),
        ("−2 rows", "-2"),
        ("W5.T", "5"),
        ("h @ W20.T", "20"),
        ("8/4", "4"),
        ("1e-13", "1e-13"),
        ("W11", "11"),
        ("y²", "²"),
        ("12 and 11", "11, 12"),
    ],
)
def test_any_other_digit_is_named(ledger, text, found):
    with pytest.raises(ScanError) as error:
        check("F9", ["loss −0.366", text], ledger, CONSTANTS)
    assert str(error.value).startswith(f"F9: no claim prints {found}. Show the printed form of a claim; ")


def test_without_claims_every_digit_is_named():
    with pytest.raises(ScanError, match="no claim prints 7"):
        check("F9", ["step 7"], [], {})


@pytest.mark.parametrize("phrase", ["1", "1,000", "-1", "1.5", "1/2", "²", "(2, 3)", ""])
def test_a_phrase_has_to_have_a_letter(ledger, phrase):
    with pytest.raises(ScanError, match=r"F9: CONSTANTS excuses .*; name the phrase that it belongs to"):
        check("F9", ["no digit"], ledger, {phrase: "a reason"})


def test_phrases_are_given_as_they_stand():
    assert excused("F9", CONSTANTS) == ["W1", "x²"]
