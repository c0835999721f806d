"""The verdict on one series: how many entries moved, how far, and whether that is rounding."""

from __future__ import annotations

from collections.abc import Iterable

from workflow.claims import Agree, Claim, Holds, Series
from workflow.review.changes import SeriesChange
from workflow.review.ledgers.distances import move
from workflow.review.verdicts import Verdict


def tolerance_of(name: str, claims: Iterable[Claim]) -> float | None:
    """Give how far a series may move at most as these claims see it: None when none of them says so.

    It is the tightest tolerance of those that compare it with another route. What is judged by nothing but a
    fingerprint may not move at all.
    """
    judging = [claim for claim in claims if name in {series.name for series in claim.series()}]
    tolerances = [float(claim.tolerance) for claim in judging if isinstance(claim, Agree)]
    if judging and all(isinstance(claim, Holds) and claim.condition == "has the fingerprint" for claim in judging):
        tolerances.append(0.0)
    return min(tolerances, default=None)


def compared_series(
    identity: str, before: Series | None, after: Series | None, tolerance: float | None = None
) -> SeriesChange | None:
    """Say what became of a series that was, that is, or both; None when it is as it was."""
    if before is None or after is None:
        return _of_one(identity, Verdict.NEW, after) or _of_one(identity, Verdict.GONE, before)
    if before is after:
        return None
    moved = move(before.values, after.values, tolerance)
    notes = []
    if before.unit != after.unit:
        notes.append(f"The unit is {after.unit or 'none'}, was {before.unit or 'none'}.")
    if moved and moved.words:
        notes.append(moved.words)
    if not moved and not notes:
        return None
    return SeriesChange(
        identity=identity,
        findings=(Verdict.NOISE if moved and moved.noise and not notes else Verdict.MOVED,),
        notes=tuple(notes),
        moved=moved.moved if moved else 0,
        size=after.values.size,
        largest=moved.largest if moved else None,
    )


def renamed_series(identity: str, old_name: str, it: Series) -> SeriesChange:
    """Tell of a series that is as it was, but for its name."""
    note = f"It was called {old_name}."
    return SeriesChange(identity=identity, findings=(Verdict.RENAMED,), notes=(note,), moved=0, size=it.values.size)


def _of_one(identity: str, verdict: Verdict, it: Series | None) -> SeriesChange | None:
    if it is None:
        return None
    return SeriesChange(identity=identity, findings=(verdict,), moved=it.values.size, size=it.values.size)
