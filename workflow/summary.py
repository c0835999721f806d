"""The closing lines of a run: what was written, what was checked, where to look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from workflow import numerals
from workflow.claims import Agree
from workflow.ledger import Ledger, LedgerError

# Routes that were derived on paper, in the words of the ledgers.
HAND_ROUTES = {"hand", "modules"}

# A route that cannot come closer than its own error.
APPROXIMATE = "difference"


def summary(ledgers: Iterable[str], outputs: Mapping[str, Iterable[str]], stamps: Iterable[str], started: float) -> str:
    """Count outputs and claims, and name the largest gap of an exact route to a hand-derived number.

    Outputs are named by the folder in build/ that holds them: {"figures": ["L4-F1"]}.

    Ledgers that are not there, because only a part was asked for, are left out; one that cannot be trusted is named.
    Publishing is mentioned when a stamp is newer than the time at which the run started, in seconds since the epoch.
    """
    read, complaints = [], []
    for path in map(Path, ledgers):
        if path.is_file():
            try:
                read.append(Ledger.read(path))
            except LedgerError as error:
                complaints.append(str(error))
    made = {folder: _made(names, folder) for folder, names in outputs.items()}
    counts = (
        *(f"{number} {folder} in build/{folder}/" for folder, number in made.items() if number),
        f"{sum(1 for ledger in read for _ in ledger)} claims checked in {len(read)} ledgers",
    )
    lines = [*complaints, f"{', '.join(counts)}."]
    gap = _largest_gap(read)
    if gap:
        lines.append(f"Largest gap to a hand-derived number: {numerals.magnitude(gap[0])} ({gap[1]}).")
    if any(path.is_file() and path.stat().st_mtime >= started for path in map(Path, stamps)):
        lines.append("Published to results/: `git status --short results` shows what changed.")
    return "\n".join(lines)


def _made(names: Iterable[str], folder: str) -> int:
    """Count what has a file of its name, or files whose names go on behind a point."""
    place = Path("build", folder)
    return sum(1 for name in names if (place / name).is_file() or any(place.glob(f"{name}.*")))


def _largest_gap(ledgers: Iterable[Ledger]) -> tuple[float, str] | None:
    gaps = [
        (claim.value, f"{ledger.identity}.{claim.name}")
        for ledger in ledgers
        for claim in ledger
        if isinstance(claim, Agree) and not claim.volatile and HAND_ROUTES & set(claim.routes)
        if APPROXIMATE not in claim.routes
    ]
    return max(gaps, default=None)
