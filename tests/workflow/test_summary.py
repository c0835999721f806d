"""The closing lines count what is there, and name what cannot be trusted."""

from __future__ import annotations

import pytest

from workflow.ledger import Ledger
from workflow.summary import summary


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, gap in {"one": 1e-16, "two": 3e-15}.items():
        ledger = Ledger(f"lesson/{name}")
        ledger.agree("gap", {"hand": [0.0], "engine": [gap]}, tolerance=1e-12, where="lesson")
        ledger.agree("others", {"engine": [0.0], "pytorch": [1e-13]}, tolerance=1e-12, where="lesson")
        ledger.agree("difference", {"hand": [0.0], "difference": [1e-9]}, tolerance=1e-8, where="lesson")
        ledger.write(tmp_path / f"{name}.json")
    (tmp_path / "build" / "figures").mkdir(parents=True)
    (tmp_path / "build" / "figures" / "L-F1.svg").touch()
    (tmp_path / "build" / "tables").mkdir()
    (tmp_path / "build" / "tables" / "L-02.html").touch()
    return tmp_path


def test_figures_and_claims_are_counted_and_the_largest_gap_to_the_hand_is_named(root):
    outputs = {"figures": ["L-F1", "L-F2"], "tables": ["L-01", "L-02"], "decks": ["lesson"]}

    lines = summary(["one.json", "two.json", "missing.json"], outputs, [], 0.0).splitlines()

    assert lines[0] == "1 figures in build/figures/, 1 tables in build/tables/, 6 claims checked in 2 ledgers."
    assert lines[1] == "Largest gap to a hand-derived number: 3e-15 (lesson/two.gap)."


def test_a_ledger_that_was_edited_is_named_and_not_counted(root):
    path = root / "two.json"
    path.write_text(path.read_text(encoding="utf-8").replace("3e-15", "2e-15"), encoding="utf-8")

    lines = summary(["one.json", "two.json"], {"figures": []}, [], 0.0).splitlines()

    assert "two.json: the file was changed after it was written" in lines[0]
    assert lines[1] == "3 claims checked in 1 ledgers."


@pytest.mark.parametrize(("started", "mentioned"), [(0.0, True), (4e9, False)])
def test_publishing_is_mentioned_when_this_run_published(root, started, mentioned):
    (root / "stamp.json").touch()

    lines = summary(["one.json"], {}, ["stamp.json", "missing.json"], started).splitlines()

    assert (lines[-1].startswith("Published to results/")) is mentioned
