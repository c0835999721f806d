"""Publishing: build/ -> results/, only files whose bytes differ.

Snakemake owns build/, git owns results/. A stamp in build/ records what was published for a lesson; when results/ no longer
matches it (a file was deleted, edited or checked out), the stamp is forgotten and the next run publishes again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from workflow.files import write_bytes, write_text

BUILD = Path("build")
RESULTS = Path("results")


def published_files(lesson: str, prefix: str, root: Path = Path()) -> list[Path]:
    """List the files under results/ that belong to a lesson: its ledgers, and what is named after its figures."""
    patterns = [f"ledgers/{lesson}/*", f"figures/{prefix}-*"]
    found = [path for pattern in patterns for path in (root / RESULTS).glob(pattern) if path.is_file()]
    return sorted(path.relative_to(root) for path in found)


def forget_stale_stamp(stamp: Path, lesson: str, prefix: str, root: Path) -> None:
    """Remove the stamp of a lesson when results/ is not what the stamp records."""
    try:
        recorded = json.loads((root / stamp).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        recorded = None
    if recorded != _digests(published_files(lesson, prefix, root), root):
        (root / stamp).unlink(missing_ok=True)


def publish(lesson: str, prefix: str, built: Iterable[Path], stamp: Path) -> None:
    """Bring results/ to the state of the built files, then write the stamp.

    Files that are already the same are not touched; files of the lesson that are no longer built are removed last.

    Raises
    ------
    OSError
        If results/ cannot be written or the disk is full. Each file there is then whole, an old one or a new one.
    """
    targets = {RESULTS / path.relative_to(BUILD): path for path in built}
    for target, path in targets.items():
        content = path.read_bytes()
        if not target.is_file() or target.read_bytes() != content:
            write_bytes(target, content)
    for path in published_files(lesson, prefix):
        if path not in targets:
            path.unlink()
    write_text(stamp, json.dumps(_digests(targets), indent=0, sort_keys=True) + "\n")


def _digests(paths: Iterable[Path], root: Path = Path()) -> dict[str, str]:
    return {path.as_posix(): hashlib.sha256((root / path).read_bytes()).hexdigest() for path in paths}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m workflow.publish", description="Copy what differs to results/.")
    parser.add_argument("lesson", help="name of the lesson, as in config/config.yaml")
    parser.add_argument("--prefix", required=True, help="what the ids of the lesson's figures start with")
    parser.add_argument("--stamp", required=True, type=Path, help="the record of what was published")
    parser.add_argument("files", nargs="+", type=Path, help="files under build/")
    options = parser.parse_args(arguments)
    try:
        publish(options.lesson, options.prefix, options.files, options.stamp)
    except OSError as error:
        print(
            f"{error.filename or RESULTS}: cannot be written ({error.strerror}). The results of {options.lesson} were "
            "not all published. Make room or give write permission, then run `snakemake` again: it goes on from here.",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
