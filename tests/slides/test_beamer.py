"""In a real beamer presentation, 16:9, one frame a table: every table compiles as it stands, and fits."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from tests.slides.configured import CASES, made

pytestmark = [
    pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex"),
    pytest.mark.skipif(
        shutil.which("kpsewhich") is None
        or subprocess.run(["kpsewhich", "beamer.cls", "booktabs.sty"], capture_output=True, check=False).returncode
        != 0,
        reason="needs LaTeX's beamer and booktabs",
    ),
]


@pytest.fixture(scope="module")
def presentation(tmp_path_factory):
    """One presentation of all tables: what LaTeX returned, and its log."""
    folder = tmp_path_factory.mktemp("beamer")
    frames = []
    for case in CASES:
        (folder / f"{case.identity}.tex").write_text(made(case).texts["tex"], encoding="utf-8")
        message = f"\\typeout{{Frame {case.identity}}}"
        frames.append(f"\\begin{{frame}}{{Title}}{message}\\input{{{case.identity}}}\\end{{frame}}")
    preamble = "\\documentclass[aspectratio=169]{beamer}\n\\usepackage{booktabs}\n\\begin{document}\n"
    (folder / "all.tex").write_text(preamble + "\n".join([*frames, "\\end{document}\n"]), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "all.tex"]
    finished = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False)
    return finished.returncode, (folder / "all.log").read_text(encoding="latin-1")


def test_it_compiles(presentation):
    status, log = presentation
    assert status == 0, log[-2000:]
    assert f"({len(CASES)} pages" in log
    assert "Missing character" not in log


def test_no_table_is_too_wide_or_too_high_for_its_frame(presentation):
    _, log = presentation
    found, frame = [], ""
    for line in log.splitlines():
        frame = line if line.startswith("Frame ") else frame
        if re.match(r"Overfull \\[hv]box", line):
            found.append(f"{frame}: {line}")
    assert found == []
