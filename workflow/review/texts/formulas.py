"""What an element of HTML reads on one line, formulas too: MathML has two dimensions, and a cell of a report one."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from lxml.etree import _Element as Element

# What stands apart from whatever is beside it.
_BLOCKS = {"mspace", "br", "p", "div", "caption", "tr", "td", "th", "li"}

# What parts the entries of a row, and the rows of a matrix.
_JOINTS: Mapping[str, str] = {"mtr": ", ", "mtable": "; "}

# What is written in front of each part of an element but the first.
_SCRIPTS: Mapping[str, str] = {
    "msub": "_",
    "munder": "_",
    "msup": "^",
    "mover": "^",
    "msubsup": "_^",
    "munderover": "_^",
    "mfrac": "/",
}

# A sign between two things has air around it.
_INFIX = set("=≠<>≤≥≈+−±⋅×⊙→∈")

# How a sign is written that says nothing to a reader, or stands close to what is before it.
_SIGNS: Mapping[str, str] = {"\N{FUNCTION APPLICATION}": "", "\N{INVISIBLE TIMES}": " ", ",": ", "}


def line(element: Element) -> str:
    """Give what an element reads: 'W_1 = [1, −0.5; −0.5, 1]' for a matrix of two rows that is called W, index 1."""
    return _squeezed(_written(element))


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def _written(element: Element) -> str:
    tag = str(element.tag)
    parts = [_written(child) for child in element]
    if tag == "mo":
        return _sign(element)
    if tag in _JOINTS:
        return _JOINTS[tag].join(map(_squeezed, parts))
    if len(parts) == 1 + len(_SCRIPTS.get(tag, "")) > 1:
        return _script(tag, [_squeezed(part) for part in parts]) + _air(element)
    tails = (child.tail or "" for child in element)
    inside = (element.text or "") + "".join(part + tail for part, tail in zip(parts, tails, strict=True))
    if tag == "msqrt":
        return f"√({_squeezed(inside)})"
    return f" {inside} " if tag in _BLOCKS else inside


def _sign(element: Element) -> str:
    sign = (element.text or "").strip()
    is_between = element.getprevious() is not None and element.getnext() is not None
    return f" {sign} " if sign in _INFIX and is_between else _SIGNS.get(sign, sign)


def _script(tag: str, parts: Sequence[str]) -> str:
    """Write indices and exponents, or the parts of a fraction, one behind the other."""
    first, *others = parts
    if tag == "mover" and others == ["^"]:
        hat = "\N{COMBINING CIRCUMFLEX ACCENT}" if len(first) == 1 else "^"
        return unicodedata.normalize("NFC", first + hat)
    if tag == "mfrac":
        first = _grouped(first)
    return first + "".join(sign + _grouped(part) for sign, part in zip(_SCRIPTS[tag], others, strict=True))


def _grouped(part: str) -> str:
    """Put what is more than a word into parentheses."""
    is_in_parentheses = part.startswith("(") and part.endswith(")") and part.count("(") == 1
    return part if len(part) <= 1 or part.replace(".", "").isalnum() or is_in_parentheses else f"({part})"


def _air(element: Element) -> str:
    """Part an index or an exponent from a letter or digit that follows."""
    following = element.getnext()
    return "" if following is None or not "".join(map(str, following.itertext())).strip()[:1].isalnum() else " "
