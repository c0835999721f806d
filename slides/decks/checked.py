"""The table of what was checked: for each ledger its claims, the routes, and the largest gap between them.

A count carries the id of what was counted, a ledger or the whole lesson; a gap carries that of the claim that keeps it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from slides.routes import NAMES, in_order, named
from slides.tables.proof import check_joints, check_words
from slides.tables.table import Cell, Number, Row, Table
from workflow import numerals
from workflow.claims import Agree
from workflow.ledger import Ledger

# How a template places it: table("checked").
CHECKED = "checked"

# A route that cannot come closer than its own error, so that it would hide how close the others are.
APPROXIMATE = "difference"

WITHOUT_ROUTES = "A ledger without routes was held to what the lesson prints."

Found = tuple[str, Agree]


def checked(ledgers: Mapping[str, Ledger]) -> Table:
    """Give each ledger a row, and a foot to all of them."""
    every = list(ledgers.values())
    found = [each for ledger in every for each in _agreements(ledger)]
    table = Table(
        caption="Claims that hold, and how closely the routes to a number agree",
        head=("ledger", "claims", "routes", "largest gap"),
        rows=tuple(map(_row, every)),
        foot=(_foot(every, found),),
        notes=(*_notes(found), *([WITHOUT_ROUTES] if any(not list(_agreements(each)) for each in every) else [])),
    )
    check_words(table, {})
    check_joints(table.cells())
    return table


def _row(ledger: Ledger) -> Row:
    found = list(_agreements(ledger))
    name = ledger.identity.partition("/")[2]
    counts = (_count(ledger.identity, sum(1 for _ in ledger)), _count(ledger.identity, len(_routes(found))))
    return (name.replace("_", " "), *counts, _largest(found))


def _foot(ledgers: Sequence[Ledger], found: Sequence[Found]) -> Row:
    lesson = ledgers[0].identity.partition("/")[0]
    counts = (_count(lesson, sum(1 for ledger in ledgers for _ in ledger)), _count(lesson, len(_routes(found))))
    return ("all", *counts, _largest(found))


def _agreements(ledger: Ledger) -> Iterator[Found]:
    """Go through the claims that the routes to a number agree; whatever else agrees is no route."""
    for claim in ledger:
        if isinstance(claim, Agree) and set(claim.routes) <= set(NAMES):
            yield f"{ledger.identity}.{claim.name}", claim


def _routes(found: Iterable[Found]) -> list[str]:
    return in_order(list({route for _, claim in found for route in claim.routes}))


def _count(identity: str, count: int) -> Number:
    return Number(identity, numerals.exact(count))


def _largest(found: Iterable[Found]) -> Cell:
    """Give the largest gap that is kept between exact routes."""
    kept = [(claim.value, identity, claim) for identity, claim in found if _is_exact(claim) and not claim.volatile]
    if not kept:
        return ""
    _, identity, claim = max(kept, key=lambda each: each[0])
    return Number(identity, claim.printed)


def _is_exact(claim: Agree) -> bool:
    return APPROXIMATE not in claim.routes


def _notes(found: Sequence[Found]) -> Iterator[Cell]:
    """Name the routes, and say what the gaps leave out: differences, and routes whose last digits may vary."""
    yield f"Routes: {', '.join(map(named, _routes(found)))}."
    differences = [each for each in found if not _is_exact(each[1])]
    if differences:
        identity, claim = max(differences, key=lambda each: each[1].value)
        allowed = Number(f"{identity}.bound", claim.bound_printed)
        yield (
            *("Central differences come within ", Number(identity, claim.printed), " of the hand; "),
            *(allowed, " is allowed."),
        )
    volatile = [each for each in found if each[1].volatile]
    if volatile:
        identity, claim = max(volatile, key=lambda each: each[1].tolerance)
        routes = {route for _, each in volatile for route in each.routes}
        kept = {route for _, each in found if not each.volatile for route in each.routes}
        names = " and ".join(map(named, in_order(list(routes - kept)))) or "Some routes"
        yield (
            names,
            " stays within ",
            Number(f"{identity}.bound", claim.bound_printed),
            "; its last digits are not kept.",
        )
