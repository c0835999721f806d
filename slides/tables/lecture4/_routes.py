"""The note that says which routes found the quantities of a table, and how closely they agree."""

from __future__ import annotations

from collections.abc import Sequence

from slides.routes import NAMES
from slides.tables.table import Piece, Shown, ShownError
from workflow.claims import Agree
from workflow.ledger import Ledger

# How the names of the claims end that hold routes to each other.
ENDS = ("agreement", "pytorch", "difference")


def agreement(ledger: Ledger, *quantities: str) -> tuple[Piece, ...]:
    """Say within what distance the routes agree on these quantities, 'grad_w' and the like.

    A route is named only where it found every one of them.
    """
    claimed = {claim.name for claim in ledger}
    missing = [quantity for quantity in quantities if f"{quantity}_agreement" not in claimed]
    if missing or not quantities:
        msg = f"{ledger.identity}: no claim says that routes agree on {', '.join(missing) or 'nothing'}"
        raise ShownError(msg)
    named: set[str] = set()
    within: dict[float, tuple[str, list[str]]] = {}
    for end in ENDS:
        names = [f"{quantity}_{end}" for quantity in quantities]
        if not claimed.issuperset(names):
            continue
        claims = [ledger.claim(name, Agree) for name in names]
        routes = set.intersection(*(set(claim.routes) for claim in claims)) - named
        named |= routes
        for tolerance, name in {claim.tolerance: claim.name for claim in claims}.items():
            _, words = within.setdefault(tolerance, (name, []))
            words += [word for route, word in NAMES.items() if route in routes]
    pieces: list[Piece] = []
    for name, words in within.values():
        listed = _listed(words)
        told = f"; {listed} within " if pieces else f"{listed[:1].upper()}{listed[1:]} agree within "
        pieces += [told, Shown(ledger).bound(name)]
    return (*pieces, ".")


def _listed(words: Sequence[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
