"""The ledger: the claims and series of one computation, written only when every claim holds.

A ledger is the only thing that passes from computing to drawing. It is JSON with sorted keys and one claim a line,
and ends with a digest of itself. Reading judges every claim again, so a ledger that was edited by hand is refused.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from workflow.claims import CHECKS, Agree, Below, Claim, Equals, Holds, Reads, Series
from workflow.files import write_text
from workflow.nearest import nearest

Kind = TypeVar("Kind", bound=Claim)


class LedgerError(Exception):
    """A ledger that may not be written or trusted; its text is the whole message for a person."""


@dataclass(frozen=True, eq=False)
class Recorded:
    """A claim as the text of a ledger has it: its printed form as it stands there, and '' or why it does not hold."""

    claim: Claim
    printed: Any
    failure: str = ""


@dataclass(frozen=True, eq=False)
class Record:
    """What the text of a ledger says, whether it can be trusted or not: for comparing, never for drawing.

    claims, series : by name
    no_claims, no_series : why the others are none, by name
    edited : whether the digest is that of another text
    doubt : another reason why `Ledger.read` would refuse it, failing claims aside; '' when there is none
    """

    claims: dict[str, Recorded] = field(default_factory=dict)
    series: dict[str, Series] = field(default_factory=dict)
    no_claims: dict[str, str] = field(default_factory=dict)
    no_series: dict[str, str] = field(default_factory=dict)
    edited: bool = False
    doubt: str = ""


# What the making and judging of a claim can raise when its fields hold anything at all.
_UNREADABLE = (LedgerError, ValueError, KeyError, TypeError, AttributeError, ArithmeticError, RecursionError)

# More than the axes of any array.
_DEEPEST = 32


class Ledger:
    """Claims and series under one id, 'lesson/name'.

    A claim's own id is `lesson/name.claim`, for example 'dl01_6_4/race.last_loss'.
    """

    def __init__(self, identity: str) -> None:
        self.identity = identity
        self._claims: dict[str, Claim] = {}
        self._series: dict[str, Series] = {}

    # Reading what is in it

    def __getitem__(self, name: str) -> Claim:
        """Give the claim of this name."""
        try:
            return self._claims[name]
        except KeyError:
            raise LedgerError(_unknown(name, "claim", self.identity, list(self._claims))) from None

    def claim(self, name: str, kind: type[Kind]) -> Kind:
        """Give the claim of this name, which has to be of this kind."""
        claim = self[name]
        if not isinstance(claim, kind):
            msg = f"{self.identity}.{name} is a claim that {claim.check!r}, where one that {kind.check!r} is needed"
            raise LedgerError(msg)
        return claim

    def __iter__(self) -> Iterator[Claim]:
        """Go through the claims by name."""
        return iter([self._claims[name] for name in sorted(self._claims)])

    def series(self, name: str) -> Series:
        """Give the series of this name."""
        try:
            return self._series[name]
        except KeyError:
            raise LedgerError(_unknown(name, "series", self.identity, list(self._series))) from None

    # Putting claims into it

    def add_series(self, name: str, values: Any, unit: str = "") -> Series:
        """Keep an array of float64 or int64 for a figure; at least one claim has to judge it.

        Raises
        ------
        LedgerError
            If the name is taken, the dtype is another one, the array is empty or an entry is not finite.
        """
        array = np.asarray(values)
        if name in self._series:
            msg = f"{self.identity}: there are two series called {name!r}; give each its own name"
            raise LedgerError(msg)
        if array.dtype not in (np.float64, np.int64) or array.size == 0 or not np.all(np.isfinite(array)):
            msg = (
                f"{self.identity}: the series {name!r} must hold finite float64 or int64 numbers, at least one; "
                f"got dtype {array.dtype}, shape {array.shape}"
            )
            raise LedgerError(msg)
        self._series[name] = Series(name, array, unit)
        return self._series[name]

    def equals(self, name: str, value: Any, expected: Any, *, where: str) -> None:
        """Claim that value and expected are the same, exactly."""
        self._add(Equals, name, where, value=value, expected=expected)

    def reads(self, name: str, value: Any, expected: Any, *, where: str, volatile: bool = False) -> None:
        """Claim that the value, printed with the digits of `expected` ('1.313'), reads like it."""
        self._add(Reads, name, where, value=value, expected=expected, volatile=volatile)

    def below(self, name: str, value: Any, bound: float, *, where: str, volatile: bool = False) -> None:
        """Claim that the value, or every entry of it, is at least 0 and under the bound."""
        self._add(Below, name, where, value=value, bound=bound, volatile=volatile)

    def agree(
        self, name: str, routes: Mapping[str, Any], *, tolerance: float, where: str, volatile: bool = False
    ) -> None:
        """Claim that all routes lie within the tolerance of each other; 0 asks for equality."""
        self._add(Agree, name, where, routes=dict(routes), tolerance=tolerance, volatile=volatile)

    def holds(
        self, name: str, condition: str, values: Mapping[str, Any], *, where: str, volatile: bool = False
    ) -> None:
        """Claim that a condition of `workflow.claims.CONDITIONS` is true of the named values."""
        self._add(Holds, name, where, condition=condition, values=dict(values), volatile=volatile)

    def _add(self, kind: type[Claim], name: str, where: str, **content: Any) -> None:
        if name in self._claims:
            msg = f"{self.identity}: there are two claims called {name!r}; give each its own name"
            raise LedgerError(msg)
        try:
            _refuse_none(content)
            self._claims[name] = kind(name=name, where=where, **content)
            self._claims[name].holds()
        except (ValueError, TypeError) as error:
            msg = f"{self.identity}.{name}: {error}. Look at what the computation passes to this claim."
            raise LedgerError(msg) from error

    # Judging it

    def check(self) -> None:
        """Judge every claim.

        Raises
        ------
        LedgerError
            If claims fail (all of them are named), if there is no claim, or if a series is judged by none.
        """
        missing = self._missing()
        if missing:
            msg = f"{self.identity}: {missing}. What a figure draws must be checked: add a claim to {self._source()}"
            raise LedgerError(msg)
        failing = [claim for claim in self if not claim.holds()]
        if failing:
            raise LedgerError(self._failure(failing))

    def _missing(self) -> str:
        """Say what is not checked: a series that no claim judges, or everything; '' when nothing is."""
        judged = {series.name for claim in self for series in claim.series()}
        unjudged = sorted(set(self._series) - judged)
        if unjudged:
            return f"no claim judges the series {', '.join(unjudged)}"
        return "" if self._claims else "it makes no claim"

    def _failure(self, failing: list[Claim]) -> str:
        lines = [f"{self.identity}: {len(failing)} of {len(self._claims)} claims do not hold. Nothing was written."]
        for claim in failing:
            lines += [
                "",
                f"  {self.identity}.{claim.name}",
                f"    expected  {claim.expected_text}",
                f"    got       {claim.got_text}",
                f"    stated    {claim.where}",
                f'    to edit   the claim "{claim.name}" in {self._source()}, if the change is meant',
            ]
        return "\n".join(lines)

    def _source(self) -> str:
        return f"workflow/computations/{self.identity}.py"

    # To a file and back

    def write(self, path: Path) -> None:
        """Check every claim, then write the ledger beside `path` and rename it into place."""
        self.check()
        write_text(path, self.to_json())

    def to_json(self) -> str:
        """Give the canonical text: sorted keys, one claim or series a line, a digest at the end."""
        claims = {claim.name: _claim_to_plain(claim.kept()) for claim in self}
        series = {
            name: {"dtype": each.values.dtype.name, "unit": each.unit, "values": each.values.tolist()}
            for name, each in sorted(self._series.items())
        }
        parts = {"claims": _one_a_line(claims), "ledger": _compact(self.identity), "series": _one_a_line(series)}
        body = "".join(f'"{key}": {part},\n' for key, part in parts.items())
        return f'{{\n{body}"sha256": "{_digest(body)}"\n}}\n'

    @classmethod
    def read(cls, path: Path) -> Ledger:
        """Read a ledger and judge every claim in it again.

        Raises
        ------
        LedgerError
            If the file is missing, is not a ledger, was changed after it was written, or holds a failing claim.
        """
        try:
            text = path.read_text(encoding="utf-8")
            content = json.loads(text)
            ledger = cls(content["ledger"])
            for name, each in content["series"].items():
                ledger.add_series(name, np.array(each["values"], dtype=each["dtype"]), each["unit"])
            for name, each in content["claims"].items():
                ledger._claims[name] = _claim_from_plain(name, each, ledger._series)
            doubt = ledger._doubt(text, path.stem)
        except FileNotFoundError:
            msg = f"{path}: there is no such ledger. Run `snakemake` to compute it."
            raise LedgerError(msg) from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            msg = f"{path}: this is not a ledger ({error}). Delete the file and run `snakemake` to compute it anew."
            raise LedgerError(msg) from error
        if doubt:
            msg = (
                f"{path}: the file was changed after it was written: {doubt}. "
                "Delete the file and run `snakemake` to compute it anew."
            )
            raise LedgerError(msg)
        return ledger

    @classmethod
    def recorded(cls, text: str, identity: str) -> Record:
        """Read whatever can be read in the text of the ledger of this id, whether it was edited, fails or is damaged.

        Raises
        ------
        LedgerError
            If the text is not a ledger at all.
        """
        try:
            content = json.loads(text)
            ledger, series, claims = cls(content["ledger"]), content["series"].items(), content["claims"].items()
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            msg = f"this is not a ledger ({_reason(error)})"
            raise LedgerError(msg) from error
        record = Record(edited=not _has_its_digest(text))
        for name, each in series:
            try:
                values = np.array(each["values"], dtype=each["dtype"])
                record.series[name] = ledger.add_series(_told(name), values, _told(each["unit"]))
            except _UNREADABLE as error:
                record.no_series[name] = f"this is not a series ({_reason(error)})"
        for name, each in claims:
            try:
                record.claims[name] = _recorded_claim(name, each, record.series)
                ledger._claims[name] = record.claims[name].claim
            except _UNREADABLE as error:
                record.no_claims[name] = f"this is not a claim ({_reason(error)})"
        if record.no_claims or record.no_series:
            return record
        try:
            return replace(record, doubt=ledger._doubt_of_text(text, identity))
        except _UNREADABLE as error:
            return replace(record, doubt=_reason(error))

    def _doubt(self, text: str, name: str) -> str:
        """Say why a ledger that was read from a file of this name and text cannot be trusted; '' when it can."""
        failing = [claim.name for claim in self if not claim.holds()]
        if failing:
            return f"the claim {failing[0]} does not hold"
        if self.identity.rpartition("/")[2] != name:
            return f"it is the ledger {self.identity}"
        return self._doubt_of_text(text, self.identity)

    def _doubt_of_text(self, text: str, identity: str) -> str:
        if self.identity != identity:
            return f"it is the ledger {self.identity}"
        return self._missing() or ("" if self.to_json() == text else "its text is not what its claims give")


def _reason(error: BaseException) -> str:
    return f"there is no {error}" if isinstance(error, KeyError) else str(error) or type(error).__name__


def _recorded_claim(name: str, content: dict[str, Any], series: Mapping[str, Series]) -> Recorded:
    with np.errstate(all="ignore"):
        claim = _claim_from_plain(name, content, series)
        _told(name + _told(claim.where))
        if not isinstance(claim.volatile, bool):
            msg = "`volatile` must be true or false"
            raise TypeError(msg)
        failure = "" if claim.holds() else f"expected {claim.expected_text}, got {_got(claim)}"
        _texts(claim.printed)  # what cannot be printed is no claim
    return Recorded(claim, _texts(content["printed"]), failure)


def _got(claim: Claim) -> str:
    try:
        return claim.got_text
    except TypeError:  # values that are not kept, where the claim does not hold for another reason
        return "nothing that can be judged"


def _told(text: Any) -> str:
    """Refuse what is not text, or text that no file could hold."""
    if not isinstance(text, str):
        msg = f"{text!r} must be text"
        raise TypeError(msg)
    text.encode()
    return text


def _texts(printed: Any, depth: int = 0) -> Any:
    """Refuse a printed form that is not text or a nested list of texts."""
    if isinstance(printed, list) and depth < _DEEPEST:
        return [_texts(each, depth + 1) for each in printed]
    return _told(printed)


def _has_its_digest(text: str) -> bool:
    body, _, end = text.removeprefix("{\n").rpartition('"sha256": "')
    return end == f'{_digest(body)}"\n}}\n'


def _refuse_none(content: Mapping[str, Any]) -> None:
    """Refuse a value that is None, which stands for a volatile one that was judged before: nothing would be judged."""
    for name, value in content.items():
        if value is None or (isinstance(value, dict) and any(each is None for each in value.values())):
            msg = f"{name} holds None; was a `return` forgotten?"
            raise ValueError(msg)


def _claim_to_plain(claim: Claim) -> dict[str, Any]:
    content: dict[str, Any] = {"check": claim.check, "printed": claim.printed}
    for each in fields(claim):
        value = getattr(claim, each.name)
        if isinstance(value, dict):
            content[each.name] = {key: _reference(item) for key, item in value.items()}
        elif each.name != "name":
            content[each.name] = _reference(value)
    return content


def _reference(value: Any) -> Any:
    return {"series": value.name} if isinstance(value, Series) else value


def _claim_from_plain(name: str, content: dict[str, Any], series: Mapping[str, Series]) -> Claim:
    def resolve(value: Any) -> Any:
        if isinstance(value, dict):
            return series[value["series"]] if set(value) == {"series"} else {key: resolve(value[key]) for key in value}
        return value

    kind = CHECKS[content["check"]]
    stored = {key: resolve(value) for key, value in content.items() if key not in {"check", "printed"}}
    return kind(name=name, **stored)


def _one_a_line(entries: Mapping[str, Any]) -> str:
    return "{\n" + ",\n".join(f"{_compact(name)}: {_compact(entry)}" for name, entry in entries.items()) + "\n}"


def _compact(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(", ", ": "))


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def _unknown(name: str, kind: str, identity: str, known: list[str]) -> str:
    return f"{identity} has no {kind} called {name!r}. {nearest(name, known)}"
