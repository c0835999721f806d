"""The same sources give the same bytes, whatever the folder, the cores, the processor and the order of things."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time

from tests.pipeline.project import clone, differing

# Each is the setting of a whole build that is compared with another one, made without any. A build takes long, so each
# of them shows something else, too: here, that a killed run is simply run again; in test_incremental.py and in
# test_places.py, what these are about.
SETTINGS = {
    "Prescott": {
        "OPENBLAS_CORETYPE": "Prescott",
        "PYTHONHASHSEED": "1",
        "ATEN_CPU_CAPABILITY": "default",
        "NPY_DISABLE_CPU_FEATURES": "X86_V3,X86_V4,AVX512_ICL,AVX512_SPR",
    },
    "Haswell": {"OPENBLAS_CORETYPE": "Haswell", "PYTHONHASHSEED": "2", "ATEN_CPU_CAPABILITY": "avx2"},
    "SkylakeX": {
        "OPENBLAS_CORETYPE": "SkylakeX",
        "PYTHONHASHSEED": "3",
        "ATEN_CPU_CAPABILITY": "avx512",
        "TZ": "Asia/Tokyo",
        "LC_ALL": "C",
    },
}


def test_a_killed_run_is_simply_run_again_and_gives_the_same_bytes_on_another_processor(first_build, tmp_path):
    project = clone(tmp_path / "Übung SkylakeX")
    running = subprocess.Popen(
        [sys.executable, "-m", "snakemake", "--cores", "2"],
        cwd=project.root,
        env={**os.environ, **SETTINGS["SkylakeX"]},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not (project / "build/ledgers/dl01_6_4/moons.json").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    subprocess.run(["pkill", "-TERM", "--session", str(running.pid)], check=True)
    try:
        status = running.wait(timeout=20)
    except subprocess.TimeoutExpired:
        # Snakemake sometimes waits for ever for jobs that got the signal before it did. Then a person kills it, too.
        subprocess.run(["pkill", "-KILL", "--session", str(running.pid)], check=True)
        status = running.wait(timeout=20)
        assert project.snakemake("--unlock").status == 0
    assert status != 0
    assert not (project / "build/published/dl01_6_4.json").exists()

    run = project.snakemake(env=SETTINGS["SkylakeX"])

    assert run.status == 0, run.output
    assert differing(project.digests(), first_build[0].digests()) == []


def test_the_settings_take_effect(first_build, tmp_path):
    """In the fast setting the same matrix of settings gives more than one history of the race."""
    project, _ = first_build
    histories = {}
    for name, settings in {"none": {}, **SETTINGS}.items():
        command = [sys.executable, "-m", "workflow.compute", "dl01_6_4/race", "--arithmetic", "fast"]
        subprocess.run(
            [*command, "--read", "build/ledgers/dl01_6_4/moons.json", "--folder", str(tmp_path / name)],
            cwd=project.root,
            env={**os.environ, **settings},
            check=True,
        )
        histories[name] = hashlib.sha256((tmp_path / name / "dl01_6_4/race.json").read_bytes()).hexdigest()

    assert len(set(histories.values())) > 1, histories
