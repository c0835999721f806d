"""Which files a configuration asks for: decks only where all their pictures are drawn."""

from __future__ import annotations

import ast
import re
from pathlib import Path

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


def test_the_digest_of_a_deck_covers_its_template_and_what_lies_beside_the_code(tmp_path, monkeypatch):
    made = plan()
    seen = {}
    monkeypatch.setattr(made._sources, "digest", lambda *modules, files=(): seen.update(modules=modules, files=files))

    made.source_of_deck("lecture4")

    names = {path.relative_to(ROOT).as_posix() for path in seen["files"]}
    beside = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "slides" / "decks").rglob("*")
        if path.suffix in {".css", ".js", ".typ", ".html"}
    }
    assert names >= beside | {"slides/decks/lecture4.md.j2"}
    assert "slides/decks/dl01_6_4.md.j2" not in names
    assert "slides.tables.lecture4.branch" in seen["modules"]


@pytest.mark.parametrize("lesson", plan().with_notebooks)
def test_the_digest_of_a_notebook_covers_all_that_its_cells_import(lesson):
    made = plan()
    source = ROOT / made.notebook_source(lesson)
    code = "\n".join(
        re.findall(r"^```python.*?\n(.*?)^```", source.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    )
    imported = {
        name
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.ImportFrom)
        for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
        if name in made._sources._trees
    }
    own = [f"workflow.computations.{lesson}.{name}" for name in made.lessons[lesson].ledgers]
    reached = {each for name in ("slides.notebooks.__main__", *own) for each in made._sources._reach(name)}
    assert f"workflow.computations.{lesson}" in imported
    assert imported <= reached
