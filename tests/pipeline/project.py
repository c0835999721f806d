"""Copies of the project as a fresh clone would have it, and real runs of Snakemake in them."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

# What the message of a job begins with, and what is added to the name of what it makes.
KINDS = {
    "Computing and checking": "",
    "Drawing": "",
    "Tabulating": "/tables",
    "Writing the deck": "/deck",
    "Running the notebook": "/notebook",
    "Publishing": "",
}
MESSAGE = rf"Job \d+: ({'|'.join(KINDS)}) (\S+)"

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Run:
    """What a run of Snakemake did."""

    status: int
    output: str

    @property
    def jobs(self):
        """The jobs that started: lesson/ledger, lesson/all, a figure's id, lesson/tables, or the lesson published.

        And lesson/deck and lesson/notebook.
        """
        return {f"{made}{KINDS[verb]}" for verb, made in re.findall(MESSAGE, self.output)}

    @property
    def had_nothing_to_do(self):
        return self.status == 0 and "Nothing to be done" in self.output and not self.jobs


class Project:
    """A copy of the project in a folder of its own."""

    def __init__(self, root):
        self.root = root

    def __truediv__(self, name):
        return self.root / name

    def snakemake(self, *arguments, env=None, cwd=None, cores="2"):
        """Run Snakemake as bare as it goes, with this interpreter; its programs are not on PATH."""
        command = [sys.executable, "-m", "snakemake", "--cores", cores, *arguments]
        surroundings = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
        done = subprocess.run(
            command,
            cwd=cwd or self.root,
            env={**surroundings, **(env or {})},
            capture_output=True,
            text=True,
            check=False,
        )
        return Run(done.returncode, done.stdout + done.stderr)

    def edit(self, name, old, new):
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{name} has no {old!r} to edit"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def copy(self, folder):
        """Copy everything, Snakemake's own records too, with the times of all files."""
        shutil.copytree(self.root, folder, symlinks=True, dirs_exist_ok=True)
        return Project(folder)

    def verify(self):
        """Hold results/ to the sources, by the records alone; gives the run."""
        command = [sys.executable, "-m", "workflow.verify"]
        done = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=False)
        return Run(done.returncode, done.stdout + done.stderr)

    def digests(self, *folders):
        """Give the digest of every file that a build makes for people: results/, and what it is published from."""
        places = folders or ("results", "build/figures", "build/ledgers", "build/tables", "build/decks")
        paths = [path for place in places for path in sorted((self.root / place).rglob("*")) if path.is_file()]
        return {path.relative_to(self.root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def without_records(digests):
    """Leave out the records of what results were made from: an edit that changes no output changes them."""
    return {name: digest for name, digest in digests.items() if not name.startswith("results/provenance/")}


def differing(found, expected):
    """Name the files that two projects have different digests of, or only one of them has."""
    return sorted(name for name in found.keys() | expected.keys() if found.get(name) != expected.get(name))


def tracked_files():
    """List what a clone would have, with what is not yet committed."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return sorted(name for name in listed.split("\0") if name and (ROOT / name).is_file())


def clone(folder):
    """Copy the project as it would be cloned; the folder may exist."""
    for name in tracked_files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    return Project(folder)
