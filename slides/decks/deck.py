"""A deck as data: slides with a title, words, tables or a figure, and notes. Writers decide how they look.

Words are nodes of pandoc's document model (slides/tables/pandoc.py), in which values stand as tokens: `set_values`
puts numbers and formulas in their places as a format wants them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slides.tables.pandoc import Node, text
from slides.tables.table import Formula, Number, Table, formula
from slides.values import Place, Tokens, Value
from workflow.ledger import Ledger
from workflow.names import FormatName, StyleName, picture_file


@dataclass(frozen=True)
class Words:
    """Paragraphs, lists and formulas that stand together."""

    nodes: tuple[Node, ...]


@dataclass(frozen=True)
class PlacedTable:
    """A slide table and its id, 'L4-09-branch'."""

    identity: str
    table: Table


@dataclass(frozen=True)
class PlacedFigure:
    """A figure that fills its slide: its id, its alt text, the id of the ledger behind it, and where its files are."""

    identity: str
    alt_text: str
    ledger: str
    folder: Path

    def file(self, style: StyleName, format_name: FormatName) -> Path:
        """Give the file of one of its pictures."""
        return self.folder / picture_file(self.identity, style, format_name)


@dataclass(frozen=True)
class Slide:
    """One slide.

    identity : made from its title, unique in the deck
    title : inlines of pandoc
    blocks : what stands under the title; on a slide with a figure nothing else does
    notes : blocks of pandoc, for the speaker
    """

    identity: str
    title: tuple[Node, ...]
    blocks: tuple[Words | PlacedTable | PlacedFigure, ...]
    notes: tuple[Node, ...]

    @property
    def figure(self) -> PlacedFigure | None:
        """The figure that fills the slide, if one does."""
        only = self.blocks[0] if len(self.blocks) == 1 else None
        return only if isinstance(only, PlacedFigure) else None


@dataclass(frozen=True)
class Deck:
    """A whole deck.

    name : of the lesson, as in the configuration
    language : a tag such as 'en'
    tokens : the values in the words of all slides
    ledgers : those of the lesson, by id
    """

    name: str
    title: str
    subtitle: str
    language: str
    slides: tuple[Slide, ...]
    tokens: Tokens
    ledgers: Mapping[str, Ledger]

    def claims(self, slide: Slide) -> list[str]:
        """List the claims of the numbers on a slide in their order, each once; of a figure its ledger.

        They are ids of claims with their places, as numbers carry them: 'lecture4/batch.Z[0][1]'.
        """
        found: dict[str, None] = dict.fromkeys(number.claim for number in self._numbers(slide.title))
        for block in slide.blocks:
            match block:
                case Words(nodes=nodes):
                    found |= dict.fromkeys(number.claim for number in self._numbers(nodes))
                case PlacedTable(table=table):
                    found |= dict.fromkeys(part.claim for part in table.parts() if isinstance(part, Number))
                case PlacedFigure(ledger=ledger):
                    found[ledger] = None
        return list(found)

    def _numbers(self, nodes: Sequence[Node]) -> list[Number]:
        return [part for part in parts_of(nodes, self.tokens) if isinstance(part, Number)]


def set_values(
    nodes: Sequence[Node],
    tokens: Tokens,
    number: Callable[[Number], Node],
    formula: Callable[[Formula, bool], Node],
) -> list[Node]:
    """Give nodes in which every value is set: numbers by `number`, all mathematics by `formula`.

    `formula` is told whether the formula stands on lines of its own.
    """
    return [node for each in nodes for node in _set(each, tokens, number, formula)]


def _set(
    node: Any,
    tokens: Tokens,
    number: Callable[[Number], Node],
    formula: Callable[[Formula, bool], Node],
) -> list[Any]:
    match node:
        case {"t": "Str", "c": str(words)}:
            return [_set_part(part, number, formula) for part in tokens.parts(words)]
        case {"t": "Math", "c": [{"t": kind}, tex]}:
            return [formula(as_formula(tex, tokens), kind == "DisplayMath")]
        case dict():
            return [{key: _set_all(value, tokens, number, formula) for key, value in node.items()}]
        case list():
            return [_set_all(node, tokens, number, formula)]
    return [node]


def _set_part(part: str | Value, number: Callable[[Number], Node], formula: Callable[[Formula, bool], Node]) -> Node:
    match part:
        case Number():
            return number(part)
        case Formula():
            return formula(part, False)  # noqa: FBT003 - a vector among words
        case Place():
            msg = f"{part} stands among words"  # which reading.py refuses
            raise TypeError(msg)
    return text(part)


def _set_all(value: Any, *setting: Any) -> Any:
    if isinstance(value, list):
        return [each for item in value for each in _set(item, *setting)]
    return value


def as_formula(tex: str, tokens: Tokens) -> Formula:
    """Give the formula of a piece of TeX with tokens."""
    return formula(*(part for part in tokens.parts(tex) if not isinstance(part, Place)))


def parts_of(nodes: Any, tokens: Tokens) -> Iterator[str | Number]:
    """Go through the words, TeX and numbers of nodes in the order in which they are shown."""
    for _, words in texts(nodes):
        for part in tokens.parts(words):
            match part:
                case Formula():
                    yield from part.parts()
                case Place():
                    continue
                case _:
                    yield part


def texts(nodes: Any) -> Iterator[tuple[str, str]]:
    """Go through the kinds and contents of words, TeX and code, with their tokens."""
    for node in every_node(nodes):
        match node:
            case {"t": "Str", "c": str(words)}:
                yield "Str", words
            case {"t": "Math" | "Code" | "CodeBlock" as kind, "c": [_, str(words)]}:
                yield kind, words


def every_node(nodes: Any) -> Iterator[Node]:
    """Go through nodes and all that they hold."""
    if isinstance(nodes, dict):
        yield nodes
        yield from every_node(nodes.get("c"))
    elif isinstance(nodes, list | tuple):
        for each in nodes:
            yield from every_node(each)
