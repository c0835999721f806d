"""The notebook of Lecture 4, built twice in different surroundings, and small sources to build notebooks of."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from slides.notebooks.__main__ import main

ROOT = Path(__file__).resolve().parents[3]
LEDGERS = sorted((ROOT / "results/ledgers/lecture4").glob("*.json"))
TABLES = sorted((ROOT / "results/tables").glob("L4-*.md"))
PICTURES = [ROOT / f"results/figures/{name}.svg" for name in ("L4-F1", "L4-F2")]

HEAD = """---
title: A small one
constants:
  checkpoint 4: its number
  x^2: a square
---
"""


def arguments(folder, source, root=ROOT):
    """Give the arguments of a command that makes a notebook of Lecture 4 from what is committed."""
    files = {"--ledgers": LEDGERS, "--tables": TABLES, "--pictures": PICTURES}
    options = [option for name, paths in files.items() for option in (name, *(str(each) for each in paths))]
    moved = [option.replace(str(ROOT), str(root)) for option in options]
    return ["lecture4", "--source", str(source), *moved, "--folder", str(folder)]


def start(folder, root, **environment):
    """Start a build of the whole notebook in a process of its own."""
    source = root / "slides/notebooks/lecture4.md"
    command = [sys.executable, "-m", "slides.notebooks", *arguments(folder, source, root)]
    settings = os.environ | {"PYTHONPATH": str(root)} | environment
    return subprocess.Popen(command, cwd=root, env=settings, stderr=subprocess.PIPE, text=True)


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """The bytes of two builds: here, and in a copy of the project with other settings and nowhere to call home."""
    copy = tmp_path_factory.mktemp("elsewhere") / "copy of it"
    for part in ("engine", "slides", "workflow", "results"):
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    folders = [tmp_path_factory.mktemp("here"), copy / "build/decks"]
    other = {"HOME": "/nonexistent", "TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONHASHSEED": "1"}
    other |= {"OMP_NUM_THREADS": "1", "ATEN_CPU_CAPABILITY": "default", "COLUMNS": "40"}
    builds = [start(folders[0], ROOT), start(folders[1], copy, **other)]
    complaints = [build.communicate(timeout=120)[1] for build in builds]
    assert [build.returncode for build in builds] == [0, 0], complaints
    assert complaints == ["", ""]
    return [(folder / "lecture4.ipynb").read_bytes() for folder in folders]


@pytest.fixture
def source(tmp_path):
    """A function that writes a source with a head, and gives its file."""

    def write(text, head=HEAD):
        path = tmp_path / "small.md"
        path.write_text(head + text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def refused(tmp_path, capsys, source):
    """A function that builds a notebook of a text, sees it fail without a file, and gives the complaint."""

    def build(text, head=HEAD):
        folder, receipt = tmp_path / "nothing", tmp_path / "receipt.json"
        path = source(text, head)
        assert main([*arguments(folder, path), "--receipt", str(receipt)]) == 1
        assert not folder.exists()
        assert not receipt.exists()
        complaint = capsys.readouterr().err
        assert "Traceback" not in complaint
        return complaint.replace(str(path), "small.md")

    return build
