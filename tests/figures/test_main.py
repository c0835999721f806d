"""The command: what it writes, refuses and imports, and that its bytes depend on nothing but the ledger."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from figures.__main__ import find_drawing, main
from tests.figures.conftest import CASES

ROOT = Path(__file__).parents[2]
ALL = ["--styles", "page", "page-dark", "slide", "slide-dark", "--formats", "svg", "png", "pdf"]
FILES = [
    *(f"F9{style}.{ending}" for style in ("", ".dark", ".slide", ".slide-dark") for ending in ("svg", "png")),
    *("F9.pdf", "F9.slide.pdf", "F9.alt.txt"),
]

# One case of each drawing.
DRAWINGS = {case.drawing: case for case in reversed(CASES.values())}


@pytest.fixture
def ledger(tmp_path):
    path = tmp_path / "race.json"
    CASES["race"].build().write(path)
    return path


def arguments(ledger, folder, drawing="dl01_6_4/race"):
    return ["F9", "--drawing", drawing, "--ledger", str(ledger), "--folder", str(folder), *ALL]


def test_every_style_and_format_is_written(ledger, tmp_path):
    folder = tmp_path / "new" / "folder"

    assert main(arguments(ledger, folder)) == 0

    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES)
    text = (folder / "F9.alt.txt").read_text(encoding="utf-8")
    assert text == CASES["race"].module.alt_text(CASES["race"].build()) + "\n"


def test_only_what_is_asked_for_is_written(ledger, tmp_path):
    folder = tmp_path / "some"
    options = ["F9", "--drawing", "dl01_6_4/race", "--ledger", str(ledger), "--folder", str(folder)]

    assert main([*options, "--styles", "page-dark", "--formats", "svg", "pdf"]) == 0

    assert sorted(path.name for path in folder.iterdir()) == ["F9.alt.txt", "F9.dark.svg"]


def test_a_ledger_that_was_edited_is_refused_and_nothing_is_written(ledger, tmp_path, capsys):
    ledger.write_text(ledger.read_text(encoding="utf-8").replace("1.005", "1.006"), encoding="utf-8")
    folder = tmp_path / "nothing"

    assert main(arguments(ledger, folder)) == 1

    assert not folder.exists()
    assert "race" in capsys.readouterr().err


def test_a_ledger_that_does_not_exist_is_a_sentence(tmp_path, capsys):
    assert main(arguments(tmp_path / "none.json", tmp_path)) == 1
    assert "there is no such ledger" in capsys.readouterr().err


def test_an_unknown_drawing_is_a_sentence_with_the_nearest_name(ledger, tmp_path, capsys):
    assert main(arguments(ledger, tmp_path, "dl01_6_4/rase")) == 1
    assert "Did you mean dl01_6_4/race" in capsys.readouterr().err


def test_a_ledger_of_another_drawing_is_a_sentence(ledger, tmp_path, capsys):
    assert main(arguments(ledger, tmp_path / "nothing", "dl01_6_4/graph_memory")) == 1
    assert "dl01_6_4/race has no claim called" in capsys.readouterr().err
    assert not (tmp_path / "nothing").exists()


def test_a_folder_that_cannot_be_written_is_a_sentence(ledger, tmp_path, capsys):
    (tmp_path / "file").write_text("in the way")

    assert main(arguments(ledger, tmp_path / "file")) == 1
    assert "cannot write" in capsys.readouterr().err


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_every_drawing_has_what_a_drawing_needs(drawing):
    module = find_drawing(drawing)

    assert module.TITLE
    assert all(module.CONSTANTS.values())
    assert callable(module.draw)
    assert callable(module.alt_text)


def run(*command, **environment):
    command = [sys.executable, *command]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


# They differ in what has changed the last digits of arithmetic, or the order of things, elsewhere.
SETTINGS = [
    {"PYTHONHASHSEED": "1"},
    {
        "PYTHONHASHSEED": "2",
        "OPENBLAS_CORETYPE": "Prescott",
        "NPY_DISABLE_CPU_FEATURES": "X86_V3,X86_V4,AVX512_ICL,AVX512_SPR",
    },
]

DRAW_ALL = """
import sys
from figures.__main__ import main
folder = sys.argv[1]
for ledger in sys.argv[2:]:
    lesson, name = ledger.split("/")[-3:-1]
    assert main([name, "--drawing", f"{lesson}/{name}", "--ledger", ledger, "--folder", folder]) == 0
"""


def test_other_processes_on_other_processors_write_the_same_bytes(tmp_path):
    ledgers = []
    for drawing, case in DRAWINGS.items():
        content = case.build()
        ledgers.append(tmp_path / "ledgers" / drawing / f"{content.identity.rpartition('/')[2]}.json")
        content.write(ledgers[-1])
    digests = []
    for number, environment in enumerate(SETTINGS):
        folder = tmp_path / str(number)
        finished = run("-c", DRAW_ALL, str(folder), *map(str, ledgers), **environment)
        assert finished.returncode == 0, finished.stderr
        digests.append({path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()})

    assert len(digests[0]) == len(DRAWINGS) * len(FILES)
    assert [name for other in digests[1:] for name in other if other[name] != digests[0][name]] == []


def test_a_matplotlibrc_changes_nothing(ledger, tmp_path):
    (tmp_path / "matplotlibrc").write_text("font.size: 30\nlines.linewidth: 9\nsvg.fonttype: none\nbackend: svg\n")
    contents = []
    for number, environment in enumerate(({}, {"MATPLOTLIBRC": str(tmp_path)})):
        options = [
            "--ledger",
            str(ledger),
            "--folder",
            str(tmp_path / str(number)),
            "--styles",
            "page",
            "--formats",
            "svg",
        ]
        finished = run("-m", "figures", "F9", "--drawing", "dl01_6_4/race", *options, **environment)
        assert finished.returncode == 0, finished.stderr
        contents.append((tmp_path / str(number) / "F9.svg").read_bytes())

    assert contents[0] == contents[1]


def test_drawing_imports_nothing_that_computes_and_no_window_system(ledger, tmp_path):
    program = (
        "import sys; from figures.__main__ import main; assert main(sys.argv[1:]) == 0; "
        "print(*sorted({name.split('.')[0] for name in sys.modules} | set(sys.modules)))"
    )
    finished = run("-c", program, *arguments(ledger, tmp_path / "out"))
    assert finished.returncode == 0, finished.stderr
    unwanted = {"torch", "sklearn", "scipy", "sympy", "engine", "workflow.computations", "matplotlib.pyplot", "tkinter"}

    assert unwanted & set(finished.stdout.split()) == set()
