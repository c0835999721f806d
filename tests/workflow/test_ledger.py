"""A ledger is written only when every claim holds, and trusted only when nobody touched it."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from workflow.claims import Agree, Reads
from workflow.ledger import Ledger, LedgerError


@pytest.fixture
def ledger():
    ledger = Ledger("lesson/race")
    hand = ledger.add_series("losses_hand", np.array([1.0, 0.5, 0.25]), "nats")
    engine = ledger.add_series("losses_engine", np.array([1.0, 0.5, 0.25 + 1e-16]), "nats")
    ledger.agree("loss_gap", {"hand": hand, "engine": engine}, tolerance=1e-12, where="the race")
    ledger.reads("first_loss", 1.0049, "1.005", where="the race")
    ledger.equals("steps", 1000, 1000, where="the race")
    ledger.below("weight_gap", 1.8e-15, 1e-12, where="the race")
    ledger.holds("learns", "decreases", {"first": 1.0, "last": 0.25}, where="the race")
    ledger.agree("against_pytorch", {"hand": [1.0], "pytorch": [1.0]}, tolerance=1e-12, where="the race", volatile=True)
    return ledger


def test_a_ledger_comes_back_from_its_file_as_it_was(ledger, tmp_path):
    ledger.write(tmp_path / "race.json")

    again = Ledger.read(tmp_path / "race.json")

    assert again.to_json() == ledger.to_json()
    assert [claim.name for claim in again] == sorted(claim.name for claim in ledger)
    assert again.series("losses_hand").values.tolist() == [1.0, 0.5, 0.25]
    assert again.series("losses_hand").unit == "nats"
    assert again["first_loss"].printed == "1.005"


def test_the_text_is_canonical_json_with_one_claim_a_line_and_its_digest_last(ledger):
    text = ledger.to_json()
    content = json.loads(text)

    assert list(content) == ["claims", "ledger", "series", "sha256"]
    assert list(content["claims"]) == sorted(content["claims"])
    assert sum(line.startswith('"first_loss"') for line in text.splitlines()) == 1
    assert text.splitlines()[-2].startswith('"sha256"')


def test_all_failing_claims_are_reported_at_once_and_nothing_is_written(ledger, tmp_path):
    ledger.reads("last_loss", 0.031, "0.008", where="lesson, code, the race")
    ledger.equals("points", 49, 48, where="lesson, code")

    with pytest.raises(LedgerError) as failure:
        ledger.write(tmp_path / "race.json")

    message = str(failure.value)
    assert "2 of 8 claims do not hold" in message
    for part in ("lesson/race.last_loss", "0.008", "0.031", "lesson, code, the race", "lesson/race.points", "48", "49"):
        assert part in message
    assert 'the claim "last_loss" in workflow/computations/lesson/race.py' in message
    assert list(tmp_path.iterdir()) == []


def test_a_failing_ledger_leaves_the_earlier_file_alone(ledger, tmp_path):
    ledger.write(tmp_path / "race.json")
    before = (tmp_path / "race.json").read_bytes()
    ledger.equals("points", 49, 48, where="lesson")

    with pytest.raises(LedgerError):
        ledger.write(tmp_path / "race.json")

    assert (tmp_path / "race.json").read_bytes() == before


def test_a_series_that_no_claim_judges_is_refused(ledger):
    ledger.add_series("decoration", np.zeros(3))

    with pytest.raises(LedgerError, match="no claim judges the series decoration"):
        ledger.check()


def test_a_ledger_without_claims_is_refused():
    with pytest.raises(LedgerError, match="makes no claim"):
        Ledger("lesson/empty").check()


def test_names_are_unique(ledger):
    with pytest.raises(LedgerError, match="two claims called 'steps'"):
        ledger.equals("steps", 1, 1, where="lesson")
    with pytest.raises(LedgerError, match="two series called 'losses_hand'"):
        ledger.add_series("losses_hand", np.zeros(3))


@pytest.mark.parametrize("values", [np.array([1.0, np.nan]), np.zeros(3, np.float32), np.array([]), np.array(["a"])])
def test_series_hold_finite_numbers_of_double_precision(ledger, values):
    with pytest.raises(LedgerError, match="must hold finite float64 or int64"):
        ledger.add_series("odd", values)


def test_a_value_that_is_not_finite_is_refused_by_the_name_of_its_claim(ledger):
    with pytest.raises(LedgerError, match=r"lesson/race\.gap: a value must be finite"):
        ledger.below("gap", np.nan, 1e-12, where="lesson")


def test_an_unknown_name_is_answered_with_the_nearest(ledger):
    with pytest.raises(LedgerError, match=r"no claim called 'frist_loss'\. Did you mean first_loss"):
        ledger["frist_loss"]
    with pytest.raises(LedgerError, match="Did you mean losses_hand"):
        ledger.series("loss_hand")


def test_a_claim_of_another_kind_than_asked_for_is_an_error(ledger):
    assert ledger.claim("loss_gap", Agree).bound_printed == "1e-12"
    with pytest.raises(LedgerError, match=r"lesson/race\.loss_gap is a claim that 'agree'"):
        ledger.claim("loss_gap", Reads)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"value": 1.0049', '"value": 1.0051'),
        ('"printed": "1.005"', '"printed": "1.006"'),
        ('"tolerance": 1e-12', '"tolerance": 1e-06'),
        ("0.5, 0.25]", "0.5, 0.2500000001]"),
        ('"unit": "nats"', '"unit": "bits"'),
        ('"where": "the race"', '"where": "elsewhere"'),
        ("{\n", "{\n\n"),
    ],
)
def test_a_ledger_edited_by_hand_is_refused(ledger, tmp_path, old, new):
    path = tmp_path / "race.json"
    ledger.write(path)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")

    with pytest.raises(LedgerError, match="changed after it was written"):
        Ledger.read(path)


@pytest.mark.parametrize("unchecked", ["series", "claims"])
def test_what_no_claim_judges_is_refused_even_under_a_digest_that_fits(ledger, tmp_path, unchecked):
    if unchecked == "series":
        ledger.add_series("decoration", np.zeros(3))
    else:
        ledger = Ledger("lesson/race")
    path = tmp_path / "race.json"
    path.write_text(ledger.to_json(), encoding="utf-8")

    with pytest.raises(LedgerError, match="no claim"):
        Ledger.read(path)


def test_a_ledger_under_another_name_is_refused(ledger, tmp_path):
    ledger.write(tmp_path / "moons.json")

    with pytest.raises(LedgerError, match="changed after it was written"):
        Ledger.read(tmp_path / "moons.json")


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "null", '{"ledger": "a/b", "claims": {"x": {"check": "odd"}}, "series": {}}']
)
def test_a_file_that_is_no_ledger_is_refused_with_what_to_do(tmp_path, text):
    path = tmp_path / "race.json"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(LedgerError, match=re.escape(f"{path}: this is not a ledger")):
        Ledger.read(path)


def test_a_missing_ledger_is_named(tmp_path):
    with pytest.raises(LedgerError, match=r"no such ledger. Run `snakemake`"):
        Ledger.read(tmp_path / "race.json")


@pytest.mark.parametrize("content", [{"hand": None, "engine": None}, {"hand": [1.0], "engine": None}])
def test_a_route_that_gives_nothing_is_refused_by_name(ledger, content):
    with pytest.raises(LedgerError, match=r"lesson/race\.gap: routes holds None"):
        ledger.agree("gap", content, tolerance=1e-12, where="lesson", volatile=True)


def test_a_condition_given_the_wrong_values_is_refused_by_name(ledger):
    with pytest.raises(LedgerError, match=r"lesson/race\.falls: "):
        ledger.holds("falls", "decreases", {"first": 1.0, "lats": 0.5}, where="lesson")
