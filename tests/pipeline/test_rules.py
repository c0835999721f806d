"""The rules explain themselves, pass Snakemake's own lint, and make its report."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest


def test_lint_finds_nothing(built):
    run = built.snakemake("--lint")

    assert run.status == 0
    assert "Congratulations" in run.output


def test_every_rule_explains_itself(built):
    listed = built.snakemake("--list-rules").output
    rules = dict(re.findall(r"^(\w+) \((.+)\)$", listed, re.MULTILINE))
    names = {
        name
        for path in [built / "Snakefile", *(built / "workflow/rules").glob("*.smk")]
        for name in re.findall(r"^rule (\w+):", path.read_text(encoding="utf-8"), re.MULTILINE)
    }

    of_lessons = {
        *("dl01_6_4", "tables_of_dl01_6_4", "deck_of_dl01_6_4"),
        *("lecture4", "ledgers_of_lecture4", "tables_of_lecture4", "deck_of_lecture4", "notebook_of_lecture4"),
    }
    assert names | of_lessons == set(rules)


def test_what_the_report_needs_is_installed_without_the_test_packages(built):
    assert "\npygments==" in (built / "requirements.txt").read_text(encoding="utf-8")


def test_the_report_has_every_table_and_every_figure_with_caption_category_and_style(built):
    run = built.snakemake("--report", "report.html")
    assert run.status == 0, run.output
    text = (built / "report.html").read_text(encoding="utf-8")
    results = json.JSONDecoder().raw_decode(text, text.index("{", text.index('<script id="results">')))[0]

    tables = {path: results.pop(path) for path in list(results) if path.endswith(".html")}
    assert sorted(tables) == sorted(f"build/tables/{path.name}" for path in (built / "build/tables").glob("*.html"))
    assert {result["labels"]["table"] for result in tables.values()} == {Path(path).stem for path in tables}

    pictures = sorted((built / "build/figures").glob("*.svg"))
    assert sorted(results) == [f"build/figures/{path.name}" for path in pictures]
    for path, result in results.items():
        figure = re.search(r"/([^/]+?)(?:\.dark|\.slide|\.slide-dark)?\.svg$", path)[1]
        assert result["labels"] == {"figure": figure, "style": "dark" if "dark" in path else "light"}
        alt_text = (built / f"build/figures/{figure}.alt.txt").read_text(encoding="utf-8").split()
        caption = html.unescape(re.sub("<[^>]*>", "", result["caption"])).split()
        assert caption == alt_text


@pytest.mark.parametrize("target", ["all", "ledgers", "figures", "tables", "decks", "lecture4"])
def test_each_named_target_can_be_asked_for(built, target):
    assert built.snakemake(target).had_nothing_to_do
