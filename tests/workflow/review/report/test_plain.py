"""The JSON for scripts: the same verdicts, whatever the texts, and no picture."""

from __future__ import annotations

import json
from dataclasses import replace

from workflow.review.changes import Cause, ClaimChange, Entry, FigureChange, PictureChange, Review, SeriesChange
from workflow.review.report.headline import headline
from workflow.review.report.plain import FORM, plain
from workflow.review.verdicts import Verdict

CLAIM = ClaimChange(
    identity="lesson/race.loss",
    findings=(Verdict.WEAKER, Verdict.PRINTED),
    notes=("It is \ud800 odd.",),
    where="the race",
    entries=(Entry("[0]", "−1", "2"),),
    causes=(Cause("package", "numpy", "2.3", "2.4"),),
)
PICTURE = PictureChange(
    identity="F1.dark", findings=(Verdict.PIXELS,), style="dark", before=b"\x89PNG", after=b"\x89PNG"
)
REVIEW = Review(
    base="main",
    head="HEAD",
    compared={"tables": 2, "claims": 3},
    claims=(CLAIM,),
    series=(SeriesChange(identity="lesson/race.losses", findings=(Verdict.NOISE,), moved=1, size=2, largest=1e-16),),
    figures=(FigureChange(identity="F1", findings=(Verdict.PIXELS,), pictures=(PICTURE,)),),
)


def test_the_verdicts_are_there_by_their_names():
    content = json.loads(plain(REVIEW))

    assert content["form"] == FORM
    assert content["headline"] == headline(REVIEW)
    assert content["verdict"] == "weaker"
    assert content["claims"][0]["verdict"] == "weaker"
    assert content["claims"][0]["findings"] == ["weaker", "printed"]
    assert content["claims"][0]["entries"] == [{"after": "2", "before": "−1", "place": "[0]"}]
    assert content["claims"][0]["causes"][0]["name"] == "numpy"
    assert content["claims"][0]["notes"] == ["It is \ud800 odd."]
    assert content["series"][0]["largest"] == 1e-16
    assert content["compared"] == {"claims": 3, "tables": 2}


def test_the_pictures_are_not():
    assert "PNG" not in plain(REVIEW)
    assert set(json.loads(plain(REVIEW))["figures"][0]["pictures"][0]) & {"before", "after"} == set()


def test_its_text_is_canonical():
    text = plain(REVIEW)

    assert text == json.dumps(json.loads(text), sort_keys=True, indent=1) + "\n"
    assert text.isascii()
    assert plain(replace(REVIEW, compared={"claims": 3, "tables": 2})) == text


def test_nothing_changed_is_told_too():
    content = json.loads(plain(Review(base="a", head="b", compared={})))

    assert (content["verdict"], content["claims"]) == ("identical", [])
