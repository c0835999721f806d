"""Projects to run Snakemake in."""

from __future__ import annotations

import fcntl
import itertools
import json

import pytest

from tests.pipeline.project import Project, Run, clone

# What jobs are called, by the module that does them.
OF_LESSONS = {"slides.tables": "tables", "slides.decks": "deck", "slides.notebooks": "notebook"}

RECORDER = """
import atexit, json, os, sys
from pathlib import Path

def record(root=os.getcwd(), folder=os.environ["RECORD_LOADED"]):
    files = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
    loaded = sorted(os.path.relpath(path, root) for path in files if path.startswith(root + os.sep))
    Path(folder, f"{os.getpid()}.json").write_text(json.dumps({"argv": sys.orig_argv, "files": loaded}))

atexit.register(record)
"""


@pytest.fixture(scope="session")
def recorded_build(tmp_path_factory, worker_id):
    """One build in a fresh clone, the run that made it, and what each of its jobs loaded: {job: files}.

    The processes of one test run share it: the first that needs it makes it, another one waits.
    """
    own = tmp_path_factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / "recorded"
    folder.mkdir(exist_ok=True)
    root, records, finished = folder / "first build", folder / "records", folder / "run.json"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not finished.exists():
            run = record_a_build(root, records, tmp_path_factory.mktemp("recorder"))
            finished.write_text(json.dumps([run.status, run.output]), encoding="utf-8")
    run = Run(*json.loads(finished.read_text(encoding="utf-8")))
    assert run.status == 0, run.output
    loaded = {}
    for path in records.iterdir():
        record = json.loads(path.read_text(encoding="utf-8"))
        if "-m" in record["argv"] and "snakemake" not in record["argv"]:
            loaded.setdefault(job_of(record["argv"]), set()).update(record["files"])
    assert run.jobs <= set(loaded)
    return Project(root), run, {job: loaded[job] for job in run.jobs}


def record_a_build(root, records, recorder):
    """Build a fresh clone while each process writes down what it loaded."""
    records.mkdir()
    (recorder / "sitecustomize.py").write_text(RECORDER, encoding="utf-8")
    return clone(root).snakemake(env={"PYTHONPATH": str(recorder), "RECORD_LOADED": str(records)})


def job_of(argv):
    """Name the job of a command as a run does: lesson/ledger, lesson/all, a figure, lesson/tables or the lesson."""
    module, *arguments = argv[argv.index("-m") + 1 :]
    targets = list(itertools.takewhile(lambda argument: not argument.startswith("-"), arguments))
    if module == "ipykernel_launcher":  # runs the cells of the only notebook
        return "lecture4/notebook"
    if module in OF_LESSONS:
        return f"{targets[0]}/{OF_LESSONS[module]}"
    return targets[0] if len(targets) == 1 else f"{targets[0].partition('/')[0]}/all"


@pytest.fixture(scope="session")
def first_build(recorded_build):
    """That build, with the run that made it. Nobody may change it."""
    return recorded_build[:2]


@pytest.fixture(scope="session")
def loaded(recorded_build):
    """What each of its jobs loaded: {job: files}."""
    return recorded_build[2]


@pytest.fixture
def built(first_build, tmp_path):
    """A copy of a built project, to do anything with."""
    return first_build[0].copy(tmp_path / "built")


@pytest.fixture
def fresh(tmp_path):
    """A fresh clone, nothing built."""
    return clone(tmp_path / "fresh")
