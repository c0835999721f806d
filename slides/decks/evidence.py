"""The evidence for a number: the check that its claim passed, and the routes that were held to each other for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

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
    """Why numbers may be shown.

    claims : their ids; several where these are forms of one quantity and the same stands behind all of them
    check : what each had to pass, in words
    comparisons : the routes to them; none where the ledger compares no routes under their name
    others : claims by another route that were held to the same form, where no routes are compared
    """

    claims: tuple[str, ...]
    check: str
    comparisons: tuple[Comparison, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def is_of_a_claim(self) -> bool:
        """Whether it is that of a claim, and not of a whole ledger or lesson."""
        return "." in self.claims[0].partition("/")[2]


def claim_of(number: str) -> str:
    """Give the id of the claim that prints a number, without the place where it does.

    >>> claim_of("lecture4/batch.Z[0][1]"), claim_of("dl01_6_4/race.loss_gap.bound")
    ('lecture4/batch.Z', 'dl01_6_4/race.loss_gap')
    """
    return _PLACE.sub("", number)


def gathered(numbers: Iterable[str], ledgers: Mapping[str, Ledger]) -> list[Evidence]:
    """Look up what stands behind numbers: each claim once, forms of one quantity together where all of it is alike.

    Raises
    ------
    LedgerError
        If there is no such claim.
    """
    found: dict[tuple[str, Evidence], list[str]] = {}
    for claim in dict.fromkeys(map(claim_of, numbers)):
        of_one = evidence(claim, ledgers)
        found.setdefault((_FORM.sub("", claim), replace(of_one, claims=())), []).append(claim)
    return [replace(alike, claims=tuple(claims)) for (_, alike), claims in found.items()]


def evidence(number: str, ledgers: Mapping[str, Ledger]) -> Evidence:
    """Look up what stands behind the number of a claim; of a ledger or lesson, that all its claims hold.

    Raises
    ------
    LedgerError
        If there is no such claim.
    """
    claim = claim_of(number)
    if "/" not in claim:
        return Evidence((claim,), "every claim of its ledgers holds")
    identity, _, name = claim.partition(".")
    ledger = ledgers[identity]
    if not name:
        return Evidence((claim,), "every claim of this ledger holds")
    comparisons = tuple(_comparisons(ledger, name))
    return Evidence((claim,), in_words(ledger[name]), comparisons, () if comparisons else tuple(_others(ledger, name)))


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
    msg = f"there are no words for a claim that {claim.check!r}"
    raise TypeError(msg)


def _comparisons(ledger: Ledger, name: str) -> Iterator[Comparison]:
    """Go through the claim itself, which may compare routes though it is called by one, and those of its quantity."""
    quantity = _FORM.sub("", name)
    claims = {claim.name: claim for claim in ledger}
    for each in dict.fromkeys([name, *(f"{quantity}{ending}" for ending in COMPARISONS)]):
        claim = claims.get(each)
        if isinstance(claim, Agree):
            yield Comparison(tuple(map(named, in_order(list(claim.routes)))), claim.printed)


def _others(ledger: Ledger, name: str) -> Iterator[str]:
    """Go through the values of the same quantity by another route, where they print what the claim prints."""
    quantity, own = _FORM.sub("", name), ledger[name]
    for claim in ledger:
        is_another = claim.name != name and "_exactly" not in (claim.name + name)
        if is_another and _FORM.sub("", claim.name) == quantity and _is_read(claim, own):
            yield f"{ledger.identity}.{claim.name}"


def _is_read(claim: Claim, own: Claim) -> bool:
    """Whether both were held to a printed form, and to the same one."""
    return isinstance(claim, Equals | Reads) and isinstance(own, Equals | Reads) and claim.printed == own.printed
