"""The jobs of a lesson as data: what each is made from, what it reads, and what it makes.

The rules take the digests of their sources from here, and so does the record of what results were made from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from workflow.layout import Layout, published_as


@dataclass(frozen=True)
class Job:
    """A process that makes files.

    name : 'ledger dl01_6_4/race', 'ledgers lecture4', 'figure DL01.6.4-F2', 'tables lecture4', 'deck lecture4'
    makes : its files under build/
    receipt : where it writes down what it made
    modules : what it runs; all that they import comes with them
    texts : the other files that say what it does: its rule, and what stands beside the code
    settings : what concerns it of config.yaml, by the place there: {'lessons.lecture4.tables.L4-09-branch': 'branch'}
    reads : the names of the jobs whose files it reads
    """

    name: str
    makes: tuple[str, ...]
    receipt: str
    modules: tuple[str, ...]
    texts: tuple[str, ...]
    settings: dict[str, str] = field(default_factory=dict)
    reads: tuple[str, ...] = ()

    @property
    def publishes(self) -> list[str]:
        """The paths under results/ of what is published of its files."""
        return [path for path in map(published_as, self.makes) if path]


def jobs_of(layout: Layout, lesson: str) -> Iterator[Job]:
    """Go through the jobs of a lesson, each after those that it reads."""
    content = layout.lessons[lesson]
    if content.one_job:
        yield ledgers_job(layout, lesson)
    else:
        for name in content.ledgers:
            yield ledger_job(layout, lesson, name)
    for figure in content.figures:
        yield figure_job(layout, figure)
    if content.tables:
        yield tables_job(layout, lesson)
    if lesson in layout.with_decks:
        yield deck_job(layout, lesson)
    if lesson in layout.with_notebooks:
        yield notebook_job(layout, lesson)


def ledger_job(layout: Layout, lesson: str, name: str) -> Job:
    """Give the job that computes one ledger."""
    return Job(
        name=f"ledger {lesson}/{name}",
        makes=(layout.ledger(lesson, name),),
        receipt=layout.receipt(f"{lesson}/{name}"),
        modules=("workflow.compute", _computation(lesson, name)),
        texts=("workflow/rules/ledgers.smk",),
        settings=_settings_of_ledgers(layout, lesson, name),
        reads=tuple(f"ledger {lesson}/{read}" for read in layout.lessons[lesson].ledgers[name]),
    )


def ledgers_job(layout: Layout, lesson: str) -> Job:
    """Give the job that computes all ledgers of a lesson."""
    names = list(layout.lessons[lesson].ledgers)
    return Job(
        name=f"ledgers {lesson}",
        makes=tuple(layout.ledgers(lesson)),
        receipt=layout.receipt(f"ledgers/{lesson}"),
        modules=("workflow.compute", *(_computation(lesson, name) for name in names)),
        texts=("workflow/rules/ledgers.smk",),
        settings={f"lessons.{lesson}.one_job": "true", **_settings_of_ledgers(layout, lesson, *names)},
    )


def figure_job(layout: Layout, identity: str) -> Job:
    """Give the job that draws a figure."""
    lesson, figure = layout.configuration.lesson_of(identity), layout.configuration.figure(identity)
    return Job(
        name=f"figure {identity}",
        makes=(*layout.pictures_in_all_formats(identity), layout.alt_text(identity)),
        receipt=layout.receipt(identity),
        modules=("figures.__main__", f"figures.{lesson}.{figure.drawing}"),
        texts=("workflow/rules/figures.smk",),
        settings={
            "styles": _listed(layout.styles),
            "formats": _listed(layout.formats),
            f"lessons.{lesson}.figures.{identity}.drawing": figure.drawing,
            f"lessons.{lesson}.figures.{identity}.ledger": figure.ledger,
        },
        reads=(_maker_of(layout, lesson, figure.ledger),),
    )


def tables_job(layout: Layout, lesson: str) -> Job:
    """Give the job that makes all tables of a lesson."""
    return Job(
        name=f"tables {lesson}",
        makes=tuple(layout.table_files(lesson)),
        receipt=layout.receipt(f"tables/{lesson}"),
        modules=("slides.tables.__main__", *_modules_of_tables(layout, lesson)),
        texts=("workflow/rules/tables.smk",),
        settings=_settings_of_tables(layout, lesson),
        reads=_makers_of_ledgers(layout, lesson),
    )


def deck_job(layout: Layout, lesson: str) -> Job:
    """Give the job that writes the deck of a lesson. It makes the tables that it shows from their rows, once more."""
    return Job(
        name=f"deck {lesson}",
        makes=tuple(layout.deck(lesson)),
        receipt=layout.receipt(f"decks/{lesson}"),
        modules=("slides.decks.__main__", *_modules_of_tables(layout, lesson)),
        texts=("workflow/rules/decks.smk", layout.template(lesson), *layout.looks_of_decks()),
        settings={
            f"lessons.{lesson}.deck": "true",
            **_settings_of_figures(layout, lesson),
            **_settings_of_tables(layout, lesson),
        },
        reads=(*_makers_of_ledgers(layout, lesson), *_makers_of_figures(layout, lesson)),
    )


def notebook_job(layout: Layout, lesson: str) -> Job:
    """Give the job that runs the notebook of a lesson, with the code that its cells run."""
    names = list(layout.lessons[lesson].ledgers)
    tables = [f"tables {lesson}"] if layout.lessons[lesson].tables else []
    computations = (_computation(lesson, name) for name in names)
    return Job(
        name=f"notebook {lesson}",
        makes=(layout.notebook(lesson),),
        receipt=layout.receipt(f"notebooks/{lesson}"),
        modules=("slides.notebooks.__main__", *computations, *_modules_of_tables(layout, lesson)),
        texts=("workflow/rules/decks.smk", layout.notebook_source(lesson)),
        settings={
            f"lessons.{lesson}.notebook": "true",
            **_settings_of_ledgers(layout, lesson, *names),
            **_settings_of_figures(layout, lesson),
            **_settings_of_tables(layout, lesson),
        },
        reads=(*_makers_of_ledgers(layout, lesson), *_makers_of_figures(layout, lesson), *tables),
    )


def _computation(lesson: str, ledger: str) -> str:
    return f"workflow.computations.{lesson}.{ledger}"


def _modules_of_tables(layout: Layout, lesson: str) -> list[str]:
    return [f"slides.tables.{lesson}.{module}" for module in layout.lessons[lesson].tables.values()]


def _maker_of(layout: Layout, lesson: str, ledger: str) -> str:
    return f"ledgers {lesson}" if layout.lessons[lesson].one_job else f"ledger {lesson}/{ledger}"


def _makers_of_ledgers(layout: Layout, lesson: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_maker_of(layout, lesson, name) for name in layout.lessons[lesson].ledgers))


def _makers_of_figures(layout: Layout, lesson: str) -> tuple[str, ...]:
    return tuple(f"figure {figure}" for figure in layout.lessons[lesson].figures)


def _settings_of_ledgers(layout: Layout, lesson: str, *names: str) -> dict[str, str]:
    ledgers = layout.lessons[lesson].ledgers
    return {f"lessons.{lesson}.ledgers.{name}": _listed(ledgers[name]) for name in names}


def _settings_of_figures(layout: Layout, lesson: str) -> dict[str, str]:
    figures = layout.lessons[lesson].figures
    return {f"lessons.{lesson}.figures.{identity}.ledger": figure.ledger for identity, figure in figures.items()}


def _settings_of_tables(layout: Layout, lesson: str) -> dict[str, str]:
    return {f"lessons.{lesson}.tables.{table}": module for table, module in layout.lessons[lesson].tables.items()}


def _listed(names: Iterable[str]) -> str:
    """Spell a list as config.yaml does."""
    return f"[{', '.join(names)}]"
