"""What importing a module of the engine loads."""

from __future__ import annotations

import subprocess
import sys

import pytest

THIRD_PARTY = """
import sys
before = set(sys.modules)
import engine.graph, engine.nn, engine.optim, engine.byhand
from engine import arithmetic
arithmetic.select("reproducible")
loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
# Cython, which gmpy2 and NumPy are compiled with, registers helpers of its own.
print(*sorted(name for name in loaded - set(sys.stdlib_module_names) if not name.startswith(("_", "cython"))))
"""

FIRST_PARTY = """
import sys
import {module}
print(*sorted(name for name in sys.modules if name.partition(".")[0] in ("engine", "gmpy2")))
"""


def loaded_by(module: str) -> list[str]:
    script = FIRST_PARTY.format(module=module)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.parametrize(
    ("module", "expected"),
    [
        ("engine", ["engine"]),
        ("engine.byhand", ["engine", "engine.arithmetic", "engine.byhand"]),
        ("engine.nn", ["engine", "engine.arithmetic", "engine.nn", "engine.sweep", "engine.tensor"]),
    ],
)
def test_importing_a_module_loads_only_what_it_stands_on(module: str, expected: list[str]) -> None:
    assert expected == loaded_by(module)


def test_the_engine_stands_on_numpy_and_gmpy2_alone() -> None:
    done = subprocess.run([sys.executable, "-c", THIRD_PARTY], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["engine", "gmpy2", "numpy"]
