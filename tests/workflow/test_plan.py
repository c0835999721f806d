"""Which files a configuration asks for: decks only where all their pictures are drawn."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from workflow.configuration import ConfigurationError, configuration_from
from workflow.plan import Plan

ROOT = Path(__file__).resolve().parents[2]


def plan(*, publishes=True, **changes):
    content = yaml.safe_load((ROOT / "config" / "config.yaml").read_text(encoding="utf-8"))
    return Plan(configuration_from(content | changes, ROOT), ROOT, publishes=publishes)


def test_every_lesson_with_a_deck_gets_its_files_and_they_are_published():
    for lesson in plan().with_decks:
        assert set(plan().deck(lesson)) <= set(plan().everything_of(lesson))


FEWER = [{"styles": ["page"]}, {"styles": ["page", "page-dark", "slide"]}, {"formats": ["svg"]}, {"formats": ["png"]}]


@pytest.mark.parametrize("fewer", FEWER)
def test_a_run_that_draws_fewer_pictures_leaves_the_decks_out(fewer):
    assert plan(publishes=False, **fewer).all_decks() == []


@pytest.mark.parametrize("fewer", FEWER)
def test_a_configuration_that_draws_fewer_pictures_cannot_ask_for_decks(fewer):
    with pytest.raises(ConfigurationError, match="a deck shows pictures of every style, as svg and png"):
        plan(**fewer)


def test_without_decks_fewer_pictures_are_fine():
    content = yaml.safe_load((ROOT / "config" / "config.yaml").read_text(encoding="utf-8"))
    lessons = {name: lesson | {"deck": False, "notebook": False} for name, lesson in content["lessons"].items()}
    assert plan(lessons=lessons, formats=["svg"]).all_decks() == []


def job(made, name):
    [found] = [job for lesson in made.lessons for job in made.jobs(lesson) if job.name == name]
    return found


@pytest.fixture(scope="module")
def made():
    return plan()


def test_the_digest_of_a_deck_covers_its_template_and_what_lies_beside_the_code(made):
    deck = job(made, "deck lecture4")
    beside = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "slides" / "decks").rglob("*")
        if path.suffix in {".css", ".js", ".typ", ".html"}
    }
    assert set(deck.texts) >= beside | {"slides/decks/lecture4.md.j2"}
    assert "slides/decks/dl01_6_4.md.j2" not in deck.texts
    assert "slides.tables.lecture4.branch" in deck.modules
    assert made.source_of_deck("lecture4") == made.source(deck)


@pytest.mark.parametrize(
    ("source", "asked", "name"),
    [
        ("source_of_ledger", SimpleNamespace(lesson="dl01_6_4", ledger="race"), "ledger dl01_6_4/race"),
        ("source_of_lesson", "lecture4", "ledgers lecture4"),
        ("source_of_figure", SimpleNamespace(figure="L4-F2"), "figure L4-F2"),
        ("source_of_tables", "lecture4", "tables lecture4"),
        ("source_of_deck", "dl01_6_4", "deck dl01_6_4"),
        ("source_of_notebook", "lecture4", "notebook lecture4"),
    ],
)
def test_the_digest_that_a_rule_carries_is_that_of_its_job(made, source, asked, name):
    assert getattr(made, source)(asked) == made.source(job(made, name))


def imported_by_cells(made, lesson):
    """Name the project's modules that the cells of a notebook import."""
    text = (ROOT / made.notebook_source(lesson)).read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"^```python.*?\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    return {
        name
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.ImportFrom)
        for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
        if name in made.sources._trees
    }


@pytest.mark.parametrize("lesson", plan().with_notebooks)
def test_the_digest_of_a_notebook_covers_its_text_and_all_that_its_cells_run(made, lesson):
    notebook = job(made, f"notebook {lesson}")
    imported = imported_by_cells(made, lesson)
    assert f"workflow.computations.{lesson}" in imported
    assert imported <= made.sources.reach(notebook.modules)
    tables = made.lessons[lesson].tables.values()
    assert {"slides.notebooks.__main__", *(f"slides.tables.{lesson}.{module}" for module in tables)} <= set(
        notebook.modules
    )
    assert f"slides/notebooks/{lesson}.md" in notebook.texts


def test_the_record_of_a_publication_covers_decks_and_notebooks():
    made = plan()
    for lesson in made.lessons:
        receipts = set(made.receipts(SimpleNamespace(lesson=lesson)))
        assert (f"build/receipts/decks/{lesson}.json" in receipts) == (lesson in made.with_decks)
        assert (f"build/receipts/notebooks/{lesson}.json" in receipts) == (lesson in made.with_notebooks)
    assert made.with_decks
    assert made.with_notebooks


@pytest.mark.parametrize("lesson", plan().with_notebooks)
def test_a_notebook_belongs_to_the_files_of_its_lesson(lesson):
    made = plan()
    assert made.notebook(lesson) == f"build/decks/{lesson}.ipynb"
    assert made.notebook(lesson) in made.everything_of(lesson)
    assert made.notebook(lesson) in made.publishable(SimpleNamespace(lesson=lesson))
    assert made.pictures_of_notebook(lesson) == [
        f"build/figures/{figure}.svg" for figure in made.lessons[lesson].figures
    ]


def test_a_lesson_without_a_notebook_asks_for_none():
    made = plan()
    others = [lesson for lesson in made.lessons if lesson not in made.with_notebooks]
    assert others
    assert not any(path.endswith(".ipynb") for lesson in others for path in made.everything_of(lesson))
