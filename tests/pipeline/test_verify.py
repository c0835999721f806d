"""A fresh clone of built results is verified without a build, and the jobs of the plan are those of the rules."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.pipeline.project import ROOT, Project
from workflow.configuration import configuration_from, read_form
from workflow.plan import Plan
from workflow.rebuild import copy_tree


def verify(project, *arguments, cwd=None):
    """Run the command as a person would; what is told, and the status."""
    surroundings = {**os.environ, "PYTHONPATH": str(project.root)}
    command = [sys.executable, "-m", "workflow.verify", *arguments]
    return subprocess.run(
        command, cwd=cwd or project.root, env=surroundings, capture_output=True, text=True, check=False
    )


@pytest.fixture
def cloned(first_build, tmp_path):
    """What a clone of a built and committed project has: sources and results."""
    project = first_build[0].copy(tmp_path / "clone")
    for folder in ("build", ".snakemake"):
        subprocess.run(["rm", "-r", str(project / folder)], check=True)
    return project


def test_a_fresh_clone_is_verified_from_any_folder(cloned, tmp_path):
    done = verify(cloned, cwd=tmp_path)

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("All ")


def test_a_comment_does_not_matter_and_an_edit_does(cloned):
    for name in ("figures/style.py", "workflow/rules/figures.smk", "requirements.txt", "config/config.yaml"):
        cloned.edit(name, "", "# A remark.\n")
    assert verify(cloned).returncode == 0

    cloned.edit("figures/lecture4/branch.py", "\nTITLE", "\nEDITED = True\nTITLE")

    done = verify(cloned)
    assert done.returncode == 1
    assert (
        "(figures.lecture4.branch changed). Run `snakemake` and commit results/:\n  results/figures/L4-F2.alt.txt\n"
        in done.stdout
    )
    assert "L4-F1" not in done.stdout
    assert "DL01" not in done.stdout


@pytest.fixture(scope="module")
def rules(first_build):
    """What Snakemake knows of each file that rules make: {file: (rule, inputs, command)}."""
    said = first_build[0].snakemake("--detailed-summary").output
    rows = [line.split("\t") for line in said.splitlines() if line.startswith("build/")]
    return {row[0]: (row[2], set(filter(None, row[4].split(","))), row[5]) for row in rows}


@pytest.fixture(scope="module")
def plan():
    return Plan(configuration_from(read_form(ROOT / "config/config.yaml"), ROOT), ROOT, publishes=True)


def test_jobs_make_what_the_rules_make(rules, plan):
    jobs = [job for lesson in plan.lessons for job in plan.jobs(lesson)]
    made = {path for job in jobs for path in (*job.makes, job.receipt)}
    assert made | set(plan.stamps()) == set(rules)
    for job in jobs:
        assert all(rules[path] == rules[job.receipt] for path in job.makes)


def test_jobs_read_what_the_rules_read_and_carry_the_digest_of_the_rules(rules, plan):
    for lesson in plan.lessons:
        jobs = plan.jobs(lesson)
        maker = {path: job.name for job in jobs for path in (*job.makes, job.receipt)}
        for job in jobs:
            _, inputs, command = rules[job.makes[0]]
            assert {maker[path] for path in inputs} == set(job.reads)
            assert f"--receipt {job.receipt} --made-from {plan.source(job)} " in command


def test_a_source_that_is_edited_while_it_is_built_stops_the_publication(built):
    before = built.digests("results")
    # The drawing edits itself after it was loaded, as a person might.
    edit = 'import pathlib; p = pathlib.Path(__file__); p.write_text(p.read_text() + "EDITED = True\\n")\n'
    path = built / "figures/lecture4/branch.py"
    path.write_text(path.read_text(encoding="utf-8") + edit, encoding="utf-8")

    run = built.snakemake("lecture4")

    assert run.status == 1
    assert "build/receipts/L4-F2.json: made from other sources than these" in run.output
    assert built.digests("results") == before


def test_a_copy_of_a_working_tree_has_what_its_build_needs(built, tmp_path):
    subprocess.run(["git", "init", "-q"], cwd=built.root, check=True)
    copy_tree(built.root, tmp_path / "copy")

    assert not (tmp_path / "copy/results").exists()
    run = Project(tmp_path / "copy").snakemake("--dry-run")
    assert run.status == 0, run.output
