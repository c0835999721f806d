"""What styles and formats are called, and the files that figures and tables are written to. Imports nothing."""

from __future__ import annotations

from typing import Literal

StyleName = Literal["page", "page-dark", "slide", "slide-dark"]
FormatName = Literal["svg", "png", "pdf"]
TableFormatName = Literal["md", "html", "tex"]
DeckFormatName = Literal["html", "pptx", "pdf", "md", "claims.json"]

# What pictures there are, and where a deck needs them: all.
STYLES: tuple[StyleName, ...] = ("page", "page-dark", "slide", "slide-dark")

# Every table is written in all of them: one process makes them, and they cost nothing to keep.
TABLE_FORMATS: tuple[TableFormatName, ...] = ("md", "html", "tex")

# The last one is for programs: which claims, tables and figures stand on which slide.
DECK_FORMATS: tuple[DeckFormatName, ...] = ("html", "pptx", "pdf", "md", "claims.json")

# The page in light colours is the plain picture.
SUFFIXES: dict[StyleName, str] = {"page": "", "page-dark": ".dark", "slide": ".slide", "slide-dark": ".slide-dark"}


def has(style: StyleName, format_name: FormatName) -> bool:
    """Whether a style is drawn in a format: PDF is for print, so only the light styles have it."""
    return format_name != "pdf" or not style.endswith("-dark")


def picture_file(figure: str, style: StyleName, format_name: FormatName) -> str:
    """Give the name of a picture's file: 'DL01.6.4-F2.slide.svg'."""
    return f"{figure}{SUFFIXES[style]}.{format_name}"


def alt_text_file(figure: str) -> str:
    """Give the name of the file with the text that describes a figure."""
    return f"{figure}.alt.txt"


def table_file(table: str, format_name: TableFormatName) -> str:
    """Give the name of a table's file: 'L4-09-branch.html'."""
    return f"{table}.{format_name}"


def deck_template(lesson: str) -> str:
    """Give the file that says what the deck of a lesson says."""
    return f"slides/decks/{lesson}.md.j2"


def notebook_source(lesson: str) -> str:
    """Give the file that says what the notebook of a lesson says."""
    return f"slides/notebooks/{lesson}.md"


def notebook_file(lesson: str) -> str:
    """Give the name of a notebook's file: 'lecture4.ipynb'."""
    return f"{lesson}.ipynb"


def deck_file(lesson: str, format_name: DeckFormatName) -> str:
    """Give the name of a deck's file: 'lecture4.pptx'."""
    return f"{lesson}.{format_name}"
