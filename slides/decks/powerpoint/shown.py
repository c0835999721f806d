"""What a written deck shows, read back without what wrote it: by PowerPoint, and by programs that show no equations."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator

from lxml import etree

from slides.decks.powerpoint.drawing import MATH, MC, A, M, P, R
from slides.decks.powerpoint.matrices import unfolded

_RELATION = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"

# What stands in front of the parts of a formula, so that neither their numbers nor a minus between them become one.
_BEFORE = {"sub": "_", "sup": "^", "den": "/"}
_IN_BRACES = frozenset({"sub", "sup", "num", "den", "deg", "lim"})


def native(content: bytes) -> list[str]:
    """Give what PowerPoint shows on each slide, the title first.

    The title page, pictures, notes and the slides' own numbers are left out.
    """
    return [_slide(each, "Choice") for each in _slides(content)]


def fallback(content: bytes) -> list[str]:
    """Give what programs show that know no equations, such as LibreOffice; each matrix row by row.

    Raises
    ------
    ScanError
        If the lines of a matrix do not make up one, from the upper ends of its brackets to the lower.
    """
    return [_slide(each, "Fallback") for each in _slides(content)]


def _slides(content: bytes) -> Iterator[etree._Element]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        relations = etree.fromstring(archive.read("ppt/_rels/presentation.xml.rels"))
        targets = {each.get("Id"): each.get("Target") for each in relations.iter(_RELATION)}
        _, *shown = etree.fromstring(archive.read("ppt/presentation.xml")).iter(f"{{{P}}}sldId")
        for each in shown:
            yield etree.fromstring(archive.read(f"ppt/{targets[each.get(f'{{{R}}}id')]}"))


def _slide(slide: etree._Element, branch: str) -> str:
    for alternative in list(slide.iter(f"{{{MC}}}AlternateContent")):
        for other in alternative:
            if other.tag != f"{{{MC}}}{branch}":
                alternative.remove(other)
    names = {each.get("name", "") for each in slide.iter(f"{{{P}}}cNvPr")}
    shapes = slide.iter(f"{{{P}}}sp", f"{{{P}}}graphicFrame")
    return "\n".join(words for shape in shapes if not _counts(shape) for words in _shape(shape, names, branch))


def _counts(shape: etree._Element) -> bool:
    """Whether a shape is the number of its slide, which an author's program writes, and no number of the lesson."""
    fields = list(shape.iter(f"{{{A}}}fld"))
    role = shape.find(f"{{{P}}}nvSpPr/{{{P}}}nvPr/{{{P}}}ph")
    is_number = role is not None and role.get("type") == "sldNum"
    return is_number and not list(shape.iter(f"{{{A}}}r")) and [field.get("type") for field in fields] == ["slidenum"]


def _shape(shape: etree._Element, names: set[str], branch: str) -> Iterator[str]:
    """Give what a shape says; a table whose caption is not seen says it to whoever listens."""
    named = next(shape.iter(f"{{{P}}}cNvPr"))
    if f"Caption of {named.get('name')}" not in names:
        yield named.get("descr", "")
    for body in shape.iter(f"{{{P}}}txBody", f"{{{A}}}txBody"):
        yield from unfolded([_paragraph(each, branch) for each in body.iter(f"{{{A}}}p")])


def _paragraph(paragraph: etree._Element, branch: str) -> str:
    return "".join(_piece(each, branch) for each in paragraph)


def _piece(piece: etree._Element, branch: str) -> str:
    match piece.tag:
        case _ if piece.tag == f"{{{A}}}r":
            look, words = piece.find(f"{{{A}}}rPr"), piece.findtext(f"{{{A}}}t") or ""
            shift = 0 if look is None else int(look.get("baseline", 0))
            return f"{'^' if shift > 0 else '_'}{{{words}}}" if shift else words
        case _ if piece.tag == f"{{{A}}}br":
            return "\n"
        case _ if piece.tag == f"{{{MATH}}}m" and branch == "Choice":
            return "".join(map(_formula, piece))
    return ""


def _formula(element: etree._Element) -> str:
    """Write Office MathML in one line."""
    name = etree.QName(element).localname
    match name:
        case "t":
            return element.text or ""
        case "mr":
            return " ".join(map(_formula, element)) + "; "
        case "d":
            opening, closing = (_bracket(element, *each) for each in (("begChr", "("), ("endChr", ")")))
            return f"{opening}{_inside(element)}{closing}"
        case _ if name in _IN_BRACES:
            return f"{_BEFORE.get(name, '')}{{{_inside(element)}}}"
    return _inside(element)


def _inside(element: etree._Element) -> str:
    return "".join(map(_formula, element))


def _bracket(element: etree._Element, name: str, usual: str) -> str:
    found = element.find(f"{{{M}}}dPr/{{{M}}}{name}")
    return usual if found is None else found.get(f"{{{M}}}val", "")
