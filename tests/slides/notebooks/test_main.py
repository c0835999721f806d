"""The command: whatever is wrong stops it with a sentence that says where, and nothing is written."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from slides.notebooks.__main__ import main
from tests.slides.notebooks.conftest import LEDGERS, PICTURES, TABLES, arguments
from workflow.files import digest_of
from workflow.receipts import write_receipt

CELL = "```python one\n{}\n```\n"
LEDGER = (
    "import sys\nfrom pathlib import Path\nsys.path.append('.')\nfrom slides.notebooks.live import hold\n"
    "from workflow.ledger import Ledger\nledger = Ledger.read(Path('results/ledgers/lecture4/branch.json'))\n"
)


@pytest.fixture
def surroundings(tmp_path, monkeypatch):
    """A user without a home, whose Jupyter has another python3 and whose Python and IPython run code when they start.

    Gives a folder that such code would write to.
    """
    traces = tmp_path / "traces"
    startup, profile = tmp_path / "startup.py", tmp_path / "ipython/profile_default/startup/start.py"
    kernel = tmp_path / "jupyter/kernels/python3/kernel.json"
    code = f"import os; os.makedirs({str(traces)!r}, exist_ok=True)"
    for path, text in ((startup, code), (profile, code), (kernel, '{"argv": ["false"], "display_name": "x"}')):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    settings = {"HOME": "/nonexistent", "PYTHONSTARTUP": startup, "IPYTHONDIR": tmp_path / "ipython"}
    settings |= {"JUPYTER_PATH": tmp_path / "jupyter", "JUPYTER_DATA_DIR": tmp_path / "jupyter"}
    settings |= {"COLUMNS": "20", "LC_ALL": "C", "TZ": "Asia/Tokyo"}
    for name, value in settings.items():
        monkeypatch.setenv(name, str(value))
    return traces


SAID = "lecture4/branch\n  x = 4\n"


def test_a_notebook_is_written_with_a_receipt_and_shows_no_trace_of_where_it_was_run(tmp_path, source, surroundings):
    code = f"{LEDGER}hold(ledger, x=4.0)\n'a long result that is wider than the screen'"
    path = source("At $x = {{ branch.x }}$:\n\n" + CELL.format(code))
    folder, receipt = tmp_path / "new/folder", tmp_path / "receipts/notebook.json"
    assert main([*arguments(folder, path), "--receipt", str(receipt)]) == 0
    assert not surroundings.exists()
    made = folder / "lecture4.ipynb"
    assert json.loads(receipt.read_text(encoding="utf-8")) == {made.as_posix(): digest_of(made)}
    found = json.loads(made.read_text(encoding="utf-8"))
    assert {name: found[name] for name in ("nbformat", "nbformat_minor")} == {"nbformat": 4, "nbformat_minor": 5}
    assert found["metadata"].keys() == {"kernelspec", "language_info", "title"}
    assert "version" not in found["metadata"]["language_info"]
    prose, cell = found["cells"]
    assert prose == {
        "cell_type": "markdown",
        "id": "before-one",
        "metadata": {},
        "source": ["At $x = 4$:"],
    }
    printed, result = cell.pop("outputs")
    assert cell == {
        "cell_type": "code",
        "execution_count": 1,
        "id": "one",
        "metadata": {},
        "source": code.splitlines(keepends=True),
    }
    assert printed == {"name": "stdout", "output_type": "stream", "text": SAID.splitlines(keepends=True)}
    assert result == {
        "data": {"text/plain": ["'a long result that is wider than the screen'"]},
        "execution_count": 1,
        "metadata": {},
        "output_type": "execute_result",
    }


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
    assert capsys.readouterr().err == f"lecture4: {tmp_path}/none.md cannot be read (No such file or directory).\n"


@pytest.mark.usefixtures("no_kernel")
def test_a_source_that_is_not_utf_8_is_a_sentence(tmp_path, capsys):
    path = tmp_path / "latin.md"
    path.write_bytes("---\ntitle: Übung\n---\n".encode("latin-1"))
    assert main(arguments(tmp_path / "nothing", path)) == 1
    reason = "invalid continuation byte, at byte 11"
    assert capsys.readouterr().err == f"{path}: the file is not UTF-8 ({reason}); save it as such.\n"


@pytest.fixture
def idle_kernel(monkeypatch):
    """No cell shows anything."""
    monkeypatch.setattr("slides.notebooks.kernel.execute", lambda *_: None)


@pytest.mark.usefixtures("idle_kernel")
def test_a_cell_that_shows_nothing_is_held_to_the_claims_too(refused):
    complaint = refused(CELL.format("pass") + "\n" + CELL.replace("one", "two").format("x = 29"))
    assert complaint.startswith("small.md, line 12, in the cell 'two': 29 is typed in the code")


READ = {"ledgers": LEDGERS[0], "tables": TABLES[0], "pictures": PICTURES[0]}
ALT_TEXT = PICTURES[0].with_suffix(".alt.txt")


@pytest.fixture
def received(tmp_path, source, capsys):
    """A function that runs the command on copies of files and their receipt, after something was done to either."""
    copies = {what: shutil.copy(file, tmp_path) for what, file in READ.items()}
    files = [*map(Path, copies.values()), Path(shutil.copy(ALT_TEXT, tmp_path))]
    receipt, path = tmp_path / "made.json", source(CELL.format("pass"))

    def run(*, edited=None, unnamed=None):
        write_receipt(receipt, [file for file in files if file.name != unnamed])
        if edited:
            file = tmp_path / edited
            file.write_bytes(file.read_bytes().replace(b"9", b"7"))
        listed = {what: [file] for what, file in copies.items()}
        folder = tmp_path / "new"
        status = main([*arguments(folder, path, **listed), "--receipts", str(receipt)])
        assert folder.exists() == (status == 0)
        return status, capsys.readouterr().err

    return run


@pytest.mark.usefixtures("idle_kernel")
def test_files_that_are_as_they_were_made_are_read(received):
    assert received() == (0, "")


NAMES = [file.name for file in (*READ.values(), ALT_TEXT)]


@pytest.mark.usefixtures("no_kernel")
@pytest.mark.parametrize("name", NAMES)
def test_an_edited_file_is_refused(received, tmp_path, name):
    assert b"9" in next(file for file in (*READ.values(), ALT_TEXT) if file.name == name).read_bytes()
    status, complaint = received(edited=name)
    assert status == 1
    assert complaint.startswith(f"{tmp_path}/{name}: changed after it was made, so it may show what nobody checked. ")


@pytest.mark.usefixtures("no_kernel")
@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_no_receipt_names_is_refused(received, tmp_path, name):
    status, complaint = received(unnamed=name)
    assert status == 1
    assert complaint.startswith(f"{tmp_path}/{name}: no receipt names it. ")
