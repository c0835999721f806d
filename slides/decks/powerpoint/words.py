"""From pandoc's document model to paragraphs of runs and formulas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from slides.decks.deck import set_values
from slides.decks.powerpoint.runs import BULLET, Equation, Paragraph, Piece, Run, Shift
from slides.tables.pandoc import Node, text
from slides.tables.table import Formula
from slides.tables.tex import MATHML, tex
from slides.values import Tokens

# How numbers of lists are written: in the document model, and in PowerPoint.
_NUMBERS = {
    "DefaultDelim": "arabicPeriod",
    "Period": "arabicPeriod",
    "OneParen": "arabicParenR",
    "TwoParens": "arabicParenBoth",
}

_QUOTES = {
    "SingleQuote": ("\N{LEFT SINGLE QUOTATION MARK}", "\N{RIGHT SINGLE QUOTATION MARK}"),
    "DoubleQuote": ("\N{LEFT DOUBLE QUOTATION MARK}", "\N{RIGHT DOUBLE QUOTATION MARK}"),
}

# What has no place on a slide, as a person would call it.
_REFUSED = {
    "BlockQuote": "a quotation in lines of its own",
    "Cite": "a citation",
    "CodeBlock": "lines of code",
    "DefinitionList": "a list of definitions",
    "HorizontalRule": "a line across",
    "Image": "a picture",
    "LineBlock": "a block of lines",
    "Link": "a link",
    "Note": "a footnote",
    "OrderedList": "a list with numbers other than 1, 2, 3",
    "SmallCaps": "small capitals",
    "Strikeout": "words struck out",
    "Table": "a table typed by hand",
    "Underline": "underlined words",
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
        If there is something that is no text, list or formula, told without the slide.
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
            case {"t": "OrderedList", "c": [[start, {"t": "Decimal" | "DefaultStyle"}, {"t": delimiter}], items]}:
                yield from _list(items, level, _NUMBERS[delimiter], start)
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


def _pieces(nodes: Iterable[Node], look: Run) -> Iterator[Piece]:  # noqa: C901 - a table of cases
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


def _refuse(node: Node) -> None:
    kind = _REFUSED.get(node["t"], f"what pandoc calls {node['t']}")
    msg = f"holds {kind}, for which PowerPoint has no place; a slide holds paragraphs, lists, formulas and emphasis."
    raise WordsError(msg)
