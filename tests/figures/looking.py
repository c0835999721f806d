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
from matplotlib.colors import to_hex, to_rgb, to_rgba
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox

from figures.save import SVG
from figures.sheet import BRACKET_ID, PANEL_ID, REGION_ID

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.typing import ColorType

    from figures.style import Palette, Style

Mark = Line2D | Patch | Collection

TEXT_CONTRAST, MARK_CONTRAST = 4.5, 3.0
SMALLEST_TYPE = {"page": 12, "slide": 27}

# How near the edge of the picture words may come, in pixels.
MARGIN = 4

# How far a mark may reach over the edge of its axes, in pixels: what a rounding makes of an edge.
ROUNDING = 0.01

# What may be pale, because other things lie on it. Everything else is a mark.
GROUNDS = frozenset({PANEL_ID, REGION_ID})


@cache
def texts(figure: Figure) -> tuple[Text, ...]:
    """Give all words that are seen, the numbers at the ticks included; a figure is finished when it is looked at."""
    figure.draw_without_rendering()
    return tuple(text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip())


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


def clipped_marks(figure: Figure) -> list[str]:
    """Name the marks that reach over the edge of their axes, which cuts them off there, or of the picture."""
    figure.draw_without_rendering()
    inside = [(mark, axes.bbox) for axes in figure.axes for mark in _marks_on(axes) if mark.get_clip_on()]
    inside += [(mark, figure.bbox) for mark in (*figure.lines, *figure.patches, *figure.artists)]
    return [
        f"{type(mark).__name__} leaves its place"
        for mark, place in inside
        for extent in [reach(mark)]
        if not all(place.padded(ROUNDING).contains(*corner) for corner in (extent.min, extent.max))
    ]


def _marks_on(axes: Axes) -> list[Mark]:
    return [*axes.lines, *axes.patches, *axes.collections]


def reach(mark: Mark) -> Bbox:
    """Give the rectangle of a mark's data, in pixels, without the width of its lines."""
    if isinstance(mark, Collection):
        paths = mark.get_paths()
        return Bbox.union([path.get_extents(mark.get_transform()) for path in paths if len(path.vertices)])
    return mark.get_path().get_extents(mark.get_transform())


def overlapping_boxes(figure: Figure) -> list[str]:
    """Name the pairs of panels, axes and brackets that lie on each other."""
    named = figure.findobj(lambda artist: artist.get_gid() in {PANEL_ID, BRACKET_ID})
    boxes = [("axes", axes.bbox) for axes in figure.axes] + [(mark.get_gid(), reach(mark)) for mark in named]
    return [f"{one} overlaps {other}" for (one, a), (other, b) in combinations(boxes, 2) if a.overlaps(b)]


def tiny(figure: Figure, style: Style) -> list[str]:
    """Name the texts in type too small for the place."""
    smallest = SMALLEST_TYPE["slide" if style.is_slide else "page"]
    return [f"{text.get_text()!r} is {text.get_size()} high" for text in texts(figure) if text.get_size() < smallest]


@cache
def renderings(figure: Figure) -> tuple[np.ndarray, np.ndarray]:
    """Give the pixels of the picture with its texts and without them, from the bottom row to the top one."""
    seen, canvas = texts(figure), FigureCanvasAgg(figure)
    pixels = []
    for is_visible in (True, False):
        for text in seen:
            text.set_visible(is_visible)
        canvas.draw()
        pixels.append(np.array(canvas.buffer_rgba())[::-1, :, :3])
    for text in seen:
        text.set_visible(True)
    return pixels[0], pixels[1]


def _inside(pixels: np.ndarray, bounds: Bbox) -> np.ndarray:
    left, bottom, right, top = (round(value) for value in bounds.padded(-1).extents)
    return pixels[max(bottom, 0) : top, max(left, 0) : right].reshape(-1, 3)


@cache
def grounds(figure: Figure) -> dict[Text, set[str]]:
    """Give the colours that lie behind each text, from the pixels of the picture drawn without any text."""
    _, without = renderings(figure)
    behind = {text: np.unique(_inside(without, box(text)), axis=0) for text in texts(figure)}
    return {text: {to_hex(colour / 255) for colour in colours} for text, colours in behind.items()}


