"""A build works from wherever it is started, and leaves nothing behind in other places."""

import os
import subprocess
import sys
from pathlib import Path

from tests.pipeline.project import clone

SNAKEMAKE = Path(sys.executable).with_name("snakemake")


def test_from_another_folder_without_an_active_environment(first_build, tmp_path):
    project = clone(tmp_path / "Kurs für Anfänger")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    path = os.pathsep.join(place for place in os.environ["PATH"].split(os.pathsep) if Path(place) != SNAKEMAKE.parent)

    done = subprocess.run(
        [SNAKEMAKE, "--snakefile", str(project / "Snakefile")],
        cwd=elsewhere,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert project.digests() == first_build[0].digests()
    assert sorted(path.name for path in elsewhere.iterdir() if path.name != ".snakemake") == []


def test_with_a_home_that_cannot_be_written(first_build, tmp_path):
    """As `make` runs it: with caches in the project."""
    project = clone(tmp_path / "project")
    nowhere = "/proc/nowhere"

    run = project.snakemake(env={"HOME": nowhere, "XDG_CACHE_HOME": str(project / ".cache")})

    assert run.status == 0, run.output
    assert project.digests() == first_build[0].digests()


def test_no_output_names_a_folder_of_this_machine(first_build):
    project, _ = first_build
    names = [str(project.root), str(Path.home()), sys.prefix]

    for name in project.digests():
        content = (project / name).read_bytes()
        assert not [folder for folder in names if folder.encode() in content], name
