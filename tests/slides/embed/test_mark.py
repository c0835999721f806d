"""What stands behind `tallysheet:`."""

from __future__ import annotations

import pytest

from slides.embed.mark import Mark, MarkError, mark_from


@pytest.mark.parametrize(
    ("words", "mark"),
    [
        ("L4-F2", Mark("L4-F2")),
        ("  L4-F2   style=page-dark ", Mark("L4-F2", "page-dark")),
        ("lecture4/batch.Z[0][1]", Mark("lecture4/batch.Z[0][1]")),
    ],
)
def test_a_mark_is_an_id_and_a_style(words, mark):
    assert mark_from(words) == mark


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("", "names nothing"),
        ("style=slide", "names nothing"),
        ("L4-F2 style=slade", "there is no style 'slade'. Did you mean slide"),
        ("L4-F2 slide", "one style=NAME and nothing else; got 'slide'"),
        ("L4-F2 style=slide style=page", "one style=NAME and nothing else"),
    ],
)
def test_what_is_no_mark_is_a_sentence(words, complaint):
    with pytest.raises(MarkError, match=complaint.replace("[", r"\[")):
        mark_from(words)