def hidden(figure: Figure) -> list[str]:
    """Name the texts that change no pixel of the picture: something lies over them."""
    with_texts, without = renderings(figure)
    return [
        f"{text.get_text()!r} is not seen"
        for text in texts(figure)
        if np.array_equal(_inside(with_texts, box(text)), _inside(without, box(text)))
    ]


def crossed(figure: Figure) -> list[str]:
    """Name the texts behind which more than one colour lies: a mark runs through them, or a region ends."""
    return [f"{text.get_text()!r} lies on {sorted(found)}" for text, found in grounds(figure).items() if len(found) > 1]


def faint(figure: Figure) -> list[str]:
    """Name the texts with too little contrast to anything behind them."""
    return [
        f"{text.get_text()!r}: {colour} on {ground}"
        for text, found in grounds(figure).items()
        for ground in found
        for colour in [laid_on(ground, text.get_color(), text.get_alpha())]
        if contrast(colour, ground) < TEXT_CONTRAST
    ]


def laid_on(ground: str, colour: ColorType, alpha: float | None = None) -> str:
    """Give the colour that is seen where a colour, which may let the ground through, lies on a ground."""
    *own, opacity = to_rgba(colour, alpha)
    return to_hex(opacity * np.array(own) + (1 - opacity) * np.array(to_rgb(ground)))


@cache
def contrast(one: str, other: str) -> float:
    """Give the contrast ratio of WCAG 2."""
    return float(Color(one).contrast(other))


def faint_marks(figure: Figure, palette: Palette) -> list[str]:
    """Name the marks of which no part, neither fill nor edge, stands out from what marks are drawn on.

    Only what lies under other things may be pale: panels, regions, axes and their rules.
    """
    below = {figure.patch, *(axes.patch for axes in figure.axes)}
    below |= {rule for axes in figure.axes for axis in (axes.xaxis, axes.yaxis) for rule in axis.get_gridlines()}
    marks = figure.findobj(lambda artist: isinstance(artist, Mark) and artist.get_visible())
    found = {mark: _colours(mark) for mark in marks if mark not in below and mark.get_gid() not in GROUNDS}
    return [
        f"{type(mark).__name__} in {sorted(to_hex(colour) for colour in colours)}"
        for mark, colours in found.items()
        if colours and max(_least_contrast(colour, palette) for colour in colours) < MARK_CONTRAST
    ]


def _least_contrast(colour: ColorType, palette: Palette) -> float:
    return min(contrast(laid_on(ground, colour), ground) for ground in (palette.ground, palette.panel))


def _colours(mark: Mark) -> set[ColorType]:
    """Give the colours of a mark, as red, green, blue and opacity, without those that are not there at all."""
    if isinstance(mark, Line2D):
        line = [mark.get_color()] if mark.get_linewidth() and mark.get_linestyle() != "None" else []
        edge = [effect._gc["foreground"] for effect in mark.get_path_effects()] if line else []
        marker = [mark.get_markerfacecolor(), mark.get_markeredgecolor()] if mark.get_marker() != "None" else []
        found = [to_rgba(colour, None if colour == "none" else mark.get_alpha()) for colour in line + edge + marker]
    elif isinstance(mark, Patch):
        found = [mark.get_facecolor(), mark.get_edgecolor()] if mark.get_linewidth() else [mark.get_facecolor()]
    else:
        found = [*mark.get_facecolor(), *mark.get_edgecolor()]
    return {tuple(map(float, colour)) for colour in found if colour[3] > 0}


def faint_hatches(figure: Figure, palette: Palette) -> list[str]:
    """Name the hatches with too little contrast to what they lie on."""
    hatched = figure.findobj(lambda artist: isinstance(artist, Patch) and artist.get_hatch())
    colours = [(patch.get_hatchcolor(), laid_on(palette.ground, patch.get_facecolor())) for patch in hatched]
    return [
        f"a hatch in {to_hex(hatch)} on {ground}"
        for hatch, ground in colours
        if contrast(laid_on(ground, hatch), ground) < MARK_CONTRAST
    ]


def complaints(figure: Figure, style: Style) -> list[str]:
    """Look in every way at once."""
    looks = (overlaps, overlapping_boxes, cut_off, clipped_marks, crossed, faint, hidden)
    found = [complaint for look in looks for complaint in look(figure)]
    palette = style.palette
    return [*found, *tiny(figure, style), *faint_marks(figure, palette), *faint_hatches(figure, palette)]


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
