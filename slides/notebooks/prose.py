"""The words between the code: expressions name claims in them, as in the templates of decks.

The sweep brings $g_w = {{ reverse_sweep.grad_w }}$.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from slides import expressions
from slides.expressions import ExpressionError
from slides.notebooks.source import Cell, Source
from slides.tables.table import Formula, Number, ShownError, formula
from slides.tables.tex import MARKDOWN, tex
from slides.values import Tokens
from workflow.ledger import Ledger

_MATHEMATICS = re.compile(r"(\$\$.+?\$\$|\$[^$]+\$)", re.DOTALL)


class ProseError(Exception):
    """Words that cannot be filled; the text is the whole message for a person."""


def fill(source: Source, cell: Cell, ledgers: Mapping[str, Ledger], phrases: Sequence[str]) -> str:
    """Give the Markdown of a cell of prose.

    Parameters
    ----------
    ledgers
        What it may name, by name.
    phrases
        What has digits that come from no claim.

    Raises
    ------
    ProseError
        With the place in the source, and what is wrong there.
    """
    tokens = Tokens()
    try:
        text = expressions.fill(cell.text, expressions.names_of(ledgers), tokens)
        expressions.check(text, tokens, phrases)
        return "".join(_set(part, tokens) for part in _MATHEMATICS.split(text))
    except ExpressionError as error:
        msg = f"{source.place(cell, error.line)}: {error}"
        raise ProseError(msg) from None
    except ShownError as error:
        msg = f"{source.place(cell)}: {error}"
        raise ProseError(msg) from None


def _set(part: str, tokens: Tokens) -> str:
    """Put values in their places: in mathematics as TeX, elsewhere as a typesetter prints them."""
    for dollars in ("$$", "$"):
        if part.startswith(dollars):
            return f"{dollars}{tex(formula(*_values(part.strip('$'), tokens)), MARKDOWN)}{dollars}"
    return "".join(map(_word, _values(part, tokens)))


def _values(text: str, tokens: Tokens) -> list[str | Number | Formula]:
    return [part for part in tokens.parts(text) if isinstance(part, str | Number | Formula)]


def _word(part: str | Number | Formula) -> str:
    match part:
        case Number(text=text):
            return text
        case Formula():
            msg = "a vector or a matrix stands in a formula, between dollars."
            raise ShownError(msg)
    return part
