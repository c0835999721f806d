"""Nothing stale is kept: after any edit, an incremental run leaves exactly what a clean build would.

Which job has to run again after an edit is not taken from the digests that decide it, but observed: one build records
the files that each job's process really loaded.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys

import pytest

from tests.pipeline.project import clone, tracked_files

WATCHED = ("engine/", "workflow/", "figures/", "slides/", "config/")

# Files whose edit need not run a job, each with its reason.
RUNS_NOTHING = {
    "config/README.md": "explains; nothing reads it",
    "workflow/report/figure.rst": "read by the report, which is made anew each time",
    "workflow/report/workflow.rst": "read by the report, which is made anew each time",
    "workflow/envs/head.yaml": "what `make lock` writes above the pinned packages",
    "workflow/envs/tallysheet.yaml": "repeats requirements.txt, which every digest covers",
    "workflow/configuration.py": "read by Snakemake's process: what it changes in inputs or parameters is compared",
    "workflow/plan.py": "read by Snakemake's process: what it changes in inputs or parameters is compared",
    "workflow/environment.py": "read by Snakemake's process: what it changes in digests is compared",
    "workflow/sources.py": "read by Snakemake's process: what it changes in digests is compared",
    "workflow/summary.py": "prints the closing lines",
    "workflow/rules/common.smk": "has no rule: what it changes in inputs or parameters is compared",
    "workflow/rules/ledgers.smk": "the commands in it are compared one by one; see below",
    "workflow/rules/figures.smk": "the commands in it are compared one by one; see below",
    "workflow/rules/tables.smk": "the commands in it are compared one by one; see below",
    "workflow/rules/publish.smk": "the commands in it are compared one by one; see below",
}

RECORDER = """
import atexit, json, os, sys
from pathlib import Path

def record(root=os.getcwd(), folder=os.environ["RECORD_LOADED"]):
    files = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
    loaded = sorted(os.path.relpath(path, root) for path in files if path.startswith(root + os.sep))
    Path(folder, f"{os.getpid()}.json").write_text(json.dumps({"argv": sys.orig_argv, "files": loaded}))

atexit.register(record)
"""


# Prints, for every watched file, the digests that its edit gives to the jobs. Run in a copy, with the root on sys.path.
DIGESTS = """
import json, sys
from pathlib import Path
from types import SimpleNamespace
from workflow.configuration import CONFIG_FILE, configuration_from, read_form
from workflow.plan import Plan

def digests():
    plan = Plan(configuration_from(read_form(Path(CONFIG_FILE)), Path.cwd()), Path.cwd(), publishes=True)
    found = {}
    for lesson, content in plan.lessons.items():
        found[lesson] = plan.source_of_publishing(None)
        if content.tables:
            found[f"{lesson}/tables"] = plan.source_of_tables(lesson)
        if content.one_job:
            found[f"{lesson}/all"] = plan.source_of_lesson(lesson)
        else:
            for name in content.ledgers:
                found[f"{lesson}/{name}"] = plan.source_of_ledger(SimpleNamespace(lesson=lesson, ledger=name))
        found |= {figure: plan.source_of_figure(SimpleNamespace(figure=figure)) for figure in content.figures}
    return found

edits = json.load(sys.stdin)
answers = {"": digests()}
for name, edited in edits.items():
    before = Path(name).read_bytes()
    Path(name).write_text(edited, encoding="utf-8")
    answers[name] = digests()
    Path(name).write_bytes(before)
