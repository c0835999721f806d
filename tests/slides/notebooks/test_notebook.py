"""The notebook of Lecture 4 as it is built: valid, the same everywhere, and without traces of where it ran."""

from __future__ import annotations

import re

import nbformat
import pytest
from lxml import html

from tests.slides.notebooks.conftest import PICTURES, ROOT, TABLES


@pytest.fixture
def notebook(built):
    return nbformat.reads(built[0].decode(), as_version=nbformat.NO_CONVERT)


@pytest.fixture
def outputs(notebook):
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]


def test_other_settings_and_another_folder_give_the_same_bytes(built):
    assert built[0] == built[1]


def test_it_is_valid_and_in_the_current_format(notebook):
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)


def test_ids_are_names_from_the_source(notebook):
    text = (ROOT / "slides/notebooks/lecture4.md").read_text(encoding="utf-8")
    names = re.findall(r"^```python (\S+)$", text, re.MULTILINE)
    ids = [cell.id for cell in notebook.cells]
    assert [cell.id for cell in notebook.cells if cell.cell_type == "code"] == names
    assert {each for each in ids if each not in names} <= {"closing", *(f"before-{name}" for name in names)}
    assert len(set(ids)) == len(ids)


def test_cells_ran_from_top_to_bottom(notebook):
    counts = [cell.execution_count for cell in notebook.cells if cell.cell_type == "code"]
    assert counts == list(range(1, len(counts) + 1))


def test_nothing_says_when_or_where_it_ran(built, notebook):
    assert all(cell.metadata == {} for cell in notebook.cells)
    assert set(notebook.metadata) == {"kernelspec", "language_info", "title"}
    assert "version" not in notebook.metadata.language_info
    text = built[1].decode()
    assert "copy of it" not in text
    assert str(ROOT) not in text
    assert re.search(r"\b0x[0-9a-f]{6,}|/tmp/|/home/|site-packages", text) is None


def test_no_cell_fails_or_warns(outputs):
    assert {output.output_type for output in outputs} == {"stream", "execute_result"}
    assert {output.name for output in outputs if output.output_type == "stream"} == {"stdout"}


def test_every_table_and_picture_of_the_lecture_is_shown_once(outputs):
    data = [output.data for output in outputs if output.output_type == "execute_result"]
    tables = [each["text/markdown"] for each in data if "text/markdown" in each]
    assert sorted(tables) == sorted(path.read_text(encoding="utf-8") for path in TABLES)
    images = [html.fragment_fromstring(each["text/html"]) for each in data if "text/html" in each]
    alt_texts = [path.with_suffix(".alt.txt").read_text(encoding="utf-8").strip() for path in PICTURES]
    assert [image.get("alt") for image in images] == alt_texts
    assert all(image.get("src").startswith("data:image/svg+xml;base64,") for image in images)


def test_there_is_a_heading_for_every_checkpoint(notebook):
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert re.findall(r"^## Checkpoint (\d+) · .", text, re.MULTILINE) == [f"{number}" for number in range(1, 17)]


def test_numbers_of_the_prose_stand_in_their_sentences(notebook):
    prose = {cell.id: " ".join(cell.source.split()) for cell in notebook.cells if cell.cell_type == "markdown"}
    assert "With $g_w = {-18}$, a slightly larger $w$" in prose["before-two-checks-by-symbols"]
    assert "falls from 9 to 5.76." in prose["before-recorded-graph"]
    assert "Through $u$ comes $2x$, which is 8;" in prose["before-branch"]
    assert r"\begin{array}{r} 4 \cr {-2} \end{array}" in prose["before-dense-vjp"]
    assert "falls from 7 to 6.5865." in prose["before-tiny-mlp"]


def test_the_first_cell_finds_the_project_from_where_the_notebook_lies(notebook, tmp_path, monkeypatch):
    code = next(cell.source for cell in notebook.cells if cell.cell_type == "code")
    (tmp_path / "workflow/computations/lecture4").mkdir(parents=True)
    (tmp_path / "some/where").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "some/where")
    monkeypatch.setattr("sys.path", [])
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)
    exec(code, {})  # noqa: S102 - the cell is the project's own
    import sys

    assert sys.path == [str(tmp_path)]


def test_a_notebook_that_lies_elsewhere_says_so(notebook, tmp_path, monkeypatch):
    code = next(cell.source for cell in notebook.cells if cell.cell_type == "code")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"does not lie in a clone of Tallysheet.*Move the notebook"):
        exec(code, {})  # noqa: S102
