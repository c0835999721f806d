"""Ledgers whose claims print sentinels: numbers that stand nowhere else, so that chance cannot hide what is shown."""

from __future__ import annotations

import itertools
import re

from workflow.scan import _NUMERAL

# No number of any lesson has five digits that begin with 9.
FIRST = 90_000
SENTINEL = re.compile(r"9\d{4}")


class Sentinels:
    """Gives every number that a claim prints one of its own, and knows what stood there.

    Numbers that are alike can be kept alike, for outputs that say so.
    """

    def __init__(self, *, alike=False):
        self._counter = itertools.count(FIRST)
        self._alike = {} if alike else None
        self.originals = {}

    def ledger(self, ledger):
        """Let every claim of a ledger print sentinels in the place of its numbers; what surrounds them stays."""
        for name, claim in list(ledger._claims.items()):
            shown = {"printed": self._instead(claim.printed), "__hash__": object.__hash__}
            if hasattr(claim, "bound_printed"):
                shown["bound_printed"] = self._instead(claim.bound_printed)
            other = object.__new__(type("Sentinel", (type(claim),), shown))
            vars(other).update(vars(claim))
            ledger._claims[name] = other
        return ledger

    def original(self, text):
        """Put back what stood in the place of the sentinels."""
        return SENTINEL.sub(lambda sentinel: self.originals[sentinel[0]], text)

    def _instead(self, printed):
        if isinstance(printed, list):
            return [self._instead(entry) for entry in printed]
        return _NUMERAL.sub(self._next, printed)

    def _next(self, numeral):
        sign, original = ("-" if numeral[0].startswith("-") else ""), numeral[0].removeprefix("-")
        sentinel = str(next(self._counter))
        if self._alike is not None:
            sentinel = self._alike.setdefault(original, sentinel)
        self.originals[sentinel] = original
        return sign + sentinel


def without_sentinels(text):
    """Blank the sentinels out."""
    return SENTINEL.sub(" ", text)
