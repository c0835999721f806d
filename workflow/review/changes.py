"""The review as data: what became of each claim, series, figure, table and deck, and what moved it.

Whatever tells it to a person or a script (a summary, a page, JSON, release notes) reads this and compares nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from workflow.review.verdicts import FailOn, Verdict, loudest

CauseKind = Literal["code", "text", "configuration", "package", "edited by hand", "not recorded"]

# In the counts of a review: that two of these are equal says only that their checks are.
WITHOUT_DIGITS = "claims whose digits are not kept"

Mover = Literal["", "code", "packages or processor", "both"]


@dataclass(frozen=True)
class Cause:
    """A source of change: its kind, what it is called, and what it was and is ('' where there is nothing to say).

    Of a package these are versions, of code and texts 'new', 'gone' or 'changed'.
    """

    kind: CauseKind
    name: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class Edit:
    """A run of words that is in both texts, only in the old one, or only in the new one."""

    kind: Literal["same", "gone", "new"]
    text: str


@dataclass(frozen=True, kw_only=True)
class Change:
    """What became of something.

    identity : of a claim 'dl01_6_4/race.last_loss', of a figure 'DL01.6.4-F2', of a deck 'lecture4'
    findings : every verdict that applies
    notes : what else is to be said, in sentences
    causes : what moved it, as far as it is recorded
    moved_by : what a rebuild of both states showed to have moved it; '' without a rebuild
    """

    identity: str
    findings: tuple[Verdict, ...]
    notes: tuple[str, ...] = ()
    causes: tuple[Cause, ...] = ()
    moved_by: Mover = ""

    @property
    def verdict(self) -> Verdict:
        """The loudest of the findings."""
        return loudest(self.findings)


@dataclass(frozen=True)
class Entry:
    """An entry of a claim's printed form: its place, '[0][1]' or '' for the whole, what it reads ('' for nothing)."""

    place: str
    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class ClaimChange(Change):
    """What became of a claim.

    where : which lesson and place states it
    entries : what reads otherwise
    held_to_before, held_to : what it was and is held to, in words; equal when the check is the same
    """

    where: str
    entries: tuple[Entry, ...] = ()
    held_to_before: str = ""
    held_to: str = ""


@dataclass(frozen=True, kw_only=True)
class SeriesChange(Change):
    """What became of a series: how many of its entries moved, and the largest distance, in its unit."""

    moved: int
    size: int
    largest: float | None = None


@dataclass(frozen=True)
class Window:
    """A part of a picture in pixels from its upper left corner, and how many in it moved."""

    left: int
    top: int
    width: int
    height: int
    moved: int


@dataclass(frozen=True)
class Pixels:
    """Which pixels moved: in the whole picture, in the box around them, and in the window where most did."""

    width: int
    height: int
    moved: int
    box: Window
    worst: Window


@dataclass(frozen=True, kw_only=True)
class PictureChange(Change):
    """What became of a picture; its identity is the name of its file without the format, 'DL01.6.4-F2.slide-dark'.

    before, after, difference : PNG, made by one renderer; None where there is none, or nothing moved
    """

    style: str
    pixels: Pixels | None = None
    before: bytes | None = None
    after: bytes | None = None
    difference: bytes | None = None


@dataclass(frozen=True, kw_only=True)
class FigureChange(Change):
    """What became of a figure: its pictures, its alt text ('' where equal), and what moved in the ledger under it.

    renamed_from : the id that it had
    ledger : 'dl01_6_4/race'; '' where that is not recorded
    numbers : the ids of the claims and series of the ledger that moved
    """

    pictures: tuple[PictureChange, ...] = ()
    alt_text: tuple[Edit, ...] = ()
    renamed_from: str = ""
    ledger: str = ""
    numbers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cell:
    """A cell that reads otherwise: the heads of its row and column, its claims, what it reads ('' for nothing)."""

    row: str
    column: str
    before: str
    after: str
    claims: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TableChange(Change):
    """What became of a table: its cells, and the words around them (caption and notes)."""

    cells: tuple[Cell, ...] = ()
    words: tuple[Edit, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SlideChange(Change):
    """What became of a slide: its number in the newer deck (in the older one where it is gone), its title and words.

    number_before, title_before : those in the older deck; 0 and '' of a new slide
    """

    number: int
    title: str
    words: tuple[Edit, ...] = ()
    number_before: int = 0
    title_before: str = ""


@dataclass(frozen=True, kw_only=True)
class DeckChange(Change):
    """What became of a deck: the slides that are not as they were."""

    slides: tuple[SlideChange, ...] = ()


@dataclass(frozen=True, kw_only=True)
class FileChange(Change):
    """What became of a file that is none of the above, or that cannot be read as what it should be."""


@dataclass(frozen=True, kw_only=True)
class Review:
    """All that changed between two states. What is identical is only counted.

    base, head : the states, as a person reads them
    compared : how many there are of each kind in either state: {'claims': 312}
    causes : all sources of change
    judges : those among them that decide how claims are judged
    stale : in sentences, why the results of a state are not what its sources make, or not what its records say
    unrecorded : why it cannot be said what moved things; '' when it can
    """

    base: str
    head: str
    compared: Mapping[str, int]
    claims: tuple[ClaimChange, ...] = ()
    series: tuple[SeriesChange, ...] = ()
    figures: tuple[FigureChange, ...] = ()
    tables: tuple[TableChange, ...] = ()
    decks: tuple[DeckChange, ...] = ()
    files: tuple[FileChange, ...] = ()
    causes: tuple[Cause, ...] = ()
    judges: tuple[Cause, ...] = ()
    stale: tuple[str, ...] = ()
    unrecorded: str = ""

    def changes(self) -> Iterator[Change]:
        """Go through everything that is not identical, loudest first and then by name."""
        found: list[Change] = [*self.claims, *self.series, *self.figures, *self.tables, *self.decks, *self.files]
        yield from sorted(found, key=lambda change: (-change.verdict.loudness, change.identity))

    @property
    def verdict(self) -> Verdict:
        """The loudest of all."""
        return loudest(change.verdict for change in self.changes())

    def stops(self, asked: FailOn) -> bool:
        """Whether a script that asked to stop for this kind of change stops.

        Results that are not to be trusted stop everyone, and a changed way of judging whoever asks about checks. To who
        asks about pixels, a figure that came or went matters too.
        """
        if self.stale or (self.judges and asked in {"check", "any"}):
            return True
        if asked == "pixels" and any({Verdict.NEW, Verdict.GONE} & set(figure.findings) for figure in self.figures):
            return True
        return any(finding.stops(asked) for change in self.changes() for finding in change.findings)

    def weakened(self) -> list[ClaimChange]:
        """Name the claims whose check holds less than it did, or is gone: what a reviewer must not miss."""
        return [claim for claim in self.claims if Verdict.WEAKER in claim.findings]


def lesson_of(claim: str) -> str:
    """Give the lesson of a claim or a ledger: 'dl01_6_4' of 'dl01_6_4/race.last_loss'."""
    return claim.partition("/")[0]


def ledger_of(identity: str) -> str:
    """Give the ledger of a claim or a series: 'dl01_6_4/race' of 'dl01_6_4/race.last_loss'."""
    return identity.partition(".")[0]
