"""Ledgers of two states: whatever one of them holds, the review goes on and says so."""

from __future__ import annotations

import hashlib
import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workflow.claims import fingerprint_of
from workflow.ledger import Ledger
from workflow.review.ledgers.ledgers import WITHOUT_DIGITS, is_of_ledger, ledgers
from workflow.review.states import State
from workflow.review.verdicts import Verdict

PATH = "ledgers/lesson/race.json"
LOSSES = [1.0, 0.5, 0.25]
POINTS = [0.125, 0.375]


def text(**other):
    """Give the text of a ledger; None for a claim leaves it out."""
    say = {
        "losses": LOSSES,
        "points": POINTS,
        "unit": "nats",
        "tolerance": 1e-12,
        "first": (1.0049, "1.005"),
        "gap_name": "gap",
        "series_name": "engine",
    } | other
    ledger = Ledger("lesson/race")
    hand = ledger.add_series("hand", np.array(say["losses"]), say["unit"])
    engine = ledger.add_series(say["series_name"], np.array(say["losses"]), say["unit"])
    points = ledger.add_series("points", np.array(say["points"]))
    ledger.agree("losses_agree", {"hand": hand, "engine": engine}, tolerance=say["tolerance"], where="the race")
    stated = {"values": points, "fingerprint": fingerprint_of(points.values)}
    ledger.holds("points_are_these", "has the fingerprint", stated, where="the data")
    if say["first"]:
        ledger.reads("first_loss", *say["first"], where="the race")
    ledger.below(say["gap_name"], 1.8e-15, 1e-12, where="the weights")
    ledger.agree("torch", {"hand": [1.0], "torch": [1.0]}, tolerance=1e-12, where="the race", volatile=True)
    return ledger.to_json()


def one_a_line(entries):
    lines = [f"{json.dumps(name)}: {json.dumps(entry, sort_keys=True)}" for name, entry in entries.items()]
    return "{\n" + ",\n".join(lines) + "\n}"


def edited(function, **other):
    """Give the text of a ledger whose content someone changed, with a digest that fits."""
    content = json.loads(text(**other))
    function(content)
    parts = {key: one_a_line(content[key]) for key in ("claims", "series")}
    parts = {"claims": parts["claims"], "ledger": json.dumps(content["ledger"]), "series": parts["series"]}
    body = "".join(f'"{key}": {part},\n' for key, part in parts.items())
    return f'{{\n{body}"sha256": "{hashlib.sha256(body.encode()).hexdigest()}"\n}}\n'


def state(content=None, **other):
    files = {} if content is None else {PATH: content if isinstance(content, bytes) else content.encode()}
    return State("state", files, **other)


def compared(before, after):
    return ledgers(*(each if isinstance(each, State) else state(each) for each in (before, after)))


def findings(changes):
    return {change.identity.removeprefix("lesson/race."): change.findings for change in changes}


def test_unchanged_ledgers_are_only_counted():
    found = compared(text(), text())

    assert (found.claims, found.series, found.files) == ((), (), ())
    assert found.compared == {"claims": 5, "series": 3, WITHOUT_DIGITS: 1}


def test_the_made_text_is_one_that_is_trusted():
    assert edited(lambda content: None) == text()


@pytest.mark.parametrize(
    ("path", "is_one"),
    [(PATH, True), ("ledgers/race.json", False), ("ledgers/a/b/c.json", False), ("tables/lesson/race.json", False)],
)
def test_ledgers_are_told_by_their_paths(path, is_one):
    assert is_of_ledger(path) is is_one
    assert ledgers(State("a", {}), State("b", {path: b"{"})).files == () or is_one


def test_the_last_digit_of_one_series_is_noise():
    found = compared(text(), text(losses=[1.0, math.nextafter(0.5, 1), 0.25]))

    assert findings(found.series) == {"hand": (Verdict.NOISE,), "engine": (Verdict.NOISE,)}
    assert findings(found.claims) == {"losses_agree": (Verdict.NOISE,)}
    (change, _) = found.series
    assert (change.moved, change.size, change.largest) == (1, 3, math.nextafter(0.5, 1) - 0.5)


