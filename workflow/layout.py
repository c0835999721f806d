"""Where each file of a lesson stands, in build/ and in results/."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from workflow.configuration import Configuration, Lesson
from workflow.names import (
    DECK_FORMATS,
    STYLES,
    TABLE_FORMATS,
    FormatName,
    StyleName,
    TableFormatName,
    alt_text_file,
    deck_file,
    deck_template,
    has,
    notebook_file,
    notebook_source,
    picture_file,
    table_file,
)

BUILD = Path("build")
RESULTS = Path("results")

# What results/ holds, by folder: text that a repository's host shows side by side. Pixels, PDF and what carries them
# inside, such as a deck in one HTML file, stay in build/.
PUBLISHED = {
    "ledgers": {".json"},
    "figures": {".svg", ".txt"},
    "tables": {".md", ".html", ".tex"},
    "decks": {".md", ".json"},
    "provenance": {".json"},
}

# How the files end that say how decks look.
LOOKS = {".css", ".j2", ".js", ".typ"}


def published_as(built: str) -> str | None:
    """Give the path under results/ of a file under build/; None when it is not published."""
    path = PurePosixPath(built).relative_to(BUILD.as_posix())
    return path.as_posix() if path.suffix in PUBLISHED[path.parts[0]] else None


def record_of(lesson: str) -> str:
    """Give the path under results/ of the record of what a lesson's results were made from."""
    return f"provenance/{lesson}.json"


def is_record(path: str) -> bool:
    """Whether a path under results/ is that of such a record."""
    return path.startswith("provenance/")


def lesson_of(path: str) -> str | None:
    """Give the lesson of a ledger or a record by its path under results/; None for other files, which do not say it."""
    folder, *rest = PurePosixPath(path).parts
    if folder == "ledgers" and len(rest) == 2:
        return rest[0]
    return rest[0].removesuffix(".json") if is_record(path) and len(rest) == 1 else None


class Layout:
    """The files of a configuration, relative to the project's root folder."""

    def __init__(self, configuration: Configuration, root: Path) -> None:
        self.configuration = configuration
        self.root = root
        self.lessons: dict[str, Lesson] = configuration.lessons
        self.styles = configuration.styles
        self.formats = configuration.formats
        self.with_decks = [name for name, lesson in self.lessons.items() if lesson.deck and self.draws_for_decks]
        self.with_notebooks = [
            name for name, lesson in self.lessons.items() if lesson.notebook and self.draws_for_decks
        ]

    @property
    def draws_for_decks(self) -> bool:
        """Whether all pictures are drawn that a deck may show; a run with other settings may leave some out."""
        return set(self.styles) == set(STYLES) and {"svg", "png"} <= set(self.formats)

    # Ledgers

    def ledger(self, lesson: str, name: str) -> str:
        """Give the path of a ledger."""
        return f"build/ledgers/{lesson}/{name}.json"

    def ledgers(self, lesson: str) -> list[str]:
        """List the ledgers of a lesson."""
        return [self.ledger(lesson, name) for name in self.lessons[lesson].ledgers]

    # Figures

    def pictures(self, figure: str, format_name: FormatName) -> dict[StyleName, str]:
        """Give the path of a figure's picture by style; none when the format is not asked for."""
        if format_name not in self.formats:
            return {}
        styles = [style for style in self.styles if has(style, format_name)]
        return {style: f"build/figures/{picture_file(figure, style, format_name)}" for style in styles}

    def pictures_in_all_formats(self, figure: str) -> list[str]:
        """List every picture of a figure."""
        return [path for format_name in self.formats for path in self.pictures(figure, format_name).values()]

    def alt_text(self, figure: str) -> str:
        """Give the path of a figure's alt text."""
        return f"build/figures/{alt_text_file(figure)}"

    def files_of_figures(self, lesson: str) -> list[str]:
        """List the pictures and alt texts of a lesson."""
        figures = self.lessons[lesson].figures
        pictures = [path for figure in figures for path in self.pictures_in_all_formats(figure)]
        return [*pictures, *map(self.alt_text, figures)]

    # Tables

    def tables_as(self, lesson: str, format_name: TableFormatName) -> dict[str, str]:
        """Give the path of each of a lesson's tables in a format, by the table's id."""
        return {table: f"build/tables/{table_file(table, format_name)}" for table in self.lessons[lesson].tables}

    def table_files(self, lesson: str) -> list[str]:
        """List the files of a lesson's tables."""
        return [path for format_name in TABLE_FORMATS for path in self.tables_as(lesson, format_name).values()]

    # Decks and notebooks

    def deck(self, lesson: str) -> list[str]:
        """List the files of a lesson's deck."""
        return [f"build/decks/{deck_file(lesson, format_name)}" for format_name in DECK_FORMATS]

    def template(self, lesson: str) -> str:
        """Give the template of a lesson's deck."""
        return deck_template(lesson)

    def looks_of_decks(self) -> list[str]:
        """List what says how decks look, beside their code: style sheets and pages."""
        beside = sorted((self.root / "slides" / "decks").rglob("*"))
        return [
            path.relative_to(self.root).as_posix()
            for path in beside
            if path.suffix in LOOKS and not path.name.endswith(".md.j2")
        ]

    def notebook(self, lesson: str) -> str:
        """Give the path of a lesson's notebook."""
        return f"build/decks/{notebook_file(lesson)}"

    def notebook_source(self, lesson: str) -> str:
        """Give the text of a lesson's notebook."""
        return notebook_source(lesson)

    # What Snakemake and publishing write down

    def receipt(self, made: str) -> str:
        """Give the path of the digests of what a job made: a figure, lesson/ledger, tables/lesson and so on."""
        return f"build/receipts/{made}.json"

    def stamp(self, lesson: str) -> str:
        """Give the path of the record of what was published for a lesson."""
        return f"build/published/{lesson}.json"
