"""A formula in words, as one would read it aloud: 'g sub z equals −2'. What is read is pandoc's MathML of it.

Numbers stay as their claims print them. A part that no words are known for is an error, so that nothing is left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from lxml import html
from lxml.etree import _Element as Element

from slides.tables import pandoc
from slides.tables.table import Formula
from slides.tables.tex import LATEX, MATHML, Dialect, tex

# As text a number is one piece with its sign, and a phantom can be told from it: for words, and for Typst.
DIALECT = Dialect(LATEX.row_end, MATHML.number, LATEX.blank)

# Some say nothing: a product or an application that is not written, a bracket that is not there.
_SIGNS: Mapping[str, str] = {
    "": "",
    "\N{INVISIBLE TIMES}": "",
    "\N{FUNCTION APPLICATION}": "",
    "=": "equals",
    "≠": "is not",
    "≈": "is about",
    "<": "is less than",
    ">": "is greater than",
    "≤": "is at most",
    "≥": "is at least",
    "+": "plus",
    "−": "minus",
    "±": "plus or minus",
    "⋅": "times",
    "×": "times",
    "⊙": "times element by element",
    "/": "over",
    "∂": "partial",
    "∇": "gradient of",
    "→": "to",
    "∈": "in",
    "∞": "infinity",
    "\N{SCRIPT SMALL L}": "ell",
    "…": "and so on",
    "⋯": "and so on",
    "|": "bar",
    "(": "open parenthesis",
    ")": "close parenthesis",
    "[": "open bracket",
    "]": "close bracket",
    "{": "open brace",
    "}": "close brace",
    ",": ",",
    ";": ";",
    ":": ":",
    ".": ".",
}

# A bar that looks alike on both sides of what it encloses.
_NORM = "‖"
_NORM_WORDS: Mapping[str, str] = {"prefix": "norm of", "postfix": "end norm"}

_SUM = "∑"

_EXPONENTS: Mapping[str, str] = {"2": "squared", "3": "cubed", "\N{DOWN TACK}": "transposed", "\N{PRIME}": "prime"}

_ACCENTS: Mapping[str, str] = {
    "\N{COMBINING CIRCUMFLEX ACCENT}": "hat",
    "\N{COMBINING TILDE}": "tilde",
    "\N{OVERLINE}": "bar",
    "→": "arrow",
}

_GREEK = re.compile(r"GREEK (?:SMALL LETTER |(CAPITAL) LETTER |LUNATE )?(\w+)(?: SYMBOL)?")

# A pause after another says nothing more.
_STOPS = re.compile(r" ([,;:.])(?: ,)*")

# The widths of \quad and \qquad, which part the entries of a row, and formulas.
_WIDE = {"1.0em", "2.0em"}


class SpokenError(Exception):
    """A formula with a part that no words are known for; the text is the whole message for a person.

    formula : which one, for whoever knows where it stands
    """

    def __init__(self, message: str, formula: Formula) -> None:
        super().__init__(message)
        self.formula = formula


def spoken(formulas: Sequence[Formula]) -> list[str]:
    """Read formulas aloud, all at once.

    Raises
    ------
    SpokenError
        If no words are known for a part of one.
    """
    sources = [tex(formula, DIALECT) for formula in formulas]
    document = pandoc.convert([pandoc.paragraph([pandoc.math(source)]) for source in sources], "html5", "--mathml")
    maths = html.fragment_fromstring(document, create_parent="div").iter("math")
    return [_sentence(*each) for each in zip(formulas, sources, maths, strict=True)]


def _sentence(formula: Formula, source: str, math: Element) -> str:
    try:
        words = " ".join(word for word in _words(math) if word)
    except KeyError as unknown:
        msg = (
            f"the formula {source!r} holds {unknown}, which cannot be read aloud yet: write it in another way, or give "
            f"it words in {__name__}."
        )
        raise SpokenError(msg, formula) from None
    return _STOPS.sub(r"\1", words)


def _words(element: Element) -> Iterator[str]:
    """Read an element. A KeyError says what there are no words for."""
    return _READERS[element.tag](element)


def _in_turn(element: Element) -> Iterator[str]:
    for child in element:
        yield from _words(child)


def _nothing(_: Element) -> Iterator[str]:
    yield from ()


def _text(element: Element) -> Iterator[str]:
    yield (element.text or "").strip()


def _space(element: Element) -> Iterator[str]:
    yield "," if element.get("width") in _WIDE else ""


def _sign(element: Element) -> Iterator[str]:
    sign = element.text or ""
    greek = _GREEK.fullmatch(unicodedata.name(sign, "")) if len(sign) == 1 else None
    if sign == _NORM:
        yield _NORM_WORDS[element.get("form", "")]
    elif greek:
        yield from ("capital" if greek[1] else "", greek[2].lower().replace("lamda", "lambda"))
    elif sign.isascii() and sign.isalpha():
        # Read aloud, W and w would be the same; a longer name is a word.
        yield from ("capital" if len(sign) == 1 and sign.isupper() else "", sign)
    else:
        yield _SIGNS[sign]


def _row(row: Element) -> Iterator[str]:
    match list(row):
        case [opening, table, closing] if (opening.text, table.tag, closing.text) == ("[", "mtable", "]"):
            yield from _matrix(table)
        case _:
            yield from _in_turn(row)


def _matrix(table: Element) -> Iterator[str]:
    is_column = all(len(row) == 1 for row in table)
    yield "column" if is_column else "matrix with rows"
    yield from _parted(table, "," if is_column else ";")
    yield ", end column" if is_column else "; end matrix"


def _parted(parts: Iterable[Element], sign: str) -> Iterator[str]:
    for place, part in enumerate(parts):
        yield sign if place else ""
        yield from _words(part)


def _with_index(element: Element) -> Iterator[str]:
    base, index = element
    if base.text == _SUM:
        yield from ("sum over", *_words(index), "of")
    else:
        yield from (*_words(base), "sub", *_enclosed(index, "sub"))


def _with_exponent(element: Element) -> Iterator[str]:
    base, exponent = element
    yield from (*_words(base), *_exponent(exponent))


def _with_both(element: Element) -> Iterator[str]:
    base, index, exponent = element
    if base.text == _SUM:
        yield from ("sum from", *_words(index), "to", *_words(exponent), "of")
    else:
        yield from (*_words(base), "sub", *_enclosed(index, "sub"), *_exponent(exponent))


def _exponent(exponent: Element) -> Iterator[str]:
    first = next(exponent.iter("mo"), exponent).text
    if exponent.tag != "mtext" and exponent.text in _EXPONENTS:
        yield _EXPONENTS[exponent.text or ""]
    elif first == "(":  # the number of an example, and no power
        yield from ("superscript", *_words(exponent))
    else:
        yield from ("to the power", *_enclosed(exponent, "power"))


def _accented(element: Element) -> Iterator[str]:
    base, accent = element
    yield from (*_words(base), _ACCENTS[accent.text or ""])


def _fraction(element: Element) -> Iterator[str]:
    above, below = element
    is_long = _is_long(above) or _is_long(below)
    yield "fraction" if is_long else ""
    yield from (*_words(above), "over", *_words(below))
    yield "end fraction" if is_long else ""


def _root(element: Element) -> Iterator[str]:
    yield from ("square root of", *_in_turn(element), "end root")


def _enclosed(element: Element, name: str) -> Iterator[str]:
    """Say where something ends, unless that is clear."""
    yield from _words(element)
    yield f"end {name}" if _is_long(element) else ""


def _is_long(element: Element) -> bool:
    return len(element) > 1 and element.tag == "mrow"


_READERS: Mapping[str, Callable[[Element], Iterator[str]]] = {
    "math": _in_turn,
    "semantics": _in_turn,
    "annotation": _nothing,
    "mstyle": _in_turn,
    "mrow": _row,
    "mi": _sign,
    "mo": _sign,
    "mn": _text,
    "mtext": _text,
    "mspace": _space,
    "mphantom": _nothing,
    "msub": _with_index,
    "msup": _with_exponent,
    "msubsup": _with_both,
    "mover": _accented,
    "mfrac": _fraction,
    "msqrt": _root,
    "mtr": lambda row: _parted(row, ","),
    "mtd": _in_turn,
}
