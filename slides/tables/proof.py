"""The proof that a rendered table shows the numbers of its claims, all of them, in order, and no other digit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import zip_longest

from lxml import etree, html

from slides.tables.table import Number, Table
from workflow.names import TableFormatName
from workflow.scan import ScanError, excused, numerals_in, unaccounted, without

# What TeX reads and does not print: the skeleton of a table, and blanks as wide as digits.
_UNPRINTED = re.compile(r"\\phantom\{[^}]*\}|\\(?:begin|end)\{[^}]*\}(?:\{[^}]*\})*")


def check_words(table: Table, constants: Mapping[str, str]) -> None:
    """Hold what comes from no claim, words and TeX, to the phrases that are excused.

    Raises
    ------
    ScanError
        If there is another digit in it.
    """
    phrases = excused("the table", constants)
    for text in table.literals():
        found = numerals_in(without(text, phrases))
        if found:
            raise ScanError(unaccounted(repr(text), found))


def check_numbers(identity: str, table: Table, content: str, format_name: TableFormatName) -> None:
    """Compare the numerals of what a writer wrote with those of the table, one after the other.

    Raises
    ------
    ScanError
        If one is missing, is another one, or stands in another place.
    """
    expected = [numeral for part in table.parts() for numeral in _expected(part)]
    found = _ordered(_words(identity, content, format_name))
    for wanted, got in zip_longest(expected, found):
        # In words and TeX a minus sign may stand apart from its number; a claim's number has its own.
        if wanted is None or got is None or got not in wanted:
            msg = f"{identity}.{format_name} shows {got or 'nothing'} where the table has {(wanted or ['nothing'])[0]}"
            raise ScanError(msg)


def _expected(part: str | Number) -> list[tuple[str, ...]]:
    """List the numerals of a part, each in the forms that a format may give it."""
    if isinstance(part, Number):
        return [(numeral,) for numeral in _ordered(part.text)]
    return [(numeral, numeral.removeprefix("-")) for numeral in _ordered(part)]


def _ordered(text: str) -> list[str]:
    """List the numerals of a text as they stand in it, without digits such as ²."""
    return [numeral for numeral in numerals_in(text) if numeral[-1].isdecimal()]


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
            return _printed(content.removeprefix(f"% {identity}:"))
        case "md":
            return _printed(content)


def _printed(tex: str) -> str:
    """Leave out what TeX does not print, and how it is told a minus sign and a comma."""
    return _UNPRINTED.sub(" ", tex).replace("$-$", "-").replace("{,}", ",")
