"""Where a presentation has marks: on shapes that can be filled, and elsewhere, where nobody would notice them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from pptx.oxml import parse_xml
from pptx.oxml.ns import qn
from pptx.presentation import Presentation

from slides.embed.mark import UNSOUND

_MARK = re.compile(r"\s*(?P<mark>tallysheet\s*:\s*(?P<words>.*?))\s*", re.DOTALL | re.IGNORECASE)
_BEGINS_LIKE_ONE = re.compile(r"\s*/?\s*tallysheet\b", re.IGNORECASE)

# Where a shape can hold its mark; an alt text is where people see it, a name is where it stays.
_PLACES = ("title", "descr", "name")

_OUT_OF_REACH = (
    "this mark cannot be filled: its shape holds an equation, or something else of which PowerPoint keeps two forms. "
    "Take the equation out of the shape, or mark another one."
)
_ELSEWHERE = (
    "Marks are filled on slides, and this one stands in notes, a layout, a master or a diagram. "
    "Move it to a shape of a slide, or delete it."
)


class Marked(NamedTuple):
    """A shape with a mark: the mark whole, and what it asks for.

    stretch : how much wider its groups make it than higher
    others : what other marks on it ask for
    """

    shape: Any
    mark: str
    words: str
    stretch: float
    others: list[str]


def marked(shapes: Any) -> Iterator[Marked]:
    """Go through the marked shapes of a slide, in groups too."""
    for shape, stretch in _walk(shapes, 1.0):
        properties = _properties(shape)
        found = filter(None, (_MARK.fullmatch(properties.get(place, "")) for place in _PLACES))
        matches = {match["words"].strip(): match for match in found}
        # Different marks on one shape would lose each other: each asks for the whole of it.
        for match in [*matches.values()][:1]:
            yield Marked(shape, match["mark"], match["words"], stretch, others=[*matches][1:])


def unfilled(presentation: Presentation) -> Iterator[tuple[str, str, str]]:
    """Go through what is a mark or looks like one and is not among `marked`: where it stands, its text, and why."""
    slides = [slide.part for slide in presentation.slides]
    for number, slide in enumerate(presentation.slides, start=1):
        reached = {_properties(shape) for shape, _ in _walk(slide.shapes, 1.0)}
        for properties, text in _texts_like_marks(slide.part._element):  # noqa: SLF001 - python-pptx reads a part of it
            if not _MARK.fullmatch(text):
                yield f"slide {number}", text, UNSOUND
            elif properties not in reached:
                yield f"slide {number}", text, _OUT_OF_REACH
    for part in presentation.part.package.iter_parts():
        if part not in slides and part.content_type.endswith("xml") and b"tallysheet" in part.blob.lower():
            for _, text in _texts_like_marks(parse_xml(part.blob)):
                yield part.partname.membername, text, _ELSEWHERE


def _texts_like_marks(element: Any) -> Iterator[tuple[Any, str]]:
    """Find them whatever python-pptx knows of the shapes around; drawings in diagrams have names of their own."""
    for properties in element.iter("{*}cNvPr"):
        for place in _PLACES:
            text = properties.get(place, "")
            if _BEGINS_LIKE_ONE.match(text):
                yield properties, text.strip()


def _walk(shapes: Any, stretch: float) -> Iterator[tuple[Any, float]]:
    for shape in shapes:
        yield shape, stretch
        element = shape._element  # noqa: SLF001 - as below
        if element.tag == qn("p:grpSp"):
            yield from _walk(shape.shapes, stretch * _stretch(element))


def _properties(shape: Any) -> Any:
    return shape._element.find("*/{*}cNvPr")  # noqa: SLF001 - python-pptx does not read alt texts


def _stretch(group: Any) -> float:
    """Give how much wider than higher a group shows what is in it."""
    outside, inside = (group.find(f"{qn('p:grpSpPr')}/{qn('a:xfrm')}/{qn(name)}") for name in ("a:ext", "a:chExt"))
    if outside is None or inside is None:
        return 1.0
    across, down = (int(outside.get(name)) / (int(inside.get(name)) or 1) for name in ("cx", "cy"))
    return across / down if across and down else 1.0
