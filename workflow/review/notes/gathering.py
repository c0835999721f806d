"""Gathers what changed for a teacher out of a review, lesson by lesson and slide by slide."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from workflow.review.changes import (
    ClaimChange,
    DeckChange,
    Edit,
    FigureChange,
    Review,
    SeriesChange,
    SlideChange,
    TableChange,
    ledger_of,
    lesson_of,
)
from workflow.review.notes.teaching import (
    FigureNote,
    LessonNotes,
    Notes,
    Picture,
    Place,
    Reading,
    Slack,
    SlideNote,
    TableNote,
)
from workflow.review.notes.whereabouts import Kind, Whereabouts, whereabouts
from workflow.review.states import State
from workflow.review.texts.words import edits
from workflow.review.verdicts import Verdict

# What is told, by the verdicts: the first that applies.
_OF_FIGURES: Mapping[Verdict, str] = {
    Verdict.BROKEN: "cannot be read",
    Verdict.NEW: "is new",
    Verdict.GONE: "is gone",
    Verdict.PIXELS: "was redrawn",
    Verdict.RENAMED: "has another name",
    Verdict.WORDS: "is described otherwise",
}
_OF_TABLES: Mapping[Verdict, str] = {
    Verdict.BROKEN: "cannot be read",
    Verdict.NEW: "is new",
    Verdict.GONE: "is gone",
    Verdict.CELLS: "reads otherwise",
    Verdict.WORDS: "reads otherwise",
    Verdict.PIXELS: "may look otherwise",
    Verdict.RENAMED: "has another name",
}
_OF_DECKS: Mapping[Verdict, str] = {
    Verdict.BROKEN: "cannot be read",
    Verdict.NEW: "is new",
    Verdict.GONE: "is gone",
}
_OF_SLIDES: Mapping[Verdict, str] = {Verdict.NEW: "is new", Verdict.GONE: "is gone"}

# What is new or gone as a whole.
_WHOLE = {Verdict.NEW, Verdict.GONE}

# The styles whose pictures are shown, the preferred one first: light, as most pages and slides are.
_STYLES = ("page", "slide")

# What a picture's file may not be called: whatever else an id holds becomes a hyphen.
_NO_NAME = re.compile(r"[^A-Za-z0-9.-]")

_INDEX = re.compile(r"\[(\d+)\]")
_WORD = re.compile(r"[\w.,]*\w")

# What begins an item of a list; written on one line with others, it would read as a minus or a dash.
_LIST_MARK = re.compile(r"(?m)^([ \t]*)[-*+][ \t]+")


def release_notes(review: Review, before: State, after: State, since: str) -> Notes:
    """Gather what changed for a teacher.

    Parameters
    ----------
    review
        The comparison of both states.
    since
        What the older state is called.
    """
    old, new = whereabouts(before), whereabouts(after)
    names = sorted({*old.slides, *new.slides, *(lesson_of(claim.identity) for claim in review.claims)})
    found = [_lesson(name, review, old, new) for name in [*names, ""]]
    slack = [_slack(claim) for claim in review.claims if {Verdict.WEAKER, Verdict.FAILING} & set(claim.findings)]
    return Notes(since, review.head, tuple(each for each in found if not each.is_empty), tuple(slack))


def _lesson(name: str, review: Review, old: Whereabouts, new: Whereabouts) -> LessonNotes:
    """Gather what changed in a lesson, or in what belongs to none, ''."""
    deck = next((deck for deck in review.decks if deck.identity == name), None)
    figures = [figure for figure in review.figures if _lesson_of_figure(figure, old, new) == name]
    tables = [table for table in review.tables if _either(old, new, "tables", table.identity) == name]
    claims = [claim for claim in review.claims if lesson_of(claim.identity) == name]
    fate = _first(deck.findings, _OF_DECKS) if deck else ""
    silent = _Silent.of(deck, tables)
    known = [] if fate else [each for claim in claims for each in _readings(claim, silent, old, new)]
    told = [each for each in known if not each.is_noise]
    numbers = {each.number for each in known}
    numeric: list[ClaimChange | SeriesChange] = [*review.claims, *review.series]
    moved = {ledger_of(change.identity) for change in numeric if _is_news(change)}
    return LessonNotes(
        name=name,
        title=new.title(name) or old.title(name) or name,
        fate=fate,
        slides=tuple(_slides(deck, known)),
        readings=tuple(each.reading for each in told if not each.places),
        figures=tuple(note for figure in figures if (note := _figure(figure, name, moved, old, new)).fate),
        tables=tuple(of_table for table in tables if (of_table := _table(table, name, numbers, old, new)).fate),
        is_recorded=new.slides.get(name) is not None,
    )


def _first(findings: Sequence[Verdict], fates: Mapping[Verdict, str]) -> str:
    return next((fate for verdict, fate in fates.items() if verdict in findings), "")


def _either(old: Whereabouts, new: Whereabouts, kind: Kind, identity: str) -> str:
    return new.lesson_of(kind, identity) or old.lesson_of(kind, identity)


def _lesson_of_figure(figure: FigureChange, old: Whereabouts, new: Whereabouts) -> str:
    return lesson_of(figure.ledger) or _either(old, new, "figures", figure.identity)


def _places(lesson: str, kind: Kind, identity: str, old: Whereabouts, new: Whereabouts) -> tuple[Place, ...]:
    """List the slides that show something; those of the older deck if the newer one has none."""
    now = tuple(Place(slide.number, slide.title) for slide in new.on(lesson, kind, identity))
    return now or tuple(Place(slide.number, slide.title, is_former=True) for slide in old.on(lesson, kind, identity))


# Numbers


@dataclass(frozen=True)
class _Silent:
    """Slides and tables that are new or gone, so that nothing is said of each number that came or went with them."""

    slides: frozenset[int]
    tables: frozenset[str]

    @classmethod
    def of(cls, deck: DeckChange | None, tables: Iterable[TableChange]) -> _Silent:
        """Find out which these are."""
        return cls(
            frozenset(slide.number for slide in (deck.slides if deck else ()) if _WHOLE & set(slide.findings)),
            frozenset(table.identity for table in tables if _WHOLE & set(table.findings)),
        )


@dataclass(frozen=True)
class _Told:
    """A number that reads otherwise: its claim with its place, what is told, and the slides that show it.

    is_noise : whether only rounding moved it, so that it is not told at all
    """

    number: str
    reading: Reading
    places: tuple[Place, ...]
    is_noise: bool


def _readings(claim: ClaimChange, silent: _Silent, old: Whereabouts, new: Whereabouts) -> Iterator[_Told]:
    """Tell of what a claim prints otherwise; of a number that came or went only where a slide or a table shows it."""
    if not {Verdict.PRINTED, *_WHOLE} & set(claim.findings):
        return
    ledger, name = _names(claim)
    for entry in claim.entries:
        number = f"{claim.identity}{entry.place}"
        side = new if entry.after else old
        slides = side.on(lesson_of(claim.identity), "claims", number)
        places = tuple(Place(slide.number, slide.title, side is old) for slide in slides)
        tables = tuple(side.tables.get(number, ()))
        is_both = bool(entry.before and entry.after)
        if not is_both:
            places = tuple(place for place in places if place.number not in silent.slides)
            tables = tuple(table for table in tables if table not in silent.tables)
        if is_both or places or tables:
            reading = Reading(name + _place_in_words(entry.place), ledger, entry.before, entry.after, tables)
            yield _Told(number, reading, places, Verdict.NOISE in claim.findings)


def _names(claim: ClaimChange) -> tuple[str, str]:
    """Give the names of a claim's ledger and of itself in words."""
    ledger, _, name = claim.identity.partition(".")
    return ledger.partition("/")[2].replace("_", " "), name.replace("_", " ")


