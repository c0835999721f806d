"""The two settings: switching them, and the bits of the reproducible one against exact arithmetic."""

from __future__ import annotations

import hashlib
import math
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import arithmetic
from engine.arithmetic import Array
from tests.engine.gradients import repeatable, seeds

TINY = 5e-324


@pytest.fixture(autouse=True)
def _fast_again() -> Iterator[None]:
    yield
    arithmetic.select("fast")


# --- Choosing a setting ----------------------------------------------------------------------------------------------


def test_the_fast_setting_is_the_default() -> None:
    assert arithmetic.selected() == "fast"


def test_a_selected_setting_stays() -> None:
    arithmetic.select("reproducible")

    assert arithmetic.selected() == "reproducible"


def test_a_used_setting_ends_with_its_block() -> None:
    with arithmetic.use("reproducible"):
        assert arithmetic.selected() == "reproducible"
    assert arithmetic.selected() == "fast"


def test_a_used_setting_ends_with_an_exception() -> None:
    with pytest.raises(KeyError), arithmetic.use("reproducible"):
        raise KeyError

    assert arithmetic.selected() == "fast"


def test_used_settings_nest() -> None:
    with arithmetic.use("reproducible"):
        with arithmetic.use("fast"):
            assert arithmetic.selected() == "fast"
        assert arithmetic.selected() == "reproducible"
    assert arithmetic.selected() == "fast"


def test_an_unknown_setting_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no setting 'exact': choose 'fast' or 'reproducible'"):
        arithmetic.select("exact")
    assert arithmetic.selected() == "fast"


def test_a_missing_gmpy2_is_named_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gmpy2", None)
    arithmetic._reproducible.cache_clear()

    with pytest.raises(ModuleNotFoundError, match="gmpy2"):
        arithmetic.select("reproducible")
    assert arithmetic.selected() == "fast"


# --- Products --------------------------------------------------------------------------------------------------------


def left_to_right(row: Array, column: Array) -> float:
    """Sum products from left to right; each product and each sum is exact, then rounded to float64."""
    total = None
    for x, y in zip(row.tolist(), column.tolist(), strict=True):
        product = float(Fraction(x) * Fraction(y))
        total = product if total is None else float(Fraction(total) + Fraction(product))
    return 0.0 if total is None else total


def exact_loop(left: Array, right: Array) -> Array:
    return np.array([[left_to_right(row, column) for column in right.T] for row in left]).reshape(
        len(left), right.shape[1]
    )


def spread(rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """Numbers of many magnitudes, so that the order of a sum shows in its last digits."""
    return np.asarray(rng.normal(size=shape) * 10.0 ** rng.integers(-8, 8, size=shape))


@repeatable
@given(
    seed=seeds, m=st.integers(1, 5), k=st.integers(0, 40), n=st.integers(1, 5), block=st.sampled_from([1, 50, 1 << 16])
)
def test_a_reproducible_product_is_the_left_to_right_loop(seed: int, m: int, k: int, n: int, block: int) -> None:
    rng = np.random.default_rng(seed)
    left, right = spread(rng, (m, k)), spread(rng, (k, n))
    with pytest.MonkeyPatch.context() as patch, arithmetic.use("reproducible"):
        patch.setattr(arithmetic, "BLOCK_TERMS", block)

        product = arithmetic.matmul(left, right)
        transposed = arithmetic.matmul(np.asfortranarray(left), np.asfortranarray(right))

    np.testing.assert_array_equal(product, exact_loop(left, right), strict=True)
    np.testing.assert_array_equal(transposed, product, strict=True)


def test_a_single_long_product_keeps_its_order_where_numpy_would_add_pairwise() -> None:
    rng = np.random.default_rng(0)
    row, column = spread(rng, (1, 1000)), spread(rng, (1000, 1))
    expected = exact_loop(row, column)
    with arithmetic.use("reproducible"):
        assert arithmetic.matmul(row, column) == expected
        assert arithmetic.matmul(row[0], column[:, 0]) == expected[0, 0]

    pairwise = np.add.reduce(row[0] * column[:, 0])
    assert pairwise != expected  # or this test would show nothing


@pytest.mark.parametrize("setting", ["fast", "reproducible"])
@pytest.mark.parametrize(
    ("left", "right", "shape"),
    [((3,), (3,), ()), ((2, 3), (3,), (2,)), ((3,), (3, 2), (2,)), ((4, 3), (3, 2), (4, 2)), ((0, 3), (3, 2), (0, 2))],
)
def test_a_product_lacks_the_axes_that_its_operands_lack(
    setting: str, left: tuple[int, ...], right: tuple[int, ...], shape: tuple[int, ...]
) -> None:
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=left), rng.normal(size=right)
    with arithmetic.use(setting):
        product = arithmetic.matmul(a, b)

    assert product.shape == shape
    np.testing.assert_allclose(product, a @ b, rtol=1e-13)


