"""Filling a template: Markdown with a head in YAML, in which expressions name claims, tables and figures.

## The loss falls
After {{ race.steps }} steps it is {{ race.last_loss }}.

{{ table("DL01.6.4-race") }}
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from slides import expressions
from slides.expressions import ExpressionError
from slides.values import Tokens
from workflow.ledger import Ledger
from workflow.scan import ScanError, excused

_HEAD = re.compile(r"---\n(.*?\n)---\n", re.DOTALL)


class TemplateError(Exception):
    """A template that no deck can be made of; its text is the whole message for a person."""

    def __init__(self, path: Path, line: int, complaint: str) -> None:
        super().__init__(f"{path}, line {line}: {complaint}")


class Head(BaseModel):
    """The head of a template. `constants` are phrases with digits that come from no claim, each with its reason."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    title: Annotated[str, Field(min_length=1)]
    subtitle: str
    lang: Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$")]
    constants: dict[str, str] = {}


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
    try:
        head, below = _parted(path, path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise TemplateError(path, 1, f"the file is not UTF-8 ({error.reason}); save it as such.") from None
    placed = {"table": expressions.placing("table", tables), "figure": expressions.placing("figure", figures)}
    tokens = Tokens()
    try:
        phrases = excused("the head", head.constants)
        expressions.check(f"{head.title} {head.subtitle}", tokens, phrases)
        text = expressions.fill(below, expressions.names_of(ledgers) | placed, tokens)
        expressions.check(text, tokens, phrases)
    except ExpressionError as error:
        raise TemplateError(path, error.line, str(error)) from None
    except ScanError as error:
        raise TemplateError(path, 1, str(error)) from None
    return Filled(head, text, tokens)


def _parted(path: Path, content: str) -> tuple[Head, str]:
    """Take the head off, and leave as many empty lines, so that the lines below keep their numbers."""
    found = _HEAD.match(content)
    if not found:
        msg = "a template begins with a head between two lines of three hyphens: title, subtitle, lang."
        raise TemplateError(path, 1, msg)
    try:
        head = Head.model_validate(yaml.safe_load(found[1]))
    except yaml.YAMLError as error:
        raise TemplateError(path, 1, f"the head is not valid YAML: {error}") from None
    except ValidationError as error:
        complaints = (f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
        raise TemplateError(path, 1, f"the head does not fit: {'; '.join(complaints)}.") from None
    return head, "\n" * found[0].count("\n") + content[found.end() :]
