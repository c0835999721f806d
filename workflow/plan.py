"""Which file is made from which: the paths and inputs that the rules name.

The methods that take `wildcards` are Snakemake's input and parameter functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from workflow.configuration import CONFIG_FILE, Configuration, ConfigurationError, Lesson
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
from workflow.publish import token_of
from workflow.sources import Sources

# How the files end that say how decks look.
LOOKS = {".css", ".j2", ".js", ".typ"}


def one_of(names: Iterable[str]) -> str:
    """Give the regular expression that matches these names and nothing else."""
    return "|".join(map(re.escape, names)) or "(?!)"


class Plan:
    """The files of a configuration, relative to the project's root folder.

    A plan that does not publish leaves results/ alone: it is for a run with other settings than config.yaml's.
    """

    def __init__(self, configuration: Configuration, root: Path, *, publishes: bool) -> None:
        self._publishes = publishes
        self._configuration = configuration
        self._sources = Sources(root)
        self._root = root
        self.lessons: dict[str, Lesson] = configuration.lessons
        self.figures = [figure for lesson in self.lessons.values() for figure in lesson.figures]
        self.tables = [table for lesson in self.lessons.values() for table in lesson.tables]
        self.in_one_job = [name for name, lesson in self.lessons.items() if lesson.one_job]
        self.in_jobs_of_their_own = [name for name, lesson in self.lessons.items() if not lesson.one_job]
        self.with_tables = [name for name, lesson in self.lessons.items() if lesson.tables]
        self.styles = configuration.styles
        self.formats = configuration.formats
        self.with_decks = [name for name, lesson in self.lessons.items() if lesson.deck and self._draws_for_decks]
        self.with_notebooks = [
            name for name, lesson in self.lessons.items() if lesson.notebook and self._draws_for_decks
        ]
        asked = any(lesson.deck or lesson.notebook for lesson in self.lessons.values())
        if publishes and asked and not self._draws_for_decks:
            msg = f"{CONFIG_FILE}: a deck shows pictures of every style, as svg and png; list them, or take `deck` off."
            raise ConfigurationError(msg)

    # Paths

    def ledger(self, lesson: str, name: str) -> str:
        """Give the path of a ledger."""
        return f"build/ledgers/{lesson}/{name}.json"

    def ledgers(self, lesson: str) -> list[str]:
        """List the ledgers of a lesson."""
        return [self.ledger(lesson, name) for name in self.lessons[lesson].ledgers]

    def pictures(self, figure: str, format_name: FormatName) -> dict[StyleName, str]:
        """Give the path of a figure's picture by style; none when the format is not asked for."""
        if format_name not in self.formats:
            return {}
        styles = [style for style in self.styles if has(style, format_name)]
        return {style: f"build/figures/{picture_file(figure, style, format_name)}" for style in styles}

    def alt_text(self, figure: str) -> str:
        """Give the path of a figure's alt text."""
        return f"build/figures/{alt_text_file(figure)}"

    def tables_as(self, lesson: str, format_name: TableFormatName) -> dict[str, str]:
        """Give the path of each of a lesson's tables in a format, by the table's id."""
        return {table: f"build/tables/{table_file(table, format_name)}" for table in self.lessons[lesson].tables}

    def table_files(self, lesson: str) -> list[str]:
        """List the files of a lesson's tables."""
        return [path for format_name in TABLE_FORMATS for path in self.tables_as(lesson, format_name).values()]

    @property
    def _draws_for_decks(self) -> bool:
        """Whether all pictures are drawn that a deck may show; a run with other settings may leave some out."""
        return set(self.styles) == set(STYLES) and {"svg", "png"} <= set(self.formats)

    def deck(self, lesson: str) -> list[str]:
        """List the files of a lesson's deck."""
        return [f"build/decks/{deck_file(lesson, format_name)}" for format_name in DECK_FORMATS]

    def pictures_of_notebook(self, lesson: str) -> list[str]:
        """List the pictures that a notebook may show: each figure for a light page."""
        return [f"build/figures/{picture_file(figure, 'page', 'svg')}" for figure in self.lessons[lesson].figures]

    def notebook(self, lesson: str) -> str:
        """Give the path of a lesson's notebook."""
        return f"build/decks/{notebook_file(lesson)}"

    def receipt(self, made: str) -> str:
        """Give the path of the digests of what a job made: a figure, lesson/ledger, tables/lesson and so on."""
        return f"build/receipts/{made}.json"

    def stamp(self, lesson: str) -> str:
        """Give the path of the record of what was published for a lesson."""
        return f"build/published/{lesson}.json"

    def pictures_in_all_formats(self, figure: str) -> list[str]:
        """List every picture of a figure."""
        return [path for format_name in self.formats for path in self.pictures(figure, format_name).values()]

    def all_ledgers(self) -> list[str]:
        """List the ledgers of every lesson."""
        return [path for lesson in self.lessons for path in self.ledgers(lesson)]

    def all_figures(self) -> list[str]:
        """List every file of every figure."""
        return [path for lesson in self.lessons for path in self.files_of_figures(lesson)]

    def all_tables(self) -> list[str]:
        """List every file of every table."""
        return [path for lesson in self.lessons for path in self.table_files(lesson)]

    def all_decks(self) -> list[str]:
        """List every file of every deck."""
        return [path for lesson in self.with_decks for path in self.deck(lesson)]

    def all_notebooks(self) -> list[str]:
        """List every notebook."""
        return [self.notebook(lesson) for lesson in self.with_notebooks]

    def everything_of(self, lesson: str) -> list[str]:
        """List every file of a lesson's complete build, with the record of its publication."""
        return [*self._files_of(lesson), *([self.stamp(lesson)] if self._publishes else [])]

    def _files_of(self, lesson: str) -> list[str]:
        return [
            *self.ledgers(lesson),
            *self.files_of_figures(lesson),
            *self.table_files(lesson),
            *(self.deck(lesson) if lesson in self.with_decks else []),
            *([self.notebook(lesson)] if lesson in self.with_notebooks else []),
        ]

    def files_of_figures(self, lesson: str) -> list[str]:
        """List the pictures and alt texts of a lesson."""
        figures = self.lessons[lesson].figures
        pictures = [path for figure in figures for path in self.pictures_in_all_formats(figure)]
        return [*pictures, *map(self.alt_text, figures)]

    def receipts_of_ledgers(self, lesson: str) -> list[str]:
        """List the receipts of a lesson's ledgers."""
        if self.lessons[lesson].one_job:
            return [self.receipt(f"ledgers/{lesson}")]
        return [self.receipt(f"{lesson}/{name}") for name in self.lessons[lesson].ledgers]

    def receipts_of_figures(self, lesson: str) -> list[str]:
        """List the receipts of a lesson's figures."""
        return [self.receipt(figure) for figure in self.lessons[lesson].figures]

    def receipts(self, wildcards: Any) -> list[str]:
        """List the receipts of all jobs that make a lesson's files."""
        name, lesson = wildcards.lesson, self.lessons[wildcards.lesson]
        tables = [f"tables/{name}"] if lesson.tables else []
        decks = [f"decks/{name}"] if name in self.with_decks else []
        notebooks = [f"notebooks/{name}"] if name in self.with_notebooks else []
        others = [self.receipt(each) for each in (*tables, *decks, *notebooks)]
        return [*self.receipts_of_ledgers(name), *self.receipts_of_figures(name), *others]

    def stamps(self) -> list[str]:
        """List the records of what was published."""
        return [self.stamp(lesson) for lesson in self.lessons]

    def outputs(self) -> dict[str, list[str]]:
        """Name what is made of ledgers, by the folder in build/ that holds it."""
        return {
            "figures": self.figures,
            "tables": self.tables,
            "decks": [deck_file(lesson, "html") for lesson in self.with_decks],
        }

    def everything(self) -> list[str]:
        """List every file of a complete build."""
        return [path for lesson in self.lessons for path in self.everything_of(lesson)]

    # Inputs

    def ledgers_read(self, wildcards: Any) -> list[str]:
        """List the ledgers that a computation reads."""
        read = self.lessons[wildcards.lesson].ledgers[wildcards.ledger]
        return [self.ledger(wildcards.lesson, name) for name in read]

    def ledger_of_figure(self, wildcards: Any) -> str:
        """Give the ledger that a figure is drawn from."""
        lesson = self._configuration.lesson_of(wildcards.figure)
        return self.ledger(lesson, self._configuration.figure(wildcards.figure).ledger)

    def publishable(self, wildcards: Any) -> list[str]:
        """List every file of a lesson."""
        return self._files_of(wildcards.lesson)

    # Parameters

    def drawing(self, wildcards: Any) -> str:
        """Give the drawing of a figure as lesson/drawing."""
        lesson = self._configuration.lesson_of(wildcards.figure)
        return f"{lesson}/{self._configuration.figure(wildcards.figure).drawing}"

    def identities(self, lesson: str) -> list[str]:
        """List the ids of a lesson's ledgers, lesson/ledger."""
        return [f"{lesson}/{name}" for name in self.lessons[lesson].ledgers]

    def modules_of_tables(self, lesson: str) -> list[str]:
        """List a lesson's tables, each as id=module."""
        return [f"{table}={module}" for table, module in self.lessons[lesson].tables.items()]

    def ledgers_of_figures(self, lesson: str) -> list[str]:
        """List a lesson's figures, each as id=ledger."""
        return [f"{identity}={figure.ledger}" for identity, figure in self.lessons[lesson].figures.items()]

    def template(self, lesson: str) -> str:
        """Give the template of a lesson's deck."""
        return deck_template(lesson)

    def notebook_source(self, lesson: str) -> str:
        """Give the text of a lesson's notebook."""
        return notebook_source(lesson)

    def prefix(self, lesson: str) -> str:
        """Give what the ids of a lesson's figures and tables start with."""
        return self.lessons[lesson].prefix

    def source_of_ledger(self, wildcards: Any) -> str:
        """Give the digest of the code behind a ledger."""
        computation = f"workflow.computations.{wildcards.lesson}.{wildcards.ledger}"
        return self._sources.digest("workflow.compute", computation)

    def source_of_lesson(self, lesson: str) -> str:
        """Give the digest of the code behind all ledgers of a lesson."""
        computations = (f"workflow.computations.{lesson}.{name}" for name in self.lessons[lesson].ledgers)
        return self._sources.digest("workflow.compute", *computations)

    def source_of_tables(self, lesson: str) -> str:
        """Give the digest of the code behind the tables of a lesson."""
        return self._sources.digest("slides.tables.__main__", *self._table_modules(lesson))

    def source_of_deck(self, lesson: str) -> str:
        """Give the digest of the code and the texts behind the deck of a lesson."""
        files = [self._root / self.template(lesson), *self._looks_of_decks()]
        return self._sources.digest("slides.decks.__main__", *self._table_modules(lesson), files=files)

    def source_of_notebook(self, lesson: str) -> str:
        """Give the digest of the code that makes a notebook, of the text, and of the code that its cells run."""
        own = [f"workflow.computations.{lesson}.{name}" for name in self.lessons[lesson].ledgers]
        files = [self._root / self.notebook_source(lesson)]
        return self._sources.digest("slides.notebooks.__main__", *own, *self._table_modules(lesson), files=files)

    def _table_modules(self, lesson: str) -> list[str]:
        return [f"slides.tables.{lesson}.{module}" for module in self.lessons[lesson].tables.values()]

    def _looks_of_decks(self) -> list[Path]:
        """List what says how decks look, beside their code: style sheets and pages."""
        beside = (self._root / "slides" / "decks").rglob("*")
        return [path for path in beside if path.suffix in LOOKS and not path.name.endswith(".md.j2")]

    def source_of_figure(self, wildcards: Any) -> str:
        """Give the digest of the code behind a figure."""
        return self._sources.digest("figures.__main__", f"figures.{self.drawing(wildcards).replace('/', '.')}")

    def source_of_publishing(self, wildcards: Any) -> str:  # noqa: ARG002 - Snakemake passes them
        """Give the digest of the code that publishes."""
        return self._sources.digest("workflow.publish")

    def token(self, wildcards: Any) -> str:
        """Give the token to publish a lesson under, a new one when results/ was touched."""
        lesson = wildcards.lesson
        return token_of(Path(self.stamp(lesson)), lesson, self.lessons[lesson].prefix, self._root)
