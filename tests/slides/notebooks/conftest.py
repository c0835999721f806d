"""Small sources, and what a notebook of Lecture 4 may be made of: what is committed."""

from __future__ import annotations

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


def arguments(folder, source, ledgers=LEDGERS, tables=TABLES, pictures=PICTURES):
    """Give the arguments of a command that makes a notebook of Lecture 4, of what is committed or of other files."""
    files = {"--ledgers": ledgers, "--tables": tables, "--pictures": pictures}
    options = [option for name, paths in files.items() for option in (name, *map(str, paths))]
    return ["lecture4", "--source", str(source), *options, "--folder", str(folder)]


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
