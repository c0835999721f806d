"""Numbers that carry a bound of what rounding has done to them.

An operation is off by at most u |v| for its result v, u = 2^-53, and passes on what its operands are off by. Arrays of
these numbers go through a computation as float64 would, so the bound is of that very computation: of every stored
value, every product and every partial sum in it. This is a running error analysis (N. J. Higham, Accuracy and Stability
of Numerical Algorithms, section 3.3). It is of first order in one respect: the bounds are rounded themselves, by some
1e-16 of their size.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

# Half the distance from 1 to the next float64: no rounding is off by more, relative to its result.
UNIT = 2.0**-53


@dataclass(frozen=True, slots=True)
class Rounded:
    """A computed number and a bound of its distance from the exact one; a plain number is exact."""

    value: float
    off: float = 0.0

    def __add__(self, other: Any) -> Any:
        return self._with(other, lambda its: _stored(self.value + its.value, self.off + its.off))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._with(other, lambda its: _stored(self.value - its.value, self.off + its.off))

    def __rsub__(self, other: Any) -> Any:
        return self._with(other, lambda its: _stored(its.value - self.value, self.off + its.off))

    def __mul__(self, other: Any) -> Any:
        def product(its: Rounded) -> Rounded:
            passed_on = abs(self.value) * its.off + abs(its.value) * self.off + self.off * its.off
            return _stored(self.value * its.value, passed_on)

        return self._with(other, product)

    __rmul__ = __mul__

    def __truediv__(self, divisor: float) -> Rounded:
        """Divide by an exact number."""
        return _stored(self.value / divisor, self.off / abs(divisor))

    def __ge__(self, bound: float) -> bool:
        """Compare with an exact number."""
        return self.value >= bound

    @staticmethod
    def _with(other: Any, operation: Callable[[Rounded], Rounded]) -> Any:
        """Combine with another number, or leave it to an array to do so entry by entry."""
        if isinstance(other, np.ndarray):
            return NotImplemented
        return operation(other if isinstance(other, Rounded) else Rounded(float(other)))


def _stored(value: float, passed_on: float) -> Rounded:
    """Round a result once more."""
    return Rounded(value, passed_on + UNIT * abs(value))


def rounded(values: Any) -> Any:
    """Let exact values carry a bound, in an array of their shape; values that carry one stay as they are."""
    entries = np.asarray(values)
    if entries.dtype == object:
        return values
    carrying = np.empty(entries.shape, dtype=object)
    for place in np.ndindex(entries.shape):
        carrying[place] = Rounded(float(entries[place]))
    return carrying
