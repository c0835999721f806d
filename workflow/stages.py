"""What the stages share as programs: how a failure that nobody foresaw is told to a person."""

from __future__ import annotations

import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def told(error: Exception) -> str:
    """Say what stopped a stage: a package that is not installed, or the error and where in the project's own code."""
    missing = error.name if isinstance(error, ModuleNotFoundError) else None
    if missing and "." not in missing and not (ROOT / missing).is_dir():
        return (
            f"the package {missing!r} is not installed. "
            "Run `make`, or `pip install -r requirements.txt` in the active environment."
        )
    lines = [f"stopped by {type(error).__name__}: {error}"]
    for frame in traceback.extract_tb(error.__traceback__):
        path = Path(frame.filename)
        if path.is_relative_to(ROOT) and "site-packages" not in path.parts:
            lines.append(f"  {path.relative_to(ROOT)}, line {frame.lineno}, in {frame.name}: {frame.line}")
    return "\n".join(lines)
