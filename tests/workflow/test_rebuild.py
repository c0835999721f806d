"""A clean build sees what git tracks or does not ignore, nothing of earlier results, and leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from workflow import rebuild
from workflow.git import GitError
from workflow.rebuild import RebuildError, built, copy_commit, copy_tree, rebuilt
from workflow.stages import ROOT

AUTHOR = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")

# Stands in for Snakemake: `python -m snakemake` finds it first, in the current folder.
SNAKEMAKE = """
import os, pathlib, sys
place = pathlib.Path("results/ledgers/lesson")
assert not pathlib.Path("results").exists()
place.mkdir(parents=True)
for name in ("value.py", "requirements.txt"):
    place.joinpath(name).write_bytes(pathlib.Path(name).read_bytes())
place.joinpath("arguments").write_text(" ".join(sys.argv[1:]))
place.joinpath("path").write_text(os.environ.get("PYTHONPATH", "none"))
"""


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """The folder for temporary files, which has to be empty in the end."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert list(folder.iterdir()) == []


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "project"
    for name, text in {
        "snakemake.py": SNAKEMAKE,
        "value.py": "1",
        "requirements.txt": "numpy==1",
        "results/ledgers/old.json": "old",
        ".gitignore": "/ignored\n",
        "ignored": "no",
        "folder/ü b.txt": "yes",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    (root / "link").symlink_to("value.py")
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "1"]):
        subprocess.run(["git", *AUTHOR, *command], cwd=root, check=True)
    return root


def names(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())


COMMITTED = [".gitignore", "folder/ü b.txt", "link", "requirements.txt", "snakemake.py", "value.py"]


def test_the_copy_of_a_working_tree_has_what_is_not_ignored_and_no_results(project, tmp_path):
    (project / "new.py").write_text("2", encoding="utf-8")
    (project / "value.py").write_text("3", encoding="utf-8")
    (project / "requirements.txt").unlink()

    copy_tree(project, tmp_path / "copy")

    assert names(tmp_path / "copy") == sorted({*COMMITTED, "new.py"} - {"requirements.txt"})
    assert (tmp_path / "copy/value.py").read_text(encoding="utf-8") == "3"
    assert (tmp_path / "copy/link").is_symlink()


def test_the_copy_of_a_commit_has_what_was_committed_and_no_results(project, tmp_path):
    (project / "new.py").write_text("2", encoding="utf-8")
    (project / "value.py").write_text("3", encoding="utf-8")

    copy_commit(project, "HEAD", tmp_path / "copy")

    assert names(tmp_path / "copy") == COMMITTED
    assert (tmp_path / "copy/value.py").read_text(encoding="utf-8") == "1"


def test_a_commit_writes_nothing_outside_of_the_folder(project, tmp_path):
    (project / "out").symlink_to("/etc")
    for command in (["add", "."], ["commit", "-qm", "2"]):
        subprocess.run(["git", *AUTHOR, *command], cwd=project, check=True)

    with pytest.raises(RebuildError, match="its files cannot be copied"):
        copy_commit(project, "HEAD", tmp_path / "copy")


def test_what_names_no_commit_is_refused(project, tmp_path):
    with pytest.raises(GitError, match="names no commit"):
        copy_commit(project, "--output=evil", tmp_path / "copy")


def test_a_folder_without_a_repository_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(RebuildError, match=r"git cannot say what belongs to the project: .*not a git repository"):
        copy_tree(tmp_path, tmp_path / "copy")


def test_without_git_there_is_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RebuildError, match="git cannot be run"):
        copy_tree(tmp_path, tmp_path / "copy")


def test_both_states_can_be_built_with_the_same_packages(project, tmp_path, temporary):
    (project / "value.py").write_text("2", encoding="utf-8")
    packages = tmp_path / "other.txt"
    packages.write_text("numpy==2", encoding="utf-8")

    base = rebuilt("the base", project, "HEAD", packages)
    head = rebuilt("the head", project)

    assert (base.name, head.name) == ("the base", "the head")
    assert base.files["ledgers/lesson/value.py"] == b"1"
    assert base.files["ledgers/lesson/requirements.txt"] == b"numpy==2"
    assert head.files["ledgers/lesson/value.py"] == b"2"
    assert head.files["ledgers/lesson/requirements.txt"] == b"numpy==1"
    assert "ledgers/old.json" not in head.files
    assert head.files["ledgers/lesson/arguments"] == b"--cores all"
    assert (project / "results/ledgers/old.json").exists()


def test_a_copy_takes_its_own_modules_and_caches(project, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(tmp_path), f"{ROOT}/workflow/.."]))
    monkeypatch.setenv("MPLCONFIGDIR", str(ROOT / "build" / ".cache" / "matplotlib"))

    assert rebuilt("it", project).files["ledgers/lesson/path"] == str(tmp_path).encode()
    assert "MPLCONFIGDIR" not in rebuild._surroundings()
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    assert "PYTHONPATH" not in rebuild._surroundings()


def test_a_build_that_fails_is_told_with_the_end_of_its_output(project, temporary):
    (project / "snakemake.py").write_text(
        "import sys\nfor n in range(99): print('line', n)\nsys.exit('no ledger')", encoding="utf-8"
    )

    with pytest.raises(RebuildError) as caught:
        rebuilt("the base", project)

    message = str(caught.value)
    assert message.startswith(f"the base cannot be built with the packages of {sys.executable}.")
    assert message.endswith("line 98\nno ledger") or "no ledger" in message
    assert "line 50\n" not in message


def test_a_build_that_publishes_nothing_is_told(project):
    (project / "snakemake.py").write_text("", encoding="utf-8")
    subprocess.run(["rm", "-r", str(project / "results")], check=True)

    with pytest.raises(RebuildError, match="publishes nothing to results/"):
        built(project, "it")


# A build with a job of its own that outlives it, unless somebody ends both.
ENDLESS = """
import pathlib, subprocess, sys, time
job = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
pathlib.Path(sys.argv[0]).with_name("started").write_text(str(job.pid))
time.sleep(60)
"""

INTERRUPTED = """
import sys, tempfile
from pathlib import Path
from workflow.rebuild import rebuilt
tempfile.tempdir = sys.argv[1]
rebuilt("it", Path(sys.argv[2]))
"""


def test_an_interrupted_build_ends_with_all_its_jobs_and_leaves_nothing_behind(project, temporary):
    (project / "snakemake.py").write_text(ENDLESS, encoding="utf-8")
    command = [sys.executable, "-c", INTERRUPTED, str(temporary), str(project)]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE) as process:
        job = waited_for(lambda: next((path.read_text() for path in temporary.rglob("started")), ""))
        process.send_signal(2)
        said = process.communicate(timeout=30)[1]

    assert b"KeyboardInterrupt" in said
    assert waited_for(lambda: not is_running(int(job)))


def waited_for(answer):
    for _ in range(500):
        if found := answer():
            return found
        time.sleep(0.02)
    return None


def is_running(process):
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
