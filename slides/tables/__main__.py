"""Make all tables of a lesson: `python -m slides.tables LESSON --tables ID=MODULE... --ledgers FILE...`.

One process makes them all, because starting it costs more than a table.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol, cast

from slides.tables import html, latex, markdown
from slides.tables.html import FormulaError
from slides.tables.pandoc import PandocError
from slides.tables.proof import check_claims, check_joints, check_numbers, check_words
from slides.tables.table import ShownError, Table
from workflow.ledger import Ledger, LedgerError
from workflow.names import TableFormatName, table_file
from workflow.nearest import nearest
from workflow.scan import ScanError
from workflow.stages import told, write_all

WRITERS: Mapping[TableFormatName, Callable[[str, Table], str]] = {
    "md": markdown.render,
    "html": html.render,
    "tex": latex.render,
}


class TableError(Exception):
    """A table that cannot be made as asked; its text is the whole message for a person."""


class Rows(Protocol):
    """What a module in `slides.tables.<lesson>` has."""

    CONSTANTS: Mapping[str, str]
    table: Callable[..., Table]


def find_rows(name: str) -> Rows:
    """Import the module 'lesson/table'.

    Raises
    ------
    TableError
        If there is none.
    """
    folder = Path(__file__).parent
    if not (folder / f"{name}.py").is_file():
        known = [path.relative_to(folder).with_suffix("").as_posix() for path in folder.glob("*/[!_]*.py")]
        msg = f"there is no table called {name!r}. {nearest(name, known)}"
        raise TableError(msg)
    module = importlib.import_module(f"slides.tables.{name.replace('/', '.')}")
    if not callable(getattr(module, "table", None)) or not isinstance(getattr(module, "CONSTANTS", None), Mapping):
        msg = f"{module.__name__} must have a function `table` and a dict `CONSTANTS`; see CONTRIBUTING.md."
        raise TableError(msg)
    return cast("Rows", module)


def render_all(identity: str, rows: Rows, ledgers: Mapping[str, Ledger]) -> Iterator[tuple[str, bytes]]:
    """Give the name and the content of every file of a table, its digits held to its claims."""
    shown = _shown(rows, ledgers)
    table = rows.table(*shown)
    if not isinstance(table, Table):
        msg = f"`table` must return a Table; got {table!r}. Was a `return` forgotten?"
        raise TableError(msg)
    check_words(table, rows.CONSTANTS)
    check_claims(table, shown)
    check_joints(table)
    for format_name, render in WRITERS.items():
        content = render(identity, table)
        check_numbers(identity, table, content, format_name)
        yield table_file(identity, format_name), content.encode()


def _shown(rows: Rows, ledgers: Mapping[str, Ledger]) -> list[Ledger]:
    """Give the ledgers that the parameters of `table` name."""
    names = list(inspect.signature(rows.table).parameters)
    for name in names:
        if name not in ledgers:
            msg = f"`table` takes {name}, which is no ledger of the lesson. {nearest(name, ledgers)}"
            raise TableError(msg)
    return [ledgers[name] for name in names]


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
            for name, content in render_all(identity, find_rows(f"{options.lesson}/{module}"), ledgers):
                files[options.folder / name] = content
        except (TableError, ShownError, LedgerError, ScanError, FormulaError, PandocError) as error:
            print(f"{identity}: {error}", file=sys.stderr)
            failed = True
        except Exception as error:  # noqa: BLE001 - whatever a table raises is told in the same way
            print(f"{identity}: {told(error)}", file=sys.stderr)
            failed = True
    return 1 if failed else write_all(options.lesson, files, options.receipt)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m slides.tables", description="Make the slide tables of a lesson.")
    parser.add_argument("lesson", help="name of the lesson, as in config/config.yaml")
    parser.add_argument("--tables", nargs="+", required=True, metavar="ID=MODULE", help="the tables to make")
    parser.add_argument("--ledgers", nargs="+", required=True, type=Path, help="the lesson's ledgers")
    parser.add_argument("--receipt", type=Path, help="where to write down the digests of the files")
    parser.add_argument("--folder", required=True, type=Path, help="where the files go")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
