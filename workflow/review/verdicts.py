"""The verdicts of a review, in order of loudness, and what each makes a script stop for."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Literal

FailOn = Literal["printed", "check", "pixels", "any"]


class Verdict(Enum):
    """What became of a claim, a series, a picture, a table or a deck: quiet ones first, each with what it is called."""

    IDENTICAL = "identical"
    BYTES = "only bytes"  # what a reader sees is the same
    NOISE = "noise"  # moved within its tolerance, or by rounding
    MOVED = "moved, printed the same"
    RENAMED = "renamed"
    NEW = "new"
    WORDS = "words changed"
    CELLS = "cells changed"
    PIXELS = "pixels moved"
    GONE = "gone"
    PRINTED = "printed form changed"
    CHECK = "check changed"
    BROKEN = "cannot be read"
    FAILING = "failing"
    WEAKER = "check weaker"  # what a reviewer must not miss: anything else shows itself

    @property
    def loudness(self) -> int:
        """The place among all: the louder, the higher."""
        return _ORDER.index(self)

    @property
    def is_change(self) -> bool:
        """Whether a reader could see it: not when it is rounding or bytes."""
        return self.loudness > Verdict.NOISE.loudness

    def stops(self, asked: FailOn) -> bool:
        """Whether a script that asked to stop for this kind stops."""
        return self in _STOPS[asked]


_ORDER = list(Verdict)

# What cannot be read or does not hold stops everyone who asked for anything.
_WRONG = {Verdict.FAILING, Verdict.BROKEN}

_STOPS: dict[FailOn, set[Verdict]] = {
    "printed": {Verdict.PRINTED, Verdict.CELLS, Verdict.WORDS, Verdict.GONE, *_WRONG},
    "check": {Verdict.CHECK, Verdict.WEAKER, *_WRONG},
    "pixels": {Verdict.PIXELS, *_WRONG},
    "any": set(Verdict) - {Verdict.IDENTICAL},
}


def loudest(verdicts: Iterable[Verdict]) -> Verdict:
    """Give the loudest; identical when there is none."""
    return max(verdicts, key=lambda verdict: verdict.loudness, default=Verdict.IDENTICAL)