@pytest.mark.parametrize(("before", "after"), [(1e-6, 1e-12), (1e-12, 1e-6)])
def test_a_series_that_moved_beyond_the_tighter_tolerance_of_both_sides_has_moved(before, after):
    found = compared(text(tolerance=before), text(tolerance=after, losses=[1.0, 0.5 + 1e-10, 0.25]))

    assert findings(found.series) == {"hand": (Verdict.MOVED,), "engine": (Verdict.MOVED,)}


def test_a_series_that_only_a_fingerprint_judges_has_no_rounding():
    found = compared(text(), text(points=[0.125, math.nextafter(0.375, 1)]))

    assert findings(found.series) == {"points": (Verdict.MOVED,)}
    assert found.series[0].moved == 1
    assert findings(found.claims) == {"points_are_these": (Verdict.CHECK, Verdict.NOISE)}


@pytest.mark.parametrize(
    ("other", "note"),
    [
        ({"unit": "bits"}, "The unit is bits, was nats."),
        ({"losses": [1.0, 0.5]}, "The shape is (2,), was (3,)."),
        ({"losses": [1, 2, 3]}, "The entries are integers, were floating-point numbers."),
    ],
)
def test_another_unit_shape_or_kind_of_number_is_told(other, note):
    series = compared(text(), text(**other)).series

    assert findings(series) == {"hand": (Verdict.MOVED,), "engine": (Verdict.MOVED,)}
    assert series[0].notes == (note,)


def test_a_printed_digit():
    found = compared(text(), text(first=(1.0061, "1.006")))

    assert findings(found.claims) == {"first_loss": (Verdict.CHECK, Verdict.PRINTED)}
    assert found.claims[0].identity == "lesson/race.first_loss"


def test_a_removed_claim_is_a_weaker_check_and_its_opposite_is_new():
    gone = compared(text(), text(first=None))
    new = compared(text(first=None), text())

    assert findings(gone.claims) == {"first_loss": (Verdict.WEAKER, Verdict.GONE)}
    assert findings(new.claims) == {"first_loss": (Verdict.NEW,)}
    assert gone.files == new.files == ()


def test_a_looser_tolerance():
    found = compared(text(), text(tolerance=1e-6))

    assert findings(found.claims) == {"losses_agree": (Verdict.WEAKER,)}
    assert found.series == ()


def test_a_renamed_claim_is_paired_by_its_check_and_values():
    found = compared(text(), text(gap_name="distance"))

    assert findings(found.claims) == {"distance": (Verdict.RENAMED,)}
    assert found.claims[0].notes == ("It was called gap.",)


def test_a_renamed_claim_that_is_held_to_less_is_still_weaker():
    loosened = edited(lambda content: content["claims"]["distance"].update(bound=1e-6), gap_name="distance")

    assert findings(compared(text(), loosened).claims) == {"distance": (Verdict.WEAKER, Verdict.RENAMED)}


def test_two_claims_of_one_content_are_not_taken_for_renamed():
    def doubled(content):
        content["claims"]["another"] = content["claims"]["distance"]

    found = compared(text(), edited(doubled, gap_name="distance"))

    assert findings(found.claims)["gap"] == (Verdict.WEAKER, Verdict.GONE)


def test_a_claim_about_another_place_is_not_taken_for_a_renamed_one():
    moved = edited(lambda content: content["claims"]["distance"].update(where="elsewhere"), gap_name="distance")

    assert findings(compared(text(), moved).claims) == {
        "gap": (Verdict.WEAKER, Verdict.GONE),
        "distance": (Verdict.NEW,),
    }


def test_a_renamed_series_is_told_with_the_claim_that_names_it():
    found = compared(text(), text(series_name="machine"))

    # Both routes hold the same numbers, and only one name is new.
    assert findings(found.series) == {"machine": (Verdict.RENAMED,)}
    assert findings(found.claims) == {"losses_agree": (Verdict.CHECK,)}


