"""Sizes, places, colours and fonts of the decks in PowerPoint. Data only; lengths are in points."""

from __future__ import annotations

from dataclasses import dataclass

WIDTH, HEIGHT = 960.0, 540.0

# The margin of the figures, so that titles stand where their headlines do.
MARGIN = 36.0


@dataclass(frozen=True)
class Box:
    """A place on a slide."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class Scale:
    """Sizes of type that go together.

    text, table : in points
    edge : above and below what stands in a row of a table, in sizes of type
    """

    text: float
    table: float
    edge: float


TITLE = Box(MARGIN, 28, WIDTH - 2 * MARGIN, 38)
BODY = Box(MARGIN, 84, WIDTH - 2 * MARGIN, HEIGHT - 84 - 20)

# Of date, footer and number of a slide, which stand below all else.
FURNITURE_TOP, FURNITURE_HEIGHT, FURNITURE_SIZE = HEIGHT - 20, 13, 11

# Above the slide, where it names a slide that a figure fills, for outlines and for readers who listen.
HIDDEN_TITLE = Box(MARGIN, -60, WIDTH - 2 * MARGIN, 50)
PICTURE = Box(0, 0, WIDTH, HEIGHT)

DECK_TITLE = Box(72, 120, WIDTH - 144, 130)
DECK_MARK = Box(72, 270, 96, 6)
DECK_SUBTITLE = Box(72, 296, WIDTH - 144, 60)

# From the largest to the smallest; the first at which all of a slide fits is taken. Large type comes before loose rows.
SCALES = (
    *(
        Scale(text, table, edge)
        for text, table in ((28, 24), (26, 22), (24, 20), (22, 18), (20, 16))
        for edge in (0.3, 0.2, 0.12)
    ),
    Scale(20, 16, 0.04),
)

# The sizes of titles, and how many lines one may take in each.
TITLES = ((30.0, 1), (26.0, 2))
DECK_TITLES = ((44.0, 2), (36.0, 3))
DECK_SUBTITLE_SIZE = 26.0

# Of the notes below a table.
LARGEST_NOTE = 20.0

# Between blocks on a slide; between a table and its caption or notes.
BLOCK_GAP, NOTE_GAP = 16.0, 6.0

# Between paragraphs, in sizes of type.
PARAGRAPH_GAP, TABLE_NOTE_GAP = 0.45, 0.2

FONT = "Arial"

# By their names in a theme: the accent of the decks, and the colours of the light figures.
COLOURS = {
    "dk1": "1A1D23",
    "lt1": "FFFFFF",
    "dk2": "545D6B",
    "lt2": "F5F6F9",
    "accent1": "00664A",
    "accent2": "D55E00",
    "accent3": "009E73",
    "accent4": "CC79A7",
    "accent5": "56B4E9",
    "accent6": "3B4250",
    "hlink": "00507D",
    "folHlink": "8F3F6C",
}

# What stands in the accent, such as the signs of lists, and what says less than the rest.
ACCENT, MUTED = "accent1", "tx2"

# Lines of tables: around them, under the heads and over the foot, and between rows.
FRAME, RULE, HAIRLINE = 1.5, 1.0, 0.75
RULE_COLOUR, LINE_COLOUR = "tx2", "D9DEE6"

TABLE_STYLE = "{7A3C1B52-5D2E-4E0B-9C55-7441A11E5EE7}"
