"""Which numbers are typed into code: its literals, and the digits in its strings and remarks.

Python's own tokenizer takes the code apart, so `.5`, `1_000`, `0x1F` and `2j` are numbers as much as `4.0` is, and `x4`
is a name. An exponent of one digit directly behind `**`, as in `e**2`, is a formula's and is left out; any other, as in
`x ** 0.5` or `x ** -1`, is a number like all the rest.
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from itertools import accumulate

from workflow.scan import ScanError

_EXPONENT = re.compile(r"[2-9]")

# In a string or a remark, digits in a name such as W1 are no number. What follows a backslash begins no name: in "\n5"
# stands a 5.
_NAME = re.compile(r"(?<![\w\\])[^\W\d]\w*")
_NUMBER = re.compile(r"\.?\d(?:(?:[\w.]|(?<=[eE])[+-])*\w)?")


def typed_in(code: str, phrases: Iterable[str]) -> Iterator[str]:
    """Go through the numbers that are typed into code, as they are written there.

    Parameters
    ----------
    phrases
        What may have digits; a number has to lie in one as a whole.

    Raises
    ------
    ScanError
        If it is not plain Python, but has a magic command of IPython in it.
    """
    try:
        ast.parse(code)
    except SyntaxError as error:
        msg = f"it is no plain Python ({error.msg}), so its numbers cannot be found. Write magic commands as Python."
        raise ScanError(msg) from None
    left = _without(code, phrases)
    starts = list(accumulate((len(line) + 1 for line in code.split("\n")), initial=0))
    before = ""
    for kind, text, (row, column), (last_row, last_column), _ in tokenize.generate_tokens(io.StringIO(code).readline):
        rest = left[starts[row - 1] + column : starts[last_row - 1] + last_column]
        if kind == tokenize.NUMBER:
            if rest.strip() and not (before == "**" and _EXPONENT.fullmatch(text)):
                yield text
        elif kind not in (tokenize.NAME, tokenize.OP):
            yield from _typed_in_words(rest)
        before = text


def _without(code: str, phrases: Iterable[str]) -> str:
    """Blank out phrases as `workflow.scan.without` does, but leave everything else in its place."""
    for phrase in sorted(phrases, key=len, reverse=True):
        code = re.sub(rf"(?<!\w){re.escape(phrase)}(?!\w)", lambda found: " " * len(found[0]), code)
    return code


def _typed_in_words(text: str) -> Iterator[str]:
    yield from _NUMBER.findall(_NAME.sub(" ", text))
    yield from (character for character in text if character.isnumeric() and not character.isdecimal())


def value_of(number: str) -> complex | None:
    """Give the value of a number as it is written in code; None if it has none, as `²` has."""
    for read in (float, lambda text: int(text, base=0), complex):
        with contextlib.suppress(ValueError):
            return read(number)
    return None
