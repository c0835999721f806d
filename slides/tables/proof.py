"""The proof that a rendered table shows the numbers of its claims, all of them, in order, and no other digit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest

from lxml import etree, html

from slides.tables.table import Cell, Formula, Matrix, Number, Table, pieces_of
from workflow.ledger import Ledger
from workflow.names import TableFormatName
from workflow.scan import ScanError, excused, forms, numerals_in, without

# What leaves two numbers standing as one, and a sign that has nothing before it to be subtracted from.
_NO_GAP = re.compile(r"^(?:\{\}|\\!|e[+−-]?|[.,^_])*$")
_LOOSE_SIGN = re.compile(
    r"(?:^|[=(\[{,&:<>≈≤≥]|\\(?:cdot|times|approx|leq?|geq?|lt|gt|to|odot|q?quad))\s*[-−\N{EN DASH}]\s*$"
    r"|(?<=\w\s)[-−\N{EN DASH}]$|--$"
)

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
            msg = (
                f"{text!r} holds {', '.join(found)}, typed by hand. In a table a number comes from `shown`, which "
                "looks up the printed form of a claim; what belongs to a formula or a name goes into CONSTANTS, as a "
                "phrase, with its reason."
            )
            raise ScanError(msg)


def check_claims(table: Table, ledgers: Iterable[Ledger]) -> None:
    """Look every number of a table up where it says that it comes from.

    Raises
    ------
    ScanError
        If no claim of these ledgers prints it there, or if a matrix has the entries of a claim in another order.
    """
    printed = {
        f"{ledger.identity}.{claim.name}{place}": text
        for ledger in ledgers
        for claim in ledger
        for place, text in forms(claim)
    }
    for part in table.parts():
        if isinstance(part, Number) and printed.get(part.claim) != part.text:
            there = f"what it prints is {printed[part.claim]!r}" if part.claim in printed else "there is no such claim"
            msg = f"the number {part.text!r} says that it comes from {part.claim}, but {there}. Take it from Shown."
            raise ScanError(msg)
    for matrix in _matrices(table):
        places = [number.claim for row in matrix.rows for number in row]
        transposed = [number.claim for column in zip(*matrix.rows, strict=True) for number in column]
        is_of_one_claim = len({place.partition("[")[0] for place in places}) == 1
        if is_of_one_claim and sorted(places) not in (places, transposed):
            msg = f"a matrix shows {', '.join(places)}, which is not the order of the claim's entries."
            raise ScanError(msg)


def _matrices(table: Table) -> Iterator[Matrix]:
    for piece in table.pieces():
        if isinstance(piece, Formula):
            yield from (part for part in piece.pieces if isinstance(part, Matrix))


def check_joints(cells: Iterable[Cell]) -> None:
    """Refuse numbers that would be read as another one: 1 and 2 side by side, or a sign in front of either.

    Raises
    ------
    ScanError
        If nothing parts two numbers, or if a number has a sign that is not its own.
    """
    for cell in cells:
        before: str | None = ""  # what was written since the last number; None after a matrix
        follows_number = False
        for token in _tokens(cell):
            if isinstance(token, str):
                before = token if before is None else before + token
                continue
            pattern = _NO_GAP if follows_number else _LOOSE_SIGN
            if isinstance(token, Number) and before is not None and pattern.search(before):
                msg = f"{before!r} in front of {token.text!r} would be read as a part of the number."
                raise ScanError(msg)
            before = "" if isinstance(token, Number) else None
            follows_number = isinstance(token, Number)


def _tokens(cell: Cell) -> Iterator[str | Number | Matrix]:
    for piece in pieces_of(cell):
        if isinstance(piece, Formula):
            yield from piece.pieces
        else:
            yield piece


def check_numbers(identity: str, table: Table, content: str, format_name: TableFormatName) -> None:
    """Compare the numerals of what a writer wrote with those of the table, one after the other.

    Raises
    ------
    ScanError
        If one is missing, is another one, or stands in another place.
    """
    expected = [numeral for part in table.parts() for numeral in expected_of(part)]
    found = ordered(_words(identity, content, format_name))
    for wanted, got in zip_longest(expected, found):
        # In words and TeX a minus sign may stand apart from its number; a claim's number has its own.
        if wanted is None or got is None or got not in wanted:
            msg = f"{identity}.{format_name} shows {got or 'nothing'} where the table has {(wanted or ['nothing'])[0]}"
            raise ScanError(msg)


def expected_of(part: str | Number) -> list[tuple[str, ...]]:
    """List the numerals of a part, each in the forms that a format may give it."""
    if isinstance(part, Number):
        return [(numeral,) for numeral in ordered(part.text)]
    return [(numeral, numeral.removeprefix("-")) for numeral in ordered(part)]


def ordered(text: str) -> list[str]:
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
            return printed(content.removeprefix(f"% {identity}:"))
        case "md":
            return printed(content)


def printed(tex: str) -> str:
    """Give what a reader finds: without what TeX does not print, and how it is told a minus sign and a comma."""
    return _UNPRINTED.sub(" ", tex).replace("$-$", "-").replace("{,}", ",")
