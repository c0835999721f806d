"""Formulas as TeX, with their numbers in the places of the claims."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from slides.tables.layout import Filling, blank, fillings
from slides.tables.table import Formula, Matrix, Number, ShownError
from workflow.numerals import MINUS

# What stands for one number in a formula: digits, and a fraction of them. An exponent would read as the letter e.
_SETTABLE = re.compile(rf"{MINUS}?[\d,]+(\.\d+)?(/\d+)?")


@dataclass(frozen=True)
class Dialect:
    """What a reader of TeX takes for the end of a matrix row, how it is given a number, and how a blank."""

    row_end: str
    number: Callable[[str], str]
    blank: Callable[[Filling], str]


def _plain(text: str) -> str:
    plain = text.replace(MINUS, "-").replace(",", "{,}")
    # In braces, a minus sign is the number's own, and not one between two.
    return f"{{{plain}}}" if text.startswith(MINUS) else plain


def _phantom(lacking: Filling) -> str:
    return rf"\phantom{{{'.' * lacking.point}{'0' * lacking.digits}}}" if lacking.digits else ""


def _text(text: str) -> str:
    return rf"\text{{{text}}}" if text else ""


LATEX = Dialect(r"\\", _plain, _phantom)
# Markdown takes a backslash before punctuation for its own, so there a row ends by name.
MARKDOWN = Dialect(r"\cr", _plain, _phantom)
# As text, a number comes out as one element with its sign, which can name its claim.
MATHML = Dialect(r"\\", _text, lambda lacking: _text(blank(lacking)))


def tex(formula: Formula, dialect: Dialect) -> str:
    """Write a formula as TeX, without dollars.

    Raises
    ------
    ShownError
        If a number is printed in a form that cannot be set in a formula.
    """
    return "".join(_part(piece, dialect) for piece in formula.pieces).strip()


def _part(piece: str | Number | Matrix, dialect: Dialect) -> str:
    match piece:
        case Number(claim=claim, text=text):
            if not _SETTABLE.fullmatch(text):
                msg = f"{claim} prints {text!r}, which cannot be set in a formula: show it as a number of its own"
                raise ShownError(msg)
            return dialect.number(text)
        case Matrix(rows=rows):
            return _matrix(rows, dialect)
    return piece


def _matrix(rows: tuple[tuple[Number, ...], ...], dialect: Dialect) -> str:
    """Set numbers at the right, filled up so that the decimal points of a column stand under each other."""
    if len(rows) == 1:
        # In a line of its own height, brackets and numbers share the baseline.
        line = r" \quad ".join(_part(number, dialect) for number in rows[0])
        return rf"\lbrack {line} \rbrack "
    lacking = [fillings(column) for column in zip(*rows, strict=True)]
    lines = (
        " & ".join(_part(number, dialect) + dialect.blank(lacking[place][number]) for place, number in enumerate(row))
        for row in rows
    )
    body = rf"\begin{{array}}{{{'r' * len(lacking)}}} {f' {dialect.row_end} '.join(lines)} \end{{array}}"
    # By name: a bracket could begin a link in Markdown.
    return rf"\left\lbrack {body} \right\rbrack "
