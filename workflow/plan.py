"""Which file is made from which: the inputs and parameters of the rules.

The methods that take `wildcards` are Snakemake's input and parameter functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from workflow.configuration import CONFIG_FILE, Configuration, ConfigurationError, configuration_from, read_form
from workflow.jobs import (
    Job,
    deck_job,
    figure_job,
    jobs_of,
    ledger_job,
    ledgers_job,
    notebook_job,
    tables_job,
)
from workflow.layout import Layout
from workflow.names import deck_file, picture_file
from workflow.sources import Sources


def one_of(names: Iterable[str]) -> str:
    """Give the regular expression that matches these names and nothing else."""
    return "|".join(map(re.escape, names)) or "(?!)"


class Plan(Layout):
    """What is to be built.

    A plan that does not publish leaves results/ alone: it is for a run with other settings than config.yaml's.
    """

    def __init__(self, configuration: Configuration, root: Path, *, publishes: bool) -> None:
        super().__init__(configuration, root)
        self._publishes = publishes
        self.sources = Sources(root)
        self.figures = [figure for lesson in self.lessons.values() for figure in lesson.figures]
        self.tables = [table for lesson in self.lessons.values() for table in lesson.tables]
        self.in_one_job = [name for name, lesson in self.lessons.items() if lesson.one_job]
        self.in_jobs_of_their_own = [name for name, lesson in self.lessons.items() if not lesson.one_job]
        self.with_tables = [name for name, lesson in self.lessons.items() if lesson.tables]
        asked = any(lesson.deck or lesson.notebook for lesson in self.lessons.values())
        if publishes and asked and not self.draws_for_decks:
            msg = f"{CONFIG_FILE}: a deck shows pictures of every style, as svg and png; list them, or take `deck` off."
            raise ConfigurationError(msg)

    # What targets ask for

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

    def everything(self) -> list[str]:
        """List every file of a complete build."""
        return [path for lesson in self.lessons for path in self.everything_of(lesson)]

    def _files_of(self, lesson: str) -> list[str]:
        return [path for job in self.jobs(lesson) for path in job.makes]

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

    # Inputs

    def ledgers_read(self, wildcards: Any) -> list[str]:
        """List the ledgers that a computation reads."""
        read = self.lessons[wildcards.lesson].ledgers[wildcards.ledger]
        return [self.ledger(wildcards.lesson, name) for name in read]

    def ledger_of_figure(self, wildcards: Any) -> str:
        """Give the ledger that a figure is drawn from."""
        lesson = self.configuration.lesson_of(wildcards.figure)
        return self.ledger(lesson, self.configuration.figure(wildcards.figure).ledger)

    def pictures_of_notebook(self, lesson: str) -> list[str]:
        """List the pictures that a notebook may show: each figure for a light page."""
        return [f"build/figures/{picture_file(figure, 'page', 'svg')}" for figure in self.lessons[lesson].figures]

    def receipts_of_ledgers(self, lesson: str) -> list[str]:
        """List the receipts of a lesson's ledgers."""
        if self.lessons[lesson].one_job:
            return [ledgers_job(self, lesson).receipt]
        return [ledger_job(self, lesson, name).receipt for name in self.lessons[lesson].ledgers]

    def receipts_of_figures(self, lesson: str) -> list[str]:
        """List the receipts of a lesson's figures."""
        return [figure_job(self, figure).receipt for figure in self.lessons[lesson].figures]

    def publishable(self, wildcards: Any) -> list[str]:
        """List every file of a lesson."""
        return self._files_of(wildcards.lesson)

    def receipts(self, wildcards: Any) -> list[str]:
        """List the receipts of all jobs that make a lesson's files."""
        return [job.receipt for job in self.jobs(wildcards.lesson)]

    # Parameters

    def drawing(self, wildcards: Any) -> str:
        """Give the drawing of a figure as lesson/drawing."""
        lesson = self.configuration.lesson_of(wildcards.figure)
        return f"{lesson}/{self.configuration.figure(wildcards.figure).drawing}"

    def identities(self, lesson: str) -> list[str]:
        """List the ids of a lesson's ledgers, lesson/ledger."""
        return [f"{lesson}/{name}" for name in self.lessons[lesson].ledgers]

    def modules_of_tables(self, lesson: str) -> list[str]:
        """List a lesson's tables, each as id=module."""
        return [f"{table}={module}" for table, module in self.lessons[lesson].tables.items()]

    def ledgers_of_figures(self, lesson: str) -> list[str]:
        """List a lesson's figures, each as id=ledger."""
        return [f"{identity}={figure.ledger}" for identity, figure in self.lessons[lesson].figures.items()]

    def prefix(self, lesson: str) -> str:
        """Give what the ids of a lesson's figures and tables start with."""
        return self.lessons[lesson].prefix

    # Digests of sources

    def jobs(self, lesson: str) -> list[Job]:
        """List the jobs of a lesson, each after those that it reads."""
        return list(jobs_of(self, lesson))

    def source(self, job: Job) -> str:
        """Give the digest of what a job is made from, beside the files that it reads."""
        return self.sources.digest(*job.modules, texts=job.texts, settings=job.settings)

    def source_of_ledger(self, wildcards: Any) -> str:
        """Give the digest behind a ledger."""
        return self.source(ledger_job(self, wildcards.lesson, wildcards.ledger))

    def source_of_lesson(self, lesson: str) -> str:
        """Give the digest behind all ledgers of a lesson."""
        return self.source(ledgers_job(self, lesson))

    def source_of_figure(self, wildcards: Any) -> str:
        """Give the digest behind a figure."""
        return self.source(figure_job(self, wildcards.figure))

    def source_of_tables(self, lesson: str) -> str:
        """Give the digest behind the tables of a lesson."""
        return self.source(tables_job(self, lesson))

    def source_of_deck(self, lesson: str) -> str:
        """Give the digest behind the deck of a lesson."""
        return self.source(deck_job(self, lesson))

    def source_of_notebook(self, lesson: str) -> str:
        """Give the digest behind the notebook of a lesson."""
        return self.source(notebook_job(self, lesson))

    def source_of_publishing(self, wildcards: Any) -> str:  # noqa: ARG002 - Snakemake passes them
        """Give the digest of the code that publishes."""
        return self.sources.digest("workflow.publish")


def committed_plan(root: Path) -> Plan:
    """Give the plan of config.yaml as it is now, whatever a run was told beside it.

    Raises
    ------
    ConfigurationError, SourceError, PackagesError
        If the configuration, a source or the list of packages cannot be read.
    """
    return Plan(configuration_from(read_form(root / CONFIG_FILE), root), root, publishes=True)
