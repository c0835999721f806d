"""The only writer of pictures: a figure goes in, the bytes of a file come out, the same bytes every time.

Dates, versions and random ids are left out. What a reader of the file needs is put in: every SVG has a role, a title and a
description, and its ids carry the name of its file, so that several may stand in one HTML page.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import numpy as np
from lxml import etree
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from PIL import Image

from figures.style import DESIGN_DPI, Style

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"

# CSS counts 96 pixels to the inch. A PNG that says so has its natural size when it is put into a document.
CSS_DPI = 96

# The level that Pillow takes for itself: a higher one costs four times the time and saves a hundredth of the bytes.
PNG_COMPRESSION = 6

NO_DATE = {"Date": None, "Creator": None}
NO_PDF_DATE = {"CreationDate": None, "ModDate": None, "Creator": None, "Producer": None}

_REFERENCE = re.compile(r"(#)([A-Za-z_][\w.-]*)")


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
    FigureCanvasSVG(picture.figure).print_svg(buffer, metadata=NO_DATE)
    return _finished_svg(buffer.getvalue(), picture)


def png(picture: Picture) -> bytes:
    """Draw a picture of pixels, as many as its style asks for."""
    figure, ratio = picture.figure, picture.style.pixel_ratio
    figure.set_dpi(DESIGN_DPI * ratio)
    try:
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        pixels = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
    finally:
        figure.set_dpi(DESIGN_DPI)
    buffer = io.BytesIO()
    resolution = CSS_DPI * ratio
    pixels.save(buffer, "PNG", compress_level=PNG_COMPRESSION, dpi=(resolution, resolution))
    return buffer.getvalue()


def pdf(picture: Picture) -> bytes:
    """Draw a picture for print."""
    from matplotlib.backends.backend_pdf import FigureCanvasPdf  # noqa: PLC0415 - 0.13 s that the other formats save

    buffer = io.BytesIO()
    FigureCanvasPdf(picture.figure).print_pdf(buffer, metadata={**NO_PDF_DATE, "Title": picture.title})
    return buffer.getvalue()


FORMATS: dict[str, Callable[[Picture], bytes]] = {"svg": svg, "png": png, "pdf": pdf}


def _finished_svg(content: bytes, picture: Picture) -> bytes:
    """Name and describe an SVG, size it in pixels, and make its ids its own."""
    parser = etree.XMLParser(load_dtd=False, no_network=True, resolve_entities=False)
    root = etree.fromstring(content, parser)
    # Matplotlib's style sheet would reach the whole HTML page that the picture stands in; attributes stay inside it.
    for element in (*root.iter(f"{{{SVG}}}metadata"), *root.iter(f"{{{SVG}}}style")):
        cast("etree._Element", element.getparent()).remove(element)
    root.attrib.update({"stroke-linejoin": "round", "stroke-linecap": "butt"})
    prefix = identifier(picture.stem)
    _own_ids(root, prefix)
    _describe(root, prefix, picture)
    width, height = picture.figure.get_size_inches() * DESIGN_DPI
    root.set("width", f"{width:.0f}")
    root.set("height", f"{height:.0f}")
    # Only the root: without matplotlib's document type, the text can be pasted into HTML.
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + etree.tostring(root, encoding="utf-8") + b"\n"


def identifier(stem: str) -> str:
    """Give an id that is valid in XML and easy in CSS: letters, digits and hyphens, a letter first.

    >>> identifier("DL01.6.4-F2.slide-dark")
    'dl01-6-4-f2-slide-dark'
    """
    plain = re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-")
    return plain if plain[:1].isalpha() else f"figure-{plain}"


def _own_ids(root: etree._Element, prefix: str) -> None:
    """Keep the ids that something refers to, with the picture's name before them; drop the others."""
    used = {name for element in root.iter() for value in element.attrib.values() for _, name in _REFERENCE.findall(value)}
    for element in root.iter(etree.Element):
        for key, value in element.attrib.items():
            if key == "id" and value in used:
                element.set(key, f"{prefix}-{value}")
            elif key == "id":
                del element.attrib[key]
            elif "#" in value and (key == f"{{{XLINK}}}href" or "url(#" in value):
                element.set(key, _REFERENCE.sub(rf"\g<1>{prefix}-\g<2>", value))


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
