"""Strangers' texts: nothing hides, nothing breaks out of its line."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workflow.review.texts.foreign import decoded, visible


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("∇W₁ reads −0.366 “é”", "∇W₁ reads −0.366 “é”"),
        ("one\ntwo\tthree", "one two three"),
        ("\r\x00\x1b[31m\x7f", r"\u000d\u0000\u001b[31m\u007f"),
        ("a\u202eb\u2066c", r"a\u202eb\u2066c"),
        ("0\u200b1\u00ad2\ufeff", r"0\u200b1\u00ad2\ufeff"),
        ("\ue000\uffff\U000e0001", r"\ue000\uffff\U000e0001"),
        ("\ud800", r"\ud800"),
        ("\u2028\u0085", r"\u2028\u0085"),
        ("a\ufe0f\u3164\u2800\U000e0100", r"a\ufe0f\u3164\u2800\U000e0100"),
        ("1\u202f000\u00a0B", "1\u202f000\u00a0B"),
    ],
)
def test_what_hides_is_spelled_out(text, expected):
    assert visible(text) == expected


@given(st.text(st.characters()))
def test_no_text_keeps_a_sign_that_hides(text):
    seen = visible(text)
    assert seen.splitlines() in ([seen], [])
    assert not {unicodedata.category(char) for char in seen} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert seen.encode() or not text


def test_only_utf_8_is_text():
    assert decoded("−0.5".encode()) == "−0.5"
    assert decoded(b"\xff\xfe") is None
    assert decoded("\ud800".encode("utf-8", "surrogatepass")) is None
