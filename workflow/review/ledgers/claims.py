"""The verdict on one claim: whether its value moved, what it prints, and what it is held to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workflow.claims import NOT_KEPT, Agree, Below, Claim, Equals, array_of
from workflow.ledger import Recorded
from workflow.review.changes import ClaimChange, Entry
from workflow.review.ledgers.checks import Finding, asks_for_the_same_digits, check_findings, held_to, measured
from workflow.review.ledgers.distances import Move, by, is_noise_of_a_gap, move
from workflow.review.ledgers.places import by_place
from workflow.review.verdicts import Verdict, loudest


def compared(identity: str, before: Recorded | None, after: Recorded | None) -> ClaimChange | None:
    """Say what became of a claim that was, that is, or both; None when it is as it was and holds."""
    if before is not None and after is not None:
        return _of_both(identity, before, after)
    return _new(identity, after) if after is not None else _gone(identity, before)


def renamed(identity: str, old_name: str, before: Recorded, after: Recorded) -> ClaimChange:
    """Say what became of a claim that has another name now."""
    note = f"It was called {old_name}."
    change = compared(identity, before, after) or _change(identity, after, [])
    return replace(change, findings=_by_loudness([*change.findings, Verdict.RENAMED]), notes=(note, *change.notes))


def _new(identity: str, after: Recorded) -> ClaimChange:
    entries = tuple(Entry(place, "", text) for place, text in by_place(after.printed).items())
    change = _change(identity, after, [(Verdict.NEW, ""), *_failing(after)])
    return replace(change, entries=entries, held_to_before="")


def _gone(identity: str, before: Recorded | None) -> ClaimChange | None:
    if before is None:
        return None
    entries = tuple(Entry(place, text, "") for place, text in by_place(before.printed).items())
    change = _change(identity, before, [(Verdict.WEAKER, ""), (Verdict.GONE, "")])
    return replace(change, entries=entries, held_to="")


def _of_both(identity: str, before: Recorded, after: Recorded) -> ClaimChange | None:
    if before is after and not after.failure:
        return None
    findings = [
        *_failing(after),
        *check_findings(before.claim, after.claim),
        *_reading(before, after),
        *_stated_elsewhere(before.claim, after.claim),
    ]
    if not findings:
        return None
    if before.failure:
        findings.append((Verdict.IDENTICAL, "It did not hold before."))
    change = _change(identity, after, findings)
    return replace(change, entries=_entries(before, after), held_to_before=held_to(before.claim))


def _change(identity: str, it: Recorded, findings: list[Finding]) -> ClaimChange:
    """Order the findings; each verdict stands once, each sentence too."""
    ordered = sorted(findings, key=lambda finding: -finding[0].loudness)
    return ClaimChange(
        identity=identity,
        findings=_by_loudness([verdict for verdict, _ in findings if verdict is not Verdict.IDENTICAL]),
        notes=tuple(dict.fromkeys(sentence for _, sentence in ordered if sentence)),
        where=it.claim.where,
        held_to_before=held_to(it.claim),
        held_to=held_to(it.claim),
    )


def _by_loudness(verdicts: list[Verdict]) -> tuple[Verdict, ...]:
    return tuple(sorted(set(verdicts), key=lambda verdict: -verdict.loudness))


def _failing(it: Recorded) -> Iterator[Finding]:
    if it.failure:
        yield Verdict.FAILING, f"It does not hold: {it.failure}."


def _stated_elsewhere(before: Claim, after: Claim) -> Iterator[Finding]:
    # No check and no number is other, only where a person finds it.
    if before.where != after.where:
        yield Verdict.BYTES, f"It is stated elsewhere: {after.where}; was: {before.where}."


def _entries(before: Recorded, after: Recorded) -> tuple[Entry, ...]:
    """Name what is printed otherwise, by place: the older places first, then those that are new."""
    was, now = by_place(before.printed), by_place(after.printed)
    places = [place for place in {**was, **now} if was.get(place) != now.get(place)]
    return tuple(Entry(place, was.get(place, ""), now.get(place, "")) for place in places)


def _reading(before: Recorded, after: Recorded) -> Iterator[Finding]:
    """Say how the value moved, and whether a reader sees it: what prints otherwise is not also 'printed the same'."""
    moves = list(_moves(before.claim, after.claim))
    moved = loudest(verdict for verdict, _ in moves)
    is_printed = before.printed != after.printed
    if is_printed:
        yield Verdict.PRINTED, "" if moves else "The value is the same; it is printed otherwise."
    if is_printed and moved is Verdict.NOISE and asks_for_the_same_digits(before.claim, after.claim):
        yield Verdict.PRINTED, _rounding_edge(after.claim)
    told = Verdict.PRINTED if is_printed and moved is Verdict.MOVED else moved
    yield from ((told, sentence) for _, sentence in moves)


def _rounding_edge(claim: Claim) -> str:
    if isinstance(claim, Agree | Below):
        return "The gap moved only by rounding, and its printed size with it."
    return "The value moved only by rounding: it crossed a rounding edge, so its last printed digit flipped."


def _moves(before: Claim, after: Claim) -> Iterator[Finding]:
    was, now = measured(before), measured(after)
    bound = _bound(before, after)
    found: dict[str, Move] = {}
    for name in sorted(set(was) & set(now)):
        if was[name] is NOT_KEPT or now[name] is NOT_KEPT:
            continue
        one, other = array_of(was[name]), array_of(now[name])
        moved = move(one, other, _tolerance(before, after))
        if moved and isinstance(after, Below) and bound is not None:
            moved = replace(moved, noise=is_noise_of_a_gap(one, other, bound))
        if moved and isinstance(after, Equals):
            moved = replace(moved, noise=False)
        if moved:
            found[name] = moved
    yield from ((_verdict(moved), _sentence(name, moved)) for name, moved in found.items())
    yield from _gap(before, after)
    if isinstance(after, Agree) and len(found) == len(now) and not any(moved.noise for moved in found.values()):
        yield Verdict.MOVED, "All routes moved together."


def _gap(before: Claim, after: Claim) -> Iterator[Finding]:
    """Say what became of the largest gap between routes."""
    if not isinstance(before, Agree) or not isinstance(after, Agree) or NOT_KEPT in (before.value, after.value):
        return
    one, other = array_of(before.value), array_of(after.value)
    moved = move(one, other)
    if moved:
        noise = is_noise_of_a_gap(one, other, min(before.tolerance, after.tolerance))
        yield _verdict(replace(moved, noise=noise)), _sentence("largest gap", moved)


def _bound(before: Claim, after: Claim) -> float | None:
    """Give the tighter bound, so that a larger one excuses no move that came with it."""
    return min(before.bound, after.bound) if isinstance(before, Below) and isinstance(after, Below) else None


def _tolerance(before: Claim, after: Claim) -> float | None:
    tolerances = [claim.tolerance for claim in (before, after) if isinstance(claim, Agree)]
    return min(tolerances, default=None)


def _verdict(moved: Move) -> Verdict:
    return Verdict.NOISE if moved.noise else Verdict.MOVED


def _sentence(name: str, moved: Move) -> str:
    if moved.words:
        return f"{name[:1].upper()}{name[1:]}: {moved.words}"
    entries = "it" if moved.size == 1 else f"{moved.moved:,} of {moved.size:,} entries"
    return f"{name[:1].upper()}{name[1:]}: {entries} moved{by(moved.moved, moved.largest)}."
