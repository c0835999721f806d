"""The command: what it writes, what it says, and what it exits with."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.workflow.review.made_changes import RACE, Made, results
from workflow.review.__main__ import main
from workflow.review.states import State


def written(folder, made):
    for name, content in made.state.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return str(folder)


@pytest.fixture(scope="module")
def states(tmp_path_factory):
    """Folders of results: as they are, with another printed number, with a weaker check, and with noise."""
    folder, made = tmp_path_factory.mktemp("states"), Made(results())
    return {
        "same": written(folder / "same", made),
        "printed": written(
            folder / "printed",
            made.claim(RACE, "last_loss", value=0.0312, expected="0.031", printed="0.031").recorded(),
        ),
        "weaker": written(folder / "weaker", made.claim(RACE, "loss_gap", tolerance=1e-6).recorded()),
        "pixels": written(
            folder / "pixels", made.edit("figures/L4-F2.svg", "fill: #(?!none)[0-9a-f]{6}", "fill: #ff0000").recorded()
        ),
    }


@pytest.mark.parametrize("state", ["same", "printed", "weaker", "pixels"])
@pytest.mark.parametrize("asked", [None, "printed", "check", "pixels", "any"])
def test_the_exit_status_is_that_which_was_asked_for(states, tmp_path, state, asked):
    stops = {
        "printed": {"printed", "check", "any"},
        "weaker": {"check", "any"},
        "pixels": {"pixels", "any"},
        "same": set(),
    }
    options = ["--fail-on", asked] if asked else []

    status = main([states["same"], states[state], "--folder", str(tmp_path), *options])

    assert status == int(asked in stops[state])


def test_it_says_what_it_found_and_writes_the_report(states, tmp_path, capsys):
    main([states["same"], states["weaker"], "--folder", str(tmp_path)])

    said = capsys.readouterr().out
    assert "1 check is weaker" in said
    assert "weaker: dl01_6_4/race.loss_gap" in said
    assert {path.name for path in tmp_path.iterdir()} == {"summary.md", "index.html"}
    assert "1 check is weaker" in (tmp_path / "summary.md").read_text(encoding="utf-8").splitlines()[0]


def test_json_stands_alone_on_standard_output(states, tmp_path, capsys):
    main([states["same"], states["printed"], "--folder", str(tmp_path), "--json"])

    said = capsys.readouterr()
    assert "dl01_6_4/race.last_loss" in json.dumps(json.loads(said.out))
    assert "Written to" in said.err


def test_release_notes_say_what_reads_otherwise(states, tmp_path):
    assert main(["--since", states["same"], "--folder", str(tmp_path)]) == 0
    assert main([states["same"], states["printed"], "--folder", str(tmp_path)]) == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["no-such-reference"], "names no commit"),
        (["missing.zip"], "missing.zip"),
        (["HEAD", "no-such-reference"], "names no commit"),
    ],
)
def test_what_cannot_be_compared_is_a_sentence(tmp_path, capsys, arguments, complaint):
    status = main([*arguments, "--folder", str(tmp_path / "report")])

    said = capsys.readouterr().err
    assert status == 2
    assert complaint in said
    assert "Traceback" not in said
    assert not (tmp_path / "report").exists()


def test_a_report_that_cannot_be_written_is_a_sentence(states, tmp_path, capsys):
    (tmp_path / "file").write_text("", encoding="utf-8")

    assert main([states["same"], states["same"], "--folder", str(tmp_path / "file")]) == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[""], ["HEAD", ""], ["--since", ""]])
def test_an_empty_name_is_not_taken_for_none(tmp_path, capsys, arguments):
    assert main([*arguments, "--folder", str(tmp_path)]) == 2
    assert "an empty name stands for no state" in capsys.readouterr().err


def test_a_report_in_the_results_is_refused(capsys):
    with pytest.raises(SystemExit):
        main(["HEAD", "--folder", "results/review"])

    assert "the report is no result" in capsys.readouterr().err


@pytest.mark.parametrize(("output", "status"), [("/dev/full", 2), ("pipe", 0)])
def test_output_that_nobody_can_take_is_no_traceback(states, tmp_path, output, status):
    command = [sys.executable, "-m", "workflow.review", states["same"], states["weaker"], "--folder", str(tmp_path)]
    if output == "pipe":
        reading, writing = os.pipe()
        os.close(reading)
    else:
        writing = os.open(output, os.O_WRONLY)

    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)

    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_pictures_of_earlier_notes_are_taken_away(states, tmp_path):
    written(tmp_path / "pictures", Made(State("old", {"L4-F9.before.png": b"old"})))

    main([states["same"], states["same"], "--folder", str(tmp_path)])

    assert not (tmp_path / "pictures/L4-F9.before.png").exists()


def test_two_bases_are_refused(capsys):
    with pytest.raises(SystemExit):
        main(["HEAD", "--since", "HEAD"])

    assert "--since says what to compare with" in capsys.readouterr().err
