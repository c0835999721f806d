"""What a run needs around it: the pinned packages, this interpreter's programs, caches inside the project."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


class MissingPackagesError(Exception):
    """Packages are missing; the text is the whole message for a person."""


def prepare(root: Path) -> None:
    """Let jobs run with this interpreter's programs, whether or not its environment is active, and cache in the project."""
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    os.environ.setdefault("MPLCONFIGDIR", str(root / "build" / ".cache" / "matplotlib"))


def differences(root: Path) -> list[str]:
    """Compare the installed packages with the pinned ones; give a sentence for each other version.

    Raises
    ------
    MissingPackagesError
        If packages are missing; all of them are named.
    """
    missing, other = [], []
    for name, pinned in _pinned(root):
        try:
            installed = version(name).partition("+")[0]  # 2.13.0+cpu is a build of 2.13.0
        except PackageNotFoundError:
            missing.append(f"{name}=={pinned}")
            continue
        if installed != pinned:
            other.append(f"{name} {installed} is installed; requirements.txt pins {pinned}, and last digits may differ.")
    if missing:
        msg = (
            f"Missing from the environment of {sys.executable}: {', '.join(missing)}. "
            "Run `make`, or `pip install -r requirements.txt` in the active environment."
        )
        raise MissingPackagesError(msg)
    return other


def _pinned(root: Path) -> Iterator[tuple[str, str]]:
    """Go through the packages that a build imports itself, with their pinned versions."""
    lines = (root / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if "==" in line and not line.lstrip().startswith("#"))
    for line in (root / "requirements.in").read_text(encoding="utf-8").splitlines():
        name = line.split("#")[0].split("==")[0].strip()
        if name:
            yield name, pins[name]
