"""How a picture is made to sit somewhere: on a page or on a slide, on a light or on a dark ground. Data only.

All lengths are pixels of the place where the picture is seen: a lesson column 720 pixels wide, a slide of 1280 by 720.
Matplotlib measures in points; at `DESIGN_DPI` a point and a pixel are the same, so type of size 12 is 12 pixels high.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import matplotlib as mpl
from matplotlib.typing import RcKeyType

from workflow.names import StyleName

DESIGN_DPI = 72

# Shipped inside matplotlib, so a picture looks the same, byte for byte, whatever fonts a machine has.
FONT_FAMILY = "DejaVu Sans"


@dataclass(frozen=True)
class Role:
    """The shades of one meaning.

    fill : the colour of Okabe and Ito, which marks are filled with
    edge : the shade that outlines and cores take; at least 3:1 against ground and panel
    tint : the pale shade of regions and wide lines, which always carry an edge, a core or a label as well
    """

    fill: str
    edge: str
    tint: str


@dataclass(frozen=True)
class Palette:
    """Colours by what they mean. Text is only ever `ink` or `muted`, at least 4.5:1 against whatever is behind it."""

    ground: str
    panel: str
    ink: str
    muted: str
    grid: str
    tolerance: str
    class_0: Role
    class_1: Role
    boundary: Role
    route: Role
    gap: Role
    wrong: Role


@dataclass(frozen=True)
class Type:
    """Sizes of type in pixels, from the largest to the smallest."""

    headline: float
    heading: float
    label: float
    note: float


@dataclass(frozen=True)
class Style:
    """One way to show every picture.

    name : as the configuration calls it
    height : of the whole picture, or None where each drawing chooses its own
    hairline, line : widths of rules and grids, and of marks
    hatch : how often a hatch is repeated; its lines come closer together with every time
    pixel_ratio : how many pixels of a PNG one pixel of the design becomes
    """

    name: StyleName
    palette: Palette
    type: Type
    width: int
    height: int | None
    margin: int
    hairline: float
    line: float
    hatch: int
    pixel_ratio: float

    @property
    def is_slide(self) -> bool:
        """Whether the picture stands alone on a slide, where it needs a headline, and not above a caption."""
        return self.height is not None


# The boundary parts right from wrong, so what lies on the wrong side shares its colour; no picture shows both roles.
LIGHT_VERMILLION = Role(fill="#d55e00", edge="#a34700", tint="#fbe3d2")
DARK_VERMILLION = Role(fill="#d55e00", edge="#ff9a4d", tint="#472510")

LIGHT = Palette(
    ground="#ffffff",
    panel="#f5f6f9",
    ink="#1a1d23",
    muted="#545d6b",
    grid="#d9dee6",
    tolerance="#3b4250",
    class_0=Role(fill="#0072b2", edge="#00507d", tint="#d3e6f2"),
    class_1=Role(fill="#56b4e9", edge="#1f6fa3", tint="#e9f5fd"),
    boundary=LIGHT_VERMILLION,
    route=Role(fill="#cc79a7", edge="#8f3f6c", tint="#f0d3e3"),
    gap=Role(fill="#009e73", edge="#00664a", tint="#d2eee5"),
    wrong=LIGHT_VERMILLION,
)

DARK = Palette(
    ground="#12161c",
    panel="#1b212a",
    ink="#eceff3",
    muted="#aab3bf",
    grid="#333b47",
    tolerance="#c9d0da",
    class_0=Role(fill="#0072b2", edge="#4ba6dc", tint="#0d2a42"),
    class_1=Role(fill="#56b4e9", edge="#a5d8f6", tint="#1a3a4a"),
    boundary=DARK_VERMILLION,
    route=Role(fill="#cc79a7", edge="#eab6d2", tint="#563247"),
    gap=Role(fill="#009e73", edge="#4fd1aa", tint="#0f3b30"),
    wrong=DARK_VERMILLION,
)

PAGE_TYPE = Type(headline=16, heading=14, label=13, note=12)
SLIDE_TYPE = Type(headline=40, heading=31, label=29, note=27)


def _page(name: StyleName, palette: Palette) -> Style:
    return Style(
        name=name,
        palette=palette,
        type=PAGE_TYPE,
        width=720,
        height=None,
        margin=20,
        hairline=1.0,
        line=2.0,
        hatch=2,
        pixel_ratio=2.0,
    )


def _slide(name: StyleName, palette: Palette) -> Style:
    return Style(
        name=name,
        palette=palette,
        type=SLIDE_TYPE,
        width=1280,
        height=720,
        margin=48,
        hairline=1.5,
        line=3.5,
        hatch=1,
        pixel_ratio=1.5,
    )


STYLES = MappingProxyType(
    {
        style.name: style
        for style in (
            _page("page", LIGHT),
            _page("page-dark", DARK),
            _slide("slide", LIGHT),
            _slide("slide-dark", DARK),
        )
    }
)

# Settings that matplotlib reads while it writes, and that no call can pass.
_SETTINGS: dict[RcKeyType, Any] = {
    "font.family": FONT_FAMILY,
    "svg.fonttype": "path",  # shapes in place of fonts: the same look in every browser
    "svg.hashsalt": "tallysheet",  # without it the ids in an SVG are random
    "pdf.fonttype": 3,  # TrueType outlines, a third of the time of type 42
    "path.simplify": False,  # would drop points by a measure that depends on the size
}

# The one setting that resetting would act on at once: it chooses a window system.
_NOT_RESET = frozenset({"backend"})


def settings() -> AbstractContextManager[None]:
    """Give a context in which matplotlib has these settings and its own defaults, whatever a matplotlibrc says."""
    defaults = {name: value for name, value in mpl.rcParamsDefault.items() if name not in _NOT_RESET}
    return mpl.rc_context(defaults | _SETTINGS)
