"""The installed packages are compared with the pinned ones, by name and version."""

from __future__ import annotations

import re
import sys

import pytest

from workflow.environment import PackagesError, check_packages, pinned, prepare


@pytest.fixture
def project(tmp_path, monkeypatch):
    site = tmp_path / "site"
    for folder in ("numpy-2.4.6.dist-info", "torch-2.13.0+cpu.dist-info", "scikit_learn-1.9.1.dist-info"):
        (site / folder).mkdir(parents=True)
    monkeypatch.setattr(sys, "path", [str(site)])
    return tmp_path


def lock(project, text):
    (project / "requirements.txt").write_text(text, encoding="utf-8")
    return project


def test_the_pinned_packages_are_accepted_and_so_is_a_local_build_of_one(project):
    check_packages(lock(project, "numpy==2.4.6\n    # via scipy\ntorch==2.13.0\nscikit-learn==1.9.1  # moons\n"))


def test_missing_packages_and_other_versions_are_all_named(project):
    with pytest.raises(PackagesError) as error:
        check_packages(lock(project, "numpy==2.4.7\ngmpy2==2.3.2\nlxml==6.1.3\n"))

    message = str(error.value)
    assert "is missing gmpy2==2.3.2, lxml==6.1.3 and has numpy 2.4.6 in the place of 2.4.7" in message
    assert "pip install -r requirements.txt" in message


def test_comments_in_the_lock_file_do_not_count(project):
    assert pinned(lock(project, "# numpy==1\n\nnumpy==2.4.6  # why\na.b-c==1 ; os_name == 'x'\n")) == {
        "numpy": "2.4.6",
        "a.b-c": "1",
    }


def test_the_conda_environment_pins_the_same_packages():
    from pathlib import Path

    root = Path(__file__).resolve().parents[2]
    lines = (root / "workflow/envs/tallysheet.yaml").read_text(encoding="utf-8").splitlines()
    packages = dict(re.findall(r"^      - (\S+)==(\S+)$", "\n".join(lines), re.MULTILINE))

    assert packages == pinned(root), "run `make lock`, which writes both files"


def test_programs_of_this_interpreter_come_first(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "/usr/bin")
    monkeypatch.delenv("MPLCONFIGDIR", raising=False)
    prepare(tmp_path)

    import os
    from pathlib import Path

    assert os.environ["PATH"].split(os.pathsep) == [str(Path(sys.executable).parent), "/usr/bin"]
    assert os.environ["MPLCONFIGDIR"].startswith(str(tmp_path))
