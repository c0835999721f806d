"""Compare the results of two states: `python -m workflow.review [BASE [HEAD]]`."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

from workflow import git
from workflow.files import write_bytes
from workflow.git import GitError
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, write what was found, and give the exit status: 1 for what --fail-on asks, 2 if nothing was compared."""
    options = _parse(arguments)
    try:
        review, files = _made(options)
        for name, content in files.items():
            write_bytes(options.folder / name, content.encode() if isinstance(content, str) else content)
    except (GitError, StateError, RebuildError) as error:
        print(f"Nothing was compared: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename2 or error.filename or options.folder}: {error.strerror}.", file=sys.stderr)
        return 2
    except Exception as error:  # noqa: BLE001 - whatever a state holds is no reason for a bare traceback
        print(f"The review was {told(error)}", file=sys.stderr)
        return 2
    with contextlib.suppress(BrokenPipeError):  # whoever reads it has read enough: `... | head`
        print("\n".join(_said(review, options.folder, list(files))), file=sys.stderr if options.json else sys.stdout)
        print(plain(review) if options.json else "", end="", flush=True)
    return 1 if options.fail_on and review.stops(options.fail_on) else 0


def _made(options: argparse.Namespace) -> tuple[Review, Mapping[str, str | bytes]]:
    """Compare the states that were asked for, and make the files that tell of it."""
    base = options.since or options.base or git.merge_base(ROOT).commit
    before, after = state_of(base, ROOT), _head(options.head)
    built = options.rebuild
    review = review_of_builds(base, options.head, after, ROOT) if built else compare(before, after)
    if options.head is None:
        review = replace(review, stale=(*review.stale, *complaints(ROOT)))
    if options.since:
        written = release_notes(review, before, after, options.since)
        return review, {"notes.md": markdown(written), "notes.html": html(written), **written.pictures}
    return review, {"summary.md": summary(review), "index.html": page(review)}


def _head(place: str | None) -> State:
    """Give the newer state: what stands in the working tree, if nothing else was named."""
    return state_of(place, ROOT) if place else replace(of_folder(ROOT), name="the working tree")


def _said(review: Review, folder: Path, names: Sequence[str]) -> Iterator[str]:
    """Say on a terminal what was found, and where it can be read."""
    yield f"{review.base} -> {review.head}"
    yield headline(review)
    for claim in review.weakened():
        yield f"  weaker: {visible(claim.identity)}: {visible(claim.held_to_before)} -> {visible(claim.held_to)}"
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
    if options.since and options.base:
        parser.error("--since says what to compare with; a base beside it would be another one")
    return options


if __name__ == "__main__":
    sys.exit(main())
