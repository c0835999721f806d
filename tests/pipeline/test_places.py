"""A build works from wherever it is started, with the same bytes, and leaves nothing behind in other places."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.pipeline.project import clone, differing
from tests.pipeline.test_same_bytes import SETTINGS

SNAKEMAKE = Path(sys.executable).with_name("snakemake")


def test_from_another_folder_without_an_active_environment_or_a_home_to_write_to(first_build, tmp_path):
    project = clone(tmp_path / "Kurs für Anfänger")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    path = os.pathsep.join(place for place in os.environ["PATH"].split(os.pathsep) if Path(place) != SNAKEMAKE.parent)

    # The home cannot be written; caches are in the project, as `make` has them.
    home = {"HOME": "/proc/nowhere", "XDG_CACHE_HOME": str(project / ".cache")}

    done = subprocess.run(
        [SNAKEMAKE, "--snakefile", str(project / "Snakefile")],
        cwd=elsewhere,
        env={**os.environ, **SETTINGS["Haswell"], **home, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert differing(project.digests(), first_build[0].digests()) == []
    assert sorted(path.name for path in elsewhere.iterdir() if path.name != ".snakemake") == []


def test_no_output_names_a_folder_of_this_machine(first_build):
    project, _ = first_build
    names = [str(project.root), str(Path.home()), sys.prefix]

    for name in project.digests():
        content = (project / name).read_bytes()
        assert not [folder for folder in names if folder.encode() in content], name
