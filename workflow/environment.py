"""What a run needs around it: the pinned packages, this interpreter's programs, caches inside the project."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

LOCK_FILE = "requirements.txt"


class PackagesError(Exception):
    """The installed packages are not the pinned ones; the text is the whole message for a person."""


def prepare(root: Path) -> None:
    """Let jobs run with the programs of this interpreter, active environment or not, and cache in the project."""
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    # The root comes first, whatever else a person's PYTHONPATH holds, and also where Python does not add it by itself.
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(root), os.environ.get("PYTHONPATH")]))
    os.environ["MPLBACKEND"] = "agg"
    os.environ.setdefault("MPLCONFIGDIR", str(root / "build" / ".cache" / "matplotlib"))


def check_packages(root: Path) -> None:
    """Compare the installed packages with the pinned ones.

    With another version a build could give other digits, and would be taken for a build with the pinned one ever after.

    Raises
    ------
    PackagesError
        If one is missing or has another version; all of them are named.
    """
    installed = _installed()
    missing, other = [], []
    for name, version in pinned(root).items():
        found = installed.get(_normal(name))
        if found is None:
            missing.append(f"{name}=={version}")
        elif found != version:
            other.append(f"{name} {found} in the place of {version}")
    if missing or other:
        lists = [("is missing", missing), ("has", other)]
        said = " and ".join(f"{verb} {', '.join(names)}" for verb, names in lists if names)
        msg = f"The environment of {sys.executable} {said}. Run `make`, or `pip install -r {LOCK_FILE}` in it."
        raise PackagesError(msg)


def pinned(root: Path) -> dict[str, str]:
    """Read the pinned packages and their versions from requirements.txt; comments do not count."""
    try:
        text = (root / LOCK_FILE).read_text(encoding="utf-8")
    except OSError as error:
        msg = f"{LOCK_FILE} cannot be read ({error.strerror}). `git checkout {LOCK_FILE}` brings it back."
        raise PackagesError(msg) from None
    return dict(re.findall(r"^([\w.-]+)==([^\s;#]+)", text, re.MULTILINE))


def _installed() -> dict[str, str]:
    """Find the installed packages by the names of their metadata folders, which is much faster than reading them."""
    found: dict[str, str] = {}
    for place in sys.path:
        for folder in Path(place or ".").glob("*.dist-info"):
            name, _, version = folder.name.removesuffix(".dist-info").partition("-")
            found.setdefault(_normal(name), version.partition("+")[0])  # 2.13.0+cpu is a build of 2.13.0
    return found


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