# Ledgers that are not as they should be

NO_LEDGERS = {
    "no JSON": b'{"claims": ',
    "no ledger": b"[1]",
    "null": b"null",
    "no claims": b'{"ledger": "lesson/race", "series": {}}',
    "claims are a list": b'{"ledger": "lesson/race", "series": {}, "claims": []}',
    "not UTF-8": b"\xff\xfe{}",
    "too deep": b"[" * 100_000,
    "too long a number": b'{"ledger": ' + b"9" * 5000 + b"}",
    "empty": b"",
}


@pytest.mark.parametrize("content", NO_LEDGERS.values(), ids=NO_LEDGERS)
def test_what_is_no_ledger_is_told_on_either_side_and_stops_nothing(content):
    after, before, both = compared(text(), content), compared(content, text()), compared(content, content)

    for found in (after, before, both):
        assert [(change.identity, change.findings) for change in found.files] == [(PATH, (Verdict.BROKEN,))]
    assert after.files[0].notes[1] == "5 claims were in it."
    assert after.claims == both.claims == ()
    assert before.files[0].notes[0].startswith("What it was cannot be read")
    assert set(findings(before.claims).values()) == {(Verdict.NEW,)}
    assert before.claims[0].notes == ("What it was cannot be read.",)
    assert both.files[0].notes[-1] == "It was so before."


def test_what_is_not_utf_8_is_said_to_be_so():
    assert compared(text(), b"\xff").files[0].notes[0] == "It cannot be read: this is not UTF-8."


def test_a_missing_ledger_on_either_side():
    gone, new = compared(text(), None), compared(None, text())

    assert set(findings(gone.claims).values()) == {(Verdict.WEAKER, Verdict.GONE)}
    assert {change.notes for change in gone.claims} == {("The whole ledger is gone.",)}
    assert set(findings(gone.series).values()) == {(Verdict.GONE,)}
    assert set(findings(new.claims).values()) == set(findings(new.series).values()) == {(Verdict.NEW,)}
    assert gone.compared == new.compared == compared(text(), text()).compared
    assert len(gone.claims) == len(new.claims) == 5


def test_what_is_no_file_is_told():
    found = compared(text(), State("state", {}, {PATH: "a link"}))

    assert found.files[0].findings == (Verdict.BROKEN,)
    assert "It cannot be read: a link." in found.files[0].notes


def test_an_edited_ledger_is_told_and_its_claims_are_compared_all_the_same():
    by_hand = text().replace('"tolerance": 1e-12, "value"', '"tolerance": 1e-06, "value"')

    found = compared(text(), by_hand)

    assert findings(found.claims) == {"losses_agree": (Verdict.WEAKER,), "torch": (Verdict.WEAKER,)}
    assert found.files[0].findings == (Verdict.BROKEN,)
    assert found.files[0].notes == ("It was edited by hand: its digest is that of another text.",)
    assert compared(by_hand, text()).files[0].notes[0].startswith("What it was had been edited by hand")
    assert compared(by_hand, by_hand).files[0].notes[-1] == "It was so before."


def test_a_ledger_of_another_name_is_told():
    found = ledgers(State("a", {}), State("b", {"ledgers/lesson/other.json": text().encode()}))

    assert found.files[0].notes == ("It cannot be trusted: it is the ledger lesson/race.",)


def test_a_digest_that_fits_does_not_make_a_printed_form_true():
    forged = edited(lambda content: content["claims"]["first_loss"].update(printed="9.999"))

    found = compared(text(), forged)

    assert found.files[0].notes == ("It cannot be trusted: its text is not what its claims give.",)
    assert findings(found.claims) == {"first_loss": (Verdict.PRINTED,)}


def test_what_an_older_form_printed_otherwise_is_no_fault_of_it():
    older = edited(lambda content: content["claims"]["gap"].update(printed="2e-015"))

    found = compared(older, text())

    assert found.files == ()
    assert findings(found.claims) == {"gap": (Verdict.PRINTED,)}


