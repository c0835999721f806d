"""The scan: which digits of an output come from no claim.

Every digit has to be part of a claim's printed form, or of a phrase that the module which shows it names among its
`CONSTANTS`, with the reason: a name such as W1, or a part of a formula such as x². A phrase that is nothing but a
number would excuse that number everywhere, so it is refused.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from workflow.claims import Claim
from workflow.numerals import MINUS

# A number with its sign, where the sign is not a minus between two operands, its point and its exponent.
_NUMERAL = re.compile(r"(?:(?<![\w)\]}.])-)?\d(?:[\d,]*\d)?(?:\.\d+)?(?:e[+-]?\d+)?")


class ScanError(Exception):
    """An output shows digits that come from no claim; the text is the whole message for a person."""


def check(name: str, texts: Iterable[str], claims: Iterable[Claim], constants: Mapping[str, str]) -> None:
    """Hold every digit of the texts of an output to the printed forms of claims.

    Parameters
    ----------
    name
        What to call the output.
    texts
        What a reader, or a screen reader, finds in it.
    claims
        The claims of the ledgers that it shows.
    constants
        Phrases with digits that belong to a formula or a name, each with the reason.

    Raises
    ------
    ScanError
        If a digit comes from neither.
    """
    phrases, numerals = _accounted(claims)
    phrases += excused(name, constants)
    found = {numeral for text in texts for numeral in numerals_in(without(text, phrases))}
    if found - numerals:
        msg = (
            f"{name}: no claim prints {', '.join(sorted(found - numerals))}. Show the printed form of a claim; what "
            "belongs to a formula or a name goes into the module's CONSTANTS, as a phrase, with its reason."
        )
        raise ScanError(msg)


def excused(name: str, constants: Mapping[str, str]) -> list[str]:
    """Give the phrases of the constants.

    Raises
    ------
    ScanError
        If one is a bare number.
    """
    for phrase in constants:
        if not any(character.isalpha() for character in phrase):
            msg = f"{name}: CONSTANTS excuses {phrase!r}, and so every such number; name the phrase that it belongs to."
            raise ScanError(msg)
    return list(constants)


def without(text: str, phrases: Iterable[str]) -> str:
    """Blank out phrases, the longest first; a phrase that is only a part of a longer number or word stays."""
    for phrase in sorted(phrases, key=lambda phrase: (-len(phrase), phrase)):
        text = re.sub(rf"(?<!\w){re.escape(phrase)}(?!\w)", " ", text)
    return text


def unseen_in(text: str) -> list[str]:
    """List the characters of a text that show nothing, but can part, join or turn round what is shown beside them.

    >>> unseen_in("16\N{ZERO WIDTH SPACE}4")
    ['U+200B']
    """
    return [f"U+{ord(character):04X}" for character in text if _is_unseen(character)]


def _is_unseen(character: str) -> bool:
    """Whether it is a control, a format character or one for private use; a line end and a tab are seen."""
    return unicodedata.category(character) in {"Cc", "Cf", "Cn", "Co", "Cs"} and character not in "\n\r\t"


def numerals_in(text: str) -> list[str]:
    """List the numerals of a text, a minus sign as a hyphen; other digits, such as ², one by one.

    >>> numerals_in("falls from 1,000 to −2.5 (below 1e-12), x²")
    ['1,000', '-2.5', '1e-12', '²']
    """
    plain = text.replace(MINUS, "-")
    rest = _NUMERAL.sub(lambda numeral: " " * len(numeral[0]), plain)
    return _NUMERAL.findall(plain) + [character for character in rest if character.isnumeric()]


def _accounted(claims: Iterable[Claim]) -> tuple[list[str], set[str]]:
    """Give the printed forms that are words, such as 'x @ W1.T', and the numerals of those that are numbers."""
    phrases: list[str] = []
    numerals: set[str] = set()
    for claim in claims:
        for _, form in forms(claim):
            if any(character.isalpha() for character in _NUMERAL.sub("", form)):
                phrases.append(form)
            else:
                numerals.update(numerals_in(form))
    # A minus sign may be the number's own or stand apart from it; none may be made up.
    return phrases, numerals | {numeral.removeprefix("-") for numeral in numerals}


def forms(claim: Claim) -> Iterator[tuple[str, str]]:
    """Go through all that a claim prints: each place, '' or '[0][1]' or '.bound', with its printed form."""
    yield from _entries("", claim.printed)
    if hasattr(claim, "bound_printed"):
        yield ".bound", claim.bound_printed


def _entries(place: str, printed: Any) -> Iterator[tuple[str, str]]:
    if isinstance(printed, list):
        for index, entry in enumerate(printed):
            yield from _entries(f"{place}[{index}]", entry)
    else:
        yield place, printed
