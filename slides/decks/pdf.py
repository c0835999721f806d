"""A deck as PDF for print and for whoever reads with their ears: tagged, with vector pictures, one page a slide.

Pandoc writes the words in Typst's language, deck.typ says how they look, and Typst sets the pages. Notes are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import typst

from slides.decks import fonts
from slides.decks.deck import Deck, PlacedTable, Slide, Words, set_values, texts
from slides.decks.spoken import DIALECT, SpokenError, spoken
from slides.tables import pandoc
from slides.tables.layout import NOTHING, Filling, filling, is_numeric
from slides.tables.pandoc import Node
from slides.tables.table import Cell, Formula, Number, Piece, Row, Table, pieces_of
from slides.tables.tex import tex
from workflow.names import StyleName

STYLE_FILE = Path(__file__).with_name("deck.typ")

# For readers who listen, as ISO 14289 has it.
STANDARD = "ua-1"

PICTURES: StyleName = "slide"

# How Typst tells that a typeface lacks a character.
_UNKNOWN = re.compile(r'the text `"(.+)"` could not be displayed')

# Signs in a circle, by names that Typst no longer knows.
_RENAMED = re.compile(r"\b(dot|minus|plus|times)\.circle\b")

# What a phantom becomes: code, which swallows a semicolon behind it.
_HIDDEN = re.compile(r" #hide\[(.*?)\]")

# Gives the code of a formula, and is told whether it stands on lines of its own.
SetFormula = Callable[[Formula, bool], str]


class PdfError(Exception):
    """A deck that cannot be set; the text is the whole message for a person."""


def render(deck: Deck) -> bytes:
    """Write a title page and the slides.

    Raises
    ------
    PdfError
        If a slide does not fit on its page, or holds what Typst refuses.
    SpokenError
        If no words are known for a part of a formula.
    """
    source = _source(deck, _formulas(deck))
    files = {"main": source.encode(), STYLE_FILE.name: STYLE_FILE.read_bytes()}
    for figure in (slide.figure for slide in deck.slides if slide.figure):
        file = figure.file(PICTURES, "svg")
        files[file.name] = file.read_bytes()
    try:
        pages, warnings = typst.compile_with_warnings(  # type: ignore[call-overload]  # of files by name it says nothing
            files, font_paths=[fonts.folder()], ignore_system_fonts=True, pdf_standards=STANDARD
        )
    except typst.TypstError as error:
        raise PdfError(_told(deck, source, error)) from None
    if warnings:
        raise PdfError(_told(deck, source, warnings[0]))
    return bytes(pages)


def _told(deck: Deck, source: str, error: typst.TypstError | typst.TypstWarning) -> str:
    """Say what is wrong, and on which slide; where deck.typ notices it, it says the slide itself."""
    if unknown := _UNKNOWN.search(error.message):
        where = _shows(deck, unknown[1])
        return f"{where} shows {unknown[1]}, which the typeface {fonts.FAMILY} does not have: write it in another way."
    complaint = ". ".join([error.message.removeprefix("assertion failed: "), *error.hints])
    place = re.search(r"─ main:(\d+):", error.diagnostic)
    above = "\n".join(source.splitlines()[: int(place[1])]) if place else ""
    slides = re.findall(r"^= .*\n<(.*)>$", above, re.MULTILINE)
    return f"the slide {slides[-1]}: {complaint}" if slides else complaint


def _shows(deck: Deck, character: str) -> str:
    """Name the first slide with a character: Typst knows none for what it sets by a rule, such as a title."""
    for slide in deck.slides:
        if any(character in words for words in _words(slide)):
            return f"the slide {slide.identity or repr(' '.join(words for _, words in texts(slide.title)))}"
    return "the title page"


def _words(slide: Slide) -> Iterator[str]:
    yield from (words for _, words in texts(slide.title))
    for block in slide.blocks:
        match block:
            case Words(nodes=nodes):
                yield from (words for _, words in texts(nodes))
            case PlacedTable(table=table):
                yield from table.literals()


def _formulas(deck: Deck) -> Mapping[Formula, tuple[str, str]]:
    """Give every formula of a deck in Typst's language and in words."""
    slides = _slides_of_formulas(deck)
    found = list(slides)
    converted = pandoc.convert([pandoc.paragraph([pandoc.math(tex(each, DIALECT))]) for each in found], "typst")
    codes = [_mended(code) for code in converted.split("\n\n")] if found else []
    try:
        return dict(zip(found, zip(codes, spoken(found), strict=True), strict=True))
    except SpokenError as error:
        msg = f"the slide {slides[error.formula]}: {error}"
        raise SpokenError(msg, error.formula) from None


