"""Which slide of an older deck became which of a newer one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from workflow.review.texts.outline import DeckSlide

# Pairing takes the square of their number; beyond, each slide belongs to the one in its place.
MOST_SLIDES = 300

# As much of the words of two slides has to be the same, so that one is taken for the other under a new title.
ALIKE = 0.6


@dataclass(frozen=True)
class Pair:
    """A slide as it was and is; None where one deck has none. It moved when its place among the others is another."""

    before: DeckSlide | None
    after: DeckSlide | None
    moved: bool = False


def pairs(old: Sequence[DeckSlide], new: Sequence[DeckSlide]) -> list[Pair]:
    """Pair the slides of two decks, in the order of the newer one; a slide that is gone stands where it was.

    Slides with the same title, in the same order, belong together. Between them, one may have got another title and
    kept its words. What is left and has its title or its words anywhere else has moved.
    """
    if max(len(old), len(new)) > MOST_SLIDES:
        found = [Pair(*pair) for pair in zip(old, new, strict=False)]
    else:
        found = list(_in_order(old, new))
        found += _moved(_left(old, [pair.before for pair in found]), _left(new, [pair.after for pair in found]))
    found += [Pair(slide, None) for slide in _left(old, [pair.before for pair in found])]
    found += [Pair(None, slide) for slide in _left(new, [pair.after for pair in found])]
    return sorted(found, key=_place)


def _place(pair: Pair) -> tuple[int, int]:
    return (pair.after.number, 1) if pair.after else (pair.before.number if pair.before else 0, 0)


def _left(slides: Sequence[DeckSlide], taken: Sequence[DeckSlide | None]) -> list[DeckSlide]:
    numbers = {slide.number for slide in taken if slide is not None}
    return [slide for slide in slides if slide.number not in numbers]


def _in_order(old: Sequence[DeckSlide], new: Sequence[DeckSlide]) -> Iterator[Pair]:
    titles = [slide.title for slide in old], [slide.title for slide in new]
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, *titles, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from (Pair(*pair) for pair in zip(old[i1:i2], new[j1:j2], strict=True))
        else:
            yield from _retitled(old[i1:i2], new[j1:j2])


def _retitled(old: Sequence[DeckSlide], new: Sequence[DeckSlide]) -> Iterator[Pair]:
    """Pair slides between two that stayed, by their words and in their order."""
    start = 0
    for slide in old:
        for place in range(start, len(new)):
            if _is_alike(slide.text, new[place].text):
                yield Pair(slide, new[place])
                start = place + 1
                break


def _is_alike(one: str, other: str) -> bool:
    ours, theirs = _counted(one), _counted(other)
    return 2 * (ours & theirs).total() >= ALIKE * (ours.total() + theirs.total()) > 0


@lru_cache(MOST_SLIDES)
def _counted(text: str) -> Counter[str]:
    return Counter(text.split())


def _moved(old: Sequence[DeckSlide], new: Sequence[DeckSlide]) -> Iterator[Pair]:
    what: Sequence[Callable[[DeckSlide], str]] = (lambda slide: slide.title, lambda slide: slide.text)
    left, taken = list(old), set[int]()
    for same in what:
        for slide in new:
            before = next((each for each in left if same(each) and same(each) == same(slide)), None)
            if before is not None and slide.number not in taken:
                left.remove(before)
                taken.add(slide.number)
                yield Pair(before, slide, moved=True)
