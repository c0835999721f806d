"""Every configured table of every lesson, made from the committed ledgers, and from ledgers that print sentinels."""

from __future__ import annotations

import inspect
import itertools
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

from slides.tables.__main__ import WRITERS
from slides.tables.rows import find_rows
from slides.tables.table import Formula, Number, pieces_of
from workflow.ledger import Ledger
from workflow.numerals import MINUS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from slides.tables.table import Cell, Table
    from workflow.names import TableFormatName

ROOT = Path(__file__).resolve().parents[2]

# Five digits that begin with a 7: no number of any lesson has them.
FIRST_SENTINEL = 70_000


class Case(NamedTuple):
    """A table of the configuration."""

    lesson: str
    identity: str
    module: str


class Made(NamedTuple):
    """A table as data, what its module excuses, and its text in every format."""

    table: Table
    constants: Mapping[str, str]
    texts: dict[TableFormatName, str]

    @property
    def numbers(self) -> list[Number]:
        """Its numbers, in the order in which they stand."""
        return [part for part in self.table.parts() if isinstance(part, Number)]

    @property
    def numeric_characters(self) -> str:
        """The digits in its words and formulas, which come from no claim."""
        return numeric_characters("".join(self.table.literals()))


LESSONS = yaml.safe_load((ROOT / "config/config.yaml").read_text(encoding="utf-8"))["lessons"]
CASES = [
    Case(lesson, identity, module)
    for lesson, content in LESSONS.items()
    for identity, module in content.get("tables", {}).items()
]


def ledger_file(identity: str) -> Path:
    """Give the committed file of the ledger 'lesson/name'."""
    return ROOT / "results" / "ledgers" / f"{identity}.json"


def words(cell: Cell) -> str:
    """Give a cell as one reads it, numbers and TeX included."""
    return "".join(part.text if isinstance(part, Number) else part for part in _parts(cell))


def claims(*cells: Cell) -> list[str]:
    """List the claims of the numbers in cells, without the name of the lesson."""
    numbers = [part for cell in cells for part in _parts(cell) if isinstance(part, Number)]
    return [number.claim.partition("/")[2] for number in numbers]


def _parts(cell: Cell) -> list[str | Number]:
    return [part for piece in pieces_of(cell) for part in (piece.parts() if isinstance(piece, Formula) else [piece])]


def numeric_characters(text: str) -> str:
    """Leave nothing of a text but its digits, of any kind."""
    return "".join(character for character in text if character.isnumeric())


@cache
def made(case: Case) -> Made:
    """Make a table from the committed ledgers."""
    return _make(case, _ledgers(case))


@cache
def made_of_sentinels(case: Case) -> tuple[Made, dict[str, str]]:
    """Make a table from ledgers that print sentinels; give these too, by the ids of claims and entries."""
    ledgers, counter = _ledgers(case), itertools.count(FIRST_SENTINEL)
    sentinels: dict[str, str] = {}
    for ledger in ledgers:
        sentinels |= _print_sentinels(ledger, counter)
    return _make(case, ledgers), sentinels


def _ledgers(case: Case) -> list[Ledger]:
    names = inspect.signature(find_rows(f"{case.lesson}/{case.module}").table).parameters
    return [Ledger.read(ledger_file(f"{case.lesson}/{name}")) for name in names]


def _make(case: Case, ledgers: list[Ledger]) -> Made:
    rows = find_rows(f"{case.lesson}/{case.module}")
    table = rows.table(*ledgers)
    return Made(table, rows.CONSTANTS, {name: render(case.identity, table) for name, render in WRITERS.items()})


def _print_sentinels(ledger: Ledger, counter: itertools.count[int]) -> dict[str, str]:
    """Let every claim print a number of its own, and so its bound and every entry; a minus sign stays."""
    sentinels: dict[str, str] = {}

    def instead(printed: Any, identity: str) -> Any:
        if isinstance(printed, list):
            return [instead(entry, f"{identity}[{place}]") for place, entry in enumerate(printed)]
        sentinels[identity] = (MINUS if printed.startswith(MINUS) else "") + str(next(counter))
        return sentinels[identity]

    for claim in list(ledger):
        identity = f"{ledger.identity}.{claim.name}"
        shown = {"printed": instead(claim.printed, identity)}
        if hasattr(claim, "bound_printed"):
            shown["bound_printed"] = instead(claim.bound_printed, f"{identity}.bound")
        other = object.__new__(type(type(claim).__name__, (type(claim),), shown))
        vars(other).update(vars(claim))
        ledger._claims[claim.name] = other
    return sentinels
