"""Filling a PowerPoint file: every marked shape of every slide, in groups too."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pptx
from lxml import etree
from pptx.exc import PythonPptxError
from pptx.oxml.ns import qn
from pptx.presentation import Presentation

from slides.archive import repacked
from slides.embed.contents import Contents
from slides.embed.filled import Filled, compared
from slides.embed.mark import Mark, MarkError, mark_from
from slides.embed.powerpoint.marks import Marked, marked, unfilled
from slides.embed.powerpoint.picture import show
from slides.embed.powerpoint.runs import rows_of
from slides.embed.powerpoint.table import refill, text_of
from slides.embed.powerpoint.words import Run, read, write
from slides.tables import markdown
from slides.tables.pandoc import PandocError
from slides.tables.rows import TableError, table_of
from slides.tables.table import ShownError, Table
from workflow.ledger import LedgerError
from workflow.scan import ScanError

# What stops a table that was built, and whose module or ledger is another now.
_UNMADE = (TableError, ShownError, LedgerError, ScanError, PandocError)


def fill(path: Path, content: bytes, contents: Contents, encoding: str | None) -> Filled:
    """Fill the marked shapes; the bytes stay as they are when all of them are current.

    Raises
    ------
    MarkError
        If the file cannot be read as a presentation, or if an encoding is asked for.
    """
    if encoding:
        msg = "--encoding is for files of text, and a presentation is none. Fill it in a run of its own, without."
        raise MarkError(msg)
    presentation = _opened(content)
    filled = Filled(content)
    # One out of reach is there twice, in both forms of its shape.
    others = dict.fromkeys(unfilled(presentation))
    for number, slide in enumerate(presentation.slides, start=1):
        for each in list(marked(slide.shapes)):
            filled.marks += 1
            try:
                stale = _refreshed(each, mark_from(each.words), contents)
            except (MarkError, *_UNMADE) as error:
                filled.complaints.append(f"{path}, slide {number}, {each.mark!r}: {error}")
                continue
            filled.stale += [f"{path}, slide {number}: {stale}"] if stale else []
    filled.complaints += [f"{path}, {where}, {text!r}: {why}" for where, text, why in others]
    if filled.stale:
        filled.content = _saved(presentation)
    return filled


def _opened(content: bytes) -> Presentation:
    try:
        return pptx.Presentation(io.BytesIO(content))
    except (PythonPptxError, zipfile.BadZipFile, KeyError, ValueError, etree.XMLSyntaxError) as error:
        msg = f"it cannot be read as a presentation ({error}). Save it from PowerPoint as .pptx, without a password."
        raise MarkError(msg) from None


def _saved(presentation: Presentation) -> bytes:
    written = io.BytesIO()
    presentation.save(written)
    return repacked(written.getvalue())


def _refreshed(asking: Marked, mark: Mark, contents: Contents) -> str:
    """Let a shape show what its mark asks for; say what it showed instead, '' if it was current."""
    if asking.others:
        msg = (
            f"this shape is marked with {', '.join(asking.others)} as well. Leave one mark in its title, text or name."
        )
        raise MarkError(msg)
    kind = contents.kind(mark)
    shape = asking.shape
    tag = shape._element.tag  # noqa: SLF001 - as above
    match kind:
        case "figure" if tag in {qn("p:pic"), qn("p:sp")}:
            was = show(shape, contents.picture(mark, "png"), asking.mark, asking.stretch)
            return f"{mark.identity} shows {was[0]}, it should show the picture that was built" if was else ""
        case "table" if tag == qn("p:graphicFrame") and shape.has_table:
            wanted = rows_of(_built_table(mark.identity, contents))
            shown = refill(shape._element, wanted)  # noqa: SLF001 - as above
            return compared(mark.identity, [*map(text_of, shown)], [*map(text_of, wanted)]) if shown != wanted else ""
        case "value" if tag == qn("p:sp") and shape.has_text_frame:
            return _refreshed_value(shape, mark.identity, contents.value(mark.identity))
    needed = {"figure": "a picture or a rectangle", "table": "a table", "value": "a text box"}[kind]
    msg = f"{mark.identity} is a {kind}, and this shape is something else. Mark {needed} with it."
    raise MarkError(msg)


def _built_table(identity: str, contents: Contents) -> Table:
    """Make a table as its module does, and see that this is the one that was built."""
    table = table_of(*contents.table_source(identity))
    if markdown.render(identity, table).rstrip("\n") != contents.table_text(identity, "md"):
        msg = f"{identity}: what makes it was changed since it was built. Run `snakemake`."
        raise MarkError(msg)
    return table


def _refreshed_value(shape: Any, identity: str, value: str) -> str:
    body = shape.text_frame._txBody  # noqa: SLF001 - as above
    shown = ["".join(run.text for run in line) for line in read(body)]
    if shown == [value]:
        return ""
    write(body, [[Run(value)]], is_math=False)
    return compared(identity, shown, [value])
