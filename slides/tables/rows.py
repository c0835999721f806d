"""From a module of rows to a table whose every number was looked up in its ledgers."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol, cast

from slides.tables.proof import check_claims, check_joints, check_words
from slides.tables.table import Table
from workflow.ledger import Ledger
from workflow.nearest import nearest


class TableError(Exception):
    """A table that cannot be made as asked; its text is the whole message for a person."""


class Rows(Protocol):
    """What a module in `slides.tables.<lesson>` has."""

    CONSTANTS: Mapping[str, str]
    table: Callable[..., Table]


def table_of(lesson: str, module: str, ledgers: Mapping[str, Ledger]) -> Table:
    """Make the table of a module from the lesson's ledgers, by name, and hold its digits to their claims.

    Raises
    ------
    TableError, ShownError, LedgerError, ScanError
        If there is no such module or ledger, or if the table shows what no claim prints.
    """
    rows = find_rows(f"{lesson}/{module}")
    shown = _shown(rows, ledgers)
    table = rows.table(*shown)
    if not isinstance(table, Table):
        msg = f"`table` must return a Table; got {table!r}. Was a `return` forgotten?"
        raise TableError(msg)
    check_words(table, rows.CONSTANTS)
    check_claims(table, shown)
    check_joints(table.cells())
    return table


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


def _shown(rows: Rows, ledgers: Mapping[str, Ledger]) -> list[Ledger]:
    """Give the ledgers that the parameters of `table` name."""
    names = list(inspect.signature(rows.table).parameters)
    for name in names:
        if name not in ledgers:
            msg = f"`table` takes {name}, which is no ledger of the lesson. {nearest(name, ledgers)}"
            raise TableError(msg)
    return [ledgers[name] for name in names]