@pytest.mark.parametrize("setting", ["fast", "reproducible"])
def test_a_product_of_unequal_inner_sizes_is_refused(setting: str) -> None:
    with arithmetic.use(setting), pytest.raises(ValueError, match="matmul"):
        arithmetic.matmul(np.ones((2, 3)), np.ones((2, 3)))


def test_a_large_reproducible_product_never_writes_all_its_terms_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    sum_of_terms = arithmetic._sum_of_terms

    def counted(rows: Array, columns: Array) -> Array:
        written.append(rows.size * columns.shape[1])
        return sum_of_terms(rows, columns)

    monkeypatch.setattr(arithmetic, "_sum_of_terms", counted)
    with arithmetic.use("reproducible"):
        arithmetic.matmul(np.ones((9000, 16)), np.ones((16, 16)))

    assert max(written) <= arithmetic.BLOCK_TERMS
    assert sum(written) == 9000 * 16 * 16


# --- Elementary functions --------------------------------------------------------------------------------------------


def rounded(value: mpmath.mpf) -> float:
    """Round a high-precision number to the nearest float64, subnormal or not, as an exact fraction does it."""
    sign, mantissa, exponent, _ = value._mpf_
    return float((-1) ** sign * Fraction(mantissa) * Fraction(2) ** exponent)


def assert_correctly_rounded(name: str, points: Array) -> None:
    with arithmetic.use("reproducible"):
        found = getattr(arithmetic, name)(points)
    with mpmath.workprec(400):
        expected = [rounded(getattr(mpmath, name)(mpmath.mpf(x))) for x in points.tolist()]

    np.testing.assert_array_equal(found, np.array(expected), strict=True)


@pytest.mark.parametrize(("low", "high"), [(-1.0, 0.0), (-40.0, 40.0), (-745.1, -708.0), (700.0, 709.7)])
def test_the_reproducible_exp_is_correctly_rounded_also_where_it_is_subnormal(low: float, high: float) -> None:
    assert_correctly_rounded("exp", np.random.default_rng(0).uniform(low, high, 300))


@pytest.mark.parametrize(
    "points", [[TINY, 2e-310, 1e-300, 1e300], [1 - 2**-53, 1 + 2**-52, 1 + 1e-12, 1.0], [0.5, 2.0]]
)
def test_the_reproducible_log_is_correctly_rounded_at_its_edges(points: list[float]) -> None:
    assert_correctly_rounded("log", np.array(points))


@pytest.mark.parametrize(("low", "high"), [(0.5, 2.0), (1.0, 1.0001), (0.0, 1e-300), (1.0, 1e6)])
def test_the_reproducible_log_is_correctly_rounded(low: float, high: float) -> None:
    assert_correctly_rounded("log", np.random.default_rng(0).uniform(low, high, 300))


