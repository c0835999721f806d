"""A small template, and the deck of the small ledger that it makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from slides.decks.deck import PlacedFigure
from slides.decks.reading import deck_of
from slides.decks.template import fill

if TYPE_CHECKING:
    from collections.abc import Callable

    from slides.decks.deck import Deck

HEAD = """---
title: A small deck
subtitle: For tests
lang: en
constants:
  W_1: the name of a parameter
---

"""

BODY = """## Loss {{ small.loss }}

After {{ small.steps }} steps $W_1 = {{ small.matrix }}$, gap {{ small.gap }} below {{ small.gap.bound }}.

{{ table("small") }}

- then *words*
- and $x = {{ small.vector[0] }}$

::: notes
Say {{ small.third }}.
:::

## A picture

{{ figure("F") }}
"""


@pytest.fixture
def template(tmp_path):
    """Write a template with this text below its head."""

    def write(body: str = BODY, head: str = HEAD):
        path = tmp_path / "lesson.md.j2"
        path.write_text(head + body, encoding="utf-8")
        return path

    return write


@pytest.fixture
def figure(tmp_path) -> PlacedFigure:
    """A figure of the small ledger."""
    return PlacedFigure("F", "A & B, −0.5", "lesson/small", tmp_path)


@pytest.fixture
def make(template, ledger, small, figure) -> Callable[..., Deck]:
    """Make a deck of a template's text."""

    def of(body: str = BODY, head: str = HEAD) -> Deck:
        tables, figures = {"small": small}, {"F": figure}
        filled = fill(template(body, head), {"small": ledger}, tables, figures)
        return deck_of("lesson", filled, {ledger.identity: ledger}, tables, figures)

    return of
