"""Compare the results of two states: `python -m workflow.review [BASE [HEAD]]`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

from workflow import git
from workflow.files import write_bytes
from workflow.git import GitError
from workflow.layout import RESULTS
from workflow.rebuild import RebuildError
from workflow.review.changes import Review
from workflow.review.compare import compare
from workflow.review.notes.writing import html, markdown, release_notes
from workflow.review.rebuilt import review_of_builds
from workflow.review.report.headline import headline
from workflow.review.report.page import page
from workflow.review.report.plain import plain
from workflow.review.report.summary import summary
from workflow.review.states import State, StateError, of_folder, state_of
from workflow.review.texts.foreign import visible
from workflow.review.verdicts import FailOn
from workflow.stages import ROOT, told
from workflow.verify import complaints

FOLDER = Path("build", "review")

# How many weaker checks are named on a terminal.
LINES = 10


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, write what was found, and give the exit status: 1 for what --fail-on asks, 2 if nothing was compared."""
    options = _parse(arguments)
    try:
        review, files = _made(options)
        _write(options.folder, files)
        _tell(review, options, files)
    except (GitError, StateError, RebuildError) as error:
        print(f"Nothing was compared: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        place = error.filename2 or error.filename or "the standard output"
        print(f"{place}: cannot be written ({error.strerror}). --folder names another place.", file=sys.stderr)
        return 2
    except Exception as error:  # noqa: BLE001 - whatever a state holds is no reason for a bare traceback
        print(f"The review was {told(error)}", file=sys.stderr)
        return 2
    return 1 if options.fail_on and review.stops(options.fail_on) else 0


def _write(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write the files, each whole, and take away pictures of an earlier run."""
    for name, content in files.items():
        write_bytes(folder / name, content.encode() if isinstance(content, str) else content)
    for old in (folder / "pictures").glob("*.png"):
        if f"pictures/{old.name}" not in files:
            old.unlink()


def _tell(review: Review, options: argparse.Namespace, files: Mapping[str, str | bytes]) -> None:
    """Say what was found; with --json, programs get the standard output for themselves."""
    try:
        print("\n".join(_said(review, options.folder, list(files))), file=sys.stderr if options.json else sys.stdout)
        print(plain(review) if options.json else "", end="", flush=True)
    except BrokenPipeError:  # whoever reads has read enough: `... | head`. Nothing more is to be flushed at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _made(options: argparse.Namespace) -> tuple[Review, Mapping[str, str | bytes]]:
    """Compare the states that were asked for, and make the files that tell of it."""
    asked = options.since if options.since is not None else options.base
    base = git.merge_base(ROOT).commit if asked is None else asked
    before, after = state_of(base, ROOT), _head(options.head)
    built = options.rebuild
    review = review_of_builds(base, options.head, after, ROOT) if built else compare(before, after)
    if options.head is None:
        review = replace(review, stale=(*review.stale, *complaints(ROOT)))
    if options.since is not None:
        written = release_notes(review, before, after, options.since)
        return review, {"notes.md": markdown(written), "notes.html": html(written), **written.pictures}
    return review, {"summary.md": summary(review), "index.html": page(review)}


def _head(place: str | None) -> State:
    """Give the newer state: what stands in the working tree, if nothing else was named."""
    return replace(of_folder(ROOT), name="the working tree") if place is None else state_of(place, ROOT)


def _said(review: Review, folder: Path, names: Sequence[str]) -> Iterator[str]:
    """Say on a terminal what was found, and where it can be read."""
    yield f"{review.base} -> {review.head}"
    yield headline(review)
    weaker = review.weakened()
    for claim in weaker[:LINES]:
        moved = claim.held_to and claim.held_to != claim.held_to_before
        said = f"{claim.held_to_before} -> {claim.held_to}" if moved else " ".join(claim.notes) or "gone"
        yield f"  weaker: {visible(claim.identity)}: {visible(said)}"
    if len(weaker) > LINES:
        yield f"  and {len(weaker) - LINES} more"
    for sentence in review.stale:
        yield f"  {visible(sentence)}"
    place = folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder
    pages = [name for name in names if not name.endswith(".png")]
    pictures = f" and {len(names) - len(pages)} pictures" if len(names) > len(pages) else ""
    yield f"Written to {place}: {', '.join(pages)}{pictures}."


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m workflow.review",
        description="Compare the results of two states, each a reference of git, a folder or a zip file.",
    )
    parser.add_argument("base", nargs="?", help="the older one; if not given, where HEAD left the default branch")
    parser.add_argument("head", nargs="?", help="the newer one; if not given, what stands in results/")
    parser.add_argument("--rebuild", action="store_true", help="build both, with the packages of this environment")
    parser.add_argument("--since", metavar="TAG", help="write release notes for teachers: what changed since then")
    parser.add_argument("--fail-on", choices=get_args(FailOn), help="exit with 1 if something of this kind changed")
    parser.add_argument("--json", action="store_true", help="print the verdicts as JSON")
    parser.add_argument("--folder", type=Path, default=ROOT / FOLDER, help="where the report goes")
    options = parser.parse_args(arguments)
    if options.since is not None and options.base is not None:
        parser.error("--since says what to compare with; a base beside it would be another one")
    if options.folder.resolve().is_relative_to(ROOT / RESULTS):
        parser.error(f"--folder {options.folder}: the report is no result; name a folder that is not in {RESULTS}/")
    return options


if __name__ == "__main__":
    sys.exit(main())
