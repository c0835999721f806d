"""Each made change of a claim gets its verdict: what moved, what prints otherwise, what is held to less."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workflow import numerals
from workflow.claims import Agree, Below, Equals, Holds, Reads, Series
from workflow.ledger import Recorded
from workflow.review.changes import Entry
from workflow.review.ledgers.claims import compared, renamed
from workflow.review.verdicts import Verdict

WHERE = "the race"

READS = Reads(name="loss", where=WHERE, value=1.31326, expected="1.313")
EQUALS = Equals(name="steps", where=WHERE, value=[1000, 2], expected=[1000, 2])
BELOW = Below(name="gap", where=WHERE, value=1e-16, bound=1e-12)
AGREE = Agree(name="agreement", where=WHERE, routes={"hand": [1.0, 2.0], "engine": [1.0, 2.0]}, tolerance=1e-12)
BETWEEN = Holds(name="ratio", where=WHERE, condition="lies between", values={"low": 2.0, "value": 2.5, "high": 3.0})
FALLS = Holds(name="learns", where=WHERE, condition="decreases", values={"first": 1.0, "last": 0.25})
OF_SERIES = Agree(
    name="losses",
    where=WHERE,
    routes={"hand": Series("by_hand", np.array([1.0, 0.5])), "engine": Series("by_engine", np.array([1.0, 0.5]))},
    tolerance=1e-12,
)
VOLATILE = Agree(name="torch", where=WHERE, routes={"hand": 1.0, "torch": 1.0}, tolerance=1e-12, volatile=True).kept()

EACH = [READS, EQUALS, BELOW, AGREE, BETWEEN, FALLS, OF_SERIES, VOLATILE]


def recorded(claim, printed=None):
    failure = "" if claim.holds() else f"expected {claim.expected_text}, got {claim.got_text}"
    return Recorded(claim, claim.printed if printed is None else printed, failure)


def became(before, **other):
    """Compare a claim with itself when some of its fields are others."""
    if isinstance(before, Agree) and "routes" in other:
        other.setdefault("value", None)
    return compared("lesson/race.it", recorded(before), recorded(replace(before, **other)))


def said(change):
    return " ".join(change.notes)


@pytest.mark.parametrize("claim", EACH, ids=lambda claim: claim.name)
def test_a_claim_that_is_as_it_was_is_no_change(claim):
    assert compared("lesson/race.it", recorded(claim), recorded(replace(claim))) is None


@pytest.mark.parametrize("claim", EACH, ids=lambda claim: claim.name)
def test_new_and_gone_are_two_sides_of_one_thing(claim):
    new = compared("lesson/race.it", None, recorded(claim))
    gone = compared("lesson/race.it", recorded(claim), None)

    assert new.findings == (Verdict.NEW,)
    assert gone.findings == (Verdict.WEAKER, Verdict.GONE)
    assert [(entry.place, entry.after, entry.before) for entry in new.entries] == [
        (entry.place, entry.before, entry.after) for entry in gone.entries
    ]
    assert (new.held_to_before, new.held_to) == (gone.held_to, gone.held_to_before)
    assert new.where == gone.where == WHERE


# What the value does


@pytest.mark.parametrize(
    ("before", "other"),
    [
        (READS, {"value": math.nextafter(1.31326, 2)}),
        (BETWEEN, {"values": {"low": 2.0, "value": math.nextafter(2.5, 3), "high": 3.0}}),
        (FALLS, {"values": {"first": 1.0, "last": 0.25 + 1e-15}}),
        (AGREE, {"routes": {"hand": [1.0, 2.0], "engine": [1.0, 2.0]}, "value": 0.0, "where": WHERE}),
    ],
    ids=lambda each: getattr(each, "name", ""),
)
def test_the_last_digit_is_noise(before, other):
    change = became(before, **other)

    assert change is None or change.findings == (Verdict.NOISE,)
    assert (change is None) is (before is AGREE)


def test_routes_that_move_within_their_tolerance_are_noise_though_the_gap_prints_otherwise():
    change = became(AGREE, routes={"hand": [1.0, 2.0], "engine": [1.0, 2.0 + 4e-16]})

    assert change.findings == (Verdict.PRINTED, Verdict.NOISE)
    assert change.entries == (Entry("", "0", "4e-16"),)
    assert "moved only by rounding" in said(change)
    assert "together" not in said(change)


def test_a_gap_that_grows_to_its_bound_is_no_rounding_though_each_route_moved_within_its_tolerance():
    before = replace(AGREE, routes={"hand": [1.0], "engine": [1.0 + 2e-16]}, value=None)

    change = became(before, routes={"hand": [1.0], "engine": [1.0 + 9e-13]})

    assert change.findings == (Verdict.PRINTED,)
    assert change.entries == (Entry("", "2e-16", "9e-13"),)
    assert "rounding" not in said(change)


def test_routes_that_move_together_are_told():
    change = became(AGREE, routes={"hand": [1.0, 2.5], "engine": [1.0, 2.5]})

    assert change.findings == (Verdict.MOVED,)
    assert "All routes moved together." in change.notes
    assert "Route engine: 1 of 2 entries moved, by 0.5." in change.notes


def test_equality_between_routes_excuses_no_move():
    exact = replace(AGREE, tolerance=0)
    other = math.nextafter(2.0, 3)

    assert became(exact, routes={"hand": [1.0, other], "engine": [1.0, other]}).findings == (Verdict.MOVED,)


def test_a_move_beyond_rounding_that_prints_the_same_has_moved():
    change = became(READS, value=1.3133)

    assert change.findings == (Verdict.MOVED,)
    assert change.notes == ("Value: it moved, by 4e-05.",)
    assert change.held_to == change.held_to_before == "reads 1.313"


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        (1e-16, 5e-17, Verdict.NOISE),
        (1e-16, 9e-16, Verdict.NOISE),  # not tenfold
        (1e-16, 9e-13, Verdict.MOVED),
        (0.0, 9e-16, Verdict.NOISE),  # under a thousandth of the bound
        (2e-13, 1.9e-12, Verdict.MOVED),  # over the bound
    ],
)
def test_a_gap_is_noise_while_it_stays_what_rounding_leaves(before, after, verdict):
    change = became(replace(BELOW, value=[before, 5e-13]), value=[after, 5e-13])

    assert verdict in change.findings or (verdict is Verdict.MOVED and Verdict.PRINTED in change.findings)
    assert (Verdict.NOISE in change.findings) is (verdict is Verdict.NOISE)


def test_the_largest_of_numbers_overflow_nothing():
    change = became(replace(BELOW, value=1e308, bound=1.7e308), value=1.2e308)

    assert change.findings == (Verdict.NOISE,)


def test_a_looser_bound_excuses_no_move_that_comes_with_it():
    change = became(replace(BELOW, value=[1e-16, 1e-13]), value=[1e-14, 1e-13], bound=1e-6)

    assert change.findings == (Verdict.WEAKER, Verdict.MOVED)


def test_integers_do_not_round():
    large = 10**15

    change = became(replace(READS, value=large, expected="1e+15"), value=large + 1)

    assert change.findings == (Verdict.MOVED,)


def test_integers_too_far_apart_for_their_type_are_told_apart():
    change = became(replace(EQUALS, value=-(2**62), expected=-(2**62)), value=2**62, expected=2**62)

    assert "it moved, by 9.2e+18." in said(change)
    assert "it moved, by 1e+19." in said(became(replace(EQUALS, value=0, expected=0), value=10**19, expected=10**19))


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ([28], [40], "Value: it moved, by 12."),
        ([28, 5], [40, 6], "Value: 2 of 2 entries moved, by 12 at most."),
        ([28, 5], [40, 5], "Value: 1 of 2 entries moved, by 12."),
        ([0], [1234], "Value: it moved, by 1,234."),
        ([0], [812], "Value: it moved, by 812."),
        ([0.0], [99.7], "Value: it moved, by 100."),
        ([0.0], [0.02345], "Value: it moved, by 0.023."),
        ([0.0], [2e-05], "Value: it moved, by 2e-05."),
        ([0], [3_400_000], "Value: it moved, by 3.4e+06."),
    ],
)
def test_distances_have_digits_enough_and_no_exponent_when_they_are_ordinary(before, after, told):
    change = became(replace(EQUALS, value=before, expected=before), value=after, expected=after)

    assert told in change.notes


def test_an_exact_number_never_moves_by_rounding():
    change = became(replace(EQUALS, value=0.1, expected=0.1), value=0.1 + 2e-17, expected=0.1 + 2e-17)

    assert change.findings == (Verdict.CHECK, Verdict.PRINTED)


def test_a_zero_with_another_sign_is_noise():
    change = became(replace(READS, value=0.0, expected="0.0"), value=-0.0)

    assert change.findings == (Verdict.NOISE,)


def test_another_kind_of_number_is_told_in_words():
    change = became(replace(READS, value=2, expected="2"), value=2.0)

    assert change.findings == (Verdict.MOVED,)
    assert "The entries are floating-point numbers, were integers." in said(change)


def test_another_shape_is_told_in_words_and_fewer_numbers_are_a_weaker_check():
    pair = replace(READS, value=[1.0, 2.0], expected=["1.0", "2.0"])

    fewer = compared("it", recorded(pair), recorded(replace(pair, value=[1.0], expected=["1.0"])))
    more = compared("it", recorded(replace(pair, value=[1.0], expected=["1.0"])), recorded(pair))

    assert fewer.findings == (Verdict.WEAKER, Verdict.CHECK, Verdict.PRINTED)
    assert "It judges fewer numbers (value): 1, were 2." in fewer.notes
    assert "Value: The shape is (1,), was (2,)." in fewer.notes
    assert fewer.entries == (Entry("[1]", "2.0", ""),)
    assert Verdict.WEAKER not in more.findings


def test_fewer_observations_are_a_weaker_check():
    many = Holds(name="released", where=WHERE, condition="is true", values={"observed": [True, True]})

    assert Verdict.WEAKER in became(many, values={"observed": [True]}).findings


# What it prints


def test_a_printed_digit_that_was_edited_with_its_check_is_both():
    change = became(READS, value=1.3241, expected="1.324")

    assert change.findings == (Verdict.CHECK, Verdict.PRINTED)
    assert change.entries == (Entry("", "1.313", "1.324"),)
    assert (change.held_to_before, change.held_to) == ("reads 1.313", "reads 1.324")


def test_entries_are_named_by_their_places():
    before = replace(READS, value=[[1.0, 2.0], [3.0, -4.0]], expected=[["1.0", "2.0"], ["3.0", "-4.0"]])

    change = became(before, value=[[1.0, 2.5], [3.0, -4.5]], expected=[["1.0", "2.5"], ["3.0", "-4.5"]])

    assert change.entries == (Entry("[0][1]", "2.0", "2.5"), Entry("[1][1]", "−4.0", "−4.5"))


def test_a_value_on_a_rounding_edge_gets_a_note():
    change = became(replace(READS, value=0.0625, expected="0.062"), value=0.0625 + 1e-14, expected="0.063")

    assert change.findings == (Verdict.CHECK, Verdict.PRINTED, Verdict.NOISE)
    assert any("crossed a rounding edge" in note for note in change.notes)


def test_a_value_that_moved_for_good_gets_no_such_note():
    assert "rounding" not in said(became(READS, value=1.3241, expected="1.324"))


def test_fewer_digits_are_no_rounding_edge():
    change = became(READS, value=math.nextafter(1.31326, 2), expected="1.31")

    assert "edge" not in said(change)


def test_what_is_printed_otherwise_by_another_way_of_printing_is_told():
    change = compared("it", recorded(BELOW, printed="1e-016"), recorded(replace(BELOW)))

    assert change.findings == (Verdict.PRINTED,)
    assert change.entries == (Entry("", "1e-016", "1e-16"),)
    assert "The value is the same; it is printed otherwise." in change.notes


# What it is held to


WEAKER = [
    (BELOW, {"bound": 1e-6}, "The bound is larger: 1e-06, was 1e-12."),
    (AGREE, {"tolerance": 1e-6}, "The tolerance is larger: 1e-06, was 1e-12."),
    (AGREE, {"routes": {"hand": [1.0, 2.0], "torch": [1.0, 2.0]}}, "The route engine is gone."),
    (READS, {"expected": "1.31"}, "Fewer digits are expected."),
    (replace(READS, value=3.04e-8, expected="3.0e-08"), {"expected": "3e-08"}, "Fewer digits are expected."),
    (replace(READS, value=3.04e-8, expected="3.0e-08"), {"expected": "0.0000000"}, "Fewer digits are expected."),
    (
        replace(READS, value=[1.0, 2.0], expected=["1.0", "2.0"]),
        {"expected": ["1.0", "2"]},
        "Fewer digits are expected at [1].",
    ),
    (
        BETWEEN,
        {"values": {"low": 1.0, "value": 2.5, "high": 3.0}},
        "The interval is wider: low is 1.0, was 2.0.",
    ),
    (
        BETWEEN,
        {"values": {"low": 2.2, "value": 2.5, "high": 4.0}},
        "The interval is wider: high is 4.0, was 3.0.",
    ),
    (READS, {"volatile": True}, "Its digits are no longer kept, so nobody can judge it again."),
    (
        OF_SERIES,
        {"routes": {"hand": Series("by_hand", np.array([1.0, 0.5])), "engine": [1.0, 0.5]}},
        "It judges the series by_hand, was by_engine, by_hand.",
    ),
]


@pytest.mark.parametrize(("before", "other", "sentence"), WEAKER)
def test_a_check_that_holds_less_is_weaker(before, other, sentence):
    change = became(before, **other)

    assert change.verdict is Verdict.WEAKER
    assert sentence in change.notes
    assert change.held_to != change.held_to_before or "series" in sentence


TIGHTER = [
    (BELOW, {"bound": 1e-15}),
    (AGREE, {"tolerance": 1e-15}),
    (AGREE, {"routes": {"hand": [1.0, 2.0], "engine": [1.0, 2.0], "torch": [1.0, 2.0]}}),
    (READS, {"expected": "1.3133"}),
    (BETWEEN, {"values": {"low": 2.4, "value": 2.5, "high": 3.0}}),
    (replace(READS, volatile=True), {"volatile": False}),
]


@pytest.mark.parametrize(("before", "other"), TIGHTER)
def test_a_check_that_holds_more_is_changed_and_tighter(before, other):
    change = became(before, **other)

    assert change.verdict is Verdict.CHECK
    assert any(note.startswith("It is tighter") for note in change.notes)


def test_a_wider_end_is_weaker_though_the_other_is_tighter():
    change = became(BETWEEN, values={"low": 1.0, "value": 2.5, "high": 2.6})

    assert change.findings == (Verdict.WEAKER, Verdict.CHECK)


def test_another_condition_is_a_weaker_check():
    change = became(FALLS, condition="is true", values={"observed": [True]})

    assert change.verdict is Verdict.WEAKER
    assert "It is another condition: is true, was decreases." in change.notes


def test_a_number_of_another_size_is_expected_with_the_digits_that_it_had():
    change = became(replace(READS, value=3.0e-8, expected="3.0e-08"), value=3.1e-7, expected="3.1e-07")

    assert change.findings == (Verdict.CHECK, Verdict.PRINTED)


def test_another_fingerprint_is_another_check_and_no_move():
    values = Series("points", np.array([1.0]))
    held = Holds(
        name="print", where=WHERE, condition="has the fingerprint", values={"values": values, "fingerprint": "ab"}
    )

    change = compared(
        "it",
        Recorded(held, held.printed),
        Recorded(replace(held, values={**held.values, "fingerprint": "cd"}), held.printed),
    )

    assert change.findings == (Verdict.CHECK,)
    assert (change.held_to_before[-17:], change.held_to[-17:]) == (
        "fingerprint = 'ab'"[-17:],
        "fingerprint = 'cd'"[-17:],
    )


def test_another_series_in_place_of_one_is_another_check():
    routes = {"hand": Series("by_hand", np.array([1.0, 0.5])), "engine": Series("other", np.array([1.0, 0.5]))}

    assert became(OF_SERIES, routes=routes).findings == (Verdict.CHECK,)


def test_two_routes_on_one_series_are_weaker_and_fail():
    routes = dict.fromkeys(("hand", "engine"), Series("by_hand", np.array([1.0, 0.5])))

    assert became(OF_SERIES, routes=routes).findings == (Verdict.WEAKER, Verdict.FAILING)


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        (
            Equals(name="it", where=WHERE, value=2.0, expected=2.0),
            replace(READS, value=2.0, expected="2"),
            Verdict.WEAKER,
        ),
        (
            replace(READS, value=2.0, expected="2"),
            Equals(name="it", where=WHERE, value=2.0, expected=2.0),
            Verdict.CHECK,
        ),
        (READS, Below(name="it", where=WHERE, value=1.31326, bound=2.0), Verdict.WEAKER),
        (BELOW, FALLS, Verdict.WEAKER),
        (FALLS, BELOW, Verdict.WEAKER),  # an upper bound says nothing of what fell
    ],
)
def test_another_kind_of_check_is_weaker_unless_it_becomes_equality(before, after, verdict):
    assert compared("it", recorded(before), recorded(after)).verdict is verdict


def test_bounds_are_told_with_all_their_digits():
    change = became(replace(BELOW, bound=1.00000001e-12), bound=1.00000002e-12)

    assert change.held_to_before == "at least 0 and under 1.00000001e-12"
    assert change.held_to == "at least 0 and under 1.00000002e-12"


def test_a_volatile_claim_is_compared_by_what_is_kept():
    assert became(VOLATILE, tolerance=1e-9).findings == (Verdict.WEAKER, Verdict.PRINTED)
    assert became(VOLATILE, routes={"hand": None, "engine": None}).findings == (Verdict.WEAKER, Verdict.CHECK)
    assert VOLATILE.routes == {"hand": None, "torch": None}


def test_a_claim_that_does_not_hold_is_failing_whatever_else():
    change = became(READS, value=1.4)

    assert change.verdict is Verdict.FAILING
    assert "It does not hold: expected reads 1.313, got 1.400, printed from 1.4." in change.notes


def test_a_claim_that_still_fails_is_told_again():
    failing = recorded(replace(READS, value=1.4))

    change = compared("it", failing, failing)

    assert change.findings == (Verdict.FAILING,)
    assert "It did not hold before." in change.notes


def test_a_claim_that_is_stated_elsewhere_is_hardly_a_change():
    change = became(READS, where="the appendix")

    assert change.findings == (Verdict.BYTES,)
    assert change.notes == ("It is stated elsewhere: the appendix; was: the race.",)
    assert change.where == "the appendix"


def test_a_renamed_claim_shows_what_else_became_of_it():
    change = renamed("lesson/race.new", "old", recorded(BELOW), recorded(replace(BELOW, bound=1e-6)))

    assert change.findings == (Verdict.WEAKER, Verdict.RENAMED)
    assert change.notes[0] == "It was called old."


# What holds of all numbers

NUMBERS = st.floats(-1e6, 1e6).filter(lambda number: abs(number) > 1e-6)


@settings(max_examples=40, deadline=None)
@given(st.lists(NUMBERS, min_size=1, max_size=5), st.floats(-0.9e-9, 0.9e-9))
def test_a_wobble_within_rounding_is_noise_or_flips_a_digit_with_a_note(values, share):
    wobbled = [value * (1 + share) for value in values]
    before, after = (
        replace(READS, value=each, expected=[numerals.like("0.000", one) for one in each]) for each in (values, wobbled)
    )

    change = compared("it", recorded(before), recorded(after))

    if values == wobbled:
        assert change is None
    elif before.expected == after.expected:
        assert change.findings == (Verdict.NOISE,)
    else:
        assert change.findings == (Verdict.CHECK, Verdict.PRINTED, Verdict.NOISE)
        assert any("rounding edge" in note for note in change.notes)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=6), st.randoms())
def test_the_order_of_entries_does_not_matter(pairs, random):
    shuffled = random.sample(pairs, len(pairs))

    def findings(of):
        before, after = ([pair[side] for pair in of] for side in (0, 1))
        claim = Below(name="it", where=WHERE, value=[abs(each) for each in before], bound=1e9)
        change = compared("it", recorded(claim), recorded(replace(claim, value=[abs(each) for each in after])))
        return change and (change.findings, change.entries, change.notes)

    assert findings(pairs) == findings(shuffled)
