"""What became of the decks, slide by slide and word by word, out of their Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from workflow.names import DeckFormatName, alt_text_file, deck_file
from workflow.review.changes import DeckChange, SlideChange
from workflow.review.states import State
from workflow.review.texts.foreign import decoded, visible
from workflow.review.texts.outline import DeckSlide, slides
from workflow.review.texts.pairing import Pair, pairs
from workflow.review.texts.shown import ShownError
from workflow.review.texts.shown import path_of as index_of
from workflow.review.texts.shown import slides as indexed
from workflow.review.texts.words import edits
from workflow.review.verdicts import Verdict

FOLDER = "decks"

# The formats that are read here.
_READ: tuple[DeckFormatName, ...] = ("md", "claims.json")


class _DeckError(Exception):
    """A deck that cannot be read; the text says why."""


def decks(before: State, after: State) -> tuple[DeckChange, ...]:
    """Compare the decks of two states; those that are identical are left out."""
    old, new = lessons(before), lessons(after)
    found = [_compared(lesson, before, after) for lesson in old & new]
    found += [DeckChange(identity=lesson, findings=(Verdict.GONE,)) for lesson in old - new]
    found += [DeckChange(identity=lesson, findings=(Verdict.NEW,)) for lesson in new - old]
    return tuple(sorted((change for change in found if change.findings), key=lambda change: change.identity))


def lessons(state: State) -> set[str]:
    """Name the lessons that have a deck in a state, or a list of what is on its slides."""
    return {lesson for path in (*state.files, *state.unreadable) if (lesson := _lesson(path))}


def is_of_deck(path: str) -> bool:
    """Whether a path under results/ is a deck, or the list of what is on its slides, which `decks` reads."""
    return bool(_lesson(path))


def _lesson(path: str) -> str:
    """Give the lesson of a file that is read here; '' of any other."""
    folder, _, name = path.rpartition("/")
    found = (name.removesuffix(deck_file("", format_name)) for format_name in _READ)
    return next((lesson for lesson in found if folder == FOLDER and lesson != name), "")


def outline_of(lesson: str, state: State) -> list[DeckSlide]:
    """Take the deck of a lesson apart; no slides if there is none, or none that can be read."""
    try:
        return _outline(lesson, state)
    except _DeckError:
        return []


def _outline(lesson: str, state: State) -> list[DeckSlide]:
    path = _path(lesson)
    if path in state.unreadable or path not in state.files:
        raise _DeckError(state.unreadable.get(path, "it is missing"))
    text = decoded(state.files[path])
    if text is None:
        msg = "it is not UTF-8"
        raise _DeckError(msg)
    return slides(text, _alt_texts(state))


def _path(lesson: str) -> str:
    return f"{FOLDER}/{deck_file(lesson, 'md')}"


def _alt_texts(state: State) -> Mapping[str, str]:
    """Give the descriptions of the figures that can be read."""
    folder, ending = "figures/", alt_text_file("")
    paths = [path for path in state.files if path.startswith(folder) and path.endswith(ending)]
    texts = {path.removeprefix(folder).removesuffix(ending): decoded(state.files[path]) for path in paths}
    return {figure: text.strip() for figure, text in texts.items() if text is not None}


def _compared(lesson: str, before: State, after: State) -> DeckChange:
    path = _path(lesson)
    if path not in {*before.unreadable, *after.unreadable} and before.files.get(path) == after.files.get(path):
        return _of_index(lesson, before, after)
    try:
        old = _outline(lesson, before)
    except _DeckError as error:
        return _broken(lesson, f"It could not be read: {visible(str(error))}.")
    try:
        new = _outline(lesson, after)
    except _DeckError as error:
        return _broken(lesson, f"It cannot be read: {visible(str(error))}.")
    moved = tuple(change for pair in pairs(old, new) if (change := _slide(lesson, pair)).findings)
    if not moved:
        note = "Only bytes differ that no reader sees, descriptions of pictures, or how columns are aligned."
        return DeckChange(identity=lesson, findings=(Verdict.BYTES,), notes=(note,))
    only_moved = all(change.verdict is Verdict.MOVED for change in moved)
    return DeckChange(identity=lesson, findings=(Verdict.MOVED if only_moved else Verdict.WORDS,), slides=moved)


def _of_index(lesson: str, before: State, after: State) -> DeckChange:
    """Compare what the decks say of what is on their slides, where they read the same."""
    path = index_of(lesson)
    old, new = before.files.get(path), after.files.get(path)
    why = after.unreadable.get(path, "it is missing") if new is None and (old or path in after.unreadable) else ""
    try:
        if new is not None and old != new:
            indexed(new)
    except ShownError as error:
        why = str(error)
    if why:
        return _broken(lesson, f"The list of what is on its slides cannot be read: {visible(why)}.")
    note = "Only the list of what is on its slides is another."
    return DeckChange(identity=lesson, findings=(Verdict.BYTES,) if old != new else (), notes=(note,))


def _broken(lesson: str, note: str) -> DeckChange:
    return DeckChange(identity=lesson, findings=(Verdict.BROKEN,), notes=(note,))


def _slide(lesson: str, pair: Pair) -> SlideChange:
    """Say what became of a slide; one whose number alone changed, because of others, is as it was."""
    old, new = pair.before, pair.after
    shown = new or old or DeckSlide(0, "", "")
    findings = tuple(_findings(pair))
    return SlideChange(
        identity=f"{lesson}, slide {shown.number}",
        findings=findings,
        notes=tuple(_notes(pair)),
        number=shown.number,
        title=shown.title,
        words=edits(_whole(old), _whole(new)) if Verdict.WORDS in findings and old and new else (),
        number_before=old.number if old else 0,
        title_before=old.title if old else "",
    )


def _findings(pair: Pair) -> Iterator[Verdict]:
    if pair.before is None:
        yield Verdict.NEW
    elif pair.after is None:
        yield Verdict.GONE
    else:
        if _whole(pair.before).split() != _whole(pair.after).split():
            yield Verdict.WORDS
        if pair.moved:
            yield Verdict.MOVED


def _notes(pair: Pair) -> Iterator[str]:
    if pair.before and pair.after and pair.moved:
        yield f"It was slide {pair.before.number}."
    if pair.before and pair.after and pair.before.title != pair.after.title:
        yield f"Its title was “{visible(pair.before.title)}”."


def _whole(slide: DeckSlide) -> str:
    return f"{slide.title}\n\n{slide.text}"
