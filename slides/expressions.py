"""Expressions in the texts of decks and notebooks, `{{ race.last_loss }}`, which print claims and nothing else.

Jinja finds them. What one prints is a claim, an entry of one or what it is held under, or a place for a table or a
figure; a digit that is typed by hand is refused unless its phrase is excused.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jinja2
from jinja2.sandbox import SandboxedEnvironment

from slides.tables.proof import check_joints
from slides.tables.table import Formula, Number, Shown, ShownError
from slides.values import Place, Printed, Tokens
from workflow.ledger import Ledger, LedgerError
from workflow.nearest import nearest
from workflow.scan import ScanError, numerals_in, unseen_in, without

# A text's own comments stay in it.
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)

# Begins an item of a list, and is no minus sign.
_BULLET = re.compile(r"^\s*[-*+]\s+")

# Jinja's signs for comments begin an attribute in pandoc's Markdown, and are common in TeX; so it gets others.
_NO_COMMENT = ("\ue002", "\ue003")


class ExpressionError(Exception):
    """An expression, or a digit, that a text may not have; its text is a sentence without the place.

    line : of the text, counted from 1
    """

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class Claims:
    """A ledger as a text names it: `race`."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def __getitem__(self, name: str) -> Printed:
        """Give a claim; a LedgerError says when there is none of this name."""
        self._ledger[name]
        return Printed(Shown(self._ledger), name)


def names_of(ledgers: Mapping[str, Ledger]) -> dict[str, Claims]:
    """Give what a text may name of ledgers, by their names."""
    return {name: Claims(ledger) for name, ledger in ledgers.items()}


def placing(kind: Any, known: Mapping[str, Any]) -> Callable[[str], Place]:
    """Give the function by which a text places tables or figures."""

    def place(identity: str) -> Place:
        if identity not in known:
            msg = f"there is no {kind} {identity!r}. {nearest(identity, known)}"
            raise ShownError(msg)
        return Place(kind, identity)

    return place


def fill(text: str, names: Mapping[str, Any], tokens: Tokens) -> str:
    """Put tokens in the places of expressions; lines keep their numbers.

    Raises
    ------
    ExpressionError
        With the line, and the nearest names where one is unknown.
    """
    environment = SandboxedEnvironment(  # what is written is Markdown, which pandoc escapes for each format
        undefined=_unknown(names),
        finalize=lambda value: _token(value, tokens),
        comment_start_string=_NO_COMMENT[0],
        comment_end_string=_NO_COMMENT[1],
        keep_trailing_newline=True,
    )
    environment.globals.clear()
    environment.filters.clear()
    uncommented = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    for number, line in enumerate(uncommented.splitlines(), 1):
        unseen = unseen_in(line)
        if unseen:
            msg = f"{', '.join(unseen)} stands here, which nobody sees, and which can change how a number reads."
            raise ExpressionError(msg, number)
    statement = uncommented.find("{%")
    if statement >= 0:
        msg = "a text has expressions, {{ ledger.claim }}, and no statements."
        raise ExpressionError(msg, uncommented.count("\n", 0, statement) + 1)
    try:
        code = environment.compile(uncommented, filename=_FILE)
        return jinja2.Template.from_code(environment, code, environment.make_globals({})).render(names)
    except jinja2.TemplateSyntaxError as error:
        msg = f"this is no whole expression, {{{{ ledger.claim }}}} ({error.message})."
        raise ExpressionError(msg, error.lineno) from None
    except (jinja2.UndefinedError, ShownError, LedgerError) as error:
        raise ExpressionError(str(error), _line_of(error)) from None
    except Exception as error:  # noqa: BLE001 - whatever an expression tries to do with a claim
        msg = f"this cannot be worked out ({error}); an expression names a claim, and does nothing with it."
        raise ExpressionError(msg, _line_of(error)) from None


# What Jinja calls a text in a traceback.
_FILE = "<text>"


def _unknown(names: Mapping[str, Any]) -> type[jinja2.Undefined]:
    class Unknown(jinja2.StrictUndefined):
        @property
        def _undefined_message(self) -> str:
            name = str(self._undefined_name)
            return f"there is no ledger {name!r} in this lesson. {nearest(name, names)}"

    return Unknown


def _token(value: Any, tokens: Tokens) -> str:
    """Give the token of what a claim prints or of a place, and let nothing pass that comes from elsewhere."""
    match value:
        case Printed():
            return tokens.add(value.value())
        case Number() | Formula() | Place():
            return tokens.add(value)
        case jinja2.Undefined():
            return str(value)  # which raises, and says what is missing
    msg = f"{value!r:.60} comes from no claim; an expression names one, such as race.last_loss."
    raise ShownError(msg)


def _line_of(error: Exception) -> int:
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == _FILE]
    return (lines[-1] if lines else None) or 1


def check(text: str, tokens: Tokens, phrases: Sequence[str]) -> None:
    """Refuse digits that are typed by hand, and numbers that would be read as another one.

    Parameters
    ----------
    text
        Filled.
    phrases
        What may have digits that come from no claim.

    Raises
    ------
    ExpressionError
        With the line.
    """
    for number, line in enumerate(text.splitlines(), 1):
        parts = list(tokens.parts(_BULLET.sub("", line)))
        typed = numerals_in(without(" ".join(part for part in parts if isinstance(part, str)), phrases))
        if typed:
            msg = (
                f"{', '.join(typed)} is typed by hand. A number comes from a claim, {{{{ ledger.claim }}}}; what "
                "belongs to a formula or a name goes into the head's constants, as a phrase, with its reason."
            )
            raise ExpressionError(msg, number)
        try:
            check_joints([tuple(part for part in parts if not isinstance(part, Place))])
        except ScanError as error:
            raise ExpressionError(str(error), number) from None
