"""A deck as one HTML file for reveal.js, which needs nothing else: scripts, type and pictures are in it.

Its look and its behaviour are in page/: the template, deck.css and deck.js.
"""

from __future__ import annotations

import base64
import importlib.util
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import jinja2
from lxml import etree, html
from markupsafe import Markup, escape

from slides.decks import fonts, sizes
from slides.decks.deck import Deck, PlacedFigure, PlacedTable, Slide, Words, set_values
from slides.decks.evidence import Evidence, claim_of, gathered
from slides.tables import pandoc
from slides.tables.html import fragment, number_node, trace
from slides.tables.pandoc import Node
from slides.tables.stylesheet import STYLESHEET
from slides.tables.table import Formula
from slides.tables.tex import MATHML, tex
from workflow.names import StyleName

PAGE = Path(__file__).parent / "page"

# The pictures of a figure, by the scheme that shows them.
STYLES: Mapping[str, StyleName] = MappingProxyType({"light": "slide", "dark": "slide-dark"})

# What the script may write, and no slide shows.
ALWAYS = "".join(map(chr, range(0x20, 0x7F))) + "←→"


def render(deck: Deck) -> bytes:
    """Write the deck.

    Raises
    ------
    FormulaError
        If the numbers in a formula's MathML are not those of its TeX, so that they cannot be traced to their claims.
    LedgerError
        If a number names a claim that no ledger has.
    """
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(PAGE),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"breakable": _breakable, "unbroken": _unbroken}
    body = environment.get_template("slides.html.j2").render(deck=deck, slides=list(_shown(deck)))
    page = environment.get_template("page.html.j2").render(
        deck=deck,
        body=Markup(body),  # noqa: S704 - escaped where it was written
        fonts=_as_it_is(fonts.stylesheet(body + ALWAYS)),
        tables=_as_it_is(STYLESHEET),
        reveal={name: _as_it_is(_reveal(name)) for name in ("LICENSE", "dist/reveal.css", "dist/reveal.js")},
        own={name: _as_it_is((PAGE / name).read_text(encoding="utf-8")) for name in ("deck.css", "deck.js")},
    )
    return page.encode()


@dataclass(frozen=True)
class _Picture:
    """One of the two pictures of a figure: for which scheme, where its bytes are, what it shows."""

    scheme: str
    source: str
    alt_text: str


@dataclass(frozen=True)
class _Shown:
    """What the template says of a slide."""

    identity: str
    title: Markup
    title_size: int
    blocks: tuple[Markup, ...]
    words_size: int
    table_size: int | None
    notes_beside: bool
    pictures: tuple[_Picture, ...]
    notes: Markup
    evidence: tuple[Evidence, ...]
    numbers: Mapping[str, str]

    def printed(self, evidence: Evidence) -> list[str]:
        """List what the slide prints of each claim; forms of a quantity that read the same stand for one another."""
        lines = (
            ", ".join(text for number, text in self.numbers.items() if claim_of(number) == claim)
            for claim in evidence.claims
        )
        return [line for line in dict.fromkeys(lines) if line]


def _shown(deck: Deck) -> Iterator[_Shown]:
    written = iter(_written(deck))
    for slide in deck.slides:
        title = next(written)
        blocks = [
            next(written) if isinstance(block, Words) else fragment(block.identity, block.table)
            for block in slide.blocks
            if not isinstance(block, PlacedFigure)
        ]
        tables = [sizes.of_table(block.table) for block in slide.blocks if isinstance(block, PlacedTable)]
        yield _Shown(
            identity=slide.identity,
            title=_inside(title[0]),
            title_size=sizes.of_title(title.text_content().strip()),
            blocks=tuple(map(_whole, blocks)),
            words_size=_words_size(blocks) if not tables else sizes.WORDS[-1],
            table_size=min((table.size for table in tables), default=None),
            notes_beside=any(table.notes_beside for table in tables),
            pictures=tuple(_pictures(slide.figure)) if slide.figure else (),
            notes=_inside(next(written)),
            evidence=tuple(gathered(deck.claims(slide), deck.ledgers)),
            numbers=_numbers([title, *blocks]),
        )


