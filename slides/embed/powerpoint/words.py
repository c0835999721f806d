"""The text of a shape or a cell: lines of runs, written in the look of what stood there."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, NamedTuple

from lxml import etree
from pptx.oxml.ns import qn

# How far PowerPoint's own buttons move a letter, in thousandths of a percent of its size.
SUBSCRIPT, SUPERSCRIPT = -25_000, 30_000

# What a paragraph holds besides text: the look of all of it, and of text to come.
_UNSEEN = {qn("a:pPr"), qn("a:endParaRPr")}

_SLANT, _BASELINE = "i", "baseline"


class Run(NamedTuple):
    """Letters of one look; in `baseline`, how far they stand above the line."""

    text: str
    italic: bool = False
    baseline: int = 0


Line = Sequence[Run]


def read(body: Any) -> list[list[Run]]:
    """Give the lines of a text body; neighbours of one look are one run."""
    lines: list[list[Run]] = []
    for paragraph in body.iterfind(qn("a:p")):
        lines.append([])
        for part in paragraph:
            if part.tag == qn("a:br"):
                lines.append([])
            elif part.tag in {qn("a:r"), qn("a:fld")}:
                lines[-1].append(_run(part))
            elif part.tag not in _UNSEEN:  # a formula, which is seen as well
                lines[-1].append(Run("".join(map(str, part.itertext()))))
    return [joined(line) for line in lines]


def _run(part: Any) -> Run:
    look = part.find(qn("a:rPr"))
    attributes = {} if look is None else look.attrib
    return Run(
        part.findtext(qn("a:t")) or "", attributes.get(_SLANT) in {"1", "true"}, int(attributes.get(_BASELINE, 0))
    )


def joined(runs: Sequence[Run]) -> list[Run]:
    """Join neighbours of one look, and leave out what is empty."""
    found: list[Run] = []
    for run in runs:
        if found and found[-1][1:] == run[1:]:
            found[-1] = found[-1]._replace(text=found[-1].text + run.text)
        elif run.text:
            found.append(run)
    return found


def write(body: Any, lines: Sequence[Line], *, is_math: bool) -> None:
    """Put lines in the place of the whole text, in the look of its first run.

    With `is_math`, slant and height are those of the runs; otherwise they belong to the look.
    """
    paragraph, *others = body.findall(qn("a:p"))
    look = _look(body)
    for other in others:
        body.remove(other)
    for part in paragraph.findall("*"):
        if part.tag not in _UNSEEN:
            paragraph.remove(part)
    place = 0 if paragraph.find(qn("a:pPr")) is None else 1
    parts = [
        part for line in lines for part in [_element("a:br", look), *(_written(run, look, is_math) for run in line)]
    ]
    for part in reversed(parts[1:]):  # no break before the first line
        paragraph.insert(place, part)


def _look(body: Any) -> Any:
    """Give the look of the first run, or the one that is kept for text to come."""
    run = body.find(f".//{qn('a:rPr')}")
    if run is None:
        run = body.find(f".//{qn('a:endParaRPr')}")
    look = etree.Element(qn("a:rPr")) if run is None else copy.deepcopy(run)
    look.tag = qn("a:rPr")
    return look


def _written(run: Run, look: Any, is_math: bool) -> Any:
    element = _element("a:r", look)
    if is_math:
        for name, value in ((_SLANT, run.italic), (_BASELINE, run.baseline)):
            element[0].attrib.pop(name, None)
            if value:
                element[0].set(name, str(int(value)))
    etree.SubElement(element, qn("a:t")).text = run.text
    return element


def _element(name: str, look: Any) -> Any:
    element = etree.Element(qn(name))
    element.append(copy.deepcopy(look))
    return element
