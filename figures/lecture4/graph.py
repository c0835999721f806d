"""A computational graph: boxes for what is stored, discs for operations, arrows the way the values go.

Each quantity has its value above the edge that it lies on and the gradient of L below, in a tag that points back:
place and shape tell the two apart, not colour alone. A mere contribution to a gradient has a tag with a dashed edge and
no fill. Nothing else in these graphs is coloured. Gradients take the role `route`, which elsewhere is what hand and
engine work out; the other roles would say class, gap, right or wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import dist
from typing import Any

from matplotlib.path import Path

from figures.sheet import CAPITAL, MARK, Box, Point, Sheet
from workflow.ledger import Ledger
from workflow.numerals import MINUS

# How wide DejaVu Sans sets what printed numbers consist of, as parts of its size; other characters are digits.
DIGIT = 0.636
ADVANCES = dict.fromkeys(f"+={MINUS}", 0.838) | dict.fromkeys("., ", 0.318)

# The key is a quantity with words in place of its value, name and gradient; contributions have a key of their own.
KEY_VALUE, KEY_NAME, KEY_GRADIENT, KEY_CONTRIBUTION = "value", "name", "∂L/∂name", "contribution"

# The key once more, for an alt text.
KEY_IN_WORDS = (
    "Every quantity is a box with its name; its value stands above the box, and below it, in a reddish purple tag that "
    "points back to the left, the gradient of L with respect to it."
)

# The tests know the marks by these names.
EDGE_ID, HEAD_ID, BOX_ID, OPERATION_ID, TAG_ID = "edge", "arrowhead", "box", "operation", "tag"

CENTRED: dict[str, Any] = {"ha": "center", "va": "center_baseline"}

# How long the dashes around a contribution and the gaps between them are, in their width, and how wide they are, in
# hairlines: a little wider than a whole line, which looks heavier.
DASHES, DASH_WIDTH = (4, 2.5), 1.4

Size = tuple[float, float]


@dataclass(frozen=True)
class Key:
    """How large the keys are, in pixels.

    panel, contribution_panel : what the key to quantities and the one to contributions lie on
    name, tag : a box and a tag with words
    value_drop, name_drop, gradient_drop : from the top of the panel to the baseline of the value, and to the middles of
        the box and of the tag
    """

    panel: Size
    contribution_panel: Size
    name: Size
    tag: Size
    value_drop: float
    name_drop: float
    gradient_drop: float


@dataclass(frozen=True)
class Scale:
    """How large the marks of a graph are, in pixels.

    box : side of a box
    radius : of an operation
    corner : radius of a bend
    head : length and width of an arrowhead
    lift, drop : from an edge up to the baseline of its value, and down to the middle of its gradient
    tag : width of the narrowest tag, and height of all
    pad : from a gradient to both ends of its tag
    point : how much further to the left the tag points
    """

    box: float
    radius: float
    corner: float
    head: Size
    lift: float
    drop: float
    tag: Size
    pad: float
    point: float
    key: Key


PAGE_SCALE = Scale(
    box=30,
    radius=17,
    corner=8,
    head=(9, 9),
    lift=25,
    drop=36,
    tag=(36, 28),
    pad=8,
    point=9,
    key=Key((127, 88), (127, 44), name=(46, 22), tag=(90, 22), value_drop=20, name_drop=38, gradient_drop=66),
)

SLIDE_SCALE = Scale(
    box=56,
    radius=34,
    corner=16,
    head=(17, 18),
    lift=46,
    drop=68,
    tag=(79, 54),
    pad=14,
    point=18,
    key=Key((261, 166), (261, 78), name=(104, 42), tag=(201, 42), value_drop=38, name_drop=73, gradient_drop=127),
)


class Graph:
    """A graph on a sheet, with the numbers of one ledger.

    Its tags are all as wide as the widest of `gradients`, names of claims, needs. That is counted from characters and
    not measured, and so is the same on every machine.
    """

    def __init__(self, sheet: Sheet, scale: Scale, ledger: Ledger, gradients: Iterable[str]) -> None:
        self.sheet, self.scale, self.ledger = sheet, scale, ledger
        self.tag_width = max(self._width(ledger[name].printed) for name in gradients)

    def quantity(self, name: str, centre: Point) -> Box:
        """Draw a quantity with its value and its gradient; give its box."""
        self.gradient(self.ledger[f"grad_{name}"].printed, centre)
        return self.stored(name, centre)

    def stored(self, name: str, centre: Point) -> Box:
        """Draw the box of a quantity, and its value above; give the box."""
        (across, down), kind = centre, self.sheet.style.type
        self.sheet.words(across, down - self.scale.lift, self.ledger[name].printed, size=kind.headline, ha="center")
        box = _around(centre, (self.scale.box, self.scale.box))
        _draw_box(self.sheet, box, name, kind.heading)
        return box

    def gradient(self, printed: str, edge: Point, **look: Any) -> None:
        """Draw a gradient below a point of an edge; `look` is passed to `Polygon`."""
        (across, down), size = edge, self.sheet.style.type.headline
        tag = (max(self.tag_width, self._width(printed)), self.scale.tag[1])
        _draw_tag(self.sheet, self.scale, _around((across, down + self.scale.drop), tag), printed, size, **look)

    def contribution(self, printed: str, edge: Point) -> None:
        """Draw what an edge brings to the gradient of what it leaves, below a point of the edge."""
        self.gradient(printed, edge, **_dashed(self.sheet))

    def operation(self, symbol: str, centre: Point) -> Box:
        """Draw an operation; give the square around it."""
        style, radius = self.sheet.style, self.scale.radius
        look: dict[str, Any] = {"facecolor": style.palette.ground, "edgecolor": style.palette.ink}
        self.sheet.disc(centre, radius, gid=OPERATION_ID, linewidth=style.line, zorder=MARK, **look)
        slant = "italic" if any(map(str.isalpha, symbol)) else "normal"  # as names are set
        self.sheet.words(*centre, symbol, size=style.type.heading, weight="bold", style=slant, **CENTRED)
        return _around(centre, (2 * radius, 2 * radius))

    def edge(self, *points: Point) -> None:
        """Draw an edge through points, with an arrowhead that ends at the last of them."""
        colour, (length, width) = self.sheet.style.palette.muted, self.scale.head
        *others, tip = points
        base = _towards(tip, others[-1], length)
        way = _rounded([*others, base], self.scale.corner)
        self.sheet.path(way, gid=EDGE_ID, edgecolor=colour, linewidth=self.sheet.style.line, zorder=MARK - 1)
        across, down = ((end - start) / length * width / 2 for start, end in zip(base, tip, strict=True))
        corners = [tip, (base[0] + down, base[1] - across), (base[0] - down, base[1] + across)]
        self.sheet.polygon(corners, gid=HEAD_ID, facecolor=colour, linewidth=0, zorder=MARK - 1)

    def key(self, left: float, top: float) -> None:
        """Say, in a panel with this upper left corner, what stands above an edge and what below."""
        key, point, size = self.scale.key, self.scale.point, self.sheet.style.type.note
        panel = Box(left, top, *key.panel)
        across, middle = panel.centre + point / 2, top + key.name_drop
        tag = _around((across, top + key.gradient_drop), key.tag)
        self.sheet.panel(panel)
        self.sheet.words(across, top + key.value_drop, KEY_VALUE, size=size, ha="center")
        self.edge((tag.left - point, middle), (tag.right, middle))
        _draw_box(self.sheet, _around((across, middle), key.name), KEY_NAME, size)
        _draw_tag(self.sheet, self.scale, tag, KEY_GRADIENT, size)

    def key_to_contributions(self, left: float, top: float) -> None:
        """Say, in a panel with this upper left corner, which tags are contributions."""
        panel = Box(left, top, *self.scale.key.contribution_panel)
        tag = _around((panel.centre + self.scale.point / 2, panel.middle), self.scale.key.tag)
        self.sheet.panel(panel)
        _draw_tag(self.sheet, self.scale, tag, KEY_CONTRIBUTION, self.sheet.style.type.note, **_dashed(self.sheet))

    def _width(self, printed: str) -> float:
        ems = sum(ADVANCES.get(character, DIGIT) for character in printed)
        return max(self.scale.tag[0], ems * self.sheet.style.type.headline + 2 * self.scale.pad)


def _draw_box(sheet: Sheet, box: Box, name: str, size: float) -> None:
    palette, hairline = sheet.style.palette, sheet.style.hairline
    sheet.panel(box, gid=BOX_ID, edgecolor=palette.muted, linewidth=hairline, zorder=MARK)
    sheet.words(box.centre, box.middle, name, size=size, style="italic", **CENTRED)


def _draw_tag(sheet: Sheet, scale: Scale, box: Box, words: str, size: float, **look: Any) -> None:
    """Draw a tag that fills a box and points to the left of it."""
    role = sheet.style.palette.route
    look = {"facecolor": role.tint, "edgecolor": role.edge, "linewidth": sheet.style.hairline, "zorder": MARK, **look}
    upper, lower = ((box.left, box.top), (box.right, box.top)), ((box.right, box.bottom), (box.left, box.bottom))
    sheet.polygon([(box.left - scale.point, box.middle), *upper, *lower], gid=TAG_ID, joinstyle="round", **look)
    slant = "italic" if words == KEY_GRADIENT else "normal"  # L and the name are set as in boxes
    sheet.words(box.centre, box.middle + size * CAPITAL / 2, words, size=size, style=slant, ha="center")


def _dashed(sheet: Sheet) -> dict[str, Any]:
    """Give the look of a tag with a contribution, where it differs from that of one with a gradient."""
    return {"facecolor": "none", "linestyle": (0, DASHES), "linewidth": DASH_WIDTH * sheet.style.hairline}


def _rounded(points: list[Point], radius: float) -> Path:
    """Give the way through points, with its corners rounded."""
    first, *corners, last = points
    vertices, codes = [first], [Path.MOVETO]
    for before, corner, after in zip(points, corners, points[2:], strict=False):
        vertices += [_towards(corner, before, radius), corner, _towards(corner, after, radius)]
        codes += [Path.LINETO, Path.CURVE3, Path.CURVE3]
    return Path([*vertices, last], [*codes, Path.LINETO])


def _towards(start: Point, end: Point, distance: float) -> Point:
    """Give the point at a distance from the start on the way to the end."""
    part = distance / dist(start, end)
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def _around(centre: Point, size: Size) -> Box:
    (across, down), (width, height) = centre, size
    return Box(across - width / 2, down - height / 2, width, height)
