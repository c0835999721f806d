"""What the stages share as programs: how files are written, and how a failure that nobody foresaw is told."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path

from workflow.files import write_bytes
from workflow.receipts import write_receipt

ROOT = Path(__file__).resolve().parents[1]


def add_receipt(parser: argparse.ArgumentParser) -> None:
    """Let a stage be asked for a receipt of what it makes."""
    parser.add_argument("--receipt", type=Path, help="where to write down the digests of what is made")
    parser.add_argument("--made-from", metavar="DIGEST", help="the digest of the sources, for the receipt")


def write_all(what: str, files: Mapping[Path, bytes], options: argparse.Namespace) -> int:
    """Write files and then their receipt, if one is asked for; give the exit status, and say what went wrong."""
    path = receipt = options.receipt
    try:
        for path, content in files.items():
            write_bytes(path, content)
        if receipt:
            write_receipt(receipt, files, options.made_from)
    except OSError as error:
        place = error.filename2 or error.filename or path  # a full disk is told without a name
        print(f"{what}: cannot write to {place}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


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
