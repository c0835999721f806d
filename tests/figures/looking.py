"""Ways to look at a drawn figure: each gives a list of complaints, empty when there is nothing to complain of."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from coloraide import Color
from lxml import etree
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import Collection
from matplotlib.colors import to_hex, to_rgba
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Annotation, Text

from figures.save import SVG

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.figure import Figure
    from matplotlib.transforms import Bbox

    from figures.style import Palette, Style
    from workflow.ledger import Ledger

TEXT_CONTRAST, MARK_CONTRAST = 4.5, 3.0
SMALLEST_TYPE = {"page": 12, "slide": 20}

# How near the edge of the picture words may come, in pixels.
MARGIN = 4

# Names, which no claim has to account for: parameters, axes, the two classes.
NAMES = re.compile(r"\b[Wbx]\d\b|\bclass [01]\b")
NUMERAL = re.compile(r"[−-]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]?\d+)?")


@cache
def texts(figure: Figure) -> tuple[Text, ...]:
    """Give all words that are seen, the numbers at the ticks included; a figure is finished when it is looked at."""
    figure.draw_without_rendering()
    return tuple(text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip())


def tick_labels(figure: Figure) -> set[Text]:
    """Give the numbers at the ticks."""
    return {label for axes in figure.axes for axis in (axes.xaxis, axes.yaxis) for label in axis.get_ticklabels()}


def box(text: Text) -> Bbox:
    """Give the rectangle that words fill, in pixels."""
    return text.get_window_extent()


def overlaps(figure: Figure) -> list[str]:
    """Name the pairs of texts that lie on each other."""
    boxes = [(text.get_text(), box(text)) for text in texts(figure)]
    return [f"{one!r} overlaps {other!r}" for (one, a), (other, b) in combinations(boxes, 2) if a.overlaps(b)]


def cut_off(figure: Figure) -> list[str]:
    """Name the texts that come too near the edge, or are not drawn because the point they belong to is outside."""
    inside, renderer = figure.bbox.padded(-MARGIN), FigureCanvasAgg(figure).get_renderer()

    def is_whole(text: Text) -> bool:
        if isinstance(text, Annotation) and not text._check_xy(renderer):
            return False
        return all(inside.contains(*corner) for corner in (box(text).min, box(text).max))

    return [f"{text.get_text()!r} leaves the picture" for text in texts(figure) if not is_whole(text)]


def tiny(figure: Figure, style: Style) -> list[str]:
    """Name the texts in type too small for the place."""
    smallest = SMALLEST_TYPE["slide" if style.is_slide else "page"]
    return [f"{text.get_text()!r} is {text.get_size()} high" for text in texts(figure) if text.get_size() < smallest]


@cache
def grounds(figure: Figure) -> dict[Text, set[str]]:
    """Give the colours that lie behind each text, from the pixels of the picture drawn without any text."""
    seen = texts(figure)
    boxes = {text: box(text) for text in seen}
    for text in seen:
        text.set_visible(False)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    for text in seen:
        text.set_visible(True)
    pixels = np.asarray(canvas.buffer_rgba())[::-1, :, :3]
    return {text: _colours(pixels, boxes[text]) for text in seen}


def _colours(pixels: np.ndarray, bounds: Bbox) -> set[str]:
    left, bottom, right, top = (round(value) for value in bounds.padded(-1).extents)
    found = np.unique(pixels[max(bottom, 0) : top, max(left, 0) : right].reshape(-1, 3), axis=0)
    return {to_hex(colour / 255) for colour in found}


def crossed(figure: Figure) -> list[str]:
    """Name the texts behind which more than one colour lies: a mark runs through them, or a region ends."""
    return [f"{text.get_text()!r} lies on {sorted(found)}" for text, found in grounds(figure).items() if len(found) > 1]


def faint(figure: Figure) -> list[str]:
    """Name the texts with too little contrast to anything behind them."""
    return [
        f"{text.get_text()!r}: {to_hex(text.get_color())} on {ground}"
        for text, found in grounds(figure).items()
        for ground in found
        if contrast(to_hex(text.get_color()), ground) < TEXT_CONTRAST
    ]


@cache
def contrast(one: str, other: str) -> float:
    """Give the contrast ratio of WCAG 2."""
    return float(Color(one).contrast(other))


def faint_marks(figure: Figure, palette: Palette) -> list[str]:
    """Name the marks of which no part, neither fill nor edge, stands out from what marks are drawn on.

    Rules, panels, and the tints of regions and wide lines may be pale: an edge, a core or a name comes with them.
    """
    roles = (palette.class_0, palette.class_1, palette.boundary, palette.route, palette.gap)
    pale = {palette.ground, palette.panel, palette.grid, *(role.tint for role in roles)}
    return [
        f"{type(mark).__name__} in {sorted(colours)}"
        for mark in figure.findobj(
            lambda artist: isinstance(artist, Line2D | Patch | Collection) and artist.get_visible()
        )
        for colours in [_mark_colours(mark)]
        if colours and not colours <= pale
        if max(min(contrast(colour, ground) for ground in (palette.ground, palette.panel)) for colour in colours)
        < MARK_CONTRAST
    ]


def _mark_colours(mark: Line2D | Patch | Collection) -> set[str]:
    if isinstance(mark, Line2D):
        line = [mark.get_color()] if mark.get_linewidth() and mark.get_linestyle() != "None" else []
        marker = [mark.get_markerfacecolor(), mark.get_markeredgecolor()] if mark.get_marker() != "None" else []
        found = line + marker
    elif isinstance(mark, Patch):
        found = [mark.get_facecolor(), mark.get_edgecolor()] if mark.get_linewidth() else [mark.get_facecolor()]
    else:
        found = [*mark.get_facecolor(), *mark.get_edgecolor()]
    return {to_hex(colour) for colour in found if to_rgba(colour)[3] > 0}


def unaccounted(words: Iterable[str], ledger: Ledger) -> list[str]:
    """Name the numerals that no printed form of a claim, or of its bound, contains."""
    accounted = {numeral for claim in ledger for form in _forms(claim) for numeral in NUMERAL.findall(form)}
    found = [(numeral, text) for text in words for numeral in NUMERAL.findall(NAMES.sub("", text))]
    return [f"no claim accounts for {numeral} in {text!r}" for numeral, text in found if numeral not in accounted]


def _forms(claim: object) -> list[str]:
    forms = np.ravel(np.asarray(claim.printed, dtype=object)).tolist()  # type: ignore[attr-defined]
    return [str(form) for form in _flat(forms)] + [getattr(claim, "bound_printed", "")]


def _flat(forms: object) -> list[str]:
    return [leaf for form in forms for leaf in _flat(form)] if isinstance(forms, list) else [str(forms)]


def undescribed(svg: bytes, title: str, description: str) -> list[str]:
    """Name what an SVG lacks for someone who cannot see it, and what would collide or leak in an HTML page."""
    root = etree.fromstring(svg)
    ids = [element.get("id") for element in root.iter(etree.Element) if element.get("id")]
    named = {
        element.get("id"): element.text for element in root if element.tag in {f"{{{SVG}}}title", f"{{{SVG}}}desc"}
    }
    linked = {link.removeprefix("#") for link in root.xpath("//@*[local-name() = 'href']")}
    references = linked | {name for value in root.xpath("//@*") for name in re.findall(r"url\(#([^)]+)\)", value)}
    wanted = {
        "the role": root.get("role") == "img",
        "the title": named.get(root.get("aria-labelledby")) == title,
        "the description": named.get(root.get("aria-describedby")) == description,
        "ids of its own": len(set(ids)) == len(ids)
        and all(re.fullmatch(r"[a-z][a-z0-9-]*", each) for each in map(str.lower, ids)),
        "what it refers to": references <= set(ids),
        "no style sheet": not root.findall(f".//{{{SVG}}}style"),
    }
    return [f"the SVG lacks {thing}" for thing, is_there in wanted.items() if not is_there]
