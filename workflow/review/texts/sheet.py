"""A published table, read again out of its HTML: heads, cells and words as a person reads them, each on one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lxml import html
from lxml.etree import ErrorTypes, LxmlError
from lxml.etree import _Element as Element

from workflow.review.texts.foreign import decoded
from workflow.review.texts.formulas import line

NOT_HTML = "it is not HTML that can be read"


class SheetError(Exception):
    """A file that does not hold the table that it should; the text says why, without naming it."""


@dataclass(frozen=True)
class SheetCell:
    """What a cell reads, on one line, and the claims of its numbers."""

    text: str
    claims: tuple[str, ...]


@dataclass(frozen=True)
class SheetRow:
    """A row of a table: what it is called, and all of its cells, its head among them."""

    name: str
    cells: tuple[SheetCell, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """What the cells read."""
        return tuple(cell.text for cell in self.cells)


@dataclass(frozen=True)
class Sheet:
    """A table.

    columns : what the heads of the columns read
    rows : those below the heads
    words : what stands around the cells, the caption first, each paragraph on a line
    claims : those of the numbers in these words
    stylesheet : the text of its style sheet, on one line
    markup : every element with its attributes, without the claims
    """

    columns: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    words: str
    claims: tuple[str, ...]
    stylesheet: str
    markup: tuple[tuple[str, ...], ...]

    @property
    def all_claims(self) -> tuple[tuple[str, ...], ...]:
        """The claims of all numbers, in the cells and around them."""
        return (*(cell.claims for row in self.rows for cell in row.cells), self.claims)

    @property
    def read(self) -> tuple[object, ...]:
        """All that a person reads."""
        return self.columns, tuple(row.texts for row in self.rows), self.words


def sheet(content: bytes) -> Sheet:
    """Read a table out of an HTML file.

    Raises
    ------
    SheetError
        If the file is no text, was cut off, or does not hold one table.
    """
    text = decoded(content)
    if text is None:
        msg = "it is not UTF-8"
        raise SheetError(msg)
    try:
        root = _parsed(text)
        return _sheet(root)
    except RecursionError:
        msg = "its elements are nested too deeply"
        raise SheetError(msg) from None


def _parsed(text: str) -> Element:
    # The parser mends what it can and leaves out what it cannot: nothing may be left out unseen.
    if not text.rstrip().endswith("</div>"):
        msg = "it does not end as a table does: it was cut off, or something stands behind it"
        raise SheetError(msg)
    parser = html.HTMLParser(no_network=True, remove_comments=True, remove_pis=True)
    try:
        root: Element = html.document_fromstring(text, parser=parser)
    except (LxmlError, ValueError):
        raise SheetError(NOT_HTML) from None
    # MathML is unknown to this parser, and read all the same.
    if "\0" in text or any(entry.type != ErrorTypes.HTML_UNKNOWN_TAG for entry in parser.error_log):
        raise SheetError(NOT_HTML)
    return root


def _sheet(root: Element) -> Sheet:
    markup = tuple(_described(element) for element in root.iter())
    styles = list(root.iter("style"))
    stylesheet = " ".join("".join(style.text or "" for style in styles).split())
    for style in styles:
        style.text = ""
    tables = list(root.iter("table"))
    if len(tables) != 1:
        msg = f"it holds {len(tables)} tables"
        raise SheetError(msg)
    table = tables[0]
    heads = dict.fromkeys(table.iterfind("thead/tr"))
    rows = [row for row in table.iter("tr") if row not in heads]
    columns = tuple(line(cell) for head in heads for cell in head)
    read = tuple(_rows(rows))
    # What is left when the cells are taken away is the caption and the notes.
    for row in (*heads, *rows):
        _empty(row)
    return Sheet(columns, read, "\n".join(_paragraphs(root)), _claims(root), stylesheet, markup)


def _described(element: Element) -> tuple[str, ...]:
    attributes = (f"{name!s}={value!s}" for name, value in sorted(element.items()) if name != "data-claim")
    return str(element.tag), *attributes


def _rows(rows: Iterable[Element]) -> Iterator[SheetRow]:
    """Read rows; one without a head belongs to the one above, and is called after both."""
    head = ""
    for row in rows:
        cells = tuple(SheetCell(line(cell), _claims(cell)) for cell in row)
        if cells and cells[0].text:
            head = name = cells[0].text
        else:
            own = next((cell.text for cell in cells if cell.text and not cell.claims), "")
            name = ", ".join(filter(None, (head, own)))
        yield SheetRow(name, cells)


def _claims(element: Element) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(each.get("data-claim")) for each in element.iterfind(".//*[@data-claim]")))


def _paragraphs(root: Element) -> Iterator[str]:
    """Go through the caption and the notes, and whatever else stands where none of them should."""
    for part in (*root.iter("caption"), *root.iter("p")):
        yield line(part)
        _empty(part)
    rest = line(root)
    if rest:
        yield rest


def _empty(element: Element) -> None:
    """Take everything out of an element, and leave what stands behind it."""
    del element[:]
    element.text = ""
