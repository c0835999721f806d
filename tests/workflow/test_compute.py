"""Running a computation from the command line: what goes wrong is told in sentences."""

from __future__ import annotations

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
        files = ["--read", str(tmp_path / "moons.json"), "--output", str(tmp_path / "race.json")]
        with arithmetic.use(arithmetic.selected()):
            status = main(["lesson/race", *files, "--receipt", str(tmp_path / "receipt.json")])
        assert (tmp_path / "race.json").exists() == (tmp_path / "receipt.json").exists() == (status == 0)
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
