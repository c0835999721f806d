"""The benchmarks run and print ratios; how large those are is for people to judge."""

import re
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.pipeline import _ratio

ROOT = Path(__file__).resolve().parents[2]


def test_the_race_prints_its_two_ratios():
    command = [sys.executable, "-m", "benchmarks.race", "--runs", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    assert len(re.findall(r" / .* +\d\.\d\d ", done.stdout)) == 2


def test_a_ratio_is_that_of_the_medians_of_alternating_runs_after_a_warm_up():
    ran = []
    floors = iter([0.2, 0.01, 0.01, 0.2])

    def ours():
        ran.append("ours")
        time.sleep(0.02)

    def floor():
        ran.append("floor")
        time.sleep(next(floors))

    ratio = float(_ratio(3, ours, floor).split()[0])

    assert ran == ["floor", "ours"] * 4
    assert 1 < ratio < 4
