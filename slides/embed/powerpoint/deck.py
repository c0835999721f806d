"""Filling a PowerPoint file: every marked shape of every slide, in groups too."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pptx
from lxml import etree
from pptx.exc import PythonPptxError
from pptx.oxml.ns import qn
from pptx.presentation import Presentation

from slides.embed.contents import Contents
from slides.embed.filled import Filled, compared
from slides.embed.mark import Mark, MarkError, mark_from
from slides.embed.powerpoint.archive import saved
from slides.embed.powerpoint.picture import show
from slides.embed.powerpoint.runs import rows_of
from slides.embed.powerpoint.table import refill, text_of
from slides.embed.powerpoint.words import Run, read, write
from slides.tables.pandoc import PandocError
from slides.tables.rows import TableError, table_of
from slides.tables.table import ShownError
from workflow.ledger import LedgerError
from workflow.scan import ScanError

_MARK = re.compile(r"\s*(?P<mark>tallysheet:\s*(?P<words>.*?))\s*", re.DOTALL)

# What stops a table that was built, and whose module or ledger is another now.
_UNMADE = (TableError, ShownError, LedgerError, ScanError, PandocError)


class Marked(NamedTuple):
    """A shape with a mark: the mark whole, what it asks for, and how much wider its groups make it than higher."""

    shape: Any
    mark: str
    words: str
    stretch: float


def fill(path: Path, content: bytes, contents: Contents, encoding: str | None) -> Filled:  # noqa: ARG001 - the file says its encoding itself
    """Fill the marked shapes; the bytes stay as they are when all of them are current.

    Raises
    ------
    MarkError
        If the file cannot be read as a presentation.
    """
    presentation = _opened(content)
    filled = Filled(content)
    for number, slide in enumerate(presentation.slides, start=1):
        for marked in list(_marked(slide.shapes, 1.0)):
            filled.marks += 1
            try:
                stale = _refreshed(marked, mark_from(marked.words), contents)
            except (MarkError, *_UNMADE) as error:
                filled.complaints.append(f"{path}, slide {number}, {marked.mark!r}: {error}")
                continue
            filled.stale += [f"{path}, slide {number}: {stale}"] if stale else []
    if filled.stale:
        filled.content = saved(presentation)
    return filled


def _opened(content: bytes) -> Presentation:
    try:
        return pptx.Presentation(io.BytesIO(content))
    except (PythonPptxError, zipfile.BadZipFile, KeyError, ValueError, etree.XMLSyntaxError) as error:
        msg = f"it cannot be read as a presentation ({error}). Save it from PowerPoint as .pptx, without a password."
        raise MarkError(msg) from None


def _marked(shapes: Any, stretch: float) -> Iterator[Marked]:
    for shape in shapes:
        element = shape._element  # noqa: SLF001 - python-pptx does not read alt texts
        properties = element.find(f"*/{qn('p:cNvPr')}")
        for place in ("title", "descr", "name"):
            match = _MARK.fullmatch(properties.get(place, ""))
            if match:
                yield Marked(shape, match["mark"], match["words"], stretch)
                break
        if element.tag == qn("p:grpSp"):
            yield from _marked(shape.shapes, stretch * _stretch(element))


def _stretch(group: Any) -> float:
    """Give how much wider than higher a group shows what is in it."""
    outside, inside = (group.find(f"{qn('p:grpSpPr')}/{qn('a:xfrm')}/{qn(name)}") for name in ("a:ext", "a:chExt"))
    if outside is None or inside is None:
        return 1.0
    across, down = (int(outside.get(name)) / (int(inside.get(name)) or 1) for name in ("cx", "cy"))
    return across / down if across and down else 1.0


def _refreshed(marked: Marked, mark: Mark, contents: Contents) -> str:
    """Let a shape show what its mark asks for; say what it showed instead, '' if it was current."""
    kind = contents.kind(mark)
    shape = marked.shape
    tag = shape._element.tag  # noqa: SLF001 - as above
    match kind:
        case "figure" if tag in {qn("p:pic"), qn("p:sp")}:
            was = show(shape, contents.picture(mark, "png"), marked.mark, marked.stretch)
            return f"{mark.identity} shows {was[0]}, it should show the picture that was built" if was else ""
        case "table" if tag == qn("p:graphicFrame") and shape.has_table:
            wanted = rows_of(table_of(*contents.table_source(mark.identity)))
            shown = refill(shape._element, wanted)  # noqa: SLF001 - as above
            return compared(mark.identity, [*map(text_of, shown)], [*map(text_of, wanted)]) if shown != wanted else ""
        case "value" if tag == qn("p:sp") and shape.has_text_frame:
            return _refreshed_value(shape, mark.identity, contents.value(mark.identity))
    needed = {"figure": "a picture or a rectangle", "table": "a table", "value": "a text box"}[kind]
    msg = f"{mark.identity} is a {kind}, and this shape is something else. Mark {needed} with it."
    raise MarkError(msg)


def _refreshed_value(shape: Any, identity: str, value: str) -> str:
    body = shape.text_frame._txBody  # noqa: SLF001 - as above
    shown = ["".join(run.text for run in line) for line in read(body)]
    if shown == [value]:
        return ""
    write(body, [[Run(value)]], is_math=False)
    return compared(identity, shown, [value])
