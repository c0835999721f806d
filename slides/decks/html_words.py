"""What a reader finds on the slides of a finished HTML deck: read back from the file, and from nothing else."""

from __future__ import annotations

import re

from lxml import etree, html
from lxml.etree import _Element as Element

# What stands apart from whatever is beside it.
_APART = ("h2", "p", "li", "pre", "caption", "th", "td", "mn", "msub", "msup", "msubsup", "mfrac", "mtd")

# What is no part of the slide that an audience sees.
_NOT_SHOWN = ("aside", "dialog", "annotation")

# What a minus behind it subtracts from.
_OPERAND = re.compile(r"[\w)\]}]\s*$")

_MINUS = "−"


def words(content: bytes) -> list[str]:
    """List what each slide shows, the title first, in the order of reading; the title page is left out.

    Numbers that stand beside each other are apart in it. A minus that subtracts is apart from its number, and one that
    is a sign is not.
    """
    _, *slides = html.document_fromstring(content.decode()).iter("section")
    return [_words(slide) for slide in slides]


def _words(slide: Element) -> str:
    etree.strip_elements(slide, *_NOT_SHOWN, with_tail=False)
    for minus in slide.iter("mo"):
        if minus.text == _MINUS and _subtracts(minus):
            minus.tail = f" {minus.tail or ''}"
    for part in slide.iter(*_APART):
        part.tail = f" {part.tail or ''}"
    return "".join(map(str, slide.itertext()))


def _subtracts(minus: Element) -> bool:
    before = minus.getprevious()
    return before is not None and bool(_OPERAND.search("".join(map(str, before.itertext()))))
