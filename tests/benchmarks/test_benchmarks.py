"""The benchmarks run and print ratios; how large those are is for people to judge."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("benchmark", ["race", "pipeline"])
def test_a_benchmark_prints_its_ratios(benchmark):
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{benchmark}", "--runs", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert len(re.findall(r"\d\.\d", done.stdout)) >= 2
