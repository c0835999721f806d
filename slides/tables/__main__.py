"""Make all tables of a lesson: `python -m slides.tables LESSON --tables ID=MODULE... --ledgers FILE...`.

One process makes them all, because starting it costs more than a table.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from slides.tables import html, latex, markdown
from slides.tables.html import FormulaError
from slides.tables.pandoc import PandocError
from slides.tables.proof import check_numbers
from slides.tables.rows import TableError, table_of
from slides.tables.table import ShownError, Table
from workflow.ledger import Ledger, LedgerError
from workflow.names import TableFormatName, table_file
from workflow.scan import ScanError
from workflow.stages import add_receipt, told, write_all

WRITERS: Mapping[TableFormatName, Callable[[str, Table], str]] = {
    "md": markdown.render,
    "html": html.render,
    "tex": latex.render,
}


def render_all(identity: str, table: Table) -> Iterator[tuple[str, bytes]]:
    """Give the name and the content of every file of a table, its digits compared with the table's."""
    for format_name, render in WRITERS.items():
        content = render(identity, table)
        check_numbers(identity, table, content, format_name)
        yield table_file(identity, format_name), content.encode()


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the tables, then write. Nothing is written unless all could be made; every complaint is told."""
    options = _parse(arguments)
    try:
        ledgers = {path.stem: Ledger.read(path) for path in options.ledgers}
    except (LedgerError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    files: dict[Path, bytes] = {}
    failed = False
    for identity, _, module in (each.partition("=") for each in options.tables):
        try:
            for name, content in render_all(identity, table_of(options.lesson, module, ledgers)):
                files[options.folder / name] = content
        except (TableError, ShownError, LedgerError, ScanError, FormulaError, PandocError) as error:
            print(f"{identity}: {error}", file=sys.stderr)
            failed = True
        except Exception as error:  # noqa: BLE001 - whatever a table raises is told in the same way
            print(f"{identity}: {told(error)}", file=sys.stderr)
            failed = True
    return 1 if failed else write_all(options.lesson, files, options)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m slides.tables", description="Make the slide tables of a lesson.")
    parser.add_argument("lesson", help="name of the lesson, as in config/config.yaml")
    parser.add_argument("--tables", nargs="+", required=True, metavar="ID=MODULE", help="the tables to make")
    parser.add_argument("--ledgers", nargs="+", required=True, type=Path, help="the lesson's ledgers")
    add_receipt(parser)
    parser.add_argument("--folder", required=True, type=Path, help="where the files go")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
