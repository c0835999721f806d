"""Publishing: build/ -> results/, only files whose bytes differ; what is no longer built is removed from both.

Snakemake owns build/, git owns results/. A stamp in build/ records what was published for a lesson, under a token.
While results/ is as recorded, the token stays the same; when a file there was deleted, edited or checked out, a new
token makes the rule run again. Nothing is changed to find that out, so a dry run or a second run beside this one does
no harm.

With the results comes the record of what they were made from. The sources are therefore read anew: were one edited
after Snakemake read it, the record would tell of sources that made none of this.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from workflow.configuration import CONFIG_FILE, ConfigurationError
from workflow.environment import PackagesError
from workflow.files import digest_of, write_bytes, write_text
from workflow.layout import BUILD, RESULTS, Layout, record_of
from workflow.plan import Plan, committed_plan
from workflow.provenance import record
from workflow.receipts import ReceiptError, check_receipts, check_sources
from workflow.sources import SourceError


def token_of(layout: Layout, lesson: str) -> str:
    """Give the token of the latest publication, or another one when results/ is not what its stamp records."""
    root = layout.root
    try:
        text = (root / layout.stamp(lesson)).read_text(encoding="utf-8")
        recorded = json.loads(text)
        files, token = recorded["files"], str(recorded["token"])
    except FileNotFoundError:
        return "never published"
    except (OSError, ValueError, TypeError, KeyError):
        text, files, token = "unreadable", None, ""
    found = _digests(_files_of(layout, lesson, RESULTS), root)
    if found == files:
        return token
    # The old text is part of it, so that the same edit made twice is noticed twice.
    return hashlib.sha256(f"{text}{found}".encode()).hexdigest()


def publish(plan: Plan, lesson: str, token: str) -> None:
    """Bring results/ to the state of the built files, record what they were made from, then write the stamp.

    It works in the current folder, which has to be the project's root.

    Files that are already the same are not touched. Files of the lesson that are no longer built are removed last, in
    build/ too: a run after any edit leaves what a clean build would.

    Raises
    ------
    ReceiptError
        If a built file is not as its job wrote it, or was made from other sources; results/ is then as it was.
    SourceError
        If the sources cannot be read; results/ is then as it was.
    OSError
        If results/ cannot be written or the disk is full. Each file there is then whole, an old one or a new one.
    """
    jobs = plan.jobs(lesson)
    built = {Path(path) for job in jobs for path in job.makes}
    check_receipts([Path(job.receipt) for job in jobs], sorted(built))
    check_sources({Path(job.receipt): plan.source(job) for job in jobs})
    digests = {path: digest_of(BUILD / path) for job in jobs for path in job.publishes}
    made_from = record(lesson, jobs, plan.sources, digests).to_bytes()
    for path, digest in digests.items():
        if _digest(RESULTS / path) != digest:
            write_bytes(RESULTS / path, (BUILD / path).read_bytes())
    target = RESULTS / record_of(lesson)
    if _digest(target) != hashlib.sha256(made_from).hexdigest():
        write_bytes(target, made_from)
    published = {RESULTS / path for path in (*digests, record_of(lesson))}
    for place, wanted in ((RESULTS, published), (BUILD, built)):
        for each in set(_files_of(plan, lesson, place)) - wanted:
            each.unlink()
    stamp = {"files": _digests(published), "token": token}
    write_text(Path(plan.stamp(lesson)), json.dumps(stamp, indent=0, sort_keys=True) + "\n")


def _files_of(layout: Layout, lesson: str, place: Path) -> list[Path]:
    """List what belongs to a lesson: its ledgers, decks and record, and what is named after its figures and tables."""
    prefix = layout.lessons[lesson].prefix
    patterns = [
        f"ledgers/{lesson}/*",
        f"figures/{prefix}-*",
        f"tables/{prefix}-*",
        f"decks/{lesson}.*",
        record_of(lesson),
    ]
    return sorted(path.relative_to(layout.root) for pattern in patterns for path in (layout.root / place).glob(pattern))


def _digests(paths: Iterable[Path], root: Path = Path()) -> dict[str, str]:
    return {path.as_posix(): _digest(root / path) for path in paths}


def _digest(path: Path) -> str:
    """Take the digest of a plain file; whatever else stands there differs from every file."""
    try:
        return "a link" if path.is_symlink() else digest_of(path)
    except OSError as error:
        return f"unreadable: {error.strerror}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line, in the project's root; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m workflow.publish", description="Copy what differs to results/.")
    parser.add_argument("lesson", help=f"name of the lesson, as in {CONFIG_FILE}")
    parser.add_argument("--token", required=True, help="what to record the publication under")
    options = parser.parse_args(arguments)
    try:
        plan = committed_plan(Path())
        if options.lesson not in plan.lessons:
            print(f"{CONFIG_FILE} has no lesson {options.lesson!r}; run `snakemake` again.", file=sys.stderr)
            return 1
        publish(plan, options.lesson, options.token)
    except (ConfigurationError, PackagesError, ReceiptError, SourceError) as error:
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
