"""Of two steps, each says what it moved; a real rebuild of two commits is in tests/pipeline."""

from __future__ import annotations

from workflow.review.changes import ClaimChange, FigureChange, Review
from workflow.review.rebuilt import attributed
from workflow.review.verdicts import Verdict


def review(*names):
    return Review(
        base="a",
        head="b",
        compared={},
        claims=tuple(ClaimChange(identity=name, findings=(Verdict.PRINTED,), where="here") for name in names),
    )


def test_what_only_one_step_moved_is_that_steps_work():
    told = attributed(
        review("l/l.both", "l/l.code", "l/l.library"),
        review("l/l.both", "l/l.library"),
        review("l/l.both", "l/l.code"),
        [],
    )

    assert {claim.identity: claim.moved_by for claim in told.claims} == {
        "l/l.both": "both",
        "l/l.code": "code",
        "l/l.library": "packages or processor",
    }


def test_a_figure_and_a_claim_of_one_name_are_two_things():
    figure = Review(base="a", head="b", compared={}, figures=(FigureChange(identity="x", findings=(Verdict.PIXELS,)),))

    assert attributed(figure, review("x"), review(), []).figures[0].moved_by == ""


def test_what_was_moved_there_and_back_is_told():
    told = attributed(review(), review("l/l.a"), review("l/l.a"), [])

    assert told.stale == ("Packages moved l/l.a, and code moved it back: nothing of this is seen below.",)


def test_committed_results_that_no_build_gives_are_told():
    assert attributed(review(), review(), review(), ["Not what it gives."]).stale == ("Not what it gives.",)