@pytest.mark.parametrize("setting", ["fast", "reproducible"])
def test_exp_and_log_take_their_limits(setting: str) -> None:
    with arithmetic.use(setting), np.errstate(divide="ignore", over="ignore"):
        exponentials = arithmetic.exp(np.array([-np.inf, -800.0, -0.0, 800.0, np.inf, np.nan]))
        logarithms = arithmetic.log(np.array([0.0, 1.0, np.inf, np.nan]))

    np.testing.assert_array_equal(exponentials, [0.0, 0.0, 1.0, np.inf, np.inf, np.nan])
    np.testing.assert_array_equal(logarithms, [-np.inf, 0.0, np.inf, np.nan])


@pytest.mark.parametrize("setting", ["fast", "reproducible"])
@pytest.mark.parametrize("name", ["exp", "log"])
def test_elementary_functions_keep_the_shape(setting: str, name: str) -> None:
    with arithmetic.use(setting):
        for shape in [(), (3,), (2, 3), (0, 2)]:
            assert getattr(arithmetic, name)(np.ones(shape)).shape == shape


@pytest.mark.parametrize("setting", ["fast", "reproducible"])
def test_a_whole_power_is_repeated_multiplication(setting: str) -> None:
    x = np.random.default_rng(0).normal(size=50)
    with arithmetic.use(setting):
        np.testing.assert_array_equal(arithmetic.power(x, 0), np.ones(50))
        np.testing.assert_array_equal(arithmetic.power(x, 1), x)
        np.testing.assert_array_equal(arithmetic.power(x, 3), x * (x * x))
        np.testing.assert_array_equal(arithmetic.power(x, 13.0), x * (x * x * (x * x)) * ((x * x * (x * x)) ** 2))
        np.testing.assert_array_equal(arithmetic.power(x, -2), 1 / (x * x))


def test_another_power_is_correctly_rounded_in_the_reproducible_setting() -> None:
    x = np.random.default_rng(0).uniform(0.1, 50.0, 200)
    with arithmetic.use("reproducible"):
        found = arithmetic.power(x, -1.7)
    with mpmath.workprec(400):
        expected = [rounded(mpmath.power(mpmath.mpf(value), mpmath.mpf(-1.7))) for value in x.tolist()]

    np.testing.assert_array_equal(found, expected)
    np.testing.assert_allclose(arithmetic.power(x, -1.7), expected, rtol=1e-14)
    assert math.isclose(arithmetic.power(np.array([2.0]), 0.5)[0], math.sqrt(2.0))


# --- The same bits under other processor settings --------------------------------------------------------------------

DIGEST = """
import hashlib, sys
import numpy as np
from benchmarks.race import engine_run, hand_run, make_race
from dataclasses import replace
from engine import arithmetic
arithmetic.select(sys.argv[1])
race = make_race()
race = replace(race, batches=race.batches[:60])
x = np.random.default_rng(0).normal(size=(37, 53))
sums = [x.sum(), x.sum(axis=0).sum(), x.T.sum(), x.mean(axis=1).sum(), arithmetic.power(x, 3).sum()]
print(hashlib.sha256(np.array(engine_run(race) + hand_run(race) + sums).tobytes()).hexdigest())
"""

PROCESSORS = [
    {},
    {"OPENBLAS_CORETYPE": "Prescott", "NPY_DISABLE_CPU_FEATURES": "X86_V3,X86_V4,AVX512_ICL,AVX512_SPR"},
    {"OPENBLAS_CORETYPE": "Haswell", "OPENBLAS_NUM_THREADS": "1", "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-AVX2"},
]


def digests(setting: str) -> set[str]:
    found = set()
    for processor in PROCESSORS:
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", DIGEST, setting],
            env=os.environ | processor,
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout.strip())
    return found


def test_training_has_the_same_bits_under_every_processor_setting() -> None:
    found = digests("reproducible")

    assert len(found) == 1
    assert all(len(digest) == 2 * hashlib.sha256().digest_size for digest in found)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the settings name features of x86-64 processors")
def test_those_processor_settings_do_change_the_bits_of_the_fast_setting() -> None:
    assert len(digests("fast")) > 1
