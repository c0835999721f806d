"""A table in HTML: a fragment that takes its colours from where it stands, and whose numbers name their claims."""

from __future__ import annotations

from html.entities import codepoint2name

from lxml import etree, html

from slides.tables import pandoc
from slides.tables.layout import grid, written
from slides.tables.stylesheet import STYLESHEET
from slides.tables.table import Cell, Formula, Number, Table
from slides.tables.tex import MATHML, tex

# A combining accent, and the character that shows the same by itself.
SPACING = {"\N{COMBINING CIRCUMFLEX ACCENT}": "^"}


class FormulaError(Exception):
    """The numbers of a formula did not come out of the converter as they went in."""


def render(identity: str, table: Table) -> str:
    """Write the stylesheet, the table and the notes, in one `div`. Raises what `fragment` raises."""
    written = fragment(identity, table)
    style = etree.Element("style")
    style.text = STYLESHEET
    style.tail = "\n"
    written.insert(0, style)
    return _in_ascii(etree.tostring(written, method="html", encoding="unicode")) + "\n"


def fragment(identity: str, table: Table) -> etree._Element:
    """Write the table and the notes, in one `div`.

    Raises
    ------
    FormulaError
        If the numbers in a formula's MathML are not those of its TeX, so that they cannot be traced to their claims.
    """
    blocks = [
        grid(table, _inlines(table.caption), _inlines),
        *(pandoc.paragraph(_inlines(note)) for note in table.notes),
    ]
    written: etree._Element = html.fragment_fromstring(pandoc.convert(blocks, "html5", "--mathml"), create_parent="div")
    _name_parts(written, identity)
    formulas = [piece for piece in table.pieces() if isinstance(piece, Formula)]
    for math, formula in zip(written.iter("math"), formulas, strict=True):
        trace(math, formula)
    return written


def _inlines(cell: Cell) -> list[pandoc.Node]:
    return written(cell, formula_node, number_node)


def formula_node(formula: Formula) -> pandoc.Node:
    """Write a formula, whose numbers `trace` finds again in its MathML."""
    return pandoc.math(tex(formula, MATHML))


def number_node(number: Number) -> pandoc.Node:
    """Write a number that names its claim."""
    return pandoc.span([pandoc.text(number.text)], claim=number.claim)


def _name_parts(written: etree._Element, identity: str) -> None:
    """Say which cells are heads, of what; leave looks to the stylesheet."""
    written.set("class", "tallysheet")
    written.set("id", identity)
    for cell in written.findall(".//thead/tr/th"):
        _name_head(cell, "col")
    for cell in [*written.findall(".//tbody/tr/th"), *written.findall(".//tfoot/tr/td[1]")]:
        _name_head(cell, "row")
    for cell in written.iter("th", "td", "mtd"):
        if "right" in str(cell.attrib.pop("style", "")):
            cell.set("class", "number")


def _name_head(cell: etree._Element, scope: str) -> None:
    """Make a cell the head of its column or row; an empty one is the head of nothing."""
    if len(cell) or cell.text:
        cell.tag = "th"
        cell.set("scope", scope)
    else:
        cell.tag = "td"


def trace(math: etree._Element, formula: Formula) -> None:
    """Write beside each number of a formula which claim it comes from, and drop what only its source would need."""
    etree.strip_elements(math, "annotation", with_tail=False)
    etree.strip_tags(math, "semantics")
    etree.strip_attributes(math, "columnalign", "display", "xmlns", "mathvariant")
    for accent in math.findall(".//mover/mo[@accent='true']"):
        # A combining character needs a font that knows it; the spacing one is drawn over the letter everywhere.
        accent.text = SPACING.get(accent.text or "", accent.text)
    found = [text for text in math.iter("mtext") if not (text.text or "").isspace()]
    numbers = [part for part in formula.parts() if isinstance(part, Number)]
    if [each.text for each in found] != [number.text for number in numbers]:
        msg = f"the formula {tex(formula, MATHML)!r} has the numbers {[each.text for each in found]} in MathML"
        raise FormulaError(msg)
    for element, number in zip(found, numbers, strict=True):
        element.tag = "mn"
        element.set("data-claim", number.claim)


def _in_ascii(text: str) -> str:
    """Write other characters by name, so that a page without a declared encoding shows them right."""
    return "".join(char if char.isascii() else f"&{codepoint2name.get(ord(char), f'#{ord(char)}')};" for char in text)