def _slides_of_formulas(deck: Deck) -> Mapping[Formula, str]:
    """Find every formula of a deck, with the first slide that holds it."""
    found: dict[Formula, str] = {}
    for slide in deck.slides:

        def keep(formula: Formula, _: bool, slide: Slide = slide) -> str:
            found.setdefault(formula, slide.identity)
            return ""

        list(_slide(deck, slide, keep))
    return found


def _mended(code: str) -> str:
    """Take dollars and outdated names out of a formula, and what would end a row of a matrix too early."""
    plain = code.strip().strip("$")
    return _HIDDEN.sub(r'filler("\1")', _RENAMED.sub(r"\1.o", plain))


def _source(deck: Deck, formulas: Mapping[Formula, tuple[str, str]]) -> str:
    """Write the deck in Typst's language."""

    def formula(piece: Formula, stands_alone: bool) -> str:
        code, words = formulas[piece]
        setting = "alone" if stands_alone else "tall" if piece.has_matrix else "inline"
        return f"#{setting}({_quoted(words)}, ${code}$);"

    return pandoc.convert(list(_blocks(deck, formula)), "typst")


def _blocks(deck: Deck, formula: SetFormula) -> Iterator[Node]:
    head = f"title: {_quoted(deck.title)}, subtitle: {_quoted(deck.subtitle)}, language: {_quoted(deck.language)}"
    yield _code(f'#import "{STYLE_FILE.name}": *\n#show: deck.with({head})')
    for slide in deck.slides:
        yield from _slide(deck, slide, formula)


def _slide(deck: Deck, slide: Slide, formula: SetFormula) -> Iterator[Node]:
    def set_all(nodes: Sequence[Node]) -> list[Node]:
        return set_values(nodes, deck.tokens, _number, lambda *piece: pandoc.raw("typst", formula(*piece)))

    yield {"t": "Header", "c": [1, [slide.identity, [], []], set_all(slide.title)]}
    if slide.figure:
        path, alt = slide.figure.file(PICTURES, "svg").name, slide.figure.alt_text
        yield _code(f"#picture({_quoted(path)}, {_quoted(alt)})")
        return
    yield _code(f"#body({_quoted(slide.identity)}, room => [")
    for block in slide.blocks:
        match block:
            case Words(nodes=nodes):
                yield from set_all(nodes)
            case PlacedTable(table=table):
                yield _code(_table(table, formula))
    yield _code("])")


def _table(table: Table, formula: SetFormula) -> str:
    def content(cell: Cell, lacking: Filling = NOTHING) -> str:
        return f"[{''.join(map(piece, pieces_of(cell)))}{_fill(lacking)}]"

    def piece(each: Piece) -> str:
        match each:
            case Formula():
                return formula(each, False)  # noqa: FBT003 - it stands in a line
            case Number(text=text):
                return f"#{_quoted(text)};"
            case str(words):
                return f"#{_quoted(words)};"

    def row(cells: Row) -> str:
        return _array(content(cell, filling(table, place, cell)) for place, cell in enumerate(cells))

    aligns = ("right" if is_numeric(table, place) else "left" for place in range(len(table.head)))
    parts = {
        "caption": content(table.caption),
        "aligns": _array(aligns),
        "head": _array(map(content, table.head)),
        "rows": _array(map(row, table.rows)),
        "foot": _array(map(row, table.foot)),
        "notes": _array(map(content, table.notes)),
    }
    arguments = ",\n".join(f"{name}: {part}" for name, part in parts.items())
    return f"#slide-table(room, {arguments})"


def _fill(lacking: Filling) -> str:
    """Let decimal points stand under each other by digits that are not shown."""
    return f"#filler[{'.' * lacking.point}{'0' * lacking.digits}];" if lacking.digits else ""


def _array(values: Iterable[str]) -> str:
    return f"({''.join(f'{value}, ' for value in values)})"


def _quoted(words: str) -> str:
    """Write a string as Typst reads it."""
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _number(number: Number) -> Node:
    # Code, because a number and a point at the beginning of a line would make a list.
    return pandoc.raw("typst", f"#{_quoted(number.text)};")


def _code(code: str) -> Node:
    return {"t": "RawBlock", "c": ["typst", code]}
