"""The evidence for a number: the check that its claim passed, and the routes that were held to each other for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from slides.routes import in_order, named
from workflow.claims import Agree, Below, Claim, Equals, Holds, Reads
from workflow.ledger import Ledger

# What a ledger calls the claims that hold the routes to a quantity to each other: `grad_w` and these.
COMPARISONS = ("", "_agreement", "_pytorch", "_difference")

# How the value of one route, or another form of a quantity, is called beside the quantity itself.
_FORM = re.compile(r"_by_[a-z]+$|_exactly$")

_PLACE = re.compile(r"(\[\d+\])*(\.bound)?$")


@dataclass(frozen=True)
class Comparison:
    """Routes that were held to each other.

    routes : their names
    gap : the largest distance between any two of them, as printed; for routes whose digits are not kept the bound
    """

    routes: tuple[str, ...]
    gap: str


@dataclass(frozen=True)
class Evidence:
    """Why a number may be shown.

    claim : its id, with the place where it is printed
    check : what it had to pass, in words
    comparisons : the routes to it; none for an input or a count
    """

    claim: str
    check: str
    comparisons: tuple[Comparison, ...]


def evidence(identity: str, ledgers: Mapping[str, Ledger]) -> Evidence:
    """Look up what stands behind the number of a claim; of a ledger or lesson, that all its claims hold.

    Raises
    ------
    LedgerError
        If there is no such claim.
    """
    if "/" not in identity:
        return Evidence(identity, "every claim of its ledgers holds", ())
    ledger_identity, _, name = _PLACE.sub("", identity).partition(".")
    ledger = ledgers[ledger_identity]
    if not name:
        return Evidence(identity, "every claim of this ledger holds", ())
    return Evidence(identity, in_words(ledger[name]), tuple(_comparisons(ledger, name)))


def in_words(claim: Claim) -> str:
    """Say what a claim had to pass."""
    match claim:
        case Equals():
            return "equals what is expected, exactly"
        case Reads():
            return "reads as expected, digit for digit"
        case Below():
            return f"lies below {claim.bound_printed}"
        case Agree():
            return f"routes agree within {claim.bound_printed}"
        case Holds():
            return f"the condition holds that it {claim.condition}"
        case Holds():
            return f"a condition holds: it {claim.condition}"
    msg = f"there are no words for a claim that {claim.check!r}"
    raise TypeError(msg)


def _comparisons(ledger: Ledger, name: str) -> Iterator[Comparison]:
    quantity = _FORM.sub("", name)
    claims = {claim.name: claim for claim in ledger}
    for ending in COMPARISONS:
        claim = claims.get(f"{quantity}{ending}")
        if isinstance(claim, Agree):
            yield Comparison(tuple(map(named, in_order(list(claim.routes)))), claim.printed)
