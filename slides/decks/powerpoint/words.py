"""From pandoc's document model to paragraphs of runs and formulas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from slides.decks.deck import set_values
from slides.decks.powerpoint.runs import BULLET, Equation, Paragraph, Piece, Run, Shift
from slides.tables.pandoc import Node, text
from slides.tables.table import Formula
from slides.tables.tex import MATHML, tex
from slides.values import Tokens

# Kinds of numbers: in the document model, and in PowerPoint.
_NUMERALS = {
    "DefaultStyle": "arabic",
    "Decimal": "arabic",
    "LowerRoman": "romanLc",
    "UpperRoman": "romanUc",
    "LowerAlpha": "alphaLc",
    "UpperAlpha": "alphaUc",
}
_DELIMITERS = {"DefaultDelim": "Period", "Period": "Period", "OneParen": "ParenR", "TwoParens": "ParenBoth"}

_QUOTES = {
    "SingleQuote": ("\N{LEFT SINGLE QUOTATION MARK}", "\N{RIGHT SINGLE QUOTATION MARK}"),
    "DoubleQuote": ("\N{LEFT DOUBLE QUOTATION MARK}", "\N{RIGHT DOUBLE QUOTATION MARK}"),
}


class WordsError(Exception):
    """Words that a slide of PowerPoint cannot show; the text is the whole message for a person."""


def title(nodes: Sequence[Node], tokens: Tokens) -> Paragraph:
    """Give a title, which is bold."""
    return Paragraph(tuple(_joined(_pieces(_set(nodes, tokens), Run("", bold=True)))))


def paragraphs(nodes: Sequence[Node], tokens: Tokens) -> list[Paragraph]:
    """Give the paragraphs of blocks.

    Raises
    ------
    WordsError
        If there is something that is no text, list or formula.
    """
    return list(_blocks(_set(nodes, tokens), 0))


def _set(nodes: Sequence[Node], tokens: Tokens) -> list[Node]:
    return set_values(nodes, tokens, lambda number: text(number.text), _formula)


def _formula(formula: Formula, stands_alone: bool) -> Node:
    return {"t": "Formula", "c": [tex(formula, MATHML), stands_alone]}


def _blocks(nodes: Iterable[Node], level: int) -> Iterator[Paragraph]:
    for node in nodes:
        match node:
            case {"t": "Para" | "Plain", "c": content}:
                yield from _lines(list(_pieces(content, Run(""))), level)
            case {"t": "BulletList", "c": items}:
                yield from _list(items, level, BULLET, 1)
            case {"t": "OrderedList", "c": [[start, {"t": style}, {"t": delimiter}], items]} if style in _NUMERALS:
                yield from _list(items, level, _NUMERALS[style] + _DELIMITERS[delimiter], start)
            case {"t": "CodeBlock", "c": [_, words]}:
                for line in words.splitlines():
                    yield Paragraph((Run(line, code=True),), level)
            case {"t": "Div", "c": [_, content]} | {"t": "BlockQuote", "c": content}:
                yield from _blocks(content, level)
            case _:
                _refuse(node)


def _list(items: Sequence[Sequence[Node]], level: int, sign: str, start: int) -> Iterator[Paragraph]:
    for item in items:
        first, *others = _blocks(item, level + 1)
        yield replace(first, sign=sign, start=start)
        yield from others


def _lines(pieces: Sequence[Piece], level: int) -> Iterator[Paragraph]:
    """Give formulas that stand alone a paragraph each; a line break in the words begins another one, too."""
    line: list[Piece] = []
    for piece in (*pieces, Run("\n")):
        alone = isinstance(piece, Equation) and piece.stands_alone
        if not alone and piece != Run("\n"):
            line.append(piece)
            continue
        words = _joined(line)
        if words:
            yield Paragraph(tuple(words), level)
        if alone:
            yield Paragraph((piece,), level)
        line = []


def _pieces(nodes: Iterable[Node], look: Run) -> Iterator[Piece]:  # noqa: C901, PLR0912 - a table of cases
    for node in nodes:
        match node:
            case {"t": "Str", "c": words}:
                yield replace(look, text=words)
            case {"t": "Space" | "SoftBreak"}:
                yield replace(look, text=" ")
            case {"t": "LineBreak"}:
                yield Run("\n")
            case {"t": "Formula", "c": [words, stands_alone]}:
                yield Equation(words, stands_alone)
            case {"t": "Emph", "c": content}:
                yield from _pieces(content, replace(look, italic=True))
            case {"t": "Strong", "c": content}:
                yield from _pieces(content, replace(look, bold=True))
            case {"t": "Superscript", "c": content}:
                yield from _pieces(content, replace(look, shift=Shift.SUP))
            case {"t": "Subscript", "c": content}:
                yield from _pieces(content, replace(look, shift=Shift.SUB))
            case {"t": "Code", "c": [_, words]}:
                yield replace(look, text=words, code=True)
            case {"t": "Quoted", "c": [{"t": kind}, content]}:
                opening, closing = _QUOTES[kind]
                yield replace(look, text=opening)
                yield from _pieces(content, look)
                yield replace(look, text=closing)
            case {"t": "Span", "c": [_, content]}:
                yield from _pieces(content, look)
            case _:
                _refuse(node)


def _joined(pieces: Iterable[Piece]) -> list[Piece]:
    """Join neighbours of one look, and take blanks off the ends."""
    joined: list[Piece] = []
    for piece in pieces:
        before = joined[-1] if joined else None
        if isinstance(piece, Run) and isinstance(before, Run) and replace(before, text="") == replace(piece, text=""):
            joined[-1] = replace(before, text=before.text + piece.text)
        else:
            joined.append(piece)
    if joined and isinstance(joined[0], Run):
        joined[0] = replace(joined[0], text=joined[0].text.lstrip(" "))
    if joined and isinstance(joined[-1], Run):
        joined[-1] = replace(joined[-1], text=joined[-1].text.rstrip(" "))
    return [piece for piece in joined if isinstance(piece, Equation) or piece.text]


def _refuse(node: Any) -> None:
    msg = f"PowerPoint has no place for this: {str(node)[:80]}. A slide holds paragraphs, lists, formulas and emphasis."
    raise WordsError(msg)
