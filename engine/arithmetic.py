"""Products, exponentials, logarithms and powers, fast or with the same bits on every machine.

Two settings stand behind the same four names:

``fast`` (the default)
    BLAS products and NumPy's ``exp``, ``log`` and ``power``. Their last digits depend on the processor, on the BLAS
    kernel and on the number of threads.
``reproducible``
    Products summed in a fixed order, and elementary functions rounded correctly by gmpy2 (MPFR). Every result is
    the one that IEEE 754 binary64 prescribes, so it depends on nothing but the operands.

Whatever else the engine needs is reproducible in both settings as NumPy does it: ``+ - * /`` and ``maximum`` act on
one element at a time and are exact or correctly rounded; ``sum`` and ``mean`` add in an order that the shape and the
memory layout fix, and no vector unit may reorder an addition. ``dot``, ``@``, ``einsum`` and ``norm`` give no such
promise, and neither does ``x ** 3``: use this module instead.

The setting belongs to the process, not to a thread: choose it before starting threads.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

# A fixed-order product first writes all its terms into one array. Blocks of this many terms stay in a processor's
# cache; a larger product goes through in blocks of rows, so memory stays bounded too.
BLOCK_TERMS = 1 << 16

# Here the log of a small loss is taken, and here MPFR's log is slow while its log1p is quick.
NEAR_ONE = (0.75, 1.5)


@dataclass(frozen=True)
class Setting:
    """The four functions that a setting stands for.

    Attributes
    ----------
    name
        What ``select`` and ``use`` call it.
    matmul
        Product of two arrays with one or two axes each.
    exp, log
        Exponential and natural logarithm, element by element.
    power
        Elements raised to an exponent that is not a whole number.
    """

    name: str
    matmul: Callable[[Array, Array], Array]
    exp: Callable[[Array], Array]
    log: Callable[[Array], Array]
    power: Callable[[Array, float], Array]


def matmul(left: Array, right: Array) -> Array:
    """Product of two arrays, as ``left @ right`` defines it for one or two axes.

    Parameters
    ----------
    left
        float64 array of shape (k,) or (m, k).
    right
        float64 array of shape (k,) or (k, n).

    Returns
    -------
    Array
        float64, of shape (m, n) without the axes that an operand lacks; a float64 scalar for two vectors in the fast
        setting.

    Raises
    ------
    ValueError
        If the inner sizes differ.
    """
    return _active.matmul(left, right)


def exp(exponents: Array) -> Array:
    """Exponential of every element: float64 in, float64 of the same shape out."""
    return _active.exp(exponents)


def log(values: Array) -> Array:
    """Natural logarithm of every element: float64 in, float64 of the same shape out. The logarithm of 0 is -inf."""
    return _active.log(values)


def power(base: Array, exponent: float) -> Array:
    """Every element of ``base`` raised to one exponent: float64 in, float64 of the same shape out.

    A whole exponent is repeated multiplication in both settings, because NumPy's own ``x ** 3`` gives other last
    digits on other processors.
    """
    if float(exponent).is_integer():
        return _whole_power(base, int(exponent))
    return _active.power(base, exponent)


def select(name: str) -> None:
    """Choose the setting of this process from now on.

    Parameters
    ----------
    name
        ``"fast"`` or ``"reproducible"``.

    Raises
    ------
    ValueError
        If there is no such setting.
    ModuleNotFoundError
        If the reproducible setting is asked for and gmpy2 is not installed.
    """
    global _active  # noqa: PLW0603  # one setting for the process is what this module is about
    if name not in _SETTINGS:
        known = " or ".join(repr(known) for known in _SETTINGS)
        msg = f"arithmetic has no setting {name!r}: choose {known}"
        raise ValueError(msg)
    _active = _SETTINGS[name]()


@contextlib.contextmanager
def use(name: str) -> Iterator[None]:
    """Choose a setting for the length of a ``with`` block; uses nest, and an exception restores too.

    Parameters and errors are those of ``select``.
    """
    previous = selected()
    select(name)
    try:
        yield
    finally:
        select(previous)


def selected() -> str:
    """Name of the setting in force."""
    return _active.name


def _whole_power(base: Array, exponent: int) -> Array:
    """Square and multiply: x**13 is x**8 * x**4 * x. A negative power is the reciprocal of the positive one."""
    if exponent < 0:
        return 1.0 / _whole_power(base, -exponent)
    result = np.ones_like(base)
    square = base
    while exponent:
        if exponent & 1:
            result = result * square
        exponent >>= 1
        if exponent:
            square = square * square
    return result


def _fixed_order_matmul(left: Array, right: Array) -> Array:
    """``left @ right`` with every entry summed from left to right, as the textbook's loop does it."""
    if left.shape[-1] != right.shape[0]:
        msg = f"matmul: shapes {left.shape} and {right.shape} differ in their inner size"
        raise ValueError(msg)
    if 1 not in (left.ndim, right.ndim):
        return _fixed_order_product(left, right)
    rows = left.reshape(-1, left.shape[-1])  # a vector on the left is one row,
    columns = right.reshape(right.shape[0], -1)  # and on the right one column
    return _fixed_order_product(rows, columns).reshape(left.shape[:-1] + right.shape[1:])


