"""The evidence for a number: the check that its claim passed, and the routes that were held to each other for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from slides.routes import NAMES, in_order, named
from workflow import numerals
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
        return _of_all(claim, [each for ledger in ledgers.values() for each in ledger])
    identity, _, name = claim.partition(".")
    ledger = ledgers[identity]
    if not name:
        return _of_all(claim, list(ledger))
    comparisons = tuple(_comparisons(ledger, name))
    return Evidence((claim,), in_words(ledger[name]), comparisons, () if comparisons else tuple(_others(ledger, name)))


def _of_all(identity: str, claims: Sequence[Claim]) -> Evidence:
    """Count claims, and give of all that hold the same routes to each other the largest gap."""
    found: dict[tuple[tuple[str, ...], bool], list[Agree]] = {}
    for claim in claims:
        # Whatever else agrees is no route.
        if isinstance(claim, Agree) and set(claim.routes) <= set(NAMES):
            found.setdefault((_routes(claim), claim.volatile), []).append(claim)
    comparisons = (Comparison(routes, _largest(alike).printed) for (routes, _), alike in found.items())
    return Evidence((identity,), f"{numerals.exact(len(claims))} claims, all hold", tuple(comparisons))


def _routes(claim: Agree) -> tuple[str, ...]:
    return tuple(map(named, in_order(list(claim.routes))))


def _largest(alike: Sequence[Agree]) -> Agree:
    """Choose by the gap, or by its bound where the gap is not kept."""
    return max(alike, key=lambda claim: claim.tolerance if claim.volatile else claim.value)


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
            yield Comparison(_routes(claim), claim.printed)


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
