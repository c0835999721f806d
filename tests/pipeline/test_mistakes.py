"""A person's mistake gets a sentence: no traceback, a status other than 0, earlier results untouched."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("styles: [page,", "stiles: [page,", "stiles: there is no such key. Did you mean styles?"),
        ("styles: [page,", "styles: [pgae,", "styles.0: 'pgae' is unknown. Did you mean page"),
        ("formats: [svg,", "formats: [7,", "formats.0: 7 is unknown."),
        ("{drawing: race,", "{drawing: rase,", "there is no figures/dl01_6_4/rase.py. Did you mean race"),
        ("DL01.6.4-F2:", "DL02-F2:", "the id of a figure or table of this lesson starts with 'DL01.6.4-'"),
        ("lessons:", "lessons: [", "config/config.yaml is not valid YAML: line"),
        ("race: [moons]", "race: []", "asks for a function `compute` that takes nothing"),
        ("styles: [page,", "styles: [page]\nstyles: [page,", "'styles' stands there twice"),
    ],
)
def test_a_mistake_in_the_configuration(built, old, new, sentence):
    before = built.digests("results")
    built.edit("config/config.yaml", old, new)

    run = built.snakemake()

    assert run.status != 0
    assert sentence in run.output
    assert "Traceback" not in run.output
    assert built.digests("results") == before


def test_an_unknown_target(built):
    run = built.snakemake("build/figures/DL01.6.4-F77.svg")

    assert run.status != 0
    assert "build/figures/DL01.6.4-F77.svg" in run.output
    assert "Traceback" not in run.output


def test_a_syntax_error_in_a_module_is_named_with_its_line(built):
    path = built / "figures/dl01_6_4/race.py"
    path.write_text(path.read_text(encoding="utf-8") + "\ndef (\n", encoding="utf-8")

    run = built.snakemake()

    assert run.status != 0
    assert "figures/dl01_6_4/race.py, line" in run.output
    assert "not valid Python" in run.output
    assert "Traceback" not in run.output


def test_a_missing_package(built):
    built.edit("requirements.txt", "gmpy2==", "gmpy3==")

    run = built.snakemake()

    assert run.status != 0
    assert "is missing gmpy3==" in run.output
    assert "pip install -r requirements.txt" in run.output
    assert "Traceback" not in run.output


def can_mount():
    return subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True).returncode == 0


@pytest.mark.skipif(not can_mount(), reason="mounting a small or read-only file system takes root")
@pytest.mark.parametrize(
    ("mount", "words"),
    [
        ("mount -t tmpfs -o size=64k tmpfs results", "No space left on device"),
        ("mount --bind results results && mount -o remount,ro,bind results", "Read-only file system"),
    ],
)
def test_a_full_or_read_only_results_folder(built, mount, words):
    before = built.digests("results")
    (built / "results/figures/DL01.6.4-F2.svg").write_text("<svg/>", encoding="utf-8")
    edited = built.digests("results")
    command = f'{mount} && exec "{sys.executable}" -m snakemake --cores 2'

    done = subprocess.run(
        ["unshare", "--mount", "bash", "-c", command], cwd=built.root, capture_output=True, text=True, check=False
    )

    output = done.stdout + done.stderr
    assert done.returncode != 0
    assert f"cannot be written ({words})" in output
    assert "run `snakemake` again" in output
    assert "Traceback" not in output
    assert built.digests("results") == edited

    assert built.snakemake().status == 0
    assert built.digests("results") == before
