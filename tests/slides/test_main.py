"""The command: what it writes and refuses, and that its bytes depend on nothing but the ledgers."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from slides.tables.__main__ import WRITERS, main
from slides.tables.dl01_6_4 import broadcast_bug
from slides.tables.rows import find_rows
from slides.tables.table import Number, Shown, Table, formula
from tests.slides.configured import CASES, ROOT, ledger_file
from workflow.files import digest_of

LEDGERS = [ledger_file(f"dl01_6_4/{name}") for name in ("broadcast_bug", "graph_memory", "race")]
TABLES = ["DL01.6.4-bug=broadcast_bug", "DL01.6.4-memory=graph_memory"]
FILES = [f"DL01.6.4-{name}.{ending}" for name in ("bug", "memory") for ending in ("html", "md", "tex")]


def arguments(folder, *more, tables=TABLES, ledgers=LEDGERS):
    return ["dl01_6_4", "--tables", *tables, "--ledgers", *map(str, ledgers), "--folder", str(folder), *more]


def test_every_table_is_written_in_every_format(tmp_path):
    folder = tmp_path / "new" / "folder"
    assert main(arguments(folder)) == 0
    assert sorted(path.name for path in folder.iterdir()) == FILES


def test_the_receipt_has_the_digests_of_the_files(tmp_path):
    receipt = tmp_path / "receipts" / "tables.json"
    assert main(arguments(tmp_path / "out", "--receipt", str(receipt))) == 0
    digests = {path.as_posix(): digest_of(path) for path in (tmp_path / "out").iterdir()}
    assert json.loads(receipt.read_text(encoding="utf-8")) == digests
    assert len(digests) == len(FILES)


@pytest.fixture
def refused(tmp_path, capsys):
    """A function that runs the command, sees it fail without a file, and gives what it says."""

    def run(**options):
        folder = tmp_path / "nothing"
        receipt = tmp_path / "receipt.json"
        assert main(arguments(folder, "--receipt", str(receipt), **options)) == 1
        assert not folder.exists()
        assert not receipt.exists()
        return capsys.readouterr().err

    return run


def test_a_ledger_that_was_edited_is_refused(refused, tmp_path):
    edited = tmp_path / "broadcast_bug.json"
    edited.write_text(LEDGERS[0].read_text(encoding="utf-8").replace('"0.9"', '"0.8"'), encoding="utf-8")
    assert refused(ledgers=[edited, *LEDGERS[1:]]).startswith(f"{edited}: the file was changed after it was written")


def test_a_ledger_that_does_not_exist_is_a_sentence(refused, tmp_path):
    complaint = refused(ledgers=[tmp_path / "none.json"])
    assert complaint == f"{tmp_path / 'none.json'}: there is no such ledger. Run `snakemake` to compute it.\n"


def test_an_unknown_table_is_a_sentence_with_the_nearest_name(refused):
    assert refused(tables=["DL01.6.4-bug=broadcast_bag"]).startswith(
        "DL01.6.4-bug: there is no table called 'dl01_6_4/broadcast_bag'. Did you mean dl01_6_4/broadcast_bug "
    )


def test_what_tables_share_is_not_suggested(refused):
    complaint = refused(tables=["DL01.6.4-x=_gradient"])
    assert "dl01_6_4/gradients" in complaint
    assert "dl01_6_4/_gradients" not in complaint


def test_a_ledger_that_a_table_asks_for_and_the_lesson_lacks_is_a_sentence(refused):
    assert refused(tables=TABLES[:1], ledgers=LEDGERS[1:]) == (
        "DL01.6.4-bug: `table` takes broadcast_bug, which is no ledger of the lesson. There are: graph_memory, race.\n"
    )


def with_cell(cell):
    """Give a table of one cell, made of the ledger `broadcast_bug`."""

    def table(broadcast_bug):
        return Table(caption="", head=("head",), rows=((cell(Shown(broadcast_bug)),),))

    return table


@pytest.mark.parametrize(
    ("cell", "complaint"),
    [
        (lambda _: "0.9 or so", "'0.9 or so' holds 0.9, typed by hand."),
        (lambda shown: shown("mean_gap"), "dl01_6_4/broadcast_bug has no claim called 'mean_gap'. Did you mean"),
        (lambda shown: shown("batch", 1), "dl01_6_4/broadcast_bug.batch prints '8', which has no entry 1"),
        (lambda shown: shown.bound("batch"), "dl01_6_4/broadcast_bug.batch is held under no bound"),
        (lambda shown: formula(shown.bound("sum_gap_W1")), "prints '1e-12', which cannot be set in a formula"),
        (lambda _: formula(r"\frac{a"), "Could not convert TeX math"),
        (lambda _: Number("dl01_6_4/broadcast_bug.batch", "12"), "but what it prints is '8'. Take it from Shown."),
        (lambda shown: formula("-", shown("batch")), "'-' in front of '8' would be read as a part of the number."),
    ],
)
def test_what_a_table_cannot_show_is_a_sentence(refused, monkeypatch, cell, complaint):
    monkeypatch.setattr(broadcast_bug, "table", with_cell(cell))
    told = refused()
    assert told.startswith("DL01.6.4-bug: ")
    assert complaint in told
    assert "Traceback" not in told


def test_whatever_else_goes_wrong_is_told_with_its_place(refused, monkeypatch):
    monkeypatch.setattr(broadcast_bug, "table", with_cell(lambda _: 1 / 0))
    first, second, *_ = refused().splitlines()
    assert first == "DL01.6.4-bug: stopped by ZeroDivisionError: division by zero"
    assert "slides/tables/__main__.py, line " in second


@pytest.mark.parametrize(("name", "value"), [("CONSTANTS", None), ("CONSTANTS", ["W_1"]), ("table", None)])
def test_a_module_that_lacks_what_a_table_needs_is_told_so(refused, monkeypatch, name, value):
    monkeypatch.setattr(broadcast_bug, name, value)
    assert "broadcast_bug must have a function `table` and a dict `CONSTANTS`; see CONTRIBUTING.md." in refused()


def test_a_forgotten_return_is_a_sentence(refused, monkeypatch):
    monkeypatch.setattr(broadcast_bug, "table", lambda broadcast_bug: None)
    assert refused().startswith("DL01.6.4-bug: `table` must return a Table; got None. Was a `return` forgotten?")


def test_every_complaint_is_told_and_a_table_that_is_right_is_not_written_either(refused, monkeypatch):
    monkeypatch.setattr(broadcast_bug, "CONSTANTS", {})
    complaints = refused(tables=[*TABLES, "DL01.6.4-none=none"]).splitlines()
    assert [complaint.partition(":")[0] for complaint in complaints] == ["DL01.6.4-bug", "DL01.6.4-none"]


@pytest.mark.parametrize("format_name", WRITERS)
@pytest.mark.parametrize(("old", "new"), [("0.9", "0.8"), ("0.9", "9")])
def test_a_writer_that_writes_another_number_is_caught(refused, monkeypatch, format_name, old, new):
    right = WRITERS[format_name]
    monkeypatch.setitem(WRITERS, format_name, lambda identity, table: right(identity, table).replace(old, new))
    assert f".{format_name} shows {new} where the table has {old}" in refused()


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path, capsys):
    (tmp_path / "file").write_text("in the way")
    assert main(arguments(tmp_path / "file")) == 1
    assert capsys.readouterr().err.startswith(f"dl01_6_4: cannot write to {tmp_path / 'file'}: ")


@pytest.mark.parametrize("case", CASES, ids=[case.identity for case in CASES])
def test_every_table_has_what_a_table_needs(case):
    rows = find_rows(f"{case.lesson}/{case.module}")
    assert rows.__doc__.startswith(f"{case.identity}: ")
    assert all(rows.CONSTANTS.values())
    assert callable(rows.table)


PROGRAM = (
    "import sys; from slides.tables.__main__ import WRITERS, main; assert main(sys.argv[1:]) == 0; print(*sys.modules)"
)


def run(*options, **environment):
    command = [sys.executable, "-c", PROGRAM, *options]
    finished = subprocess.run(
        command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.split()


def test_other_settings_of_the_process_write_the_same_bytes(tmp_path):
    settings = [{"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2", "LC_ALL": "C", "PYTHONUTF8": "0", "TZ": "Asia/Tokyo"}]
    contents = []
    for number, environment in enumerate(settings):
        run(*arguments(tmp_path / str(number)), **environment)
        contents.append({path.name: path.read_bytes() for path in (tmp_path / str(number)).iterdir()})
    assert sorted(contents[0]) == FILES
    assert contents[0] == contents[1]


def test_making_tables_imports_nothing_that_computes_or_draws(tmp_path):
    loaded = set(run(*arguments(tmp_path / "out")))
    unwanted = {"torch", "sklearn", "scipy", "sympy", "matplotlib", "engine", "figures", "workflow.computations"}
    assert unwanted & loaded == set()