def test_a_claim_that_does_not_hold_when_it_is_judged_again_is_failing():
    failing = edited(lambda content: content["claims"]["first_loss"].update(value=1.5, printed="1.500"))

    found = compared(text(), failing)

    assert findings(found.claims)["first_loss"][0] is Verdict.FAILING
    assert findings(compared(failing, failing).claims) == {"first_loss": (Verdict.FAILING,)}


UNREADABLE = {
    "another check": {"check": "nearly"},
    "an unknown field": {"colour": 1},
    "no number": {"value": "1.0"},
    "not a numeral": {"expected": "about 1"},
    "not finite": {"value": math.inf},
    "nothing": {"value": None},
    "a place that is none": {"where": 3},
    "a volatile that is none": {"volatile": "yes"},
    "printed numbers": {"printed": 3},
    "printed too deep": {"printed": json.loads("[" * 50 + "]" * 50)},
    "nested too deep": {"value": json.loads('{"a": ' * 600 + "1" + "}" * 600)},
    "half a pair": {"where": "\ud800"},
    "a series that is none": {"value": {"series": "none"}},
}


@pytest.mark.parametrize("other", UNREADABLE.values(), ids=UNREADABLE)
def test_a_claim_that_cannot_be_read_is_told_and_the_others_are_compared(other):
    def change(content):
        content["claims"]["first_loss"].update(other)

    found = compared(text(), edited(change, tolerance=1e-6))

    assert findings(found.claims) == {"first_loss": (Verdict.BROKEN,), "losses_agree": (Verdict.WEAKER,)}
    assert found.claims[0].notes[0].startswith("It cannot be read: ")
    assert found.files == ()

    (again,) = compared(edited(change), text()).claims
    assert again.findings == (Verdict.NEW,)
    assert again.notes[0].startswith("What it was cannot be read: this is not a claim")


def test_changes_stand_in_the_order_of_their_names():
    def change(content):
        content["claims"]["torch"] = content["claims"]["losses_agree"] = 3
        content["claims"]["gap"]["bound"] = 1e-6

    names = [each.identity for each in compared(text(first=None), edited(change)).claims]

    assert len(names) == 4
    assert names == sorted(names)


def test_claims_that_are_no_objects_and_series_that_are_none():
    def change(content):
        content["claims"]["first_loss"] = 3
        content["series"]["points"]["dtype"] = "object"

    found = compared(text(), edited(change))

    assert findings(found.claims) == {"first_loss": (Verdict.BROKEN,), "points_are_these": (Verdict.BROKEN,)}
    assert findings(found.series) == {"points": (Verdict.BROKEN,)}


def test_a_file_that_says_the_same_in_other_bytes_is_no_longer_trusted():
    found = compared(text(), text().replace("\n", "\n\n", 1))

    assert found.claims == ()
    assert found.files[0].findings == (Verdict.BROKEN,)


def test_an_older_text_that_says_the_same_in_other_bytes_is_told_as_such():
    older = edited(lambda content: content["series"]["points"].update(colour="red"))

    assert [change.findings for change in compared(older, text()).files] == [(Verdict.BYTES,)]


@settings(max_examples=25, deadline=None)
@given(st.permutations(["a", "b", "c"]))
def test_the_order_of_files_does_not_matter(names):
    before = State("before", {})
    after = State("after", {f"ledgers/lesson/{name}.json": b"{" for name in names})

    assert [change.identity[-6:] for change in ledgers(before, after).files] == ["a.json", "b.json", "c.json"]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(["first", "gap_name", "tolerance", "unit"]), unique=True))
def test_what_is_gone_one_way_is_new_the_other_way(changed):
    other = {key: {"first": None, "gap_name": "x", "tolerance": 1e-6, "unit": "bits"}[key] for key in changed}
    there, back = compared(text(), text(**other)), compared(text(**other), text())

    gone, new = (
        {c.identity for c in side.claims if v in c.findings} for side, v in ((there, Verdict.GONE), (back, Verdict.NEW))
    )
    assert gone == new
    assert len(there.claims) == len(back.claims)
