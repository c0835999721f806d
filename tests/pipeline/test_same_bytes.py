"""The same sources give the same bytes, whatever the folder, the cores, the processor and the order of things."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest

from tests.pipeline.project import clone

NO_WIDE_CODE = {"NPY_DISABLE_CPU_FEATURES": "X86_V3,X86_V4,AVX512_ICL,AVX512_SPR"}

# A build with these starts from another folder.
HASWELL = {"OPENBLAS_CORETYPE": "Haswell", "PYTHONHASHSEED": "2", "ATEN_CPU_CAPABILITY": "avx2"}

# The settings of each build, beside the first one, which has none, and the one of test_places.py.
SETTINGS = {
    "Prescott": {
        "OPENBLAS_CORETYPE": "Prescott",
        "PYTHONHASHSEED": "1",
        "ATEN_CPU_CAPABILITY": "default",
        **NO_WIDE_CODE,
    },
    "SkylakeX": {
        "OPENBLAS_CORETYPE": "SkylakeX",
        "PYTHONHASHSEED": "3",
        "ATEN_CPU_CAPABILITY": "avx512",
        "TZ": "Asia/Tokyo",
        "LC_ALL": "C",
    },
}


@pytest.mark.parametrize("name", SETTINGS)
def test_another_build_has_the_same_bytes(first_build, tmp_path, name):
    project = clone(tmp_path / f"Übung {name}")

    run = project.snakemake(env=SETTINGS[name], cores="1" if name == "Prescott" else "2")

    assert run.status == 0, run.output
    expected, found = first_build[0].digests(), project.digests()
    differing = sorted(file for file in expected.keys() | found.keys() if expected.get(file) != found.get(file))
    assert differing == []


def test_the_settings_take_effect(first_build, tmp_path):
    """In the fast setting the same matrix of settings gives more than one history of the race."""
    project, _ = first_build
    histories = {}
    for name, settings in {"none": {}, "Haswell": HASWELL, **SETTINGS}.items():
        command = [sys.executable, "-m", "workflow.compute", "dl01_6_4/race", "--arithmetic", "fast"]
        subprocess.run(
            [*command, "--read", "build/ledgers/dl01_6_4/moons.json", "--folder", str(tmp_path / name)],
            cwd=project.root,
            env={**os.environ, **settings},
            check=True,
        )
        histories[name] = hashlib.sha256((tmp_path / name / "dl01_6_4/race.json").read_bytes()).hexdigest()

    assert len(set(histories.values())) > 1, histories
