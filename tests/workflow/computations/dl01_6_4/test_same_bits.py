"""The reproducible setting writes the same bytes whichever product kernels and vector units do the work."""

import os
import subprocess
import sys

import pytest

# PyTorch's ledger holds no digits that could differ, and its import would take most of the time.
SCRIPT = """
import hashlib, sys
from engine import arithmetic
from workflow.computations.dl01_6_4 import batch_of_eight, boundary, broadcast_bug, graph_memory
from workflow.computations.dl01_6_4 import moons, race, three_ways
arithmetic.select(sys.argv[1])
points = moons.compute()
run = race.compute(points)
ledgers = [points, run, three_ways.compute(), boundary.compute(points, run)]
ledgers += [module.compute(points) for module in (batch_of_eight, graph_memory, broadcast_bug)]
print([hashlib.sha256(ledger.to_json().encode()).hexdigest() for ledger in ledgers])
"""
OLD_PROCESSOR = {
    "OPENBLAS_CORETYPE": "Prescott",
    "NPY_DISABLE_CPU_FEATURES": "X86_V3,X86_V4,AVX512_ICL,AVX512_SPR",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONHASHSEED": "7",
}


def digests(setting, environment):
    """Compute all ledgers in a process of their own, with these variables on top of the usual ones."""
    usual = {name: value for name, value in os.environ.items() if name not in OLD_PROCESSOR}
    command = [sys.executable, "-W", "ignore", "-c", SCRIPT, setting]
    return subprocess.run(command, check=True, capture_output=True, env=usual | environment).stdout


@pytest.fixture(scope="module")
def as_it_is():
    return digests("reproducible", {})


def test_an_older_processor_gives_the_same_bytes(as_it_is):
    assert digests("reproducible", OLD_PROCESSOR) == as_it_is


def test_another_kernel_gives_the_same_bytes(as_it_is):
    assert digests("reproducible", {"OPENBLAS_CORETYPE": "Haswell"}) == as_it_is
