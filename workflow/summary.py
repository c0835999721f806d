"""The closing lines of a run: what was written, what was checked, where to look."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from workflow import printed
from workflow.claims import Agree
from workflow.ledger import Ledger

# Routes that were derived on paper, in the words of the ledgers.
HAND_ROUTES = {"hand", "modules"}


def summary(ledgers: Iterable[Path], figures: Iterable[str], root: Path) -> str:
    """Count figures and claims, and name the largest gap to a hand-derived number that the ledgers keep.

    Ledgers that were not built, because only a part was asked for, are left out.
    """
    read = [Ledger.read(root / path) for path in ledgers if (root / path).is_file()]
    drawn = [name for name in figures if list((root / "build" / "figures").glob(f"{name}.*"))]
    claims = [(ledger, claim) for ledger in read for claim in ledger]
    gaps = [
        (claim.value, f"{ledger.identity}.{claim.name}")
        for ledger, claim in claims
        if isinstance(claim, Agree) and not claim.volatile and HAND_ROUTES & set(claim.routes)
    ]
    lines = [f"{len(drawn)} figures in build/figures/, {len(claims)} claims checked in {len(read)} ledgers."]
    if gaps:
        gap, name = max(gaps)
        lines.append(f"Largest gap to a hand-derived number: {printed.magnitude(gap)} ({name}).")
    lines.append("Published to results/: see what changed with `git diff --stat results`.")
    return "\n".join(lines)
