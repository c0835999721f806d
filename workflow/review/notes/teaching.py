"""What changed for a teacher, as data: by lesson and slide, in words, with pictures before and after.

What is only rounding or bytes is not in it. Where a number stands is only said where the published decks record it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from workflow.review.changes import Cell, Edit


@dataclass(frozen=True)
class Reading:
    """A number that reads otherwise: its name in words, its ledger's, what it read and reads ('' for nothing).

    tables : the ids of those that show it
    """

    name: str
    ledger: str
    before: str
    after: str
    tables: tuple[str, ...] = ()


@dataclass(frozen=True)
class Place:
    """A slide: its number and title; one of the older deck where the newer one has none."""

    number: int
    title: str
    is_former: bool = False


@dataclass(frozen=True)
class SlideNote:
    """What became of a slide.

    fate : 'new' or 'gone' where it is
    was : where it stood and what it was called, where it moved or got another title
    words : what reads otherwise, beside the numbers in `readings`
    """

    place: Place
    fate: str = ""
    was: Place | None = None
    moved: bool = False
    readings: tuple[Reading, ...] = ()
    words: tuple[Edit, ...] = ()


@dataclass(frozen=True)
class Picture:
    """A picture as PNG, the name of its file, and what it shows."""

    file: str
    content: bytes
    alt_text: str


@dataclass(frozen=True)
class FigureNote:
    """What became of a figure, the slides that show it, its description by word, and its pictures."""

    identity: str
    fate: str
    places: tuple[Place, ...]
    renamed_from: str = ""
    alt_text: tuple[Edit, ...] = ()
    before: Picture | None = None
    after: Picture | None = None


@dataclass(frozen=True)
class TableNote:
    """What became of a table, the slides that show it, and what reads otherwise in it beside the numbers of claims."""

    identity: str
    fate: str
    places: tuple[Place, ...]
    notes: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()
    words: tuple[Edit, ...] = ()


@dataclass(frozen=True)
class LessonNotes:
    """What changed in a lesson.

    name : as in the configuration, '' for what no lesson is recorded for
    fate : 'new' or 'gone' where its deck is
    readings : numbers on no slide
    is_recorded : whether it is recorded what is on the slides of its newer deck
    """

    name: str
    title: str
    fate: str
    slides: tuple[SlideNote, ...]
    readings: tuple[Reading, ...]
    figures: tuple[FigureNote, ...]
    tables: tuple[TableNote, ...]
    is_recorded: bool

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to be told."""
        return not (self.fate or self.slides or self.readings or self.figures or self.tables)


@dataclass(frozen=True)
class Slack:
    """A claim that is checked less strictly, or that fails: what it was and is held to ('' where it is gone)."""

    name: str
    ledger: str
    before: str
    after: str
    fails: bool
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Notes:
    """What changed for a teacher since a state, and what a reviewer should know besides."""

    since: str
    until: str
    lessons: tuple[LessonNotes, ...]
    slack: tuple[Slack, ...]

    @property
    def pictures(self) -> Mapping[str, bytes]:
        """The pictures by the names of their files, as the Markdown links them."""
        figures = (figure for lesson in self.lessons for figure in lesson.figures)
        pictures = (picture for figure in figures for picture in (figure.before, figure.after) if picture)
        return {picture.file: picture.content for picture in pictures}
