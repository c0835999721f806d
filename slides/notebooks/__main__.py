"""Make the notebook of a lesson: `python -m slides.notebooks LESSON --source FILE --ledgers FILE... --folder FOLDER`.

The code runs in the project's root, in a fresh kernel; nothing is written unless all of it ran and all holds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from nbformat import ValidationError

from slides.notebooks import kernel, notebook, prose, source
from slides.notebooks.kernel import KernelError
from slides.notebooks.live import alt_text_beside
from slides.notebooks.proof import Proof
from slides.notebooks.prose import ProseError
from slides.notebooks.source import Source, SourceError
from workflow.ledger import Ledger, LedgerError
from workflow.names import notebook_file
from workflow.receipts import ReceiptError, check_receipts
from workflow.scan import ScanError, excused, numerals_in, without
from workflow.stages import ROOT, add_receipt, told, write_all


class NotebookError(Exception):
    """A notebook that cannot be made; its text is the whole message for a person."""


def make(read: Source, ledgers: dict[str, Ledger], tables: Sequence[Path], pictures: Sequence[Path]) -> bytes:
    """Make a notebook of its source: fill the prose, run the code, hold both to the claims.

    Raises
    ------
    ScanError, ProseError
        If it shows digits that come from no claim.
    NotebookError
        If a cell fails; the message says where it stands in the source.
    """
    phrases = excused(f"{read.path}, line 1, the head", read.head.constants)
    if numerals_in(without(read.head.title, phrases)):
        msg = f"{read.path}, line 1: the title {read.head.title!r} has a digit that the head's constants do not excuse."
        raise NotebookError(msg)
    proof = Proof(ledgers.values(), tables, pictures, phrases)
    made = notebook.assemble(
        [(cell, prose.fill(read, cell, ledgers, phrases) if cell.kind == "prose" else cell.text) for cell in read.cells]
    )
    try:
        kernel.execute(made, ROOT)
    except KernelError as error:
        where = f"{read.path}" if error.cell is None else read.place(read.cells[error.cell], error.line)
        msg = f"{where}: {error}\nRun this cell in Jupyter to see more; nothing was written."
        raise NotebookError(msg) from None
    for cell, node in zip(read.cells, made.cells, strict=True):
        if cell.kind == "code":
            try:
                proof.check(node)
            except ScanError as error:
                msg = f"{read.place(cell)}: {error}"
                raise NotebookError(msg) from None
    return notebook.written(made, read.head.title)


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the notebook, then write it. Every complaint is a sentence that says where it arose."""
    options = _parse(arguments)
    try:
        if options.receipts:
            alt_texts = map(alt_text_beside, options.pictures)
            check_receipts(options.receipts, [*options.ledgers, *options.tables, *options.pictures, *alt_texts])
        ledgers = {path.stem: Ledger.read(path) for path in options.ledgers}
        content = make(source.read(options.source), ledgers, options.tables, options.pictures)
    except (LedgerError, ReceiptError, SourceError, ProseError, ScanError, NotebookError) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        unread = f"{error.filename} cannot be read ({error.strerror})." if error.filename else told(error)
        print(f"{options.lesson}: {unread}", file=sys.stderr)
        return 1
    except ValidationError as error:
        print(f"{options.source}: this is no valid notebook: {error.message}", file=sys.stderr)
        return 1
    except Exception as error:  # noqa: BLE001 - whatever else goes wrong is told in the same way
        print(f"{options.lesson}: {told(error)}", file=sys.stderr)
        return 1
    return write_all(options.lesson, {options.folder / notebook_file(options.lesson): content}, options)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m slides.notebooks", description="Make the notebook of a lesson.")
    parser.add_argument("lesson", help="name of the lesson, as in config/config.yaml")
    parser.add_argument("--source", required=True, type=Path, help="Markdown with the prose and the code")
    parser.add_argument("--ledgers", nargs="+", required=True, type=Path, help="the lesson's ledgers")
    parser.add_argument("--tables", nargs="*", default=[], type=Path, help="its tables, as Markdown")
    parser.add_argument("--pictures", nargs="*", default=[], type=Path, help="its figures, ID.svg for a page")
    parser.add_argument(
        "--receipts", nargs="*", default=[], type=Path, help="the digests of all these and of the alt texts"
    )
    add_receipt(parser)
    parser.add_argument("--folder", required=True, type=Path, help="where LESSON.ipynb goes")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
