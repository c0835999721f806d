#!/usr/bin/env python3
"""Post the summary of a review on its pull request, as one comment that each later review replaces.

    comment.py SUMMARY

Without a file there, the comment says that the review failed, so that an earlier verdict does not stand for a commit
that it is not about. Needs Python and `gh`, no more.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

# The last line of the comment, by which the next run knows it. Readers do not see it.
MARKER = "<!-- tallysheet review -->"
AUTHOR = "github-actions[bot]"

LONGEST = 65_536  # UTF-16 units: GitHub takes no more

REPORT = "Review of commit {commit}. The [full report]({run}#artifacts) is index.html in the artefact review."
FAILED = "**There is no review of commit {commit}**: it failed, and its [run]({run}) says why."


class Refused(Exception):  # noqa: N818 - it says what happened
    """Nothing was posted; the text is the whole message for a person."""


def main() -> int:
    """Comment on the pull request of the event."""
    pull = json.loads(Path(os.environ["GITHUB_EVENT_PATH"]).read_bytes())["pull_request"]
    repository = f"repos/{os.environ['GITHUB_REPOSITORY']}"
    number, commit = pull["number"], pull["head"]["sha"]
    try:
        # A run that is started again can be for a commit that has been followed by others.
        if json.loads(asked("--method", "GET", f"{repository}/pulls/{number}"))["head"]["sha"] != commit:
            print(f"No comment: #{number} has moved on from {commit[:7]}.")
            return 0
        print(post(comment(Path(sys.argv[1]), commit[:7]), number, repository))
    except Refused as refused:
        print(f"No comment: {refused}", file=sys.stderr)
        return 1
    return 0


def comment(summary: Path, commit: str) -> str:
    """Write the comment: the verdict, where to read on, the rest of the summary, the marker.

    Raises
    ------
    Refused
        If the summary is no text that fits a comment.
    """
    host, repository = os.environ["GITHUB_SERVER_URL"], os.environ["GITHUB_REPOSITORY"]
    run = f"{host}/{repository}/actions/runs/{os.environ['GITHUB_RUN_ID']}"
    verdict, rest, where = FAILED.format(commit=commit, run=run), "", ""
    if summary.is_symlink() or summary.exists():
        verdict, _, rest = text_of(summary).partition("\n")
        where = REPORT.format(commit=commit, run=run)
    body = "\n\n".join(filter(None, [verdict, where, rest.strip(), MARKER])) + "\n"
    if len(body.encode("utf-16-le")) > 2 * LONGEST:
        msg = f"the comment would have more than {LONGEST:,} characters."
        raise Refused(msg)
    return body


def text_of(summary: Path) -> str:
    """Read the summary.

    Raises
    ------
    Refused
        If it is not a plain file of UTF-8 that begins with a verdict.
    """
    if summary.is_symlink() or not summary.is_file():
        msg = f"{summary.name} is not a plain file."
        raise Refused(msg)
    try:
        text = summary.read_text(encoding="utf-8").strip()
    except UnicodeDecodeError:
        msg = f"{summary.name} is not UTF-8."
        raise Refused(msg) from None
    if not text:
        msg = f"{summary.name} is empty."
        raise Refused(msg)
    return text


def post(body: str, number: int, repository: str) -> str:
    """Replace the comment of an earlier run, or write the first, and say which."""
    content = json.dumps({"body": body}).encode()
    for each in listed(f"{repository}/issues/{number}/comments"):
        if (each["user"] or {}).get("login") == AUTHOR and each["body"].rstrip().endswith(MARKER):
            asked("--method", "PATCH", f"{repository}/issues/comments/{each['id']}", "--input", "-", said=content)
            return f"Updated the comment on #{number}."
    asked("--method", "POST", f"{repository}/issues/{number}/comments", "--input", "-", said=content)
    return f"Commented on #{number}."


def listed(path: str) -> list[dict[str, Any]]:
    """Get all pages of a list."""
    pages = json.loads(asked("--method", "GET", "--paginate", "--slurp", path, "-f", "per_page=100"))
    return [entry for page in pages for entry in page]


def asked(*arguments: str, said: bytes = b"") -> bytes:
    """Ask the API by `gh`, without a shell.

    Raises
    ------
    Refused
        If it says no.
    """
    done = subprocess.run(["gh", "api", *arguments], input=said, capture_output=True, check=False)
    if done.returncode:
        complaint = " ".join(done.stderr.decode("utf-8", "replace").split())  # one line: no command to the runner
        msg = f"the API refused: {complaint}"
        raise Refused(msg)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
