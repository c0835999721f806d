"""A deck out of what a lesson has: its template, ledgers, tables and figures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from slides.decks.checked import CHECKED, checked
from slides.decks.deck import Deck, PlacedFigure
from slides.decks.reading import deck_of
from slides.decks.template import fill
from slides.tables.rows import TableError, table_of
from slides.tables.table import ShownError, Table
from workflow.ledger import Ledger, LedgerError
from workflow.names import alt_text_file
from workflow.scan import ScanError


def make(
    lesson: str,
    template: Path,
    ledgers: Mapping[str, Ledger],
    tables: Mapping[str, str],
    figures: Mapping[str, PlacedFigure],
) -> Deck:
    """Make the deck of a lesson.

    Parameters
    ----------
    ledgers
        Those of the lesson by name, all of which the last slide counts.
    tables
        The modules of the tables that it may place, by id.
    figures
        The figures that it may place, by id.

    Raises
    ------
    TemplateError, DeckError, TableError, ShownError, ScanError, LedgerError, OSError
        If the template, a table or a picture does not serve.
    """
    by_identity = {ledger.identity: ledger for ledger in ledgers.values()}
    made = {identity: _table(identity, lesson, module, ledgers) for identity, module in tables.items()}
    made[CHECKED] = checked(by_identity)
    return deck_of(lesson, fill(template, ledgers, made, figures), by_identity, made, figures)


def _table(identity: str, lesson: str, module: str, ledgers: Mapping[str, Ledger]) -> Table:
    try:
        return table_of(lesson, module, ledgers)
    except (TableError, ShownError, LedgerError, ScanError) as error:
        msg = f"the table {identity} (slides/tables/{lesson}/{module}.py): {error}"
        raise TableError(msg) from None


def drawn(identity: str, ledger: str, folder: Path) -> PlacedFigure:
    """Give a figure of a ledger, 'lesson/name', whose pictures and alt text lie in a folder."""
    alt_text = (folder / alt_text_file(identity)).read_text(encoding="utf-8").strip()
    return PlacedFigure(identity, alt_text, ledger, folder)
