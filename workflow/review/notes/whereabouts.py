"""Where one state shows its numbers, figures and tables: on which slides, and in which tables."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from workflow.names import alt_text_file
from workflow.review.changes import lesson_of
from workflow.review.states import State
from workflow.review.texts.decks import lessons, outline_of
from workflow.review.texts.foreign import decoded
from workflow.review.texts.shown import ShownSlide, shown

Kind = Literal["claims", "figures", "tables"]

_CLAIM = re.compile(rb'data-claim="([^"]+)"')


@dataclass(frozen=True)
class Whereabouts:
    """What a state shows where.

    slides : by lesson; None where it is not recorded what is on them
    tables : the tables that show a number, by the number's claim with its place
    """

    state: State
    slides: Mapping[str, tuple[ShownSlide, ...] | None]
    tables: Mapping[str, Sequence[str]]

    def on(self, lesson: str, kind: Kind, identity: str) -> list[ShownSlide]:
        """List the slides of a lesson that show a number (a claim with its place), a figure or a table."""
        return [slide for slide in self.slides.get(lesson) or () if identity in getattr(slide, kind)]

    def lesson_of(self, kind: Kind, identity: str) -> str:
        """Find the lesson that has a figure or a table on a slide, or a number in the table; '' if none has."""
        of_numbers = [claim for claim, tables in self.tables.items() if kind == "tables" and identity in tables]
        on_slides = [lesson for lesson in sorted(self.slides) if self.on(lesson, kind, identity)]
        return next(iter([*on_slides, *map(lesson_of, of_numbers)]), "")

    def title(self, lesson: str) -> str:
        """Give the title of a lesson's deck; '' if there is none."""
        slides = self.slides.get(lesson) or outline_of(lesson, self.state)
        return slides[0].title if slides else ""

    def alt_text(self, figure: str) -> str:
        """Give what describes a figure; '' if nothing can be read."""
        return (decoded(self.state.files.get(f"figures/{alt_text_file(figure)}", b"")) or "").strip()


def whereabouts(state: State) -> Whereabouts:
    """Find out what a state shows where."""
    tables: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for path in sorted(path for path in state.files if path.startswith("tables/") and path.endswith(".html")):
        for claim in _CLAIM.findall(state.files[path]):
            tables[claim.decode(errors="replace")][path.removeprefix("tables/").removesuffix(".html")] = None
    slides = {lesson: shown(lesson, state) for lesson in sorted(lessons(state))}
    return Whereabouts(state, slides, {claim: list(found) for claim, found in tables.items()})
