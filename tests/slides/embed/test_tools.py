"""The example of each tool, filled and then built by the tool itself: what a reader sees is what was embedded.

Slidev, reveal.js and MyST read CommonMark, for which markdown-it stands in.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from lxml import etree, html
from markdown_it import MarkdownIt

from slides.embed.command import main
from slides.tables.pandoc import _program
from tests.slides.embed.project import alt_text

HERE = Path(__file__).parent
EXAMPLES = HERE / "examples"
MARP = HERE / "marp/node_modules/.bin/marp"

FIGURE, LOSS = "DL01.6.4-F2", "0.008"
BRANCH = [
    ["path", "value", "upstream × local", "with numbers", "contribution"],
    ["16", "12", "8", "3", "11"],
]


@pytest.fixture(scope="module")
def folder(project, tmp_path_factory):
    """The examples, all filled at once."""
    folder = tmp_path_factory.mktemp("author") / "talks"
    shutil.copytree(EXAMPLES, folder)
    run([sys.executable, "powerpoint.py"], folder)
    paths = [path for path in sorted(folder.iterdir()) if path.suffix != ".py"]
    assert main([*map(str, paths)], project) == 0
    assert main(["--check", *map(str, paths)], project) == 0
    return folder


def run(command, folder):
    finished = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


def check_page(page, folder, project):
    """See the value, the figure and the table in a page of HTML."""
    words = " ".join("".join(page.itertext()).split())
    assert f"After all steps the loss is {LOSS}." in words
    (image,) = [each for each in page.iter("img") if FIGURE in each.get("src", each.get("data-src", ""))]
    assert (folder / image.get("src", image.get("data-src"))).is_file()
    assert image.get("alt") == alt_text(project, FIGURE)
    assert page.find(".//figcaption") is None
    (table,) = page.iter("table")
    assert [cell.text_content().strip() for cell in table.iter("th")] == BRANCH[0]
    cells = [cell.text_content().strip() for cell in table.iter("td")]
    assert [cell for cell in cells if cell.isdecimal()] == ["16", "8", "12", "3", "11"]


@pytest.mark.skipif(shutil.which("node") is None or not MARP.exists(), reason="needs node, and npm ci in tests/…/marp")
def test_marp(folder, project):
    run([str(MARP), "--no-stdin", "marp.md", "--output", "marp.html"], folder)
    page = html.parse(str(folder / "marp.html")).getroot()
    slides = [each for each in page.iter("section") if each.get("id")]
    assert len(slides) == 3
    check_page(page, folder, project)


def test_pandoc_as_quarto_uses_it(folder, project):
    run(
        [str(_program()), "--standalone", "--from=markdown", "--to=revealjs", "quarto.qmd", "--output=quarto.html"],
        folder,
    )
    check_page(html.parse(str(folder / "quarto.html")).getroot(), folder, project)


@pytest.mark.parametrize("name", ["slidev", "reveal", "myst"])
def test_readers_of_commonmark(folder, project, name):
    text = (folder / f"{name}.md").read_text(encoding="utf-8")
    written = MarkdownIt("commonmark").enable("table").render(text)
    check_page(html.fragment_fromstring(written, create_parent="div"), folder, project)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_beamer(folder):
    run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "beamer.tex"], folder)
    log = (folder / "beamer.log").read_text(encoding="latin-1").replace("\n", "")
    assert "(3 pages" in log
    assert not re.search(r"Overfull|Missing character|LaTeX Warning: (?!Font)", log)
    assert "<tallysheet/DL01.6.4-F2.slide.pdf" in log


@pytest.mark.skipif(shutil.which("soffice") is None, reason="needs LibreOffice")
def test_libreoffice(folder, project, tmp_path):
    profile = f"-env:UserInstallation={tmp_path.as_uri()}"  # nobody's own settings, and no other instance
    run(["soffice", profile, "--headless", "--convert-to", "fodp", "race.pptx"], folder)
    spaces = {"draw": "drawing", "svg": "svg-compatible", "table": "table", "text": "text"}
    names = {name: f"urn:oasis:names:tc:opendocument:xmlns:{each}:1.0" for name, each in spaces.items()}
    figure, table, value = etree.parse(folder / "race.fodp").findall(".//draw:page", names)
    assert figure.find(".//draw:image", names) is not None
    assert figure.findtext(".//svg:desc", namespaces=names) == alt_text(project, FIGURE)
    cells = ["".join(map(str, cell.itertext())).strip() for cell in table.iterfind(".//table:table-cell", names)]
    assert cells[:5] == BRANCH[0]
    assert cells[5:10] == ["u = x2", "16", "gu ⋅ 2x", "1 ⋅ 2 ⋅ 4", "8"]
    assert LOSS in ["".join(map(str, paragraph.itertext())) for paragraph in value.iterfind(".//text:p", names)]
