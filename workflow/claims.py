"""The five checks. A claim is one named value together with the check that it has to pass.

Every class here is a frozen record that can judge itself, say how its value is printed, and go to JSON and back. A
value is a plain number, a string, a nested list of them, or a `Series` (a large array that a figure draws).

A volatile claim is judged when it is made, but its digits vary between processors or from run to run (PyTorch, SciPy,
a memory meter), so only its bound, the names of its routes and the verdict are kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from workflow import numerals
from workflow.nearest import nearest

Array = NDArray[Any]

# What a volatile claim stores in the place of a value.
NOT_KEPT = None

# What a condition calls the bounds that it judges by: a volatile claim keeps those, they are stated and not measured.
BOUNDS = frozenset({"low", "high"})


@dataclass(frozen=True, eq=False)
class Series:
    """A named array that a figure draws, float64 or int64, with the unit of its entries ('' for a pure number)."""

    name: str
    values: Array
    unit: str = ""


def plain(value: Any) -> Any:
    """Turn NumPy scalars, arrays and tuples into plain numbers and nested lists; leave a `Series` alone.

    Raises
    ------
    ValueError
        If a number is NaN or infinite, or if the entries are neither strings nor real numbers of double precision.
    """
    if isinstance(value, Series) or value is NOT_KEPT:
        return value
    array = np.asarray(value)
    if array.size == 0:
        msg = "a value must not be empty"
        raise ValueError(msg)
    if array.dtype.kind not in "biufU" or (array.dtype.kind == "f" and array.dtype != np.float64):
        msg = f"a value must be float64, integer, boolean or text; got dtype {array.dtype}"
        raise ValueError(msg)
    if array.dtype.kind == "f" and not np.all(np.isfinite(array)):
        msg = f"a value must be finite; got {array.tolist()}"
        raise ValueError(msg)
    return array.tolist()


def _refuse(kinds: str, **values: Any) -> None:
    """Refuse values whose entries are of these kinds, 'b' for booleans and 'U' for text."""
    for name, value in values.items():
        if value is not NOT_KEPT and array_of(value).dtype.kind in kinds:
            msg = f"{name} must be numbers; got {value!r}"
            raise ValueError(msg)


def array_of(value: Any) -> Array:
    """Give the array of a series, or of a plain value."""
    return value.values if isinstance(value, Series) else np.asarray(value)


def _nested(function: Callable[..., Any], first: Any, *others: Any) -> Any:
    """Apply `function` entry by entry to nested lists of one shape."""
    if isinstance(first, list):
        return [_nested(function, *entries) for entries in zip(first, *others, strict=True)]
    return function(first, *others)


def _same(value: Any, expected: Any) -> bool:
    """Whether two plain values are equal, kind of number and shape included: 1, 1.0 and true are three things."""
    if isinstance(value, list) and isinstance(expected, list):
        return len(value) == len(expected) and all(map(_same, value, expected))
    return type(value) is type(expected) and bool(value == expected)


@dataclass(frozen=True, eq=False, kw_only=True)
class Claim:
    """What all claims have: a name, unique in its ledger, and where the lesson states the value."""

    check: ClassVar[str]
    name: str
    where: str
    volatile: bool = False

    def __post_init__(self) -> None:
        for each in fields(self):
            content = getattr(self, each.name)
            if isinstance(content, Mapping):
                content = {key: plain(value) for key, value in content.items()}
            elif each.name in {"value", "expected"}:
                content = plain(content)
            object.__setattr__(self, each.name, content)

    @property
    def printed(self) -> Any:
        """The value as every output shows it: a string, or a nested list of strings."""
        raise NotImplementedError

    @property
    def expected_text(self) -> str:
        """What the check asks for, in words for a message."""
        raise NotImplementedError

    @property
    def got_text(self) -> str:
        """What came, in words for a message."""
        raise NotImplementedError

    def holds(self) -> bool:
        """Judge the claim from the values that it carries."""
        raise NotImplementedError

    def kept(self) -> Claim:
        """Give the claim as a ledger stores it: without digits that would not come out the same again."""
        return self

    def series(self) -> list[Series]:
        """Name the series that this claim judges."""
        found: list[Series] = []
        for each in fields(self):
            content = getattr(self, each.name)
            candidates = content.values() if isinstance(content, dict) else [content]
            found += [candidate for candidate in candidates if isinstance(candidate, Series)]
        return found


@dataclass(frozen=True, eq=False, kw_only=True)
class Equals(Claim):
    """Holds when value and expected are the same, exactly: counts, bytes, integers, exact arithmetic."""

    check = "equals"
    value: Any
    expected: Any

    @property
    def printed(self) -> Any:
        return numerals.exact(self.value)

    @property
    def expected_text(self) -> str:
        return f"exactly {self.expected!r}"

    @property
    def got_text(self) -> str:
        return repr(self.value)

    def holds(self) -> bool:
        return _same(self.value, self.expected)


@dataclass(frozen=True, eq=False, kw_only=True)
class Reads(Claim):
    """Holds when the value, printed with the digits of the expected form, reads exactly like it.

    `expected` is a numeral such as '1.313', or a nested list of numerals with the shape of the value.
    """

    check = "reads"
    value: Any
    expected: Any

    def __post_init__(self) -> None:
        super().__post_init__()
        _refuse("bU", value=self.value)
        _nested(numerals.check, self.expected)

    @property
    def printed(self) -> Any:
        return numerals.finished(self._text())

    @property
    def expected_text(self) -> str:
        return f"reads {self.expected}"

    @property
    def got_text(self) -> str:
        return f"{self._text()}, printed from {self.value!r}"

    def holds(self) -> bool:
        return np.shape(self.value) == np.shape(self.expected) and bool(self._text() == self.expected)

    def kept(self) -> Claim:
        return replace(self, value=_nested(float, self._text())) if self.volatile else self

    def _text(self) -> Any:
        if np.shape(self.value) != np.shape(self.expected):
            return f"shape {np.shape(self.value)}"
        return _nested(numerals.like, self.expected, self.value)


@dataclass(frozen=True, eq=False, kw_only=True)
class Below(Claim):
    """Holds when the value, or every entry of it, is at least 0 and under the bound: every gap."""

    check = "below"
    value: Any
    bound: float

    def __post_init__(self) -> None:
        super().__post_init__()
        _refuse("bU", value=self.value, bound=plain(self.bound))

    @property
    def printed(self) -> str:
        return f"below {self.bound_printed}" if self.value is NOT_KEPT else numerals.magnitude(self._largest())

    @property
    def bound_printed(self) -> str:
        """The bound as every output shows it."""
        return numerals.magnitude(self.bound)

    @property
    def expected_text(self) -> str:
        return f"at least 0 and under {self.bound:g}"

    @property
    def got_text(self) -> str:
        return f"{self._largest()!r} at most, {float(np.min(array_of(self.value)))!r} at least"

    def holds(self) -> bool:
        if self.value is NOT_KEPT:
            return self.volatile
        return float(np.min(array_of(self.value))) >= 0 and self._largest() < self.bound

    def kept(self) -> Claim:
        return replace(self, value=NOT_KEPT) if self.volatile else self

    def _largest(self) -> float:
        return float(np.max(array_of(self.value)))


@dataclass(frozen=True, eq=False, kw_only=True)
class Agree(Claim):
    """Holds when all routes lie within the tolerance of each other; a tolerance of 0 asks for equality.

    `routes` maps the name of each route to its value; all have one shape. The largest gap is kept beside them.
    """

    check = "agree"
    routes: dict[str, Any]
    tolerance: float
    value: Any = field(default=NOT_KEPT)

    def __post_init__(self) -> None:
        super().__post_init__()
        _refuse("bU", tolerance=plain(self.tolerance))
        _refuse("U", **self.routes)
        if self.value is NOT_KEPT and not self.volatile and NOT_KEPT not in self.routes.values():
            object.__setattr__(self, "value", self.largest_gap())

    @property
    def printed(self) -> str:
        return f"below {self.bound_printed}" if self.value is NOT_KEPT else numerals.magnitude(self.value)

    @property
    def bound_printed(self) -> str:
        """The tolerance as every output shows it."""
        return numerals.magnitude(self.tolerance)

    @property
    def expected_text(self) -> str:
        return f"{', '.join(self.routes)} within {self.tolerance:g} of each other"

    @property
    def got_text(self) -> str:
        shapes = {name: array_of(route).shape for name, route in self.routes.items()}
        if len(set(shapes.values())) > 1:
            return f"shapes {shapes}"
        return f"a largest gap of {self.largest_gap()!r}"

    def largest_gap(self) -> float | None:
        """Give the largest distance between any two routes in any entry; None when their shapes differ."""
        arrays = [array_of(route) for route in self.routes.values()]
        if len({array.shape for array in arrays}) > 1:
            return None
        stacked = np.stack(arrays)
        if stacked.dtype.kind != "f":
            stacked = stacked.astype(object)  # Python's integers, which cannot overflow
        return float(np.max(stacked.max(axis=0) - stacked.min(axis=0)))

    def holds(self) -> bool:
        if len(self.routes) < 2 or self._names_one_series_twice():
            return False
        if any(route is NOT_KEPT for route in self.routes.values()):
            return self.volatile
        gap = self.largest_gap()
        recorded = gap if self.volatile else self.value
        return gap is not None and gap == recorded and (gap < self.tolerance or gap == 0)

    def _names_one_series_twice(self) -> bool:
        names = [route.name for route in self.routes.values() if isinstance(route, Series)]
        return len(names) > len(set(names))

    def kept(self) -> Claim:
        return replace(self, routes=dict.fromkeys(self.routes, NOT_KEPT)) if self.volatile else self


@dataclass(frozen=True, eq=False, kw_only=True)
class Holds(Claim):
    """Holds when a condition from `CONDITIONS` is true of the named values.

    They are kept, so that it can be judged again.
    """

    check = "holds"
    condition: str
    values: dict[str, Any]

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.condition not in CONDITIONS:
            msg = f"there is no condition {self.condition!r}. {nearest(self.condition, CONDITIONS)}"
            raise ValueError(msg)

    @property
    def printed(self) -> str:
        return self.condition

    @property
    def expected_text(self) -> str:
        return f"{self.condition}: {(CONDITIONS[self.condition].__doc__ or '').strip()}"

    @property
    def got_text(self) -> str:
        return ", ".join(f"{name} = {_brief(value)}" for name, value in self.values.items())

    def holds(self) -> bool:
        if any(value is NOT_KEPT for value in self.values.values()):
            return self.volatile
        return bool(CONDITIONS[self.condition](**{name: array_of(value) for name, value in self.values.items()}))

    def kept(self) -> Claim:
        if not self.volatile:
            return self
        return replace(
            self, values={name: value if name in BOUNDS else NOT_KEPT for name, value in self.values.items()}
        )


def _brief(value: Any) -> str:
    return f"series {value.name}" if isinstance(value, Series) else repr(value)


def _is_true(observed: Array) -> bool:
    """Every observation is true."""
    return observed.dtype == np.bool_ and observed.size > 0 and bool(np.all(observed))


def _decreases(first: Array, last: Array) -> bool:
    """The last value is under the first."""
    return bool(np.all(last < first))


def _lies_between(low: Array, value: Array, high: Array) -> bool:
    """The value is above low and under high."""
    return bool(np.all((low < value) & (value < high)))


def _is_largest_gap_so_far(largest: Array, one: Array, other: Array) -> bool:
    """Entry k is the largest distance between the two series in entries 0 to k."""
    return bool(np.array_equal(largest, np.maximum.accumulate(np.abs(one - other))))


def _has_fingerprint(values: Array, fingerprint: Array) -> bool:
    """The bytes of the values have this fingerprint."""
    return fingerprint_of(values) == str(fingerprint)


CONDITIONS: dict[str, Callable[..., bool]] = {
    "is true": _is_true,
    "decreases": _decreases,
    "lies between": _lies_between,
    "is the largest gap so far": _is_largest_gap_so_far,
    "has the fingerprint": _has_fingerprint,
}


def fingerprint_of(values: Array) -> str:
    """Give the first 16 hexadecimal digits of the SHA-256 of an array's shape, dtype and bytes in C order."""
    content = f"{values.shape} {values.dtype.str} ".encode() + np.ascontiguousarray(values).tobytes()
    return hashlib.sha256(content).hexdigest()[:16]


CHECKS: dict[str, type[Claim]] = {kind.check: kind for kind in (Equals, Reads, Below, Agree, Holds)}
