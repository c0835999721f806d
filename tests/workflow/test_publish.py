"""Publishing copies what differs, removes what is gone, records what it came from, and notices edits of results/."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workflow.plan import committed_plan
from workflow.provenance import Provenance
from workflow.publish import main, token_of
from workflow.receipts import write_receipt

STAMP = Path("build/published/lesson.json")
RECORD = "results/provenance/lesson.json"
PICTURE = "results/figures/L1-F1.svg"


@pytest.fixture
def project(small, monkeypatch):
    """A small project that is built."""
    monkeypatch.setattr("workflow.publish.committed_plan", lambda root: small.plan())
    small.build("lesson")
    return small


def run(under="first"):
    return main(["lesson", "--token", under])


def files(place):
    return sorted(path.as_posix() for path in Path(place).rglob("*") if path.is_file())


def times(place):
    return {name: Path(name).stat().st_mtime_ns for name in files(place)}


def token(project):
    return token_of(project.plan(), "lesson")


def test_text_is_copied_and_pixels_stay(project):
    assert run() == 0

    published = files("results")
    assert {Path(name).suffix for name in published} == {".json", ".svg", ".txt", ".md", ".html", ".tex"}
    assert {"results/decks/lesson.md", "results/tables/L1-rows.html", PICTURE, RECORD} <= set(published)
    assert "results/decks/lesson.html" not in published
    for name in published:
        if name != RECORD:
            assert Path(name).read_bytes() == Path(name.replace("results", "build", 1)).read_bytes()


def test_the_record_tells_of_every_file_beside_it(project):
    run()

    read = Provenance.read(Path(RECORD).read_bytes())
    assert {f"results/{path}" for path in read.files} | {RECORD} == set(files("results"))
    assert read.broken_seals() == []


def test_files_that_are_the_same_are_not_touched(project):
    run()
    before = times("results")
    project.marks["figures/L1-F1.svg"] = " another"
    project.build("lesson")

    run()

    after = times("results")
    assert {name for name in after if after[name] != before[name]} == {PICTURE, RECORD}
    run("second")
    assert times("results") == after


def test_code_that_changes_no_picture_changes_no_file_but_the_record(project):
    run()
    before = times("results")
    project.edit("figures.style")
    project.build("lesson")

    run()

    assert {name for name, time in times("results").items() if time != before[name]} == {RECORD}


def test_what_is_no_longer_built_is_removed_and_other_lessons_are_left_alone(project):
    mine = ["figures/L1-F9.svg", "decks/lesson.rtf", "ledgers/lesson/gone.json", "tables/L1-gone.md"]
    others = ["figures/L11-F1.svg", "figures/README.md", "decks/lessons.md", "decks/lesson_two.md", "ledgers/l/a.json"]
    for place in ("results", "build"):
        for name in (*mine, *others, "provenance/other.json"):
            project.write(f"{place}/{name}", "")

    run()

    for place in ("results", "build"):
        left = files(place)
        assert [name for name in mine if f"{place}/{name}" in left] == []
        assert [name for name in (*others, "provenance/other.json") if f"{place}/{name}" not in left] == []


@pytest.mark.parametrize("name", ["ledgers/lesson/race.json", "figures/L1-F1.png", "decks/lesson.ipynb"])
def test_a_built_file_that_was_edited_is_not_published(project, capsys, name):
    project.write(f"build/{name}", "mine")

    assert run() == 1
    assert f"build/{name}: changed after it was made" in capsys.readouterr().err
    assert files("results") == []


@pytest.mark.parametrize("text", ["[", "[1]", "7", "null", ""])
def test_a_receipt_that_cannot_be_read_is_said_in_a_sentence(project, capsys, text):
    receipt = "build/receipts/lesson/race.json"
    project.write(receipt, text)

    assert run() == 1
    assert f"{receipt}: the receipt, or a file in it, cannot be read" in capsys.readouterr().err


def test_a_file_that_no_receipt_names_is_not_published(project, capsys):
    project.write("build/receipts/L1-F1.json", "{}")

    assert run() == 1
    assert "build/figures/L1-F1.svg" in capsys.readouterr().err
    assert files("results") == []


def edit_module(project):
    project.edit("engine.nn")


def edit_text(project):
    project.write("slides/decks/page/deck.css", "b {}")


def edit_rule(project):
    project.write("workflow/rules/ledgers.smk", "rule other:")


def edit_setting(project):
    project.configure("lesson", ledgers={"moons": [], "race": [], "alone": ["moons"]})


def edit_package(project):
    project.packages["numpy"] = "2.4.7"


def forget_source(project):
    write_receipt(Path("build/receipts/L1-F1.json"), [Path(path) for path in files("build/figures") if "L1-F1" in path])


@pytest.mark.parametrize(
    "edit",
    [edit_module, edit_text, edit_rule, edit_setting, edit_package, forget_source],
    ids=lambda edit: edit.__name__,
)
def test_a_source_that_was_edited_while_it_was_built_stops_the_publication(project, capsys, edit):
    run()
    before = {name: Path(name).read_bytes() for name in files("results")}
    project.marks["figures/L1-F1.svg"] = " new"
    project.build("lesson")
    edit(project)

    assert run() == 1
    assert "made from other sources than these" in capsys.readouterr().err
    assert {name: Path(name).read_bytes() for name in files("results")} == before


def test_a_lesson_that_is_no_longer_configured_is_not_published(project, capsys):
    assert main(["gone", "--token", "first"]) == 1
    assert "has no lesson 'gone'; run `snakemake` again" in capsys.readouterr().err


def test_what_cannot_be_read_is_said_in_a_sentence(project, capsys, monkeypatch):
    monkeypatch.setattr("workflow.publish.committed_plan", committed_plan)

    assert run() == 1
    assert "config/config.yaml cannot be read" in capsys.readouterr().err


def test_before_the_first_publication_there_is_no_token_to_keep(project):
    assert token(project) == "never published"


@pytest.mark.parametrize("name", [PICTURE, RECORD])
@pytest.mark.parametrize("touch", ["delete", "edit", "add", "link"])
def test_another_token_is_asked_for_when_results_no_longer_match_the_stamp(project, touch, name):
    for kept in ("first", "second"):
        run(kept)
        assert token(project) == kept
        path = Path(name)
        if touch == "delete":
            path.unlink()
        elif touch == "edit":
            path.write_text("mine", encoding="utf-8")
        elif touch == "link":
            path.rename("elsewhere")
            path.symlink_to(Path.cwd() / "elsewhere")
        else:
            Path("results/figures/L1-F9.svg").touch()

        assert token(project) not in {kept, "never published"}
        assert token(project) == token(project)


def test_the_same_edit_made_twice_is_noticed_twice(project):
    run()
    tokens = [token(project)]
    for _ in range(3):
        Path(PICTURE).unlink()
        tokens.append(token(project))
        run(tokens[-1])

    assert len(set(tokens)) == len(tokens)


def test_the_token_stays_when_another_lesson_changed(project):
    run()
    project.write("results/figures/L2-F1.svg", "")
    project.write("results/provenance/other.json", "")

    assert token(project) == "first"


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "null"])
def test_a_stamp_that_cannot_be_read_asks_for_another_token(project, text):
    run()
    STAMP.write_text(text, encoding="utf-8")

    assert token(project) not in {"first", "never published"}


def test_a_results_folder_that_cannot_be_written_is_said_in_a_sentence(project, monkeypatch, capsys):
    def refuse(path, content):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("workflow.publish.write_bytes", refuse)

    assert run() == 1
    message = capsys.readouterr().err
    assert "results/ledgers/lesson/moons.json: cannot be written (Permission denied)" in message
    assert "run `snakemake` again" in message
    assert not STAMP.exists()


@pytest.mark.parametrize("name", [PICTURE, RECORD])
def test_a_folder_in_the_place_of_a_result_is_named(project, capsys, name):
    Path(name).mkdir(parents=True)

    assert run() == 1
    assert f"{name}: cannot be written" in capsys.readouterr().err
    assert token(project) == "never published"


def test_a_stamp_tells_the_digest_of_every_published_file(project):
    run()

    assert sorted(json.loads(STAMP.read_text(encoding="utf-8"))["files"]) == files("results")
