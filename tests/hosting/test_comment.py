"""The comment, against a stand-in for `gh`: one on each pull request, and its first line is the verdict."""

from __future__ import annotations

import importlib.util
import json
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SCRIPT = HERE.parents[1] / ".github/comment.py"

SHA = "0123456789abcdef0123456789abcdef01234567"
BOT, MARKER = "github-actions[bot]", "<!-- tallysheet review -->"
RUN = "https://code.example/school/tallysheet/actions/runs/5"
SUMMARY = "Two printed numbers changed.\n\nCompared: a with b.\n\n| was | is |\n|--|--|\n| 0.031 | 0.008 |\n"


def module_of(path):
    specification = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


stand_in = module_of(HERE / "stand_in_gh.py")


class Host:
    """A code host with two pull requests, and the run that reviews the first."""

    def __init__(self, folder, monkeypatch, capsys):
        self.folder, self.capsys = folder, capsys
        self.script = module_of(SCRIPT)
        self.summary = folder / "summary.md"
        self.summary.write_text(SUMMARY, encoding="utf-8")
        self.state = {
            "requests": [],
            "pulls": {"3": {"head": {"sha": SHA}}, "4": {"head": {"sha": SHA}}},
            "comments": {"3": [], "4": []},
        }
        event = folder / "event.json"
        event.write_text(json.dumps({"pull_request": {"number": 3, "head": {"sha": SHA}}}), encoding="utf-8")
        monkeypatch.setenv("GITHUB_EVENT_PATH", str(event))
        monkeypatch.setenv("GITHUB_REPOSITORY", "school/tallysheet")
        monkeypatch.setenv("GITHUB_SERVER_URL", "https://code.example")
        monkeypatch.setenv("GITHUB_RUN_ID", "5")
        monkeypatch.setattr(self.script.sys, "argv", ["comment.py", str(self.summary)])
        monkeypatch.setattr(self.script.subprocess, "run", self.run)

    def run(self, command, *, input, capture_output, check):  # noqa: A002 - as subprocess calls it
        assert command[0] == "gh"
        assert capture_output
        assert not check
        status, answer, complaint = stand_in.called(self.state, command[1:], input.decode())
        return subprocess.CompletedProcess(command, status, answer.encode(), complaint.encode())

    def say(self, login, body):
        """Let somebody comment."""
        comments = self.state["comments"]["3"]
        comments.append({"id": 300 + len(comments), "user": login and {"login": login}, "body": body})

    def bodies(self, number=3):
        return [comment["body"] for comment in self.state["comments"][str(number)]]

    def comment(self):
        """Run the script, and give its status and what it said."""
        status = self.script.main()
        said = self.capsys.readouterr()
        return status, said.out + said.err

    def refuses(self, sentence):
        """See that the script posts nothing, and says why."""
        assert self.comment() == (1, f"No comment: {sentence}\n")
        assert not any(method in ("POST", "PATCH") for method, _ in self.state["requests"])


@pytest.fixture
def host(tmp_path, monkeypatch, capsys):
    return Host(tmp_path, monkeypatch, capsys)


def test_the_first_review_becomes_a_comment(host):
    assert host.comment() == (0, "Commented on #3.\n")

    (body,) = host.bodies()
    verdict, rest = SUMMARY.split("\n", 1)
    assert body == (
        f"{verdict}\n\n"
        f"Review of commit 0123456. The [full report]({RUN}#artifacts) is index.html in the artefact review.\n"
        f"{rest}\n{MARKER}\n"
    )
    assert host.bodies(4) == []


def test_a_review_of_one_line_is_a_comment_too(host):
    host.summary.write_text("Nothing changed.\n", encoding="utf-8")

    host.comment()

    (body,) = host.bodies()
    assert body.startswith("Nothing changed.\n\nReview of commit 0123456.")
    assert body.endswith(f"artefact review.\n\n{MARKER}\n")


def test_the_next_review_replaces_it(host):
    host.comment()
    host.summary.write_text("Nothing changed.\n", encoding="utf-8")

    assert host.comment() == (0, "Updated the comment on #3.\n")

    (body,) = host.bodies()
    assert body.startswith("Nothing changed.\n")
    assert "0.008" not in body


def test_a_review_that_failed_replaces_it_too(host):
    host.comment()
    host.summary.unlink()

    assert host.comment() == (0, "Updated the comment on #3.\n")

    assert host.bodies() == [
        f"**There is no review of commit 0123456**: it failed, and its [run]({RUN}) says why.\n\n{MARKER}\n"
    ]


def test_it_is_found_behind_a_hundred_others(host):
    for place in range(150):
        host.say("teacher", f"remark {place}")
    host.say(BOT, f"An old review.\r\n\r\n{MARKER}\r\n")

    assert host.comment() == (0, "Updated the comment on #3.\n")

    assert len(host.bodies()) == 151
    assert host.bodies()[-1].startswith("Two printed numbers changed.")


@pytest.mark.parametrize(
    ("login", "text"),
    [
        ("pupil", f"Mine.\n\n{MARKER}"),
        (None, f"Of one who left.\n\n{MARKER}"),
        (BOT, "Of another workflow."),
        (BOT, f"Of another workflow, quoting {MARKER} of ours."),
    ],
)
def test_a_comment_of_others_is_left_alone(host, login, text):
    host.say(login, text)

    assert host.comment() == (0, "Commented on #3.\n")

    assert host.bodies()[0] == text
    assert len(host.bodies()) == 2


def test_a_run_for_an_earlier_commit_leaves_the_comment_of_the_later_one(host):
    host.say(BOT, f"A newer review.\n\n{MARKER}")
    host.state["pulls"]["3"]["head"]["sha"] = SHA[::-1]

    assert host.comment() == (0, "No comment: #3 has moved on from 0123456.\n")

    assert host.bodies() == [f"A newer review.\n\n{MARKER}"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("−" * 65_400, "the comment would have more than 65,536 characters."),
        ("🎲" * 32_700, "the comment would have more than 65,536 characters."),
        (b"\xff\xfe", "summary.md is not UTF-8."),
        ("\n", "summary.md is empty."),
    ],
    ids=["too long", "long in the host's count", "not text", "empty"],
)
def test_a_summary_that_is_none_is_refused(host, content, sentence):
    host.summary.write_bytes(content if isinstance(content, bytes) else content.encode())

    host.refuses(sentence)


def test_the_longest_summary_that_a_review_writes_is_posted(host):
    text = "🎲" * 29_500
    host.summary.write_text(f"Much changed.\n\n{text}\n", encoding="utf-8")

    assert host.comment() == (0, "Commented on #3.\n")
    assert text in host.bodies()[0]


@pytest.mark.parametrize("target", ["/etc/hostname", "nowhere"])
def test_a_link_is_not_followed(host, target):
    host.summary.unlink()
    host.summary.symlink_to(target)

    host.refuses("summary.md is not a plain file.")


def test_a_folder_is_no_summary(host):
    host.summary.unlink()
    host.summary.mkdir()

    host.refuses("summary.md is not a plain file.")


def test_what_the_api_refuses_is_said_on_one_line(host):
    del host.state["comments"]["3"]

    path = "repos/school/tallysheet/issues/3/comments"
    host.refuses(f"the API refused: gh: Not Found (HTTP 404) ::error::{path}")
