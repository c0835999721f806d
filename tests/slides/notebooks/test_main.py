"""The command: whatever is wrong stops it with a sentence that says where, and nothing is written."""

from __future__ import annotations

import json

import pytest

from slides.notebooks.__main__ import main
from tests.slides.notebooks.conftest import arguments
from workflow.files import digest_of

CELL = "```python one\n{}\n```\n"
LEDGER = (
    "import sys\nfrom pathlib import Path\nsys.path.append('.')\nfrom slides.notebooks.live import hold\n"
    "from workflow.ledger import Ledger\nledger = Ledger.read(Path('results/ledgers/lecture4/branch.json'))\n"
)


def test_a_notebook_is_written_with_a_receipt(tmp_path, source):
    path = source("At $x = {{ branch.x }}$:\n\n" + CELL.format(f"{LEDGER}hold(ledger, x=4.0)"))
    folder, receipt = tmp_path / "new/folder", tmp_path / "receipts/notebook.json"
    assert main([*arguments(folder, path), "--receipt", str(receipt)]) == 0
    made = folder / "lecture4.ipynb"
    assert json.loads(receipt.read_text(encoding="utf-8")) == {made.as_posix(): digest_of(made)}
    cells = json.loads(made.read_text(encoding="utf-8"))["cells"]
    assert "".join(cells[0]["source"]) == "At $x = 4$:"
    assert "".join(cells[1]["outputs"][0]["text"]) == "lecture4/branch\n  x = 4\n"


def test_a_cell_that_fails_is_told_with_its_line_in_the_source(refused):
    complaint = refused("Words.\n\n" + CELL.format(f"{LEDGER}\nhold(ledger, x=4.0, L=27.0)"))
    assert complaint == (
        "small.md, line 17, in the cell 'one': HoldError: these are not the numbers of lecture4/branch:\n"
        "  L: 27.0, where the claim has 28\n"
        "If you changed something above, compare them: the claims are about the lesson's own inputs.\n"
        "Run this cell in Jupyter to see more; nothing was written.\n"
    )


def test_a_kernel_that_dies_is_a_sentence(refused):
    complaint = refused(CELL.format("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)"))
    assert complaint.startswith("small.md, line 8, in the cell 'one': the kernel stopped: ")


@pytest.fixture
def no_kernel(monkeypatch):
    """No kernel may be started for what can be seen without one."""

    def fail(*_):
        pytest.fail("a kernel was started")

    monkeypatch.setattr("slides.notebooks.kernel.execute", fail)


@pytest.mark.usefixtures("no_kernel")
def test_a_digit_that_is_typed_into_prose_is_refused(refused):
    complaint = refused("The square\n$x^2$ of checkpoint 4 is 16.\n\n" + CELL.format("pass"))
    assert complaint.startswith(
        "small.md, line 8, in the cell 'before-one': 16 is typed by hand. A number comes from a"
    )


@pytest.mark.usefixtures("no_kernel")
def test_a_digit_in_the_title_is_refused(refused):
    assert refused(CELL.format("pass"), head="---\ntitle: All of 16\n---\n") == (
        "small.md, line 1: the title 'All of 16' has a digit that the head's constants do not excuse.\n"
    )


@pytest.mark.usefixtures("no_kernel")
def test_a_bare_number_is_no_constant(refused):
    complaint = refused(CELL.format("pass"), head="---\ntitle: t\nconstants:\n  '16': a result\n---\n")
    assert complaint.startswith("small.md, line 1, the head: CONSTANTS excuses '16'")


@pytest.mark.usefixtures("no_kernel")
def test_a_source_that_does_not_exist_is_a_sentence(tmp_path, capsys):
    assert main(arguments(tmp_path / "nothing", tmp_path / "none.md")) == 1
    assert "No such file or directory" in capsys.readouterr().err