# Words


def _written(deck: Deck) -> list[html.HtmlElement]:
    """Write all words in one run of pandoc, each text in a `div`: of each slide its title, its words and its notes."""
    formulas: list[tuple[Formula, bool]] = []

    def keep(formula: Formula, stands_alone: bool) -> Node:
        formulas.append((formula, stands_alone))
        kind = "DisplayMath" if stands_alone else "InlineMath"
        return {"t": "Math", "c": [{"t": kind}, tex(formula, MATHML)]}

    texts = [set_values(text, deck.tokens, number_node, keep) for slide in deck.slides for text in _texts(slide)]
    divs = [{"t": "Div", "c": [["", ["prose"], []], text]} for text in texts]
    written = html.fragment_fromstring(pandoc.convert(divs, "html5", "--mathml"), create_parent="div")
    for math, (formula, stands_alone) in zip(written.iter("math"), formulas, strict=True):
        trace(math, formula)
        if stands_alone:
            math.set("display", "block")
        for entry in math.iter("mtd"):
            if "right" in str(entry.attrib.pop("style", "")):
                entry.set("class", "number")
    return list(written)


def _texts(slide: Slide) -> Iterator[Sequence[Node]]:
    yield [pandoc.paragraph(slide.title)]
    yield from (block.nodes for block in slide.blocks if isinstance(block, Words))
    yield slide.notes


def _inside(element: html.HtmlElement) -> Markup:
    """Give the content of an element, without the element."""
    parts = [escape(element.text or ""), *map(_whole, element)]
    return Markup("").join(parts)


def _whole(element: html.HtmlElement) -> Markup:
    for letter in element.iter("mi"):
        if len(letter.text or "") == 1 and letter.text.isalpha():
            letter.set("class", "variable")
    return Markup(etree.tostring(element, method="html", encoding="unicode"))  # noqa: S704 - lxml escapes


def _words_size(blocks: Sequence[html.HtmlElement]) -> int:
    paragraphs = [each for block in blocks for each in block.iter("p", "li", "pre") if not len(each.findall("p"))]
    return sizes.of_words([each.text_content() for each in paragraphs])


# Pictures and evidence


def _pictures(figure: PlacedFigure) -> Iterator[_Picture]:
    for scheme, style in STYLES.items():
        content = base64.b64encode(figure.file(style, "svg").read_bytes()).decode("ascii")
        yield _Picture(scheme, f"data:image/svg+xml;base64,{content}", figure.alt_text)


def _breakable(claim: str) -> Markup:
    """Let the id of a claim go on in the next line behind its signs."""
    return Markup("<wbr>").join(re.split(r"(?<=[_./])", claim))


def _numbers(elements: Iterable[etree._Element]) -> Mapping[str, str]:
    """Give what stands in elements for each place of a claim; of a whole ledger every count that names it."""
    found: dict[str, dict[str, None]] = {}
    for each in (each for element in elements for each in element.iterfind(".//*[@data-claim]")):
        found.setdefault(str(each.get("data-claim")), {})["".join(map(str, each.itertext()))] = None
    return {claim: ", ".join(texts) for claim, texts in found.items()}


def _unbroken(words: str) -> Markup:
    """Keep a numeral such as 1e-12 on one line."""
    parts = re.split(r"(\S*\d[^\s,]*)", words)
    return Markup("").join(
        Markup('<span class="whole">{}</span>').format(part) if place % 2 else part for place, part in enumerate(parts)
    )


# What goes into the page as it is


def _reveal(name: str) -> str:
    found = importlib.util.find_spec("sphinx_revealjs")  # importing it would need Sphinx
    if found is None or found.origin is None:
        raise ModuleNotFoundError(name="sphinx_revealjs")
    text = (Path(found.origin).parent / "_static" / "revealjs" / name).read_text(encoding="utf-8")
    # The map of the source lies in a file of its own, which nobody has beside a deck.
    return re.sub(r"^//# sourceMappingURL=.*$", "", text, flags=re.MULTILINE).strip()


def _as_it_is(text: str) -> Markup:
    return Markup(text)  # noqa: S704 - a file of this project or of a pinned package
