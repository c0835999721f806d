"""Cells of a table as lines of runs: letters slanted, indices lowered, so that a formula can be read and edited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lxml import etree, html

from slides.embed.powerpoint.proof import check_numbers
from slides.embed.powerpoint.words import SUBSCRIPT, SUPERSCRIPT, Run, joined
from slides.tables import pandoc
from slides.tables.layout import blank, filling, fillings
from slides.tables.table import Cell, Formula, Matrix, Number, Table, pieces_of

# Between the numbers of a row, which stay in one line.
_GAP = "\N{NO-BREAK SPACE}" * 2

_BASELINES = {"sub": SUBSCRIPT, "sup": SUPERSCRIPT}


def rows_of(table: Table) -> list[list[list[list[Run]]]]:
    """Give the head, the rows and the foot of a table: of each cell its lines, of each line its runs.

    Raises
    ------
    PandocError, MarkError
        If a formula cannot be written as runs, or if a number came out as another.
    """
    rows = [table.head, *table.rows, *table.foot]
    formulas = _in_runs(
        [piece for row in rows for cell in row for piece in pieces_of(cell) if isinstance(piece, Formula)]
    )
    filled = [[_lines(cell, formulas) for cell in row] for row in rows]
    for row, cells in zip(filled[1:], rows[1:], strict=True):
        for place, cell in enumerate(cells):
            # Where numbers stand at the right, their points stand under each other.
            row[place][-1] = joined([*row[place][-1], Run(blank(filling(table, place, cell)))])
    check_numbers(table, filled)
    return filled


def _lines(cell: Cell, formulas: Mapping[Formula, list[Run]]) -> list[list[Run]]:
    match pieces_of(cell):
        case (Formula(pieces=(Matrix(rows=rows),)),) if len(rows) > 1:
            return [[Run(line)] for line in _matrix(rows)]
        case pieces:
            return [joined([run for piece in pieces for run in _runs(piece, formulas)])]


def _matrix(rows: tuple[tuple[Number, ...], ...]) -> Iterator[str]:
    """Write a matrix that stands alone, a line for each of its rows, its numbers at the right of their columns."""
    lacking = [fillings(column) for column in zip(*rows, strict=True)]
    texts = [[number.text + blank(lacking[place][number]) for place, number in enumerate(row)] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    for row in texts:
        yield _GAP.join(text.rjust(width, "\N{FIGURE SPACE}") for text, width in zip(row, widths, strict=True))


def _runs(piece: str | Number | Formula, formulas: Mapping[Formula, list[Run]]) -> list[Run]:
    match piece:
        case Formula():
            return formulas[piece]
        case Number(text=text) | text:
            return [Run(str(text))]


def _in_runs(formulas: list[Formula]) -> dict[Formula, list[Run]]:
    """Let pandoc write formulas in HTML's letters, indices and exponents, and read runs out of it."""
    if not formulas:
        return {}
    written = pandoc.convert([pandoc.paragraph([pandoc.math(_tex(each))]) for each in formulas], "html")
    paragraphs = html.fragment_fromstring(written, create_parent="div").findall("p")
    return {formula: joined(list(_read(p))) for formula, p in zip(formulas, paragraphs, strict=True)}


def _tex(formula: Formula) -> str:
    return "".join(piece if isinstance(piece, str) else rf"\text{{{_text(piece)}}}" for piece in formula.pieces)


def _text(piece: Number | Matrix) -> str:
    """Write a number, or a matrix among other things in one line: [1  3; −2  1]."""
    if isinstance(piece, Number):
        return piece.text
    return f"[{'; '.join(_GAP.join(number.text for number in row) for row in piece.rows)}]"


def _read(element: etree._Element, *, italic: bool = False, baseline: int = 0) -> Iterator[Run]:
    italic = italic or element.tag == "em"
    baseline = baseline or _BASELINES.get(element.tag, 0)
    yield Run(_spaced(element.text), italic, baseline)
    for child in element:
        yield from _read(child, italic=italic, baseline=baseline)
        yield Run(_spaced(child.tail), italic, baseline)


def _spaced(text: str | None) -> str:
    """Give text with spaces of a width that every font has, where a line may end; those in a row stay."""
    return "".join(" " if each.isspace() and each not in _GAP else each for each in text or "")
