"""The notebook of Lecture 4 as it is written: its cells and words. A build runs it and proves the rest."""

from __future__ import annotations

import ast
import re
from collections import Counter

import nbformat
import pytest

from slides.notebooks import notebook, prose, source
from tests.slides.notebooks.conftest import LEDGERS, PICTURES, ROOT, TABLES
from workflow.ledger import Ledger


@pytest.fixture(scope="module")
def read():
    return source.read(ROOT / "slides/notebooks/lecture4.md")


@pytest.fixture(scope="module")
def words(read):
    """The prose by the names of its cells."""
    ledgers = {path.stem: Ledger.read(path) for path in LEDGERS}
    phrases = list(read.head.constants)
    return {cell.name: prose.fill(read, cell, ledgers, phrases) for cell in read.cells if cell.kind == "prose"}


@pytest.fixture(scope="module")
def code(read):
    return {cell.name: cell.text for cell in read.cells if cell.kind == "code"}


def test_it_is_valid(read, words):
    made = notebook.assemble([(cell, words.get(cell.name, cell.text)) for cell in read.cells])
    nbformat.validate(made)
    assert [cell.id for cell in made.cells] == [cell.name for cell in read.cells]
    kinds = {"prose": "markdown", "code": "code"}
    assert [cell.cell_type for cell in made.cells] == [kinds[cell.kind] for cell in read.cells]


def test_what_a_run_says_about_itself_is_left_out():
    cell = source.Cell("code", "one", 1, "pass")
    made = notebook.assemble([(cell, cell.text)])
    made.cells[0].metadata.execution = {"iopub.execute_input": "today"}
    made.metadata.language_info = {"name": "python", "version": "today"}
    assert b"today" not in notebook.written(made, "A title")


def test_every_table_and_picture_of_the_lecture_is_shown_once(code):
    calls = (node for text in code.values() for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
    shown = Counter(node.args[0].value for node in calls if ast.unparse(node.func) in ("show", "picture"))
    assert shown == Counter(path.stem for path in (*TABLES, *PICTURES))


def test_there_is_a_heading_for_every_checkpoint(words):
    found = re.findall(r"^## Checkpoint (\d+) · .", "\n".join(words.values()), re.MULTILINE)
    assert found == [f"{number}" for number in range(1, 17)]


def test_numbers_of_the_prose_stand_in_their_sentences(words):
    prose = {name: " ".join(text.split()) for name, text in words.items()}
    assert "With $g_w = {-18}$, a slightly larger $w$" in prose["before-two-checks-by-symbols"]
    assert "falls from 9 to 5.76," in prose["before-recorded-graph"]
    assert "Through $u$ comes $2x$, which is 8;" in prose["before-branch"]
    assert r"\begin{array}{r} 4 \cr {-2} \end{array}" in prose["before-dense-vjp"]
    assert "falls from 7 to 6.5865." in prose["before-tiny-mlp"]


def test_every_constant_of_the_head_is_needed(read):
    """A phrase that is excused without need may one day hide a number. PyTorch's names stand in what cells print."""
    text = "\n".join(cell.text for cell in read.cells)
    unneeded = [phrase for phrase in read.head.constants if not re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text)]
    assert unneeded == ["PowBackward0", "SubBackward0", "AddBackward0", "MulBackward0"]


def test_the_first_cell_finds_the_project_from_where_the_notebook_lies(code, tmp_path, monkeypatch):
    (tmp_path / "workflow/computations/lecture4").mkdir(parents=True)
    (tmp_path / "some/where").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "some/where")
    monkeypatch.setattr("sys.path", [])
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)
    exec(code["setup"], {})  # noqa: S102 - the cell is the project's own
    import sys

    assert sys.path == [str(tmp_path)]


def test_a_notebook_that_lies_elsewhere_says_so(code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"does not lie in a clone of Tallysheet.*Move the notebook"):
        exec(code["setup"], {})  # noqa: S102


def test_a_kernel_without_the_packages_says_so(code, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("sys.path", [])
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "sympy" else name)
    with pytest.raises(ModuleNotFoundError, match=r"This kernel has no sympy\. Run `make` in the project"):
        exec(code["setup"], {})  # noqa: S102
