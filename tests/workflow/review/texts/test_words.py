"""Edits by word: what they join to, and how they read."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workflow.review.changes import Edit
from workflow.review.texts import words
from workflow.review.texts.words import edits

TEXTS = st.text() | st.lists(st.sampled_from(["a", "the", "0.031", "−0.5", " ", "  ", "\n", ".", "é"])).map("".join)


def marked(before, after):
    """Write edits as one line: [-gone-]{+new+}."""
    signs = {"same": "{}", "gone": "[-{}-]", "new": "{{+{}+}}"}
    return "".join(signs[edit.kind].format(edit.text) for edit in edits(before, after))


@given(TEXTS, TEXTS)
def test_edits_join_to_both_texts(before, after):
    found = edits(before, after)
    if before == after:
        assert found == ()
    else:
        assert "".join(each.text for each in found if each.kind != "new") == before
        assert "".join(each.text for each in found if each.kind != "gone") == after
        assert all(edit.text for edit in found)
        assert all(one.kind != next_one.kind for one, next_one in pairwise(found))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", "", ""),
        ("the last loss", "the last loss", ""),
        ("loss 0.031.", "loss 0.008.", "loss [-0.031-]{+0.008+}."),
        ("is −0.5, then", "is 0.5, then", "is [-−0.5-]{+0.5+}, then"),
        ("in 32kB", "in 33kB", "in [-32kB-]{+33kB+}"),
        ("below 1e-12", "below 1e-6", "below [-1e-12-]{+1e-6+}"),
        ("1,000 steps", "2,000 steps", "[-1,000-]{+2,000+} steps"),
        ("one two three", "one three", "one [-two -]three"),
        ("a b c", "x y c", "[-a b-]{+x y+} c"),
        (r"\cr {-1}", r"\cr {2}", r"\cr {[--1-]{+2+}}"),
        (r"a \cr b", r"a \quad b", r"a [-\cr-]{+\quad+} b"),
        ("", "new", "{+new+}"),
        ("old", "", "[-old-]"),
        ("a  b", "a b", "a[- -] b"),
    ],
)
def test_edits_are_of_whole_words(before, after, expected):
    assert marked(before, after) == expected


def test_what_is_too_long_to_be_compared_is_gone_and_new_between_its_ends():
    inner = " ".join(f"w{number}" for number in range(words.MOST_WORDS))
    found = edits(f"same {inner} same", f"same x {inner} y same")
    assert [edit.kind for edit in found] == ["same", "gone", "new", "same"]
    assert (found[0].text, found[-1].text) == ("same ", " same")
    assert found[1] == Edit("gone", inner)


def test_hostile_texts_take_no_time():
    before = " ".join("ab"[place * place % 7 % 2] for place in range(20_000))
    letters = before[:2_400]
    alternating = [" ".join(f"w{place}" if place % 2 else f"{name}{place}" for place in range(1_400)) for name in "xy"]
    start = time.process_time()
    edits(before, f"b {before[::-1]} a")
    edits(letters, f"b{letters[::-1]}")
    edits(before[:400], f"b{before[:380][::-1]} a")
    edits(*alternating)
    assert time.process_time() - start < 5
