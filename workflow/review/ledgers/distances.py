"""How far numbers moved between two states, and whether that is rounding."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np

from workflow.claims import Array

# Rounding: a share of the entry itself, and a far smaller one of the largest entry of its array, since what cancels
# to nearly nothing keeps the error of what it came from.
OF_ENTRY = 1e-9
OF_LARGEST = 1e-12

# A gap is made of rounding, and so is no steady number: while it stays under its bound it may grow tenfold, or to
# anything that is nothing beside the bound.
GROWTH = 10
NOTHING_BESIDE_THE_BOUND = 1e-3

# What is written without an exponent, and from where on two digits are too few for that.
_ORDINARY = 1e6
_LARGE = 99.5


@dataclass(frozen=True)
class Move:
    """What became of an array that is not as it was.

    moved, size : how many of its entries moved; all of them when shape or kind are others
    largest : the largest distance; None where there is none, because of texts, or another shape
    noise : whether it is rounding
    words : what is to be said of its shape and its kind, in a sentence; '' when they are the same
    """

    moved: int
    size: int
    largest: float | None
    noise: bool
    words: str = ""


def move(before: Array, after: Array, tolerance: float | None = None) -> Move | None:
    """Say what became of an array; None when it is the same.

    Only floating-point numbers round. Whatever moved by more than the tolerance, if there is one, is not noise.
    """
    if before.shape != after.shape:
        return Move(after.size, after.size, None, noise=False, words=_shapes(before, after))
    if _kind(before) != _kind(after):
        return Move(after.size, after.size, None, noise=False, words=_kinds(before, after))
    where = before != after
    if before.dtype.kind == "f":
        where |= np.signbit(before) != np.signbit(after)  # 0 and -0 print the same, and are other bytes
    moved = int(np.count_nonzero(where))
    if not moved:
        return None
    if before.dtype.kind not in "iuf":
        return Move(moved, after.size, None, noise=False)
    one, other = before[where], after[where]
    distances = _distances(one, other)
    noise = bool(
        before.dtype.kind == "f" and np.all(distances <= _allowed(one, other, _largest(before, after), tolerance))
    )
    return Move(moved, after.size, float(np.max(distances)), noise=noise)


def is_noise_of_a_gap(before: Array, after: Array, bound: float) -> bool:
    """Whether a gap that moved is still what rounding leaves, and under its bound."""
    if before.shape != after.shape or before.dtype.kind != "f" or after.dtype.kind != "f":
        return False
    # Divided, since a product could overflow.
    settled = (after / GROWTH <= before) | (after < NOTHING_BESIDE_THE_BOUND * bound)
    return bool(np.all(settled & (after < bound)))


def by(moved: int, largest: float | None) -> str:
    """Say how far so many entries moved, behind what else is said of them; '' when there is no distance.

    >>> by(3, 12.0)
    ', by 12 at most'
    >>> by(1, 2e-05)
    ', by 2e-05'
    """
    if largest is None:
        return ""
    distance = f"{largest:,.0f}" if _LARGE <= largest < _ORDINARY else f"{largest:.2g}"
    return f", by {distance}{' at most' if moved > 1 else ''}"


def _distances(one: Array, other: Array) -> Array:
    if one.dtype.kind != "f":
        # Python's integers cannot overflow.
        return np.array([float(abs(int(x) - int(y))) for x, y in zip(one, other, strict=True)])
    with np.errstate(over="ignore"):
        distances: Array = np.minimum(np.abs(one - other), sys.float_info.max)
    return distances


def _allowed(one: Array, other: Array, largest: float, tolerance: float | None) -> Array:
    rounding = OF_ENTRY * np.maximum(np.abs(one), np.abs(other)) + OF_LARGEST * largest
    allowed: Array = rounding if tolerance is None else np.minimum(rounding, tolerance)
    return allowed


def _largest(before: Array, after: Array) -> float:
    return float(max(np.max(np.abs(before)), np.max(np.abs(after))))


def _shapes(before: Array, after: Array) -> str:
    return f"The shape is {after.shape}, was {before.shape}."


_KINDS = {"b": "true or false", "i": "integers", "u": "integers", "f": "floating-point numbers", "U": "texts"}


def _kind(array: Array) -> str:
    return _KINDS.get(array.dtype.kind, "of another kind")


def _kinds(before: Array, after: Array) -> str:
    return f"The entries are {_kind(after)}, were {_kind(before)}."
