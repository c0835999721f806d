"""The only writer of pictures: a figure goes in, the bytes of a file come out, the same bytes every time.

Dates, versions and random ids are left out. What a reader of the file needs is put in: every SVG has a role, a title
and a description, and its ids carry the name of its file, so that several may stand in one HTML page.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass

from lxml import etree
from matplotlib.figure import Figure

from figures.style import DESIGN_DPI, Style

SVG = "http://www.w3.org/2000/svg"

# CSS counts 96 pixels to the inch. A PNG that says so has its natural size when it is put into a document.
CSS_DPI = 96

# The level that Pillow takes for itself: a higher one costs four times the time and saves a hundredth of the bytes.
PNG_COMPRESSION = 6

# What matplotlib would write about itself and about today; None leaves an entry out.
NOTHING = {
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "ModDate": None, "Creator": None, "Producer": None},
}

# An SVG refers to an id by a link to it, or by url(#id) in a style; a colour, #eab6d2, looks almost the same.
_LINK, _URL = re.compile(r"^(#)(.+)$"), re.compile(r"(url\(#)([^)]+)")


@dataclass(frozen=True)
class Picture:
    """A drawn figure with what a file says about it.

    stem : the name of its files without the format, such as 'DL01.6.4-F2.dark'
    """

    figure: Figure
    style: Style
    stem: str
    title: str
    description: str


def render(picture: Picture, format_name: str) -> bytes:
    """Give the bytes of a picture in one of the `FORMATS`."""
    return FORMATS[format_name](picture)


def svg(picture: Picture) -> bytes:
    """Draw a scalable picture."""
    buffer = io.BytesIO()
    picture.figure.savefig(buffer, format="svg", metadata=NOTHING["svg"])
    return _finished_svg(buffer.getvalue(), picture)


def png(picture: Picture) -> bytes:
    """Draw a picture of pixels, as many as its style asks for."""
    ratio = picture.style.pixel_ratio
    resolution = CSS_DPI * ratio
    options = {"compress_level": PNG_COMPRESSION, "dpi": (resolution, resolution)}
    buffer = io.BytesIO()
    picture.figure.savefig(buffer, format="png", dpi=DESIGN_DPI * ratio, metadata=NOTHING["png"], pil_kwargs=options)
    return buffer.getvalue()


def pdf(picture: Picture) -> bytes:
    """Draw a picture for print."""
    buffer = io.BytesIO()
    picture.figure.savefig(buffer, format="pdf", metadata={**NOTHING["pdf"], "Title": picture.title})
    return buffer.getvalue()


FORMATS: dict[str, Callable[[Picture], bytes]] = {"svg": svg, "png": png, "pdf": pdf}


def identifier(stem: str) -> str:
    """Give an id that is valid in XML and easy in CSS: letters, digits and hyphens, a letter first.

    >>> identifier("DL01.6.4-F2.slide-dark")
    'dl01-6-4-f2-slide-dark'
    """
    plain = re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-")
    return plain if plain[:1].isalpha() else f"figure-{plain}"


def _finished_svg(content: bytes, picture: Picture) -> bytes:
    """Name and describe an SVG, size it in pixels, and make its ids its own."""
    parser = etree.XMLParser(load_dtd=False, no_network=True, resolve_entities=False)
    root = etree.fromstring(content, parser)
    _keep_style_inside(root)
    prefix = identifier(picture.stem)
    _own_ids(root, prefix)
    _describe(root, prefix, picture)
    width, height = picture.figure.get_size_inches() * DESIGN_DPI
    root.set("width", f"{width:.0f}")
    root.set("height", f"{height:.0f}")
    # The root alone: without matplotlib's document type, the text can be pasted into HTML.
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + etree.tostring(root, encoding="utf-8") + b"\n"


def _keep_style_inside(root: etree._Element) -> None:
    """Turn the style sheet, which would reach the whole HTML page around the picture, into attributes of the root."""
    for element in (*root.iter(f"{{{SVG}}}metadata"), *root.iter(f"{{{SVG}}}style")):
        parent = element.getparent()
        if parent is not None:
            parent.remove(element)
    root.set("stroke-linejoin", "round")
    root.set("stroke-linecap", "butt")


def _own_ids(root: etree._Element, prefix: str) -> None:
    """Keep the ids that something refers to, with the picture's name before them; drop the others."""
    used: set[str] = set()
    elements = list(root.iter(etree.Element))
    for element in elements:
        for key, value in ((str(key), str(value)) for key, value in element.attrib.items()):
            reference = _LINK if key.endswith("href") else _URL
            names = [name for _, name in reference.findall(value)]
            if names:
                used.update(names)
                element.set(key, reference.sub(rf"\1{prefix}-\2", value))
    for element in elements:
        name = str(element.attrib.pop("id", ""))
        if name in used:
            element.set("id", f"{prefix}-{name}")


def _describe(root: etree._Element, prefix: str, picture: Picture) -> None:
    """Put in the role, and the title and description that a screen reader reads."""
    texts = {"title": picture.title, "desc": picture.description}
    for place, (tag, text) in enumerate(texts.items()):
        element = etree.Element(f"{{{SVG}}}{tag}", id=f"{prefix}-{tag}")
        element.text = text
        element.tail = "\n "
        root.insert(place, element)
    root.set("role", "img")
    root.set("aria-labelledby", f"{prefix}-title")
    root.set("aria-describedby", f"{prefix}-desc")
