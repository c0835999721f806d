"""Receipts: the digests of the files that a job wrote, kept apart from them, so that an edited file is noticed.

Snakemake notices a file that is missing or older than what it was made from, not one that was edited. A receipt also
keeps the digest of the sources that Snakemake had when it started: nobody knows what was made while they changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from workflow.files import digest_of, write_text

# Stands among the files of a receipt, before the digest of the sources; no file of a build is called so.
SOURCE = "source"


class ReceiptError(Exception):
    """A built file is not as its job wrote it; the text is the whole message for a person."""


def write_receipt(path: Path, files: Iterable[Path], source: str | None = None) -> None:
    """Write down the digests of these files, and of the sources that they were made from."""
    digests = {file.as_posix(): digest_of(file) for file in files}
    if source:
        digests[SOURCE] = source
    write_text(path, json.dumps(digests, indent=0, sort_keys=True) + "\n")


def check_receipts(receipts: Iterable[Path], files: Iterable[Path]) -> None:
    """Compare files with what receipts say about them.

    Raises
    ------
    ReceiptError
        If one is missing, was changed or is in no receipt, or if a receipt cannot be read.
    """
    received = {name for receipt in receipts for name in _checked(receipt)}
    missing = [file.as_posix() for file in files if file.as_posix() not in received]
    if missing:
        msg = (
            f"{', '.join(missing)}: no receipt names it. Run `snakemake`, which makes what is missing; if that "
            "does not help, delete it first."
        )
        raise ReceiptError(msg)


def check_sources(sources: Mapping[Path, str]) -> None:
    """Compare the sources of jobs, by their receipts, with those that the receipts have.

    Raises
    ------
    ReceiptError
        If a job was started with others: a source was edited since, or its files were declared to be up to date.
    """
    changed = [path.as_posix() for path, source in sources.items() if _read(path).get(SOURCE) != source]
    if changed:
        msg = (
            f"{', '.join(changed)}: made from other sources than these. A source was edited while the build ran, or "
            "`snakemake --touch` kept old files. Run `snakemake` again; if that does not help, delete these first."
        )
        raise ReceiptError(msg)


def _checked(path: Path) -> list[str]:
    """Compare the files of a receipt with what it says, and name them."""
    digests = {name: digest for name, digest in _read(path).items() if name != SOURCE}
    try:
        changed = [name for name, digest in digests.items() if digest_of(Path(name)) != digest]
    except OSError as error:
        raise _unreadable(path, error) from None
    if changed:
        msg = (
            f"{', '.join(changed)}: changed after it was made, so it may show what nobody checked. "
            "Delete it and run `snakemake` to make it anew."
        )
        raise ReceiptError(msg)
    return list(digests)


def _read(path: Path) -> dict[str, str]:
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: Exception) -> ReceiptError:
    return ReceiptError(
        f"{path}: the receipt, or a file in it, cannot be read ({error}). Delete it and run `snakemake` again."
    )