def _place_in_words(place: str) -> str:
    """Say where an entry stands, counted from one: ', row 1, column 2' for '[0][1]'."""
    places = [str(int(index) + 1) for index in _INDEX.findall(place)]
    names = {0: [], 1: ["entry"], 2: ["row", "column"]}.get(len(places), ["entry", *[""] * (len(places) - 1)])
    return "".join(f", {name} {number}" if name else f", {number}" for name, number in zip(names, places, strict=True))


def _slack(claim: ClaimChange) -> Slack:
    ledger, name = _names(claim)
    fails = Verdict.FAILING in claim.findings
    return Slack(name, ledger, claim.held_to_before, claim.held_to, fails, claim.notes)


# Slides


def _slides(deck: DeckChange | None, known: Sequence[_Told]) -> Iterator[SlideNote]:
    """Go through the slides of which anything is told, in their order; one that is gone stands where it was."""
    told = [each for each in known if not each.is_noise]
    changes = {(slide.number, Verdict.GONE in slide.findings): slide for slide in (deck.slides if deck else ())}
    places = {(place.number, place.is_former): place for each in told for place in each.places}
    for key in sorted({*changes, *places}):
        readings = tuple(each.reading for each in told if key in {(at.number, at.is_former) for at in each.places})
        at_all = tuple(each.reading for each in known if key in {(at.number, at.is_former) for at in each.places})
        note = _slide(changes[key], readings, at_all) if key in changes else SlideNote(places[key], readings=readings)
        if note.fate or note.was or note.readings or note.words:
            yield note


