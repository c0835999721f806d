"""Texts that someone else wrote: what came out of results may come from a stranger's pull request."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

# Signs that draw nothing though they are letters or marks: fillers, joiners, variation selectors.
_UNDRAWN = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"

# What can differ from a plain sign: whatever is not ASCII, and what a terminal or a page would obey.
_ODD = re.compile(r"[^\x20-\x7e]")
_HIDDEN = re.compile(f"[{_UNDRAWN}]")


def visible(text: str) -> str:
    r"""Give a text on one line in which every sign is seen: what would hide, or move others, stands as its code point.

    These are control and bidirectional characters, those without width or of private use, unassigned ones and halves
    of pairs. Ends of lines and tabs become blanks.

    >>> visible("moved\nby \u202e1"), visible("0.5\u200b")
    ('moved by \\u202e1', '0.5\\u200b')
    """
    return _ODD.sub(lambda found: _seen(found[0]), text)


@cache
def _seen(char: str) -> str:
    if char in "\n\t":
        return " "
    is_drawn = char.isprintable() and not _HIDDEN.fullmatch(char)
    if is_drawn or unicodedata.category(char) == "Zs":
        return char
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


def decoded(content: bytes) -> str | None:
    """Give the text of a file; None if it is not UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return None
