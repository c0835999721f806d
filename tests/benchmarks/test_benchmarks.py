"""The benchmarks run and print ratios; how large those are is for people to judge."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from benchmarks.pipeline import _copy_sources, _ratio

ROOT = Path(__file__).resolve().parents[2]


def test_the_race_prints_its_two_ratios():
    command = [sys.executable, "-m", "benchmarks.race", "--runs", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    assert len(re.findall(r" / .* +\d\.\d\d ", done.stdout)) == 2


def test_a_ratio_is_that_of_the_medians_of_alternating_runs_after_a_warm_up():
    now, ran = [0.0], []
    takes = {"floor": iter([9.0, 1.0, 2.0, 7.0]), "ours": iter([9.0, 3.0, 9.0, 5.0])}

    def action(name):
        def run():
            ran.append(name)
            now[0] += next(takes[name])

        return run

    ratio = _ratio(3, action("ours"), action("floor"), clock=lambda: now[0])

    assert ran == ["floor", "ours"] * 4
    assert ratio == "2.50  (5.00 s / 2.00 s)"


def test_the_copy_that_is_timed_has_all_that_a_build_needs(tmp_path):
    _copy_sources(tmp_path / "project")
    command = [sys.executable, "-m", "snakemake", "--dry-run", "--quiet"]
    done = subprocess.run(command, cwd=tmp_path / "project", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
