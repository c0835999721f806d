"""The typeface of the figures, DejaVu Sans, for HTML: only the characters that a deck shows, as data of its own.

It lies inside matplotlib, where the figures take it from; its upright face knows how to set mathematics.
"""

from __future__ import annotations

import base64
import importlib.util
import io
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FAMILY = "DejaVu Sans"

# What CSS says of each face, and its file.
FACES: Mapping[str, str] = MappingProxyType(
    {
        f'font-family: "{FAMILY}"': "DejaVuSans.ttf",
        f'font-family: "{FAMILY}"; font-weight: bold': "DejaVuSans-Bold.ttf",
        f'font-family: "{FAMILY}"; font-style: oblique': "DejaVuSans-Oblique.ttf",
        f'font-family: "{FAMILY} Mono"': "DejaVuSansMono.ttf",
    }
)
REGULAR, BOLD = "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"

# How large scripts are, in percent of what they stand at.
SCRIPT_PERCENT = 72

# How far scripts and fractions are moved, in parts of the size of type. The face has the glyphs of mathematics, but
# most of these are 0 in it, which sets exponents too high and indices on the line.
SHIFTS: Mapping[str, float] = MappingProxyType(
    {
        "SubscriptShiftDown": 0.2,
        "SubscriptTopMax": 0.42,
        "SubscriptBaselineDropMin": 0.12,
        "SuperscriptShiftUp": 0.4,
        "SuperscriptShiftUpCramped": 0.34,
        "SuperscriptBottomMin": 0.14,
        "SuperscriptBaselineDropMax": 0.3,
        "SuperscriptBottomMaxWithSubscript": 0.42,
        "SubSuperscriptGapMin": 0.12,
        "FractionNumeratorShiftUp": 0.42,
        "FractionNumeratorDisplayStyleShiftUp": 0.68,
        "FractionDenominatorShiftDown": 0.36,
        "FractionDenominatorDisplayStyleShiftDown": 0.68,
        "UpperLimitGapMin": 0.11,
        "UpperLimitBaselineRiseMin": 0.11,
        "LowerLimitGapMin": 0.12,
        "LowerLimitBaselineDropMin": 0.6,
    }
)


def stylesheet(characters: Iterable[str]) -> str:
    """Give the CSS that brings the faces along, each with these characters only."""
    wanted = sorted({ord(character) for character in characters})
    return "\n".join(
        f'@font-face {{ {description}; src: url("data:font/ttf;base64,{_subset(file, wanted)}"); }}'
        for description, file in FACES.items()
    )


@cache
def folder() -> Path:
    """Give the folder of the faces."""
    found = importlib.util.find_spec("matplotlib")  # importing it would take longer than all the rest
    if found is None or found.origin is None:
        raise ModuleNotFoundError(name="matplotlib")
    return Path(found.origin).parent / "mpl-data" / "fonts" / "ttf"


@cache
def width(text: str, file: str = REGULAR) -> float:
    """Give the length of a line of text, for type of size one."""
    font = _font(file)
    glyphs, advances = font.getBestCmap(), font["hmtx"]
    unknown = glyphs[ord("M")]
    length: float = (
        sum(advances[glyphs.get(ord(character), unknown)][0] for character in text) / font["head"].unitsPerEm
    )
    return length


def _subset(file: str, characters: Iterable[int]) -> str:
    # Uncompressed, because zlib's bytes may differ between machines; the names in it carry the licence.
    options = Options(drop_tables=["FFTM"], hinting=False, name_IDs=["*"], layout_features=["*"], notdef_outline=True)
    font = TTFont(folder() / file, recalcTimestamp=False)
    if "MATH" in font:
        _shift(font)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    written = io.BytesIO()
    font.save(written, reorderTables=None)
    return base64.b64encode(written.getvalue()).decode("ascii")


def _shift(font: TTFont) -> None:
    """Set what the face leaves open, and let the pieces of a high bracket overlap, so that it gets any height."""
    table, em = font["MATH"].table, font["head"].unitsPerEm
    table.MathConstants.ScriptPercentScaleDown = SCRIPT_PERCENT
    for name, part in SHIFTS.items():
        getattr(table.MathConstants, name).Value = round(part * em)
    variants = table.MathVariants
    high = dict(zip(variants.VertGlyphCoverage.glyphs, variants.VertGlyphConstruction, strict=True))
    for bracket in ("bracketleft", "bracketright"):
        for piece in high[bracket].GlyphAssembly.PartRecords:
            piece.StartConnectorLength = em if piece.StartConnectorLength else 0
            piece.EndConnectorLength = em if piece.EndConnectorLength else 0


@cache
def _font(file: str) -> TTFont:
    return TTFont(folder() / file)
