"""Nothing stale is kept: after any edit, an incremental run leaves exactly what a clean build would.

Which job has to run again after an edit is not taken from the digests that decide it, but observed: one build records
the files that each job's process really loaded.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from tests.pipeline.project import differing, tracked_files, without_records
from tests.pipeline.test_same_bytes import SETTINGS

WATCHED = ("engine/", "workflow/", "figures/", "slides/", "config/")

# The texts of a deck and of a notebook, and the jobs that read them.
TEXTS = {
    **{f"slides/decks/{lesson}.md.j2": f"{lesson}/deck" for lesson in ("dl01_6_4", "lecture4")},
    "slides/notebooks/lecture4.md": "lecture4/notebook",
}

# What runs each time that it is asked, and makes nothing that another job reads: it fills files of an author's own, or
# reads results.
ASKED_FOR = (
    *("slides/__main__.py", "slides/embed/"),
    *("workflow/git.py", "workflow/rebuild.py", "workflow/review/", "workflow/verify.py"),
)

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
    "workflow/rules/decks.smk": "the commands in it are compared one by one; see below",
    "workflow/rules/embed.smk": "fills files of an author's own each time that it is asked",
    "workflow/rules/review.smk": "compares results each time that it is asked",
    "workflow/rules/publish.smk": "the commands in it are compared one by one; see below",
}

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
        if content.deck:
            found[f"{lesson}/deck"] = plan.source_of_deck(lesson)
        if content.notebook:
            found[f"{lesson}/notebook"] = plan.source_of_notebook(lesson)
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


def edited(name, text):
    """Make a real edit that changes no output: a new name in a module, a longer list in the configuration."""
    if name.endswith(".py"):
        return text + "\nEDITED = True\n"
    if name in TEXTS:
        return text.replace("---\n", "---\n# edited\n", 1)
    return text + "\n# edited\n"


WATCHED_FILES = [name for name in tracked_files() if name.startswith(WATCHED) and not name.startswith(ASKED_FOR)]


@pytest.fixture(scope="session")
def changed_by_an_edit(first_build, loaded, tmp_path_factory):
    """Which jobs get another digest by a real edit of each watched module: {file: jobs}."""
    project = first_build[0].copy(tmp_path_factory.mktemp("edited") / "copy")
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
    assert set(before) == set(loaded)
    return {name: {job for job in before if after[job] != before[job]} for name, after in answers.items()}


@pytest.mark.parametrize("name", [name for name in WATCHED_FILES if name.endswith(".py")])
def test_a_real_edit_gives_another_digest_to_every_job_that_loads_the_module(loaded, changed_by_an_edit, name):
    loaded_by = {job for job, files in loaded.items() if name in files}
    assert loaded_by <= changed_by_an_edit[name]
    assert loaded_by or name in RUNS_NOTHING


# A module of each stage and lesson, and files that run nothing: what a digest does to a run is the same for all.
@pytest.mark.parametrize(
    "name",
    [
        "workflow/publish.py",
        "workflow/rules/common.smk",
        "workflow/computations/dl01_6_4/moons_network.py",
        "figures/lecture4/graph.py",
        "slides/tables/lecture4/branch.py",
        "slides/decks/lecture4.md.j2",
        "slides/notebooks/lecture4.md",
        "config/config.yaml",
    ],
)
def test_a_real_edit_runs_every_job_that_loads_the_file_and_ends_at_the_bytes_of_a_clean_build(
    built, first_build, loaded, name
):
    loaded_by = {job for job, files in loaded.items() if name in files or TEXTS.get(name) == job}
    path = built / name
    path.write_text(edited(name, path.read_text(encoding="utf-8")), encoding="utf-8")

    run = built.snakemake()

    assert run.status == 0, run.output
    assert loaded_by <= run.jobs
    assert loaded_by or name in RUNS_NOTHING or name == "config/config.yaml"
    assert differing(without_records(built.digests()), without_records(first_build[0].digests())) == []
    # And the records are those that a clean build would have written.
    assert built.verify().status == 0


def test_every_watched_file_is_a_module_or_runs_nothing_or_is_read_by_a_deck_or_a_notebook():
    others = [name for name in WATCHED_FILES if not name.endswith(".py") and name not in RUNS_NOTHING]
    read = ("slides/decks/", "slides/notebooks/")
    assert [name for name in others if not name.startswith(read)] == ["config/config.yaml"]


def test_an_edit_of_one_checkpoint_computes_the_lecture_and_leaves_the_lesson_alone(built):
    path = built / "workflow/computations/lecture4/branch.py"
    path.write_text(edited(path.name, path.read_text(encoding="utf-8")), encoding="utf-8")

    run = built.snakemake("--dry-run")

    assert "lecture4/all" in run.jobs
    assert [job for job in run.jobs if "dl01_6_4" in job.lower().replace(".", "_")] == []


def test_the_list_of_files_that_run_nothing_is_current():
    assert set(RUNS_NOTHING) <= set(tracked_files())


def test_edits_that_change_outputs_give_the_same_incrementally_as_from_scratch(built, first_build):
    figure = "      DL01.6.4-F5: {drawing: broadcast_bug"
    built.edit("config/config.yaml", figure, f"{figure.replace('F5', 'F9')}, ledger: broadcast_bug}}\n{figure}")
    built.edit("figures/style.py", "#0072b2", "#0072b3")
    built.edit("slides/decks/lecture4.md.j2", "Say what the lecture is not", "Say what it is not")
    incremental = built.snakemake()
    assert incremental.status == 0, incremental.output
    outcome = built.digests()
    assert outcome != first_build[0].digests()

    for folder in ("build", "results", ".snakemake"):
        subprocess.run(["rm", "-r", str(built / folder)], check=True)
    # It may as well be on another processor, one job at a time: see test_same_bytes.py.
    from_scratch = built.snakemake(env=SETTINGS["Prescott"], cores="1")
    assert from_scratch.status == 0, from_scratch.output

    assert differing(outcome, built.digests()) == []


def test_a_comment_in_every_module_and_in_the_configuration_runs_nothing(built):
    for name in tracked_files():
        if (name.startswith(WATCHED) and name.endswith((".py", ".yaml", ".smk"))) or name == "requirements.txt":
            path = built / name
            path.write_text("# A remark.\n" + path.read_text(encoding="utf-8"), encoding="utf-8")

    assert built.snakemake().had_nothing_to_do


@pytest.mark.parametrize(
    ("rule", "command", "jobs"),
    [
        ("ledgers", "python -m workflow.compute {wildcards", r"dl01_6_4/(?!tables|deck)\w+"),
        ("ledgers", "python -m workflow.compute {params", r"\w+/all"),
        ("figures", "python -m figures ", r".*-F.*"),
        ("tables", "python -m slides.tables ", r"\w+/tables"),
        ("decks", "python -m slides.decks ", r"\w+/deck"),
        ("decks", "python -m slides.notebooks ", r"\w+/notebook"),
        ("publish", "python -m workflow.publish ", r"\w+"),
    ],
)
def test_an_edited_rule_runs_its_jobs_again(built, loaded, rule, command, jobs):
    built.edit(f"workflow/rules/{rule}.smk", command, command.replace("-m", "-B -m"))

    run = built.snakemake("--dry-run")

    assert run.status == 0, run.output
    of_the_rule = {job for job in loaded if re.fullmatch(jobs, job)}
    assert of_the_rule
    assert of_the_rule <= run.jobs


def test_an_updated_package_runs_every_job_again(built, loaded):
    built.edit("requirements.txt", "cycler==", "cycler2==")
    site = built / "site"
    (site / "cycler2-0.12.1.dist-info").mkdir(parents=True)

    run = built.snakemake("--dry-run", env={"PYTHONPATH": str(site) + os.pathsep + os.environ.get("PYTHONPATH", "")})

    assert run.jobs == set(loaded)
