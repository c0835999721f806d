"""From the bytes of an SVG to its pixels, all by one renderer, and what is refused.

A picture may come from someone who wishes no good. The renderer would read local files that it refers to, and can be
made to stop the whole process; so a picture may hold only what figures are made of, nothing that lies outside it, and
is drawn in a process of its own, which has limits.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
from dataclasses import dataclass

import numpy as np
from lxml import etree
from numpy.typing import NDArray
from PIL import Image

from workflow.review.texts.foreign import decoded

SVG = "http://www.w3.org/2000/svg"

LONGEST_SIDE = 8_000
MOST_PIXELS = 20_000_000
SECONDS = 30

# What is drawn the same here and in a browser. Scripts, filters, animations and foreign markup are not.
ELEMENTS = frozenset(
    {
        *("svg", "g", "defs", "use", "symbol", "style", "image"),
        *("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"),
        *("clipPath", "mask", "pattern", "marker", "linearGradient", "radialGradient", "stop"),
        *("title", "desc", "text", "tspan"),
    }
)
WORDS = frozenset({"title", "desc", "text"})
LINKS = frozenset({"base", "href", "src"})

# A document type can hold entities, a processing instruction can name a stylesheet.
_PREAMBLE = re.compile(r"<!DOCTYPE|<!ENTITY|<\?(?!xml\s)")
_WITHIN = re.compile(r"#|data:image/(png|jpeg);base64,")
# In a style, a backslash can spell any of the others.
_OUTSIDE = re.compile(r"url\(\s*(?!['\"]?#)[^)]*\)?|@\w*|\\", re.IGNORECASE)
_LENGTH = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(?:px)?", re.ASCII)

# The limit on memory, 2 GiB, is many times what the largest picture takes.
_DRAW = """
import sys, resvg_py
if sys.platform == "linux":
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
try:
    picture = resvg_py.svg_to_bytes(svg_string=sys.stdin.buffer.read().decode(), skip_system_fonts=True)
except ValueError as error:
    sys.exit(f"refused: {error}")
sys.stdout.buffer.write(picture)
"""


class PictureError(Exception):
    """A picture cannot be drawn for comparison; the text says why, in words that go on after 'before: '."""


@dataclass(frozen=True)
class Drawn:
    """A drawn picture.

    png : the file that the renderer made
    pixels : ndarray of shape (height, width, 4), red, green, blue and opacity from 0 to 255
    words : what the picture says without drawing it, its title, description and texts, in their order
    """

    png: bytes
    pixels: NDArray[np.uint8]
    words: tuple[str, ...]


def drawn(content: bytes) -> Drawn:
    """Draw a picture.

    Raises
    ------
    PictureError
        If it is not an SVG, is too large, holds what figures do not, refers to anything outside itself, or if the
        renderer refuses it.
    """
    root = _parsed(content)
    for element in root.iter("*"):
        _check(element)
    _check_size(root)
    # What was checked is what is drawn: nothing is left to how another parser reads the bytes.
    png = _rendered(etree.tostring(root, encoding="utf-8"))
    with Image.open(io.BytesIO(png)) as image:
        pixels = np.asarray(image.convert("RGBA"))
    return Drawn(png, pixels, tuple(_words(root)))


def _parsed(content: bytes) -> etree._Element:
    text = decoded(content)
    if text is None:
        msg = "it is not UTF-8"
        raise PictureError(msg)
    if found := _PREAMBLE.search(text):
        msg = f"it has a document type or an instruction ({found[0]}), which no figure has"
        raise PictureError(msg)
    parser = etree.XMLParser(encoding="utf-8", resolve_entities=False, no_network=True, huge_tree=False)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        msg = f"it is not XML ({error.msg})"
        raise PictureError(msg) from None
    if root.tag != f"{{{SVG}}}svg":
        msg = f"it is not an SVG: its outermost element is <{etree.QName(root).localname}>"
        raise PictureError(msg)
    return root


def _check(element: etree._Element) -> None:
    """Refuse what could be something else in a browser, or could bring in what lies outside."""
    name = etree.QName(element).localname
    if name not in ELEMENTS or element.tag != f"{{{SVG}}}{name}":
        msg = f"it holds <{name}>, which no figure does"
        raise PictureError(msg)
    inside = "".join(map(str, element.itertext())) if name == "style" else ""
    attributes = [(etree.QName(key).localname, str(value)) for key, value in element.attrib.items()]
    if any(key.startswith("on") for key, _ in attributes):
        msg = "it holds a script"
        raise PictureError(msg)
    links = [value for key, value in attributes if key in LINKS and not _WITHIN.match(value)]
    styles = [_OUTSIDE.search(value) for value in (inside, *(value for key, value in attributes if key not in LINKS))]
    outside = [*links, *(found[0] for found in styles if found)]
    if outside:
        msg = f"it refers to something outside itself ({outside[0]:.80})"
        raise PictureError(msg)


def _check_size(root: etree._Element) -> None:
    """Refuse a size before anything is drawn: what is not as many pixels as it says, or is too many."""
    said = [root.get("width"), root.get("height")]
    if said == [None, None]:
        said = [*re.split(r"[\s,]+", root.get("viewBox", "").strip())][2:]
    lengths = [_LENGTH.fullmatch(each or "") for each in said]
    if len(lengths) != 2 or None in lengths:
        msg = "its width and height are not said in pixels"
        raise PictureError(msg)
    width, height = (float(length[1]) for length in lengths if length)
    if max(width, height) > LONGEST_SIDE or width * height > MOST_PIXELS:
        msg = f"it is too large ({width:,.0f} x {height:,.0f} pixels)"
        raise PictureError(msg)


def _rendered(svg: bytes) -> bytes:
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", _DRAW], input=svg, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        msg = f"it takes more than {SECONDS} s to draw"
        raise PictureError(msg) from None
    if done.returncode:
        why = done.stderr.decode("utf-8", "replace").strip()
        # A process that was stopped from within prints where, which helps nobody.
        msg = f"the renderer {why}" if why.startswith("refused: ") else "the renderer cannot draw it within its limits"
        raise PictureError(msg)
    return done.stdout


def _words(root: etree._Element) -> list[str]:
    elements = (element for element in root.iter("*") if element.tag in {f"{{{SVG}}}{name}" for name in WORDS})
    return [" ".join("".join(map(str, element.itertext())).split()) for element in elements]
