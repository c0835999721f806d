"""Write the deck of a lesson in every format: `python -m slides.decks LESSON --template FILE --ledgers FILE...`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from slides.decks import html, html_words, index, markdown, pdf
from slides.decks.checks import DeckError
from slides.decks.deck import Deck
from slides.decks.making import drawn, make
from slides.decks.pdf import PdfError
from slides.decks.powerpoint import shown
from slides.decks.powerpoint import writer as powerpoint
from slides.decks.powerpoint.arrangement import ArrangementError
from slides.decks.powerpoint.equations import EquationError
from slides.decks.powerpoint.flat import FlatError
from slides.decks.powerpoint.words import WordsError
from slides.decks.proof import check
from slides.decks.spoken import SpokenError
from slides.decks.template import TemplateError
from slides.tables.html import FormulaError
from slides.tables.pandoc import PandocError
from slides.tables.rows import TableError
from slides.tables.table import ShownError
from workflow.ledger import Ledger, LedgerError
from workflow.names import DeckFormatName, alt_text_file, deck_file, picture_file
from workflow.receipts import ReceiptError, check_receipts
from workflow.scan import ScanError
from workflow.stages import add_receipt, told, write_all

WRITERS: Mapping[DeckFormatName, Callable[[Deck], bytes]] = {
    "html": html.render,
    "pptx": powerpoint.render,
    "pdf": pdf.render,
    "md": markdown.render,
    "claims.json": index.render,
}

# What reads a written deck again, slide by slide.
READERS: Mapping[DeckFormatName, Sequence[Callable[[bytes], list[str]]]] = {
    "html": [html_words.words],
    "pptx": [shown.native, shown.fallback],
    "md": [markdown.words],
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


def _read(options: argparse.Namespace) -> Deck:
    """Put the deck together of files that are as their jobs wrote them."""
    tables, figures = dict(_pairs(options.tables)), dict(_pairs(options.figures))
    if options.receipts:
        check_receipts(options.receipts, [*options.ledgers, *_pictures(figures, options.figures_folder)])
    ledgers = {path.stem: Ledger.read(path) for path in options.ledgers}
    placed = {
        identity: drawn(identity, f"{options.lesson}/{ledger}", options.figures_folder)
        for identity, ledger in figures.items()
    }
    return make(options.lesson, options.template, ledgers, tables, placed)


def _written(deck: Deck, folder: Path) -> Iterator[tuple[Path, bytes]]:
    """Write the deck in each format, and compare what it shows with what it should."""
    for format_name, render in WRITERS.items():
        content = render(deck)
        for words in READERS.get(format_name, ()):
            check(deck, format_name, words(content))
        yield folder / deck_file(deck.name, format_name), content


def _pairs(options: Sequence[str]) -> Iterator[tuple[str, str]]:
    for each in options:
        identity, _, name = each.partition("=")
        yield identity, name


def _pictures(figures: Iterable[str], folder: Path) -> list[Path]:
    """List what is read of figures."""
    names = (
        name
        for figure in figures
        for name in (
            alt_text_file(figure),
            picture_file(figure, "slide", "svg"),
            picture_file(figure, "slide-dark", "svg"),
            picture_file(figure, "slide", "png"),
        )
    )
    return [folder / name for name in names]


def main(arguments: Sequence[str] | None = None) -> int:
    """Make every format, then write. Nothing is written unless all could be made."""
    options = _parse(arguments)
    try:
        deck = _read(options)
        files = dict(_written(deck, options.folder))
    except COMPLAINTS as error:
        print(f"The deck {options.lesson}: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"The deck {options.lesson}: {error.filename} cannot be read ({error.strerror}).", file=sys.stderr)
        return 1
    except Exception as error:  # noqa: BLE001 - whatever a writer raises is told in the same way
        print(f"The deck {options.lesson}: {told(error)}", file=sys.stderr)
        return 1
    return write_all(options.lesson, files, options)


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
    add_receipt(parser)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
