"""The proof that a rendered table shows the numbers of its claims, all of them, in order, and no other digit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import zip_longest

from lxml import etree, html

from slides.tables.table import Table
from workflow.names import TableFormatName
from workflow.scan import ScanError, excused, numerals_in, without

# What TeX reads and does not print: the skeleton of a table, and blanks as wide as digits.
_UNPRINTED = re.compile(r"\\phantom\{[^}]*\}|\\(?:begin|end)\{[^}]*\}(?:\{[^}]*\})*")


def check_words(table: Table, constants: Mapping[str, str]) -> None:
    """Hold what comes from no claim, words and TeX, to the phrases that are excused.

    Raises
    ------
    ScanError
        If there is another digit in it.
    """
    phrases = excused("table", constants)
    for text in table.literals():
        left = numerals_in(without(text, phrases))
        if left:
            msg = (
                f"{text!r} holds {', '.join(left)}, which comes from no claim. Show the printed form of a claim; what "
                "belongs to a formula or a name goes into CONSTANTS, as a phrase, with its reason."
            )
            raise ScanError(msg)


def check_numbers(identity: str, table: Table, content: str, format_name: TableFormatName) -> None:
    """Compare the digits of what a writer wrote with those of the table, one after the other.

    Raises
    ------
    ScanError
        If one is missing, is another one, or stands in another place.
    """
    expected = [digits for text in _texts(table) for digits in _digits(text)]
    found = _digits(_words(identity, content, format_name))
    for wanted, got in zip_longest(expected, found):
        if wanted != got:
            msg = f"{identity}.{format_name} shows {got or 'nothing'} where the table has {wanted or 'nothing'}"
            raise ScanError(msg)


def _texts(table: Table) -> list[str]:
    return [part if isinstance(part, str) else part.text for part in table.parts()]


def _digits(text: str) -> list[str]:
    """List the runs of digits: where a writer puts signs, points and commas is its own business."""
    return re.findall(r"\d+", text)


def _words(identity: str, content: str, format_name: TableFormatName) -> str:
    """Give what a reader finds in a rendered table."""
    match format_name:
        case "html":
            fragment = html.fragment_fromstring(content)
            etree.strip_elements(fragment, "style", with_tail=False)
            # A number in a formula stands apart from whatever is beside it.
            for part in fragment.iter("mn", "caption", "th", "td", "p"):
                part.tail = f" {part.tail or ''}"
            for numeral in fragment.iter("mn"):
                numeral.text = f" {numeral.text}"
            return "".join(map(str, fragment.itertext()))
        case "tex":
            return _UNPRINTED.sub(" ", content.removeprefix(f"% {identity}:"))
        case "md":
            return _UNPRINTED.sub(" ", content)
