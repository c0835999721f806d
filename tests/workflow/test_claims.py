"""Each check holds when it should, fails when it should, and survives storing."""

from __future__ import annotations

import numpy as np
import pytest

from workflow.claims import CONDITIONS, Agree, Below, Equals, Holds, Reads, Series, fingerprint_of

WHERE = {"name": "it", "where": "somewhere"}


def test_equals_asks_for_exactly_the_same():
    assert Equals(value=19200, expected=19200, **WHERE).holds()
    assert Equals(value=np.array([[0.0, 0.0]]), expected=[[0.0, 0.0]], **WHERE).holds()
    assert not Equals(value=19200, expected=19201, **WHERE).holds()
    assert not Equals(value=[1, 2], expected=[1, 2, 3], **WHERE).holds()
    assert not Equals(value=0.1 + 0.2, expected=0.3, **WHERE).holds()
    assert not Equals(value=1, expected=1.0, **WHERE).holds()
    assert not Equals(value=[True], expected=[1], **WHERE).holds()
    assert not Equals(value=[1], expected=1, **WHERE).holds()


def test_reads_compares_printed_forms():
    assert Reads(value=1.3132, expected="1.313", **WHERE).holds()
    assert Reads(value=[[1.4621, -0.36552]], expected=[["1.462", "-0.366"]], **WHERE).holds()
    assert not Reads(value=1.3136, expected="1.313", **WHERE).holds()


def test_reads_refuses_another_shape():
    claim = Reads(value=[1.0, 2.0], expected=["1.0"], **WHERE)

    assert not claim.holds()
    assert "shape (2,)" in claim.got_text


@pytest.mark.parametrize(("value", "holds"), [(0.0, True), (9e-13, True), (1e-12, False), (-1e-15, False)])
def test_below_is_strict_and_refuses_negative_gaps(value, holds):
    assert Below(value=value, bound=1e-12, **WHERE).holds() is holds
    assert Below(value=Series("s", np.array([0.0, value])), bound=1e-12, **WHERE).holds() is holds


def test_agree_compares_every_route_with_every_other():
    assert Agree(routes={"hand": [1.0, 2.0], "engine": [1.0, 2.0 + 4e-16]}, tolerance=1e-12, **WHERE).holds()
    apart = Agree(routes={"hand": [0.0], "engine": [6e-13], "pytorch": [1.2e-12]}, tolerance=1e-12, **WHERE)
    assert not apart.holds()
    assert apart.value == pytest.approx(1.2e-12)


def test_agree_with_tolerance_zero_asks_for_equality():
    assert Agree(routes={"hand": [1, 0], "engine": [1, 0]}, tolerance=0, **WHERE).holds()
    assert not Agree(routes={"hand": [1, 0], "engine": [1, 1]}, tolerance=0, **WHERE).holds()


def test_agree_takes_two_routes_of_one_shape():
    assert not Agree(routes={"hand": [1.0]}, tolerance=1e-12, **WHERE).holds()
    ragged = Agree(routes={"hand": [1.0], "engine": [1.0, 2.0]}, tolerance=1e-12, **WHERE)
    assert not ragged.holds()
    assert "shapes" in ragged.got_text


def test_agree_refuses_a_recorded_gap_that_its_routes_do_not_give():
    assert not Agree(routes={"hand": [1.0], "engine": [1.0]}, tolerance=1e-12, value=1e-16, **WHERE).holds()


@pytest.mark.parametrize(
    ("condition", "true", "false"),
    [
        ("is true", {"observed": True}, {"observed": [True, False]}),
        ("decreases", {"first": 1.0, "last": 0.5}, {"first": 1.0, "last": 1.0}),
        ("lies between", {"low": 1, "value": 2, "high": 3}, {"low": 1, "value": 3, "high": 3}),
        (
            "is the largest gap so far",
            {"largest": [0.0, 1.0, 1.0], "one": [1.0, 3.0, 2.0], "other": [1.0, 2.0, 2.0]},
            {"largest": [0.0, 1.0, 0.0], "one": [1.0, 3.0, 2.0], "other": [1.0, 2.0, 2.0]},
        ),
        (
            "has the fingerprint",
            {"values": [1.0, 2.0], "fingerprint": fingerprint_of(np.array([1.0, 2.0]))},
            {"values": [1.0, 2.5], "fingerprint": fingerprint_of(np.array([1.0, 2.0]))},
        ),
    ],
)
def test_each_condition_tells_true_from_false(condition, true, false):
    assert Holds(condition=condition, values=true, **WHERE).holds()
    assert not Holds(condition=condition, values=false, **WHERE).holds()


