"""The words between the code: Jinja names claims in them, as in the templates of decks, and no digit is typed by hand.

The sweep brings $g_w = {{ reverse_sweep.grad_w }}$.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping
from typing import Any

import jinja2

from slides.decks.values import Printed, Tokens
from slides.notebooks.source import Cell, Source
from slides.tables.proof import check_joints
from slides.tables.table import Formula, Number, Shown, ShownError, formula
from slides.tables.tex import MARKDOWN, tex
from workflow.ledger import Ledger, LedgerError
from workflow.nearest import nearest
from workflow.scan import ScanError, numerals_in, without

_MATHEMATICS = re.compile(r"(\$\$.+?\$\$|\$[^$]+\$)", re.DOTALL)


class ProseError(Exception):
    """Words that cannot be filled; the text is the whole message for a person."""


def fill(source: Source, cell: Cell, ledgers: Mapping[str, Ledger], phrases: list[str]) -> str:
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
    text = _rendered(source, cell, ledgers, tokens)
    for number, line in enumerate(text.splitlines(), 1):
        try:
            _check_line(line, tokens, phrases)
        except ScanError as error:
            msg = f"{source.place(cell, number)}: {error}"
            raise ProseError(msg) from None
    try:
        return "".join(_set(part, tokens) for part in _MATHEMATICS.split(text))
    except ShownError as error:
        msg = f"{source.place(cell)}: {error}"
        raise ProseError(msg) from None


class _Claims:
    """A ledger as prose names it."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def __getitem__(self, name: str) -> Printed:
        self._ledger[name]
        return Printed(Shown(self._ledger), name)


def _rendered(source: Source, cell: Cell, ledgers: Mapping[str, Ledger], tokens: Tokens) -> str:
    class Unknown(jinja2.StrictUndefined):
        @property
        def _undefined_message(self) -> str:
            return f"there is no ledger {self._undefined_name!r}. {nearest(self._undefined_name or '', ledgers)}"

    # Markdown is no HTML that could need escaping, and TeX is full of what Jinja takes for a comment, {#.
    environment = jinja2.Environment(  # noqa: S701
        undefined=Unknown,
        finalize=lambda value: _token(value, tokens),
        comment_start_string="<!--",
        comment_end_string="-->",
    )
    names = {name: _Claims(ledger) for name, ledger in ledgers.items()}
    try:
        code = environment.compile(cell.text, filename=cell.name)
        return jinja2.Template.from_code(environment, code, environment.make_globals({})).render(names)
    except (jinja2.TemplateError, ShownError, LedgerError, TypeError) as error:
        msg = f"{source.place(cell, _line_of(cell, error))}: {error}"
        raise ProseError(msg) from None


def _token(value: Any, tokens: Tokens) -> str:
    """Give the token of what a claim prints, and let nothing pass that comes from elsewhere."""
    match value:
        case Printed():
            return tokens.add(value.value())
        case Number() | Formula():
            return tokens.add(value)
        case jinja2.Undefined():
            # Its text is an error, which says what is missing.
            return f"{value}"
    msg = f"{value!r} comes from no claim; an expression names one, such as reverse_sweep.grad_w."
    raise ShownError(msg)


def _line_of(cell: Cell, error: Exception) -> int:
    if isinstance(error, jinja2.TemplateSyntaxError):
        return error.lineno
    return [frame.lineno or 1 for frame in traceback.extract_tb(error.__traceback__) if frame.filename == cell.name][-1]


def _check_line(line: str, tokens: Tokens, phrases: list[str]) -> None:
    """Refuse digits that are typed by hand, and what would be read as another number."""
    parts = tuple(tokens.parts(line))
    found = numerals_in(without(" ".join(part for part in parts if isinstance(part, str)), phrases))
    if found:
        msg = (
            f"{', '.join(found)} is typed by hand. A number comes from a claim, {{{{ ledger.claim }}}}; what belongs "
            "to a formula or a name goes into the head's constants, as a phrase, with its reason."
        )
        raise ScanError(msg)
    check_joints([parts])


def _set(part: str, tokens: Tokens) -> str:
    """Put values in their places: in mathematics as TeX, elsewhere as a typesetter prints them."""
    for dollars in ("$$", "$"):
        if part.startswith(dollars):
            return f"{dollars}{tex(formula(*tokens.parts(part.strip('$'))), MARKDOWN)}{dollars}"
    return "".join(_word(each) for each in tokens.parts(part))


def _word(part: str | Number | Formula) -> str:
    match part:
        case Number(text=text):
            return text
        case Formula():
            msg = "a vector or a matrix stands in a formula, between dollars."
            raise ShownError(msg)
    return part