def _fixed_order_product(rows: Array, columns: Array) -> Array:
    """(m, k) times (k, n), in blocks of rows that keep the terms written at once near BLOCK_TERMS."""
    block = max(1, BLOCK_TERMS // max(1, columns.size))
    if len(rows) <= block:
        return _sum_of_terms(rows, columns)
    return np.concatenate([_sum_of_terms(rows[i : i + block], columns) for i in range(0, len(rows), block)])


def _sum_of_terms(rows: Array, columns: Array) -> Array:
    """(m, k) times (k, n): write the k terms of all entries one behind the other, then add along that axis."""
    (m, k), n = rows.shape, columns.shape[1]
    if m == n == 1 and k:
        # NumPy would see one plain run of terms and add it pairwise. A running sum keeps the order.
        return np.add.accumulate(rows[0] * columns[:, 0])[-1:, np.newaxis]
    # The terms lie in C order, so the sum runs over the outermost axis: one whole (m, n) layer after the other.
    if m <= n:
        layers = np.multiply(rows.T[:, :, np.newaxis], columns[:, np.newaxis, :], order="C")  # (k, m, n)
        return np.asarray(np.add.reduce(layers))
    # Transposed layers hold the same terms; NumPy's inner loop is then over the longer axis.
    layers = np.multiply(columns[:, :, np.newaxis], rows.T[:, np.newaxis, :], order="C")  # (k, n, m)
    return np.asarray(np.add.reduce(layers).T.copy())


@cache
def _fast() -> Setting:
    """BLAS and NumPy."""
    return Setting("fast", np.matmul, np.exp, np.log, np.power)


@cache
def _reproducible() -> Setting:
    """Fixed-order products, and MPFR in a context that rounds, overflows and underflows as binary64 does."""
    import gmpy2  # type: ignore[import-untyped]  # noqa: PLC0415  # here, so that the fast setting needs NumPy only

    binary64 = gmpy2.ieee(64)
    log, log1p = binary64.log, binary64.log1p
    low, high = NEAR_ONE

    def quick_log(value: float) -> float:
        # value - 1 is exact near 1, so log1p rounds the same real number.
        return log1p(value - 1.0) if low < value < high else log(value)  # type: ignore[no-any-return]

    return Setting(
        name="reproducible",
        matmul=_fixed_order_matmul,
        exp=lambda exponents: _each(binary64.exp, exponents),
        log=lambda values: _each(quick_log, values),
        power=lambda base, exponent: _each(lambda x: binary64.pow(x, exponent), base),
    )


def _each(function: Callable[[float], float], values: Array) -> Array:
    """Apply a function of one float to every element."""
    results = map(function, values.ravel().tolist())
    return np.fromiter(results, np.float64, count=values.size).reshape(values.shape)


_SETTINGS: dict[str, Callable[[], Setting]] = {"fast": _fast, "reproducible": _reproducible}
_active = _fast()
