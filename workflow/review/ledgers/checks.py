"""What became of a check: whether a claim is held to less than it was, to more, or to something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from workflow import numerals
from workflow.claims import BOUNDS, NOT_KEPT, Agree, Below, Claim, Equals, Holds, Reads, array_of
from workflow.review.ledgers.places import by_place
from workflow.review.verdicts import Verdict

# A verdict, and a sentence about it.
Finding = tuple[Verdict, str]

# What a condition is given that was stated and not measured: part of the check.
STATED = BOUNDS | {"fingerprint"}


def held_to(claim: Claim) -> str:
    """Say what a claim is held to, with every number in it exactly."""
    words = claim.expected_text
    if isinstance(claim, Below):
        words = f"at least 0 and under {claim.bound!r}"
    if isinstance(claim, Agree):
        words = f"{', '.join(sorted(claim.routes))} within {claim.tolerance!r} of each other"
    if isinstance(claim, Holds):
        stated = [f"{name} = {array_of(claim.values[name]).tolist()!r}" for name in sorted(STATED & set(claim.values))]
        words = "; ".join([words, *stated])
    return f"{words}; its digits are not kept" if claim.volatile else words


def check_findings(before: Claim, after: Claim) -> Iterator[Finding]:
    """Go through what a check holds less, more or otherwise than it did."""
    yield from _digits_kept(before, after)
    if type(before) is not type(after):
        verdict = Verdict.CHECK if isinstance(after, Equals) else Verdict.WEAKER
        yield verdict, f"It is another check: {after.check}, was {before.check}."
        return
    yield from _series_named(before, after)
    yield from _numbers_judged(before, after)
    if isinstance(before, Equals) and isinstance(after, Equals):
        yield from _another("The expected value", before.expected, after.expected)
    if isinstance(before, Reads) and isinstance(after, Reads):
        yield from _expected_form(before.expected, after.expected)
    if isinstance(before, Below) and isinstance(after, Below):
        yield from _limit("bound", before.bound, after.bound)
    if isinstance(before, Agree) and isinstance(after, Agree):
        yield from _limit("tolerance", before.tolerance, after.tolerance)
        yield from _names("route", set(before.routes), set(after.routes))
    if isinstance(before, Holds) and isinstance(after, Holds):
        yield from _condition(before, after)


def asks_for_the_same_digits(before: Claim, after: Claim) -> bool:
    """Whether two claims are printed to the same place, so that another text is another number."""
    if not isinstance(before, Reads) or not isinstance(after, Reads):
        return type(before) is type(after)
    was, now = by_place(before.expected), by_place(after.expected)
    return all(_digits(was[place], now[place]) == 0 for place in was if place in now)


def measured(claim: Claim) -> dict[str, Any]:
    """Name the values that a claim judges; what the check states and the gap between routes are none."""
    if isinstance(claim, Agree):
        return {f"route {name}": value for name, value in claim.routes.items()}
    if isinstance(claim, Holds):
        return {name: value for name, value in claim.values.items() if name not in STATED}
    return {"value": getattr(claim, "value", NOT_KEPT)}


def _digits_kept(before: Claim, after: Claim) -> Iterator[Finding]:
    if after.volatile and not before.volatile:
        yield Verdict.WEAKER, "Its digits are no longer kept, so nobody can judge it again."
    if before.volatile and not after.volatile:
        yield Verdict.CHECK, "It is tighter: its digits are kept, so it can be judged again."


def _series_named(before: Claim, after: Claim) -> Iterator[Finding]:
    was, now = ({series.name for series in claim.series()} for claim in (before, after))
    if was == now:
        return
    verdict = Verdict.WEAKER if len(now) < len(was) else Verdict.CHECK
    yield verdict, f"It judges the series {', '.join(sorted(now)) or 'none'}, was {', '.join(sorted(was)) or 'none'}."


def _numbers_judged(before: Claim, after: Claim) -> Iterator[Finding]:
    was, now = measured(before), measured(after)
    for name in sorted(set(was) & set(now)):
        if was[name] is NOT_KEPT or now[name] is NOT_KEPT:
            continue
        older, newer = array_of(was[name]).size, array_of(now[name]).size
        if newer < older:
            yield Verdict.WEAKER, f"It judges fewer numbers ({name}): {newer:,}, were {older:,}."


def _another(what: str, before: Any, after: Any) -> Iterator[Finding]:
    # 1, 1.0 and true are three things: their texts differ.
    if repr(before) != repr(after):
        yield Verdict.CHECK, f"{what} is another."


def _expected_form(before: Any, after: Any) -> Iterator[Finding]:
    was, now = by_place(before), by_place(after)
    coarser = [place for place in was if place in now and _digits(was[place], now[place]) < 0]
    finer = [place for place in was if place in now and _digits(was[place], now[place]) > 0]
    if coarser:
        yield Verdict.WEAKER, f"Fewer digits are expected{_at(coarser)}."
    if finer:
        yield Verdict.CHECK, f"It is tighter: more digits are expected{_at(finer)}."
    if not coarser and not finer:
        yield from _another("The expected form", before, after)


def _digits(before: str, after: str) -> int:
    """Give how many digits more the later numeral asks for.

    Two numerals with exponents are compared by their digits; others by the place of the last one.
    """
    was, now = numerals.check(before), numerals.check(after)
    both_float = was["exponent"] and now["exponent"]
    last_places = [
        len(each["decimals"] or "") - (0 if both_float else int((each["exponent"] or "e0")[1:])) for each in (was, now)
    ]
    return last_places[1] - last_places[0]


def _at(places: list[str]) -> str:
    named = ", ".join(place for place in places if place)
    return f" at {named}" if named else ""


def _limit(what: str, before: float, after: float) -> Iterator[Finding]:
    if after > before:
        yield Verdict.WEAKER, f"The {what} is larger: {after!r}, was {before!r}."
    if after < before:
        yield Verdict.CHECK, f"It is tighter: the {what} is {after!r}, was {before!r}."


def _names(what: str, before: set[str], after: set[str]) -> Iterator[Finding]:
    gone, new = sorted(before - after), sorted(after - before)
    if gone:
        yield Verdict.WEAKER, f"The {what} {', '.join(gone)} is gone."
    if new:
        yield Verdict.CHECK, f"{'It is tighter: the' if not gone else 'The'} {what} {', '.join(new)} is new."


def _condition(before: Holds, after: Holds) -> Iterator[Finding]:
    if before.condition != after.condition:
        yield Verdict.WEAKER, f"It is another condition: {after.condition}, was {before.condition}."
        return
    yield from _names("value", set(before.values), set(after.values))
    for name in sorted(set(before.values) & set(after.values) & STATED):
        was, now = before.values[name], after.values[name]
        if name in BOUNDS:
            yield from _stated_bound(name, array_of(was), array_of(now))
        else:
            yield from _another(f"The {name}", array_of(was).tolist(), array_of(now).tolist())


def _stated_bound(name: str, before: Any, after: Any) -> Iterator[Finding]:
    if before.shape != after.shape or before.dtype.kind not in "iuf" or after.dtype.kind not in "iuf":
        yield from _another(f"The bound {name}", before.tolist(), after.tolist())
        return
    wider = after < before if name == "low" else after > before
    numbers = f"{after.tolist()!r}, was {before.tolist()!r}"
    if np.any(wider):
        yield Verdict.WEAKER, f"The interval is wider: {name} is {numbers}."
    elif np.any(after != before):
        yield Verdict.CHECK, f"It is tighter: {name} is {numbers}."