def _slide(change: SlideChange, readings: tuple[Reading, ...], known: Sequence[Reading]) -> SlideNote:
    moved = Verdict.MOVED in change.findings
    is_retitled = bool(change.title_before) and change.title != change.title_before
    words = _below_the_title(change.words)
    return SlideNote(
        place=Place(change.number, change.title, Verdict.GONE in change.findings),
        fate=_first(change.findings, _OF_SLIDES),
        was=Place(change.number_before, change.title_before, is_former=True) if moved or is_retitled else None,
        moved=moved,
        readings=readings,
        words=() if _is_told(words, known) else words,
    )


def _below_the_title(words: Sequence[Edit]) -> tuple[Edit, ...]:
    """Leave the first paragraph out, which is the title, and set items of lists apart from what is before them."""
    before, after = ("".join(each.text for each in words if each.kind != other) for other in ("new", "gone"))
    return edits(*(_LIST_MARK.sub(r"\1• ", text.partition("\n\n")[2]) for text in (before, after)))


def _is_told(words: Sequence[Edit], readings: Sequence[Reading]) -> bool:
    """Whether all that reads otherwise are numbers that are told by name, or moved by rounding alone."""
    told = {word for reading in readings for word in _WORD.findall(f"{reading.before} {reading.after}")}
    return all(told.issuperset(_WORD.findall(each.text)) for each in words if each.kind != "same")


# Figures and tables


def _is_news(change: ClaimChange | SeriesChange) -> bool:
    """Whether what a claim prints, or what a series holds, is another, beyond rounding."""
    told = {Verdict.MOVED} if isinstance(change, SeriesChange) else {Verdict.PRINTED}
    return Verdict.NOISE not in change.findings and bool({*told, *_WHOLE} & set(change.findings))


def _figure(
    change: FigureChange, lesson: str, moved: Collection[str], old: Whereabouts, new: Whereabouts
) -> FigureNote:
    """Tell of a figure; where its ledger is not among those that moved, nor its description, only its looks changed."""
    is_only_looks = change.ledger and change.ledger not in moved and not change.alt_text
    fates = {**_OF_FIGURES, Verdict.PIXELS: "only looks different"} if is_only_looks else _OF_FIGURES
    former = change.renamed_from or change.identity
    seen = {Verdict.PIXELS, *_WHOLE}
    pictures = {picture.style: picture for picture in change.pictures if seen & set(picture.findings)}
    shown = next((pictures[style] for style in _STYLES if style in pictures), None)
    return FigureNote(
        identity=change.identity,
        fate=_first(change.findings, fates),
        places=_places(lesson, "figures", change.identity, old, new),
        renamed_from=change.renamed_from,
        alt_text=() if _WHOLE & set(change.findings) else change.alt_text,
        before=_picture(change.identity, "before", shown.before if shown else None, old.alt_text(former)),
        after=_picture(change.identity, "after", shown.after if shown else None, new.alt_text(change.identity)),
    )


def _picture(identity: str, when: str, content: bytes | None, alt_text: str) -> Picture | None:
    name = _NO_NAME.sub("-", identity)
    if name != identity:  # another id could become the same name
        name += f"-{hashlib.sha256(identity.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
    return Picture(f"pictures/{name}.{when}.png", content, alt_text) if content else None


def _table(change: TableChange, lesson: str, told: Collection[str], old: Whereabouts, new: Whereabouts) -> TableNote:
    """Tell of a table what is not told of its numbers; its fate is '' when nothing is left."""
    cells = tuple(cell for cell in change.cells if not cell.claims or not set(cell.claims) <= set(told))
    is_all_told = change.verdict is Verdict.CELLS and not cells and not change.words
    return TableNote(
        identity=change.identity,
        fate="" if is_all_told else _first(change.findings, _OF_TABLES),
        places=_places(lesson, "tables", change.identity, old, new),
        notes=change.notes if Verdict.RENAMED in change.findings else (),
        cells=cells,
        words=change.words,
    )
