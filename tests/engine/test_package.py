"""What importing a module of the engine loads."""

import subprocess
import sys

import pytest

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
