"""What became of a text, word by word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from operator import itemgetter
from typing import Literal

from workflow.review.changes import Edit

# A number keeps its sign, its exponent and the unit that stands right behind it, so that it changes as a whole; a
# command of TeX keeps its backslash.
_PIECE = re.compile(
    r"""
    \s+
    | (?<!\w)[+\-−]? \d+(?:[.,]\d+)* (?:[eE][+\-−]?\d+)? (?:[%‰°]|[^\W\d_]+)?
    | \\?\w+
    | [^\w\s]
    """,
    re.VERBOSE,
)

# The work grows with the square of the words, and with the pairs of equal ones. A slide has some hundred words.
MOST_WORDS = 1_500
MOST_PAIRS = 40_000

_Kind = Literal["same", "gone", "new"]


def edits(before: str, after: str) -> tuple[Edit, ...]:
    """Give the runs of words that are in both texts, only in the old one, or only in the new one; none when equal.

    'same' and 'gone' joined are the old text to the last blank, 'same' and 'new' the new one. What both texts begin
    and end with is found in any case; if what lies between is too long to be compared, it is gone and new as a whole.
    """
    if before == after:
        return ()
    return tuple(
        Edit(kind, "".join(text for _, text in run))
        for kind, run in groupby(
            filter(itemgetter(1), _runs(_PIECE.findall(before), _PIECE.findall(after))), itemgetter(0)
        )
    )


def _runs(old: list[str], new: list[str]) -> Iterator[tuple[_Kind, str]]:
    """Put aside what both begin and end with, and compare the rest."""
    head = _shared(old, new)
    tail = _shared(old[head:][::-1], new[head:][::-1])
    end_of_old, end_of_new = len(old) - tail, len(new) - tail
    yield "same", "".join(old[:head])
    yield from _compared(old[head:end_of_old], new[head:end_of_new])
    yield "same", "".join(old[end_of_old:])


def _compared(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[_Kind, str]]:
    if _is_too_much(old, new):
        yield from _changed("".join(old), "".join(new))
        return
    # Blanks are as common as words and would tie strangers together: they are only compared beside words.
    matcher = SequenceMatcher(str.isspace, old, new, autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            yield "same", "".join(old[i1:i2])
        else:
            yield from _changed("".join(old[i1:i2]), "".join(new[j1:j2]))


def _is_too_much(old: Sequence[str], new: Sequence[str]) -> bool:
    ours, theirs = (Counter(each for each in words if not each.isspace()) for words in (old, new))
    pairs = sum(count * theirs[word] for word, count in ours.items())
    return max(ours.total(), theirs.total()) > MOST_WORDS or pairs > MOST_PAIRS


def _changed(gone: str, new: str) -> Iterator[tuple[_Kind, str]]:
    """Give what is gone and new, without the blanks that both end with."""
    blanks = min(_shared(gone[::-1], new[::-1]), len(gone) - len(gone.rstrip()))
    end_of_gone, end_of_new = len(gone) - blanks, len(new) - blanks
    yield "gone", gone[:end_of_gone]
    yield "new", new[:end_of_new]
    yield "same", gone[end_of_gone:]


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """Count what both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (ours, theirs) in pairs if ours != theirs), min(len(one), len(other)))
