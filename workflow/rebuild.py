"""A clean build of a state's sources, in a folder of its own: what its results are when nothing was there before."""

from __future__ import annotations

import io
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from workflow import git
from workflow.environment import LOCK_FILE
from workflow.layout import RESULTS
from workflow.review.states import State, StateError, of_folder
from workflow.stages import ROOT

# How much of a failing build's output is told.
LINES_TOLD = 25

# How long a build that is stopped may take to end by itself.
PATIENCE = 10


class RebuildError(Exception):
    """The sources cannot be copied or built; the text is the whole message for a person."""


def rebuilt(name: str, root: Path, commit: str | None = None, packages: Path | None = None) -> State:
    """Build the sources of a commit, or of the working tree, and give the results.

    Parameters
    ----------
    name
        What to call the state.
    root
        The project's root folder.
    commit
        Which commit to build; without one, the working tree, with what git does not ignore.
    packages
        A list of pinned packages to take in the place of the state's own.

    Raises
    ------
    RebuildError
        If they cannot be copied or built. Whatever happens, nothing is left behind.
    """
    with tempfile.TemporaryDirectory(prefix="tallysheet-", ignore_cleanup_errors=True) as folder:
        place = Path(folder, "project")
        if commit is None:
            copy_tree(root, place)
        else:
            copy_commit(root, commit, place)
        if packages:
            shutil.copyfile(packages, place / LOCK_FILE)
        return built(place, name)


def copy_tree(root: Path, folder: Path) -> None:
    """Copy the files of a working tree that git tracks or does not ignore, without results/."""
    listed = _git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in sorted(filter(None, set(os.fsdecode(listed).split("\0")))):
        source, target = root / name, folder / name
        if Path(name).parts[0] == RESULTS.name or not (source.is_file() or source.is_symlink()):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target, follow_symlinks=False)


def copy_commit(root: Path, commit: str, folder: Path) -> None:
    """Copy the files of a commit, without results/; nothing is written outside of the folder, whatever they say."""
    packed = _git(root, "archive", "--format=tar", git.commit_of(commit, root))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            members = [each for each in archive if Path(each.name).parts[:1] != (RESULTS.name,)]
            archive.extractall(folder, members, filter="data")
    except (tarfile.TarError, OSError) as error:
        msg = f"{git.short(commit)}: its files cannot be copied ({error})."
        raise RebuildError(msg) from None


def built(folder: Path, name: str) -> State:
    """Run Snakemake in a copy of the project, with this interpreter's packages, and give the results.

    Raises
    ------
    RebuildError
        If the build fails; the end of what it said is told.
    """
    command = [sys.executable, "-m", "snakemake", "--cores", "all"]
    with _started(command, folder) as process:
        said, _ = process.communicate()
    if process.returncode:
        end = "\n".join(said.decode("utf-8", "replace").rstrip().splitlines()[-LINES_TOLD:])
        msg = f"{name} cannot be built with the packages of {sys.executable}. The end of what Snakemake said:\n{end}"
        raise RebuildError(msg)
    try:
        state = of_folder(folder)
    except StateError:
        msg = f"{name} builds, but publishes nothing to {RESULTS}/."
        raise RebuildError(msg) from None
    return State(name, state.files, state.unreadable)


@contextmanager
def _started(command: list[str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start a process in a session of its own, and end all that belongs to it when this one is interrupted."""
    with subprocess.Popen(
        command,
        cwd=folder,
        env=_surroundings(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        try:
            yield process
        except BaseException:
            _stop(process)
            raise


def _stop(process: subprocess.Popen[bytes]) -> None:
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, how)
            process.wait(PATIENCE)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            continue


def _surroundings() -> dict[str, str]:
    """Give the environment without what leads to this project: the copy has modules and caches of its own."""
    environment = dict(os.environ)
    places = [place for place in environment.pop("PYTHONPATH", "").split(os.pathsep) if place]
    others = [place for place in places if Path(place).resolve() != ROOT]
    if others:
        environment["PYTHONPATH"] = os.pathsep.join(others)
    if Path(environment.get("MPLCONFIGDIR", "/")).is_relative_to(ROOT):
        del environment["MPLCONFIGDIR"]
    return environment


def _git(root: Path, *arguments: str) -> bytes:
    try:
        return subprocess.run(["git", *arguments], cwd=root, capture_output=True, check=True).stdout
    except OSError as error:
        msg = f"git cannot be run ({error.strerror}), which says what belongs to the project."
    except subprocess.CalledProcessError as error:
        msg = f"git cannot say what belongs to the project: {error.stderr.decode('utf-8', 'replace').strip()}"
    raise RebuildError(msg)
