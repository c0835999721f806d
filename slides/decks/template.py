"""Filling a template: Markdown with a head in YAML, in which Jinja names claims, tables and figures.

    ## The loss falls
    After {{ race.steps }} steps it is {{ race.last_loss }}.
    {{ table("DL01.6.4-race") }}

Everything that an expression prints comes from a claim; digits typed by hand are refused unless the head excuses them.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import jinja2
import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from slides.decks.values import Printed, Tokens
from slides.tables.proof import check_joints
from slides.tables.table import Formula, Number, Shown, ShownError
from workflow.ledger import Ledger, LedgerError
from workflow.nearest import nearest
from workflow.scan import ScanError, excused, numerals_in, without

# A template's own comments stay in it. Jinja's usual sign for them, {#, begins an attribute in pandoc's Markdown.
_COMMENT = ("<!--", "-->")

_HEAD = re.compile(r"---\n(.*?\n)---\n", re.DOTALL)
_EXPRESSION = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|<!--.*?-->", re.DOTALL)


class TemplateError(Exception):
    """A template that no deck can be made of; its text is the whole message for a person."""


class Head(BaseModel):
    """The head of a template. `constants` are phrases with digits that come from no claim, each with its reason."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    title: str
    subtitle: str
    lang: str
    constants: dict[str, str] = {}


class Place(str):
    """Where a table or a figure goes, as a paragraph of its own."""

    __slots__ = ()


@dataclass(frozen=True)
class Filled:
    """A template with its values: the head, the text below it, and what its tokens stand for."""

    head: Head
    text: str
    tokens: Tokens


def fill(path: Path, ledgers: Mapping[str, Ledger], tables: Mapping[str, Any], figures: Mapping[str, Any]) -> Filled:
    """Read a template and put the values of claims into it.

    Parameters
    ----------
    path
        The template.
    ledgers
        The lesson's ledgers by name.
    tables, figures
        What it may place, by id.

    Raises
    ------
    TemplateError
        With the file, the line, what is wrong there, and the nearest names where one is unknown.
    """
    content = path.read_text(encoding="utf-8")
    head, below = _parted(path, content)
    _check_digits(path, head, below)
    tokens = Tokens()
    text = _rendered(path, below, _names(ledgers, tables, figures), tokens)
    _check_joints(path, text, tokens)
    return Filled(head, text, tokens)


def _parted(path: Path, content: str) -> tuple[Head, str]:
    """Take the head off, and leave as many empty lines, so that the lines below keep their numbers."""
    found = _HEAD.match(content)
    if not found:
        _refuse(path, 1, "a template begins with a head between two lines of three hyphens: title, subtitle, lang.")
    try:
        head = Head.model_validate(yaml.safe_load(found[1]))
    except yaml.YAMLError as error:
        _refuse(path, 1, f"the head is not valid YAML: {error}")
    except ValidationError as error:
        complaints = (f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
        _refuse(path, 1, f"the head does not fit: {'; '.join(complaints)}.")
    return head, "\n" * found[0].count("\n") + content[found.end() :]


def _check_digits(path: Path, head: Head, below: str) -> None:
    """Refuse digits that are typed by hand, in the titles and below the head."""
    try:
        phrases = excused("the head", head.constants)
    except ScanError as error:
        _refuse(path, 1, str(error))
    blanked = _EXPRESSION.sub(lambda found: "\n" * found[0].count("\n") + " ", below)
    lines = [(1, head.title), (1, head.subtitle), *enumerate(blanked.splitlines(), 1)]
    for line, words in lines:
        found = numerals_in(without(words, phrases))
        if found:
            _refuse(
                path,
                line,
                f"{', '.join(found)} is typed by hand. A number comes from a claim, {{{{ ledger.claim }}}}; what "
                "belongs to a formula or a name goes into the head's constants, as a phrase, with its reason.",
            )


def _names(ledgers: Mapping[str, Ledger], tables: Mapping[str, Any], figures: Mapping[str, Any]) -> dict[str, Any]:
    """Give what a template may name."""
    placed = {"table": _placing("table", tables), "figure": _placing("figure", figures)}
    return {name: _Claims(ledger) for name, ledger in ledgers.items()} | placed


class _Claims:
    """A ledger as a template names it: `race`."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def __getitem__(self, name: str) -> Printed:
        self._ledger[name]
        return Printed(Shown(self._ledger), name)


def _placing(kind: str, known: Mapping[str, Any]) -> Callable[[str], Place]:
    def place(identity: str) -> Place:
        if identity not in known:
            msg = f"there is no {kind} {identity!r}. {nearest(identity, known)}"
            raise ShownError(msg)
        return Place(f"[]{{.{kind} #{identity}}}")

    return place


def _rendered(path: Path, text: str, names: Mapping[str, Any], tokens: Tokens) -> str:
    environment = jinja2.Environment(  # noqa: S701 - what is written is Markdown, which pandoc escapes for each format
        undefined=_unknown(names),
        finalize=lambda value: _printed(value, tokens),
        comment_start_string=_COMMENT[0],
        comment_end_string=_COMMENT[1],
        keep_trailing_newline=True,
    )
    try:
        code = environment.compile(text, filename=str(path))
        return jinja2.Template.from_code(environment, code, environment.make_globals({})).render(names)
    except jinja2.TemplateSyntaxError as error:
        _refuse(path, error.lineno, error.message or "not a valid expression")
    except (jinja2.UndefinedError, ShownError, LedgerError, TypeError) as error:
        _refuse(path, _line_of(path, error), str(error))


def _unknown(names: Mapping[str, Any]) -> type[jinja2.Undefined]:
    class Unknown(jinja2.StrictUndefined):
        @property
        def _undefined_message(self) -> str:
            name = str(self._undefined_name)
            return f"there is no ledger {name!r} in this lesson. {nearest(name, names)}"

    return Unknown


def _printed(value: Any, tokens: Tokens) -> str:
    """Write what an expression gave: a token for what a claim prints, and nothing that comes from elsewhere."""
    match value:
        case Place():
            return value
        case Printed():
            return tokens.add(value.value())
        case Number() | Formula():
            return tokens.add(value)
        case jinja2.Undefined():
            return str(value)
    msg = f"{value!r} comes from no claim; an expression names one, such as race.last_loss, a table or a figure"
    raise ShownError(msg)


def _line_of(path: Path, error: Exception) -> int:
    """Give the line of the template at which an error arose."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return (lines[-1] if lines else None) or 1


def _check_joints(path: Path, text: str, tokens: Tokens) -> None:
    for line, words in enumerate(text.splitlines(), 1):
        try:
            check_joints([tuple(tokens.parts(words))])
        except ScanError as error:
            _refuse(path, line, str(error))


def _refuse(path: Path, line: int, complaint: str) -> NoReturn:
    msg = f"{path}, line {line}: {complaint}"
    raise TemplateError(msg) from None
