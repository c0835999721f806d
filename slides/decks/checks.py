"""What a slide may hold: one title of its own, what every format can show, and digits of claims only."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from slides.decks.deck import PlacedFigure, Slide, Words, as_formula, every_node, texts
from slides.tables.pandoc import Node
from slides.tables.proof import check_joints
from slides.tables.table import Formula, Piece
from slides.values import Place, Tokens
from workflow.scan import ScanError, numerals_in, unseen_in, without

# Such as \\, or \\{: \\thinspace and \\lbrace say the same in every format.
_ESCAPED = re.compile(r"\\[^a-zA-Z]")

# What every format can show, and how pandoc says which kind of list, quotation or formula it is.
SHOWN = {
    *("Para", "Plain", "BulletList", "OrderedList"),
    *("Str", "Space", "SoftBreak", "LineBreak", "Emph", "Strong", "Superscript", "Subscript", "Quoted", "Code", "Math"),
}
MARKERS = {
    *("DefaultStyle", "Decimal", "DefaultDelim", "Period", "OneParen", "TwoParens"),
    *("SingleQuote", "DoubleQuote", "InlineMath", "DisplayMath"),
}


class DeckError(Exception):
    """A text that is no deck; the text of the error is the whole message for a person."""


def check(slides: Sequence[Slide], tokens: Tokens, phrases: Sequence[str]) -> None:
    """Hold slides to what a deck needs.

    Parameters
    ----------
    phrases
        What may have digits that come from no claim.

    Raises
    ------
    DeckError
        With the title of the slide, and what is wrong there.
    """
    if not slides:
        msg = "there is no slide: begin one with a heading, ##."
        raise DeckError(msg)
    for number, slide in enumerate(slides):
        nodes = [*slide.title, *slide.notes, *_words_of(slide)]
        if not slide.title:
            msg = f"a slide has no title: {told(nodes)}"
            raise DeckError(msg)
        where = f"the slide {told(slide.title)}"
        if list(texts(slide.title)) in [list(texts(other.title)) for other in slides[:number]]:
            msg = f"two slides have the title {told(slide.title)}; a title tells its slide from all others."
            raise DeckError(msg)
        if any(isinstance(block, PlacedFigure) for block in slide.blocks) and not slide.figure:
            msg = f"{where}: a figure fills its slide; give what stands beside it a slide of its own."
            raise DeckError(msg)
        for node in every_node(nodes):
            _check_node(where, node, tokens)
        for cell in _cells(nodes, tokens):
            _check_numbers(where, cell, phrases)


def told(nodes: Sequence[Node] | Node) -> str:
    """Quote the beginning of nodes in a message."""
    words = " ".join(words for _, words in texts(nodes))
    return repr(words[:60])


def _words_of(slide: Slide) -> list[Node]:
    return [node for block in slide.blocks if isinstance(block, Words) for node in block.nodes]


def _check_node(where: str, node: Node, tokens: Tokens) -> None:
    """Refuse what some format could not show."""
    match node:
        case {"t": "Image" | "Figure" | "Table"}:
            msg = f"{where} holds a picture or a table that is typed by hand; place one by its id."
        case {"t": kind} if kind not in SHOWN | MARKERS:
            msg = f"{where} holds a {kind}, which not every format could show: {told(node)}. Write words and lists."
        case {"t": "Str", "c": str(words)} if unseen := _unseen(words, tokens):
            msg = (
                f"{where} holds {', '.join(unseen)}, a character that nobody sees, which can change how a number reads."
            )
        case {"t": "Str", "c": str(words)} if _has_place(words, tokens):
            msg = f"{where}: a table or a figure is a paragraph of its own."
        case {"t": "Math", "c": [_, str(tex)]} if _has_place(tex, tokens):
            msg = f"{where}: a table or a figure stands in no formula."
        case {"t": "Math", "c": [_, str(tex)]} if _ESCAPED.search(tex):
            msg = f"{where}: {tex!r} has a backslash before punctuation, which Markdown takes for its own."
        case {"t": "Code", "c": [_, str(code)]} if list(tokens.parts(code)) != [code]:
            msg = f"{where}: a value cannot stand in code: {told(node)}."
        case _:
            return
    raise DeckError(msg)


def _unseen(text: str, tokens: Tokens) -> list[str]:
    return [each for part in tokens.parts(text) if isinstance(part, str) for each in unseen_in(part)]


def _has_place(text: str, tokens: Tokens) -> bool:
    return any(isinstance(part, Place) for part in tokens.parts(text))


def _cells(nodes: Sequence[Node], tokens: Tokens) -> Iterator[tuple[Piece, ...]]:
    """Give what stands together, each paragraph and the title, as it comes out.

    Emphasis parts nothing: two numbers with only that between them read as one.
    """
    cell: list[Piece] = []
    for node in every_node(nodes):
        match node:
            case {"t": "Para" | "Plain"}:
                yield tuple(cell)
                cell = []
            case {"t": "Str", "c": str(words)}:
                cell += (part for part in tokens.parts(words) if not isinstance(part, Place))
            case {"t": "Math", "c": [_, str(tex)]}:
                cell.append(as_formula(tex, tokens))
            case {"t": "Code", "c": [_, str(code)]}:
                cell.append(code)
            case {"t": "Space" | "SoftBreak" | "LineBreak"}:
                cell.append(" ")
    yield tuple(cell)


def _check_numbers(where: str, cell: tuple[Piece, ...], phrases: Sequence[str]) -> None:
    """Refuse digits that no expression printed, an entity such as &half; for example, and numbers that run together."""
    parts = (part for piece in cell for part in (piece.parts() if isinstance(piece, Formula) else [piece]))
    typed = numerals_in(without("".join(part if isinstance(part, str) else " " for part in parts), phrases))
    if typed:
        msg = f"{where} shows {', '.join(typed)}, which comes from no claim."
        raise DeckError(msg)
    try:
        check_joints([cell])
    except ScanError as error:
        msg = f"{where}: {error}"
        raise DeckError(msg) from None
