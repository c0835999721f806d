"""Receipts: the digests of the files that a job wrote, kept apart from them, so that an edited file is noticed.

Snakemake notices a file that is missing or older than what it was made from, not one that was edited.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from workflow.files import digest_of, write_text


class ReceiptError(Exception):
    """A built file is not as its job wrote it; the text is the whole message for a person."""


def write_receipt(path: Path, files: Iterable[Path]) -> None:
    """Write down the digests of these files."""
    digests = {file.as_posix(): digest_of(file) for file in files}
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


def _checked(path: Path) -> list[str]:
    """Compare the files of a receipt with what it says, and name them."""
    try:
        digests = json.loads(path.read_text(encoding="utf-8"))
        changed = [name for name, digest in digests.items() if digest_of(Path(name)) != digest]
    except (OSError, ValueError, AttributeError) as error:
        msg = f"{path}: the receipt, or a file in it, cannot be read ({error}). Delete it and run `snakemake` again."
        raise ReceiptError(msg) from None
    if changed:
        msg = (
            f"{', '.join(changed)}: changed after it was made, so it may show what nobody checked. "
            "Delete it and run `snakemake` to make it anew."
        )
        raise ReceiptError(msg)
    return list(digests)