def test_every_condition_says_in_words_what_it_asks_for():
    assert all(condition.__doc__ for condition in CONDITIONS.values())


def test_an_unknown_condition_is_refused_with_the_nearest():
    with pytest.raises(ValueError, match="Did you mean decreases"):
        Holds(condition="decrease", values={}, **WHERE)


@pytest.mark.parametrize("value", [np.nan, np.inf, [1.0, -np.inf]])
def test_values_that_are_not_finite_are_refused(value):
    with pytest.raises(ValueError, match="must be finite"):
        Equals(value=value, expected=0.0, **WHERE)


@pytest.mark.parametrize("value", [np.float32(1.0), np.array([1 + 2j]), object()])
def test_other_dtypes_are_refused(value):
    with pytest.raises(ValueError, match="float64, integer, boolean or text"):
        Equals(value=value, expected=0.0, **WHERE)


@pytest.mark.parametrize(
    "claim",
    [
        Below(value=3e-14, bound=1e-12, volatile=True, **WHERE),
        Agree(routes={"hand": [1.0], "pytorch": [1.0]}, tolerance=1e-12, volatile=True, **WHERE),
        Holds(condition="decreases", values={"first": 2.0, "last": 1.0}, volatile=True, **WHERE),
    ],
)
def test_a_volatile_claim_keeps_its_verdict_and_no_digits(claim):
    stored = claim.kept()

    assert claim.holds()
    assert stored.holds()
    contents = (
        [stored.value]
        if isinstance(stored, Below)
        else list(getattr(stored, "routes", getattr(stored, "values", {})).values())
    )
    assert contents == [None] * len(contents)


def test_a_volatile_claim_that_fails_is_refused_before_it_is_stored():
    assert not Below(value=2e-12, bound=1e-12, volatile=True, **WHERE).holds()
    assert not Agree(routes={"a": [1.0], "b": [2.0]}, tolerance=1e-12, volatile=True, **WHERE).holds()


def test_a_volatile_reading_keeps_only_its_printed_digits():
    stored = Reads(value=2.9574e-08, expected="3.0e-08", volatile=True, **WHERE).kept()

    assert stored.value == 3.0e-08
    assert stored.holds()


def test_a_claim_without_a_value_does_not_hold_unless_it_is_volatile():
    assert not Below(value=None, bound=1e-12, **WHERE).holds()
    assert not Agree(routes={"a": None, "b": None}, tolerance=1e-12, value=0.0, **WHERE).holds()


def test_printed_forms_are_what_outputs_show():
    assert Equals(value=122568, expected=122568, **WHERE).printed == "122,568"
    assert Reads(value=[-0.36552], expected=["-0.366"], **WHERE).printed == ["−0.366"]
    assert Below(value=2.2e-16, bound=1e-12, **WHERE).printed == "2e-16"
    assert Below(value=2.2e-16, bound=1e-12, volatile=True, **WHERE).kept().printed == "below 1e-12"
    assert Agree(routes={"a": [1.0], "b": [1.0]}, tolerance=1e-12, **WHERE).printed == "0"
    assert Agree(routes={"a": [1.0], "b": [1.0]}, tolerance=1e-12, **WHERE).bound_printed == "1e-12"


def test_integers_that_are_far_apart_do_not_agree():
    far = Agree(routes={"a": [2**63 - 1], "b": [-(2**63)]}, tolerance=1.0, **WHERE)

    assert not far.holds()


def test_one_series_under_two_names_is_no_agreement():
    series = Series("losses", np.array([1.0]))

    assert not Agree(routes={"hand": series, "engine": series}, tolerance=1e-12, **WHERE).holds()


@pytest.mark.parametrize("observed", ["False", 1, [1, 1]])
def test_only_booleans_can_be_true(observed):
    assert not Holds(condition="is true", values={"observed": observed}, **WHERE).holds()


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        (Equals, {"value": [], "expected": []}),
        (Holds, {"condition": "is true", "values": {"observed": []}}),
        (Reads, {"value": True, "expected": "1.0"}),
        (Reads, {"value": 1.0, "expected": "about 1"}),
        (Reads, {"value": 1.0, "expected": 1.0}),
        (Below, {"value": False, "bound": 1e-12}),
        (Below, {"value": 0.0, "bound": np.inf}),
        (Below, {"value": 0.0, "bound": "1"}),
        (Agree, {"routes": {"a": "x", "b": "x"}, "tolerance": 0}),
    ],
)
def test_what_cannot_be_judged_is_refused(kind, content):
    with pytest.raises(ValueError, match="must"):
        kind(**content, **WHERE)
