"""A picture measured in pixels from its top left corner, the way a designer measures a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, FancyBboxPatch, Patch, PathPatch, Polygon
from matplotlib.path import Path
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Affine2D

from figures.style import DESIGN_DPI, Style

# Order in depth. Panels lie under everything, words over everything.
PANEL, MARK, WORDS = -1.0, 2.0, 5.0

Point = tuple[float, float]

Kind = TypeVar("Kind", bound=Patch)

TICK_LENGTH = 4
TICK_PAD = 5

# How round the corners of a panel are.
CORNER = 6

# What lies under other things and may be pale, and what joins others from outside: the tests know them by these names.
PANEL_ID, REGION_ID, BRACKET_ID = "panel", "region", "bracket"

# The height of a capital of DejaVu Sans, as a part of its size.
CAPITAL = 0.73


class Box(NamedTuple):
    """A rectangle in pixels; `top` counts downwards from the upper edge of the picture."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.top + self.height

    @property
    def middle(self) -> float:
        """Half way down."""
        return self.top + self.height / 2

    @property
    def centre(self) -> float:
        """Half way across."""
        return self.left + self.width / 2


class Sheet:
    """An empty picture in one style, with axes, words and shapes put where they are told.

    Every place is a fixed number of pixels. Nothing is fitted to what it holds: a fitted layout depends on the last
    digits of the arithmetic, so its bytes would differ between processors.
    """

    def __init__(self, style: Style, height: int) -> None:
        self.style = style
        self.width = style.width
        self.height = style.height or height
        self.figure = Figure(
            figsize=(self.width / DESIGN_DPI, self.height / DESIGN_DPI),
            dpi=DESIGN_DPI,
            facecolor=style.palette.ground,
        )
        pixels_to_inches = Affine2D().scale(1 / DESIGN_DPI, -1 / DESIGN_DPI).translate(0, self.height / DESIGN_DPI)
        self.pixels = pixels_to_inches + self.figure.dpi_scale_trans

    def axes(self, box: Box) -> Axes:
        """Put axes over a box: a plain panel without frame, with quiet ticks and no grid."""
        palette, hairline = self.style.palette, self.style.hairline
        axes = self.figure.add_axes(
            (box.left / self.width, 1 - box.bottom / self.height, box.width / self.width, box.height / self.height),
            facecolor=palette.panel,
        )
        axes.spines[:].set_visible(False)
        axes.tick_params(
            length=TICK_LENGTH,
            width=hairline,
            pad=TICK_PAD,
            color=palette.muted,
            labelcolor=palette.muted,
            labelsize=self.style.type.note,
        )
        axes.set_axisbelow(True)
        return axes

    def words(self, left: float, baseline: float, words: str, *, size: float, **look: Any) -> Text:
        """Write words from a point on their baseline; `look` is passed to `Text`."""
        look = {"color": self.style.palette.ink, "va": "baseline", "zorder": WORDS, **look}
        return self.figure.text(left, baseline, words, transform=self.pixels, fontsize=size, **look)

    def label(self, axes: Axes, point: Point, offset: Point, words: str, *, size: float, **look: Any) -> Annotation:
        """Write words at a distance, in pixels, from a point given in the coordinates of the data."""
        look = {"color": self.style.palette.ink, "textcoords": "offset points", "zorder": WORDS, **look}
        return axes.annotate(words, point, offset, fontsize=size, **look)

    def headline(self, words: str) -> None:
        """Write the line at the top of a slide that says what to see; a page has a caption for that."""
        if self.style.is_slide:
            size, margin = self.style.type.headline, self.style.margin
            self.words(margin, margin + size * CAPITAL, words, size=size, weight="bold")

    def line(self, points: Sequence[Point], **look: Any) -> Line2D:
        """Draw a line through points given in pixels; `look` is passed to `Line2D`."""
        across, down = zip(*points, strict=True)
        line = Line2D(across, down, transform=self.pixels, **look)
        self.figure.add_artist(line)
        return line

    def panel(self, box: Box, *, colour: str | None = None, **look: Any) -> FancyBboxPatch:
        """Lay a rounded panel under other things."""
        look = {"linewidth": 0, "zorder": PANEL, "gid": PANEL_ID, **look}
        patch = FancyBboxPatch(
            (box.left, box.top),
            box.width,
            box.height,
            boxstyle=f"round,pad=0,rounding_size={CORNER}",
            facecolor=colour or self.style.palette.panel,
            transform=self.pixels,
            **look,
        )
        return self._add(patch)

    def disc(self, centre: Point, radius: float, **look: Any) -> Circle:
        """Draw a disc; `look` is passed to `Circle`."""
        return self._add(Circle(centre, radius, transform=self.pixels, **look))

    def polygon(self, corners: Sequence[Point], **look: Any) -> Polygon:
        """Draw a polygon; `look` is passed to `Polygon`."""
        return self._add(Polygon(corners, closed=True, transform=self.pixels, **look))

    def path(self, path: Path, **look: Any) -> PathPatch:
        """Draw a line along a path, which may be curved; `look` is passed to `PathPatch`."""
        return self._add(PathPatch(path, facecolor="none", transform=self.pixels, **look))

    def _add(self, patch: Kind) -> Kind:
        self.figure.add_artist(patch)
        return patch