print(json.dumps(answers))
"""


def job_of(argv):
    """Name the job of a command as a run does: lesson/ledger, lesson/all, a figure, lesson/tables or the lesson."""
    module, *arguments = argv[argv.index("-m") + 1 :]
    targets = list(itertools.takewhile(lambda argument: not argument.startswith("-"), arguments))
    if module == "slides.tables":
        return f"{targets[0]}/tables"
    return targets[0] if len(targets) == 1 else f"{targets[0].partition('/')[0]}/all"


@pytest.fixture(scope="session")
def small_build(tmp_path_factory):
    """A build in one style and format, and what each of its jobs loaded: {job: files}."""
    project = clone(tmp_path_factory.mktemp("small"))
    # One style and format: the same jobs in half the time.
    project.edit("config/config.yaml", "styles: [page, page-dark, slide, slide-dark]", "styles: [page]")
    project.edit("config/config.yaml", "formats: [svg, png, pdf]", "formats: [svg]")
    recorder, records = tmp_path_factory.mktemp("recorder"), tmp_path_factory.mktemp("records")
    (recorder / "sitecustomize.py").write_text(RECORDER, encoding="utf-8")
    run = project.snakemake(env={"PYTHONPATH": str(recorder), "RECORD_LOADED": str(records)})
    assert run.status == 0, run.output
    loaded = {}
    for path in records.iterdir():
        record = json.loads(path.read_text(encoding="utf-8"))
        if "-m" in record["argv"] and "snakemake" not in record["argv"]:
            job = job_of(record["argv"])
            assert job not in loaded
            loaded[job] = set(record["files"])
    assert run.jobs <= set(loaded)
    return project, {job: loaded[job] for job in run.jobs}


@pytest.fixture
def small(small_build, tmp_path):
    return small_build[0].copy(tmp_path / "small")


def edited(name, text):
    """Make a real edit that changes no output: a new name in a module, a longer list in the configuration."""
    if name.endswith(".py"):
        return text + "\nEDITED = True\n"
    return text + "\n# edited\n"


WATCHED_FILES = [name for name in tracked_files() if name.startswith(WATCHED)]


@pytest.fixture(scope="session")
def changed_by_an_edit(small_build, tmp_path_factory):
    """Which jobs get another digest by a real edit of each watched module: {file: jobs}."""
    project = small_build[0].copy(tmp_path_factory.mktemp("edited") / "small")
    texts = {name: (project / name).read_text(encoding="utf-8") for name in WATCHED_FILES if name.endswith(".py")}
    done = subprocess.run(
        [sys.executable, "-c", DIGESTS],
        input=json.dumps({name: edited(name, text) for name, text in texts.items()}),
        cwd=project.root,
        env={**os.environ, "PYTHONPATH": str(project.root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout)
    before = answers.pop("")
    assert set(before) == set(small_build[1])
    return {name: {job for job in before if after[job] != before[job]} for name, after in answers.items()}


@pytest.mark.parametrize("name", [name for name in WATCHED_FILES if name.endswith(".py")])
def test_a_real_edit_gives_another_digest_to_every_job_that_loads_the_module(small_build, changed_by_an_edit, name):
    loaded_by = {job for job, files in small_build[1].items() if name in files}
    assert loaded_by <= changed_by_an_edit[name]
    assert loaded_by or name in RUNS_NOTHING


# A module of each stage and lesson, and files that run nothing: what a digest does to a run is the same for all.
@pytest.mark.parametrize(
    "name",
    [
        "engine/sweep.py",
        "workflow/publish.py",
        "workflow/plan.py",
        "workflow/rules/common.smk",
        "workflow/computations/dl01_6_4/moons_network.py",
        "workflow/computations/lecture4/by_symbols.py",
        "figures/lecture4/graph.py",
        "slides/tables/layout.py",
        "slides/tables/lecture4/branch.py",
        "config/config.yaml",
    ],
)
def test_a_real_edit_runs_every_job_that_loads_the_file_and_ends_at_the_bytes_of_a_clean_build(
    small, small_build, name
):
    loaded_by = {job for job, files in small_build[1].items() if name in files}
    path = small / name
    path.write_text(edited(name, path.read_text(encoding="utf-8")), encoding="utf-8")

    run = small.snakemake()

    assert run.status == 0, run.output
    assert loaded_by <= run.jobs
    assert loaded_by or name in RUNS_NOTHING or name == "config/config.yaml"
    assert small.digests() == small_build[0].digests()


def test_every_watched_file_is_a_module_or_runs_nothing():
    assert [name for name in WATCHED_FILES if not name.endswith(".py") and name not in RUNS_NOTHING] == [
        "config/config.yaml"
    ]


def test_an_edit_of_one_checkpoint_computes_the_lecture_and_leaves_the_lesson_alone(small):
    path = small / "workflow/computations/lecture4/branch.py"
    path.write_text(edited(path.name, path.read_text(encoding="utf-8")), encoding="utf-8")

    run = small.snakemake()

    assert "lecture4/all" in run.jobs
    assert [job for job in run.jobs if "dl01_6_4" in job.lower().replace(".", "_")] == []


def test_the_list_of_files_that_run_nothing_is_current():
    assert set(RUNS_NOTHING) <= set(tracked_files())


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("figures/style.py", "#0072b2", "#0072b3"),
        (
            "config/config.yaml",
            "      DL01.6.4-F5: {drawing: broadcast_bug",
            "      DL01.6.4-F99: {drawing: broadcast_bug",
        ),
    ],
)
def test_an_edit_that_changes_outputs_gives_the_same_incrementally_as_from_scratch(small, small_build, name, old, new):
    small.edit(name, old, new)
    incremental = small.snakemake()
    assert incremental.status == 0, incremental.output
    outcome = small.digests()
    assert outcome != small_build[0].digests()

    for folder in ("build", "results", ".snakemake"):
        subprocess.run(["rm", "-r", str(small / folder)], check=True)
    assert small.snakemake().status == 0

    assert outcome == small.digests()


def test_a_comment_in_every_module_and_in_the_configuration_runs_nothing(small):
    for name in tracked_files():
        if (name.startswith(WATCHED) and name.endswith((".py", ".yaml", ".smk"))) or name == "requirements.txt":
            path = small / name
            path.write_text("# A remark.\n" + path.read_text(encoding="utf-8"), encoding="utf-8")

    assert small.snakemake().had_nothing_to_do


@pytest.mark.parametrize(
    ("rule", "command", "jobs"),
    [
        ("ledgers", "python -m workflow.compute {wildcards", r"dl01_6_4/(?!tables)\w+"),
        ("ledgers", "python -m workflow.compute {params", r"\w+/all"),
        ("figures", "python -m figures ", r".*-F.*"),
        ("tables", "python -m slides.tables ", r"\w+/tables"),
        ("publish", "python -m workflow.publish ", r"\w+"),
    ],
)
def test_an_edited_rule_runs_its_jobs_again(small, small_build, rule, command, jobs):
    small.edit(f"workflow/rules/{rule}.smk", command, command.replace("-m", "-B -m"))

    run = small.snakemake()

    assert run.status == 0, run.output
    of_the_rule = {job for job in small_build[1] if re.fullmatch(jobs, job)}
    assert of_the_rule
    assert of_the_rule <= run.jobs
    assert small.digests() == small_build[0].digests()


def test_an_updated_package_runs_every_job_again(small, small_build):
    small.edit("requirements.txt", "cycler==", "cycler2==")
    site = small / "site"
    (site / "cycler2-0.12.1.dist-info").mkdir(parents=True)

    run = small.snakemake("--dry-run", env={"PYTHONPATH": str(site) + os.pathsep + os.environ.get("PYTHONPATH", "")})

    assert run.jobs == set(small_build[1])
