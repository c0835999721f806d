"""How long the pipeline takes, beside what it cannot do without.

- Nothing to do: bare `snakemake` to a dry run of an empty Snakefile (at most 1.2 is asked for).
- A cold build on 2 cores to importing NumPy, scikit-learn, matplotlib and PyTorch once in one process.
- Redrawing one figure: which heavy packages its process imports (neither PyTorch nor scikit-learn may be among them).

The project is built in a copy, so that the working tree stays as it is. Each ratio is the quotient of the medians of
alternating runs.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = "numpy, sklearn.datasets, sklearn.model_selection, matplotlib.figure, torch"
SOURCES = (
    "Snakefile",
    "requirements.in",
    "requirements.txt",
    "config",
    "engine",
    "figures",
    "profiles",
    "slides",
    "workflow",
)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pipeline", description="Time the pipeline, as ratios.")
    parser.add_argument("--runs", type=int, default=5, help="alternating runs a ratio (default: 5)")
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        project, empty = Path(folder, "project"), Path(folder, "empty")
        _copy_sources(project)
        empty.mkdir()
        (empty / "Snakefile").touch()
        snakemake = [sys.executable, "-m", "snakemake", "--cores", "2"]
        cold = _ratio(
            runs,
            lambda: _run(snakemake, project),
            lambda: _run([sys.executable, "-c", f"import {PACKAGES}"], project),
            before=lambda: _forget_build(project),
        )
        print(f"cold build on 2 cores / importing everything once  {cold}")
        idle = _ratio(runs, lambda: _run(snakemake, project), lambda: _run([*snakemake, "--dry-run"], empty))
        print(f"nothing to do / dry run of an empty Snakefile       {idle}")
        print(f"heavy packages that redrawing a figure imports      {_imported_by_a_figure(project)}")


def _copy_sources(project: Path) -> None:
    project.mkdir()
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, project / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, project / name)


def _forget_build(project: Path) -> None:
    for name in ("build", "results", ".snakemake"):
        shutil.rmtree(project / name, ignore_errors=True)


def _run(command: list[str], folder: Path) -> None:
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def _ratio(
    runs: int,
    ours: Callable[[], None],
    floor: Callable[[], None],
    before: Callable[[], None] = lambda: None,
    clock: Callable[[], float] = time.perf_counter,
) -> str:
    times: dict[Callable[[], None], list[float]] = {ours: [], floor: []}
    for turn in range(runs + 1):
        before()
        for action in (floor, ours):
            start = clock()
            action()
            if turn:  # the first turn warms caches up
                times[action].append(clock() - start)
    us, it = statistics.median(times[ours]), statistics.median(times[floor])
    return f"{us / it:.2f}  ({us:.2f} s / {it:.2f} s)"


def _imported_by_a_figure(project: Path) -> str:
    arguments = ["DL01.6.4-F2", "--drawing", "dl01_6_4/race", "--ledger", "build/ledgers/dl01_6_4/race.json"]
    code = (
        "import sys; from figures.__main__ import main; "
        f"assert main({[*arguments, '--folder', 'redrawn']!r}) == 0; "
        "print(*[name for name in ('torch', 'sklearn', 'scipy', 'matplotlib') if name in sys.modules], sep=', ')"
    )
    return subprocess.run(
        [sys.executable, "-c", code], cwd=project, check=True, capture_output=True, text=True
    ).stdout.strip()


if __name__ == "__main__":
    main()
