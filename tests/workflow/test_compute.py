"""Running a computation from the command line: what goes wrong is told in sentences."""

from __future__ import annotations

import inspect
import json
import sys
import types

import pytest

from engine import arithmetic
from workflow.compute import main
from workflow.ledger import Ledger


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run a computation given as a function, with an empty ledger `moons` to read."""
    moons = Ledger("lesson/moons")
    moons.equals("points", 200, 200, where="lesson")
    moons.write(tmp_path / "moons.json")

    def run(**content):
        module = types.ModuleType("workflow.computations.lesson.race")
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setattr("importlib.import_module", lambda name: module)
        files = ["--read", str(tmp_path / "moons.json"), "--folder", str(tmp_path)]
        with arithmetic.use(arithmetic.selected()):
            status = main(["lesson/race", *files, "--receipt", str(tmp_path / "receipt.json")])
        written, receipt = tmp_path / "lesson/race.json", tmp_path / "receipt.json"
        assert written.exists() == receipt.exists() == (status == 0)
        return status

    return run


def ledger(name="lesson/race", steps=1000):
    result = Ledger(name)
    result.equals("steps", steps, 1000, where="lesson")
    return result


def test_a_ledger_whose_claims_hold_is_written_with_its_receipt(run):
    assert run(compute=lambda moons: ledger()) == 0


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ({"compute": lambda moons: ledger(steps=999)}, "lesson/race.steps"),
        ({"compute": lambda moons: ledger(name="lesson/rase")}, "must return the ledger 'lesson/race'"),
        ({"compute": lambda moons: None}, "must return the ledger 'lesson/race'"),
        ({"compute": ledger}, "asks for a function `compute` that takes moons"),
        ({"compute": lambda: None}, "has one that takes nothing"),
        ({}, "has none. Make them agree."),
        ({"compute": lambda moons: 1 / 0}, "lesson/race: stopped by ZeroDivisionError: division by zero"),
        ({"compute": lambda moons: __import__("nosuchpackage")}, "the package 'nosuchpackage' is not installed"),
        ({"compute": lambda moons: __import__("workflow.nosuch")}, "stopped by ModuleNotFoundError"),
    ],
)
def test_what_goes_wrong_is_told_in_a_sentence_and_nothing_is_written(run, capsys, content, sentence):
    assert run(**content) == 1

    message = capsys.readouterr().err
    assert sentence in message
    assert "Traceback" not in message


@pytest.fixture
def several(tmp_path, monkeypatch):
    """Run several computations in one process, each given as the ledger that it makes."""

    def run(**ledgers):
        for name, made in ledgers.items():
            module = types.ModuleType(f"workflow.computations.lesson.{name}")
            module.compute = lambda made=made: made
            module.compute.__signature__ = inspect.Signature()
            monkeypatch.setitem(sys.modules, module.__name__, module)
        with arithmetic.use(arithmetic.selected()):
            receipt = tmp_path / "receipt.json"
            return main([*(f"lesson/{name}" for name in ledgers), "--folder", str(tmp_path), "--receipt", str(receipt)])

    return run


def test_several_ledgers_are_written_with_one_receipt(several, tmp_path):
    assert several(one=ledger("lesson/one"), two=ledger("lesson/two")) == 0

    paths = [tmp_path / "lesson/one.json", tmp_path / "lesson/two.json"]
    assert [Ledger.read(path).identity for path in paths] == ["lesson/one", "lesson/two"]
    assert sorted(json.loads((tmp_path / "receipt.json").read_text(encoding="utf-8"))) == [str(path) for path in paths]


def test_every_failing_ledger_of_several_is_told_and_none_is_written(several, tmp_path, capsys):
    failing = {name: ledger(f"lesson/{name}", steps=999) for name in ("one", "three")}

    assert several(two=ledger("lesson/two"), **failing) == 1

    message = capsys.readouterr().err
    assert "lesson/one.steps" in message
    assert "lesson/three.steps" in message
    assert not (tmp_path / "lesson").exists()
