"""What the stages share as programs: how a failure that nobody foresaw is told to a person."""

from __future__ import annotations

import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def told(error: Exception) -> str:
    """Say what stopped a stage, and where in the project's own code, the innermost place last."""
    lines = [f"stopped by {type(error).__name__}: {error}"]
    for frame in traceback.extract_tb(error.__traceback__):
        path = Path(frame.filename)
        if path.is_relative_to(ROOT) and "site-packages" not in path.parts:
            lines.append(f"  {path.relative_to(ROOT)}, line {frame.lineno}, in {frame.name}: {frame.line}")
    return "\n".join(lines)


def missing_package(error: ModuleNotFoundError) -> str | None:
    """Say which package is not installed; None when only a module of an installed one is missing."""
    if not error.name or "." in error.name or (ROOT / error.name).is_dir():
        return None
    return (
        f"the package {error.name!r} is not installed. "
        "Run `make`, or `pip install -r requirements.txt` in the active environment."
    )
