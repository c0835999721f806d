"""Write the deck of a lesson in every format: `python -m slides.decks LESSON --template FILE --ledgers FILE...`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from slides.decks import html, markdown, pdf
from slides.decks.checked import CHECKED, checked
from slides.decks.deck import Deck, PlacedFigure
from slides.decks.pdf import PdfError
from slides.decks.powerpoint import writer as powerpoint
from slides.decks.powerpoint.arrangement import ArrangementError
from slides.decks.powerpoint.equations import EquationError
from slides.decks.powerpoint.flat import FlatError
from slides.decks.powerpoint.words import WordsError
from slides.decks.reading import DeckError, deck_of
from slides.decks.spoken import SpokenError
from slides.decks.template import TemplateError, fill
from slides.tables.html import FormulaError
from slides.tables.pandoc import PandocError
from slides.tables.rows import TableError, table_of
from slides.tables.table import ShownError
from workflow.ledger import Ledger, LedgerError
from workflow.names import DeckFormatName, alt_text_file, deck_file, picture_file
from workflow.receipts import ReceiptError, check_receipts
from workflow.scan import ScanError
from workflow.stages import told, write_all

WRITERS: Mapping[DeckFormatName, Callable[[Deck], bytes]] = {
    "html": html.render,
    "pptx": powerpoint.render,
    "pdf": pdf.render,
    "md": markdown.render,
}

# What is said in whole sentences already.
COMPLAINTS = (
    ArrangementError,
    DeckError,
    EquationError,
    FlatError,
    FormulaError,
    LedgerError,
    PandocError,
    PdfError,
    ReceiptError,
    ScanError,
    ShownError,
    SpokenError,
    TableError,
    TemplateError,
    WordsError,
)


def make(options: argparse.Namespace) -> Deck:
    """Put the deck together from its template, the ledgers, and the figures as they were drawn."""
    if options.receipts:
        check_receipts(options.receipts, [*options.ledgers, *_pictures(options)])
    ledgers = {path.stem: Ledger.read(path) for path in options.ledgers}
    by_identity = {ledger.identity: ledger for ledger in ledgers.values()}
    modules = dict(_pairs(options.tables))
    tables = {identity: table_of(options.lesson, module, ledgers) for identity, module in modules.items()}
    tables[CHECKED] = checked(by_identity)
    figures = {
        identity: _figure(identity, f"{options.lesson}/{ledger}", options.figures_folder)
        for identity, ledger in _pairs(options.figures)
    }
    filled = fill(options.template, ledgers, tables, figures)
    return deck_of(options.lesson, filled, by_identity, tables, figures)


def _pairs(options: Sequence[str]) -> Iterator[tuple[str, str]]:
    for each in options:
        identity, _, name = each.partition("=")
        yield identity, name


def _pictures(options: argparse.Namespace) -> list[Path]:
    """List what is read of figures."""
    names = (
        name
        for identity, _ in _pairs(options.figures)
        for name in (
            alt_text_file(identity),
            picture_file(identity, "slide", "svg"),
            picture_file(identity, "slide-dark", "svg"),
            picture_file(identity, "slide", "png"),
        )
    )
    return [options.figures_folder / name for name in names]


def _figure(identity: str, ledger: str, folder: Path) -> PlacedFigure:
    alt_text = (folder / alt_text_file(identity)).read_text(encoding="utf-8").strip()
    return PlacedFigure(identity, alt_text, ledger, folder)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write all formats or none; the exit status says which."""
    options = _parse(arguments)
    try:
        deck = make(options)
        files = {
            options.folder / deck_file(options.lesson, format_name): render(deck)
            for format_name, render in WRITERS.items()
        }
    except COMPLAINTS as error:
        print(f"The deck {options.lesson}: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"The deck {options.lesson}: {error.filename} cannot be read ({error.strerror}).", file=sys.stderr)
        return 1
    except Exception as error:  # noqa: BLE001 - whatever a writer raises is told in the same way
        print(f"The deck {options.lesson}: {told(error)}", file=sys.stderr)
        return 1
    return write_all(options.lesson, files, options.receipt)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m slides.decks", description="Write the deck of a lesson.")
    parser.add_argument("lesson", help="name of the lesson, as in config/config.yaml")
    parser.add_argument("--template", required=True, type=Path, help="what it says, as Markdown with values by name")
    parser.add_argument("--ledgers", nargs="+", required=True, type=Path, help="the lesson's ledgers")
    parser.add_argument("--tables", nargs="*", default=[], metavar="ID=MODULE", help="the tables it may place")
    parser.add_argument("--figures", nargs="*", default=[], metavar="ID=LEDGER", help="the figures it may place")
    parser.add_argument("--figures-folder", required=True, type=Path, help="where the pictures lie")
    parser.add_argument("--receipts", nargs="*", default=[], type=Path, help="the digests of ledgers and pictures")
    parser.add_argument("--folder", required=True, type=Path, help="where the files go")
    parser.add_argument("--receipt", type=Path, help="where to write down the digests of the files")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
