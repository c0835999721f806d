"""Publishing: build/ -> results/, only files whose bytes differ; what is no longer built is removed from both.

Snakemake owns build/, git owns results/. A stamp in build/ records what was published for a lesson, under a token.
While results/ is as recorded, the token stays the same; when a file there was deleted, edited or checked out, a new
token makes the rule run again. Nothing is changed to find that out, so a dry run or a second run beside this one does
no harm.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from workflow.files import digest_of, write_bytes, write_text
from workflow.receipts import ReceiptError, check_receipts

BUILD = Path("build")
RESULTS = Path("results")

# What results/ holds, by folder: text that a repository's host shows side by side. Pixels, PDF and what carries them
# inside, such as a deck in one HTML file, stay in build/.
PUBLISHED = {
    "ledgers": {".json"},
    "figures": {".svg", ".txt"},
    "tables": {".md", ".html", ".tex"},
    "decks": {".md"},
}


def token_of(stamp: Path, lesson: str, prefix: str, root: Path) -> str:
    """Give the token of the latest publication, or another one when results/ is not what its stamp records."""
    try:
        text = (root / stamp).read_text(encoding="utf-8")
        recorded = json.loads(text)
        files, token = recorded["files"], str(recorded["token"])
    except FileNotFoundError:
        return "never published"
    except (OSError, ValueError, TypeError, KeyError):
        text, files, token = "unreadable", None, ""
    found = _digests(_files_of(lesson, prefix, RESULTS, root), root)
    if found == files:
        return token
    # The old text is part of it, so that the same edit made twice is noticed twice.
    return hashlib.sha256(f"{text}{found}".encode()).hexdigest()


def publish(lesson: str, prefix: str, built: Sequence[Path], stamp: Path, new_token: str) -> None:
    """Bring results/ to the state of the built files, then write the stamp.

    Files that are already the same are not touched. Files of the lesson that are no longer built are removed last, in
    build/ too: a run after any edit leaves what a clean build would.

    Raises
    ------
    OSError
        If results/ cannot be written or the disk is full. Each file there is then whole, an old one or a new one.
    """
    targets = {RESULTS / path.relative_to(BUILD): path for path in built if _is_published(path)}
    for target, path in targets.items():
        if _digest(target) != digest_of(path):
            write_bytes(target, path.read_bytes())
    for place, wanted in ((RESULTS, set(targets)), (BUILD, set(built))):
        for path in set(_files_of(lesson, prefix, place)) - wanted:
            path.unlink()
    write_text(stamp, json.dumps({"files": _digests(targets), "token": new_token}, indent=0, sort_keys=True) + "\n")


def _is_published(path: Path) -> bool:
    return path.suffix in PUBLISHED[path.relative_to(BUILD).parts[0]]


def _files_of(lesson: str, prefix: str, place: Path, root: Path = Path()) -> list[Path]:
    """List what belongs to a lesson: its ledgers and decks, and what is named after its figures and tables."""
    patterns = [f"ledgers/{lesson}/*", f"figures/{prefix}-*", f"tables/{prefix}-*", f"decks/{lesson}.*"]
    return sorted(path.relative_to(root) for pattern in patterns for path in (root / place).glob(pattern))


def _digests(paths: Iterable[Path], root: Path = Path()) -> dict[str, str]:
    return {path.as_posix(): _digest(root / path) for path in paths}


def _digest(path: Path) -> str:
    """Take the digest of a plain file; whatever else stands there differs from every file."""
    try:
        return "a link" if path.is_symlink() else digest_of(path)
    except OSError as error:
        return f"unreadable: {error.strerror}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m workflow.publish", description="Copy what differs to results/.")
    parser.add_argument("lesson", help="name of the lesson, as in config/config.yaml")
    parser.add_argument("--prefix", required=True, help="what the ids of the lesson's figures and tables start with")
    parser.add_argument("--stamp", required=True, type=Path, help="the record of what was published")
    parser.add_argument("--token", required=True, help="what to record it under")
    parser.add_argument("--receipts", nargs="+", type=Path, help="the digests of those files")
    parser.add_argument("--files", nargs="+", type=Path, help="every file of the lesson under build/")
    options = parser.parse_args(arguments)
    try:
        check_receipts(options.receipts, options.files)
        publish(options.lesson, options.prefix, options.files, options.stamp, options.token)
    except ReceiptError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(
            f"{error.filename2 or error.filename or RESULTS}: cannot be written ({error.strerror}). The results of "
            f"{options.lesson} were not all published. Make room, give write permission, or move what stands in the "
            "way; then run `snakemake` again: it goes on from here.",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
