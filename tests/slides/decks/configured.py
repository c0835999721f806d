"""The deck of each lesson that has one, made from the committed ledgers and alt texts."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from slides.decks.making import drawn, make
from tests.slides.configured import LESSONS, ROOT, ledger_file
from workflow.ledger import Ledger
from workflow.names import alt_text_file, deck_template

if TYPE_CHECKING:
    from slides.decks.deck import Deck

WITH_DECKS = [name for name, lesson in LESSONS.items() if lesson.get("deck")]

# Where pictures are read from: the committed ones, and those of the last build, which has PNG too.
COMMITTED, BUILT = ROOT / "results" / "figures", ROOT / "build" / "figures"


@cache
def ledgers_of(lesson: str) -> dict[str, Ledger]:
    """Read the ledgers of a lesson, by name."""
    return {name: Ledger.read(ledger_file(f"{lesson}/{name}")) for name in LESSONS[lesson]["ledgers"]}


@cache
def deck(lesson: str, folder: Path = COMMITTED) -> Deck:
    """Make a deck with the pictures of a folder."""
    tables = LESSONS[lesson]["tables"]
    figures = {
        identity: replace(drawn(identity, f"{lesson}/{figure['ledger']}", COMMITTED), folder=folder)
        for identity, figure in LESSONS[lesson]["figures"].items()
    }
    return make(lesson, ROOT / deck_template(lesson), ledgers_of(lesson), tables, figures)


def alt_text(figure: str) -> str:
    """Read the committed alt text of a figure."""
    return (COMMITTED / alt_text_file(figure)).read_text(encoding="utf-8").strip()
