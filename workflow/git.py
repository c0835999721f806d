"""What git is asked, with a sentence for every refusal. Nothing here changes a repository."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# What a default branch may be called, in the order in which it is looked for. A fork's own copy of it can be old, so
# that of the project that it was forked from comes first; then what a clone follows.
DEFAULT_BRANCHES = (
    *(f"{remote}/{name}" for remote in ("upstream", "origin") for name in ("HEAD", "main", "master")),
    "main",
    "master",
)

TOO_LARGE = "too large"

# Replaced objects would show another history; a partial clone would go to the network for each.
_SETTINGS = {"LC_ALL": "C", "GIT_NO_REPLACE_OBJECTS": "1", "GIT_NO_LAZY_FETCH": "1"}

# What a hook of git sets, and which would lead to another repository than the folder's.
_OF_HOOKS = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE")

# How git calls what is neither a file nor a folder.
_LINKS = {"120000": "a link", "160000": "a submodule"}


class GitError(Exception):
    """Git cannot answer; the text is the whole message for a person."""


def commit_of(reference: str, root: Path) -> str:
    """Give the commit that a branch, a tag or any other name of a commit stands for.

    Raises
    ------
    GitError
        If there is no such commit here, no repository, or no git.
    """
    found = _asked(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{reference}^{{commit}}")
    if found is None:
        msg = f"{reference!r} names no commit here{_of_shallow(root)}. `git branch --all` and `git tag` list the names."
        raise GitError(msg)
    return found.decode().strip()


@dataclass(frozen=True)
class Limits:
    """How much is read at most: the bytes of one file and of all, and how many files."""

    file: int
    all: int
    files: int


@dataclass(frozen=True)
class Base:
    """Where HEAD left the default branch: the commit, and the branch."""

    commit: str
    branch: str


def short(commit: str) -> str:
    """Give a commit as a person reads it."""
    return commit[:9]


def merge_base(root: Path) -> Base:
    """Find the commit at which HEAD left the default branch.

    Raises
    ------
    GitError
        If there is no default branch, or no common commit, or if the clone is shallow, where it could be another one.
    """
    head = commit_of("HEAD", root)
    if _is_shallow(root):
        msg = (
            "this clone is shallow, so where HEAD left the default branch cannot be told: `git fetch --unshallow` "
            "brings the rest. Or name what to compare with."
        )
        raise GitError(msg)
    for branch in DEFAULT_BRANCHES:
        if _asked(root, "rev-parse", "--verify", "--quiet", f"{branch}^{{commit}}") is None:
            continue
        found = _asked(root, "merge-base", branch, head)
        if found is None:
            msg = f"HEAD and {branch} have no common commit; name what to compare with."
            raise GitError(msg)
        return Base(found.decode().strip(), branch)
    msg = f"there is no default branch here (none of {', '.join(DEFAULT_BRANCHES)}); name what to compare with."
    raise GitError(msg)


def files(commit: str, folder: str, root: Path, limits: Limits) -> Iterator[tuple[str, bytes | str]]:
    """Go through the files in a folder of a commit: the path from `root`, and the content.

    In the place of a link's or a submodule's content stands what it is, and 'too large' in that of one over the limit.

    Raises
    ------
    GitError
        If an object is missing or damaged, or if there are more files, or larger ones in all, than the limits allow;
        no content is read then.
    """
    # From `root`, which can be a folder in a repository, paths are as from there.
    listed = _asked(root, "ls-tree", "-r", "-z", "--long", commit, "--", f"{folder}/")
    if listed is None:
        msg = f"git cannot list the files of {short(commit)}; `git fsck` says what is wrong."
        raise GitError(msg)
    instead, identities, total = {}, {}, 0
    for line in filter(None, listed.split(b"\0")):
        head, _, path = line.partition(b"\t")
        mode, _, identity, size = head.decode().split()
        name = path.decode("utf-8", "backslashreplace")
        if mode in _LINKS or int(size) > limits.file:
            instead[name] = _LINKS.get(mode, TOO_LARGE)
        else:
            identities[name] = identity
            total += int(size)
    if total > limits.all or len(instead) + len(identities) > limits.files:
        msg = f"{short(commit)} holds more in {folder}/ than {limits.all:,} bytes or {limits.files:,} files."
        raise GitError(msg)
    yield from instead.items()
    yield from zip(identities, _contents(list(identities.values()), root), strict=True)


def _contents(identities: list[str], root: Path) -> Iterator[bytes]:
    """Give the contents of blobs, which one process reads all."""
    answer = _asked(root, "cat-file", "--batch", said="".join(f"{identity}\n" for identity in identities).encode())
    place = 0
    for identity in identities:
        end = (answer or b"").find(b"\n", place)
        head = (answer or b"")[place:end].split(b" ")
        if answer is None or end < 0 or len(head) != 3:
            msg = f"git cannot read the object {identity}{_of_shallow(root)}; `git fsck` says what is wrong."
            raise GitError(msg)
        size = int(head[2])
        yield answer[end + 1 : end + 1 + size]
        place = end + 1 + size + 1


def _of_shallow(root: Path) -> str:
    return " (the clone is shallow: `git fetch --unshallow` brings the rest)" if _is_shallow(root) else ""


def _is_shallow(root: Path) -> bool:
    return _asked(root, "rev-parse", "--is-shallow-repository") == b"true\n"


def _asked(root: Path, *arguments: str, said: bytes = b"") -> bytes | None:
    """Run git and give what it prints; None when it says no."""
    surroundings = {name: value for name, value in os.environ.items() if name not in _OF_HOOKS} | _SETTINGS
    command = ["git", *arguments]
    try:
        done = subprocess.run(command, cwd=root, env=surroundings, input=said, capture_output=True, check=False)
    except OSError as error:
        msg = f"git cannot be run ({error.strerror}). Install it, or name two folders or zip files to compare."
        raise GitError(msg) from None
    complaint = done.stderr.decode("utf-8", "replace").strip()
    if done.returncode and ("not a git repository" in complaint or "dubious ownership" in complaint):
        msg = f"git refuses {root}: {complaint}\nIn a folder without git, name two folders or zip files to compare."
        raise GitError(msg)
    return None if done.returncode else done.stdout
