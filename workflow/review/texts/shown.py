"""Where numbers, tables and figures are shown: the index of a published deck, read again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from workflow.names import deck_file
from workflow.review.states import State
from workflow.review.texts.foreign import decoded


class ShownError(Exception):
    """A file that is no index of a deck; the text says why, without naming it."""


@dataclass(frozen=True)
class ShownSlide:
    """A slide: its number, where the title page is 1, its title, and the ids of what stands on it.

    Claims come with their places, 'lecture4/batch.Z[0][1]'.
    """

    number: int
    title: str
    claims: tuple[str, ...]
    figures: tuple[str, ...]
    tables: tuple[str, ...]


def path_of(lesson: str) -> str:
    """Give the path of a lesson's index under results/."""
    return f"decks/{deck_file(lesson, 'claims.json')}"


def shown(lesson: str, state: State) -> tuple[ShownSlide, ...] | None:
    """Give the slides of a lesson; None if nothing says what is on them, as in states older than these indices."""
    content = state.files.get(path_of(lesson))
    try:
        return None if content is None else slides(content)
    except ShownError:
        return None


def slides(content: bytes) -> tuple[ShownSlide, ...]:
    """Read the index of a deck.

    Raises
    ------
    ShownError
        If it is none, whoever wrote it.
    """
    text = decoded(content)
    if text is None:
        msg = "it is not UTF-8"
        raise ShownError(msg)
    try:
        return tuple(_slide(number, plain) for number, plain in enumerate(json.loads(text)["slides"], 1))
    except (ValueError, KeyError, TypeError, RecursionError):
        msg = "it does not list slides as an index does"
        raise ShownError(msg) from None


def _slide(number: int, plain: Any) -> ShownSlide:
    if plain["number"] != number or not isinstance(plain["title"], str):
        raise ValueError
    return ShownSlide(number, plain["title"], *(_texts(plain[name]) for name in ("claims", "figures", "tables")))


def _texts(plain: Any) -> tuple[str, ...]:
    if not isinstance(plain, list) or not all(isinstance(each, str) for each in plain):
        raise TypeError
    return tuple(plain)
