"""Every file in results/ is compared with the sources; each that is not what they make is named, with why."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workflow.plan import committed_plan
from workflow.rebuild import RebuildError
from workflow.review.states import State, of_folder
from workflow.stages import ROOT
from workflow.verify import Problem, Wrong, compared, complaints, main, problems, told

PICTURE = "figures/L1-F1.svg"
LEDGER = "ledgers/lesson/race.json"
RECORD = "provenance/lesson.json"
OF_RACE = {f"figures/L1-F1{style}.svg" for style in ("", ".dark", ".slide", ".slide-dark")} | {"figures/L1-F1.alt.txt"}


@pytest.fixture
def project(small):
    return small.publish()


def found(project):
    return problems(project.plan(), of_folder(Path()))


def by_path(project):
    return {problem.path: problem for problem in found(project)}


def test_what_was_published_is_what_the_sources_make(project):
    assert found(project) == []


def test_nothing_of_build_is_needed(project):
    Path("build").rename("elsewhere")

    assert found(project) == []


@pytest.mark.parametrize("name", [PICTURE, LEDGER, "decks/lesson.claims.json"])
def test_an_edited_file_is_named_and_no_other(project, name):
    project.write(f"results/{name}", "mine")

    assert found(project) == [Problem(Wrong.EDITED, name)]


def test_a_missing_file_is_named(project):
    Path("results", PICTURE).unlink()

    assert found(project) == [Problem(Wrong.MISSING, PICTURE)]


@pytest.mark.parametrize(
    "name",
    ["README.md", "figures/L1-F9.svg", "figures/L9-F1.svg", "ledgers/gone/a.json", "provenance/gone.json", "x/y"],
)
def test_what_nothing_makes_is_stray(project, name):
    project.write(f"results/{name}", "")

    assert found(project) == [Problem(Wrong.STRAY, name)]


def test_the_files_of_a_lesson_that_is_no_longer_configured_are_stray(project):
    lessons = {"lesson": project.configuration["lessons"]["lesson"]}
    project.configuration = project.configuration | {"lessons": lessons}

    assert {problem.path for problem in found(project)} == {
        *("ledgers/other/one.json", "ledgers/other/two.json", "provenance/other.json")
    }
    assert {problem.wrong for problem in found(project)} == {Wrong.STRAY}


@pytest.mark.parametrize("name", [PICTURE, RECORD, "figures/L1-F9.svg"])
def test_links_are_not_followed(project, name):
    path = Path("results", name)
    if path.exists():
        path.rename("elsewhere")
    path.symlink_to(Path("elsewhere").resolve())

    problem = by_path(project)[name]
    assert problem.wrong in {Wrong.NOT_PLAIN, Wrong.STRAY}
    assert problem.why in {"a link", ""}


def test_a_folder_that_is_a_link_leaves_its_files_missing(project):
    Path("results/figures").rename("elsewhere")
    Path("results/figures").symlink_to(Path("elsewhere").resolve())

    assert by_path(project)[PICTURE].wrong is Wrong.MISSING
    assert by_path(project)["figures"].wrong is Wrong.STRAY


def test_an_edited_module_makes_stale_what_it_reaches_directly_or_through_a_ledger(project):
    project.edit("engine.nn")

    stale = by_path(project)
    assert {problem.wrong for problem in stale.values()} == {Wrong.STALE}
    assert set(stale) >= {LEDGER, *OF_RACE, "tables/L1-rows.md", "decks/lesson.md"}
    assert set(stale).isdisjoint({"ledgers/lesson/moons.json", "figures/L1-F2.svg", "ledgers/other/one.json"})
    assert stale[LEDGER].why == "engine.nn changed"
    assert stale[PICTURE].why == "engine.nn changed, under 'ledger lesson/race'"


def test_a_newly_imported_module_is_named(project):
    project.modules["engine.new"] = ("new", [])
    project.edit("engine.nn", "engine.new")

    assert by_path(project)[LEDGER].why == "engine.new is new, engine.nn changed"


def edit_text(project):
    project.write("slides/decks/page/deck.css", "b {}")
    return {"decks/lesson.md"}, "slides/decks/page/deck.css changed"


def edit_template(project):
    project.write("slides/decks/lesson.md.j2", "# Another")
    return {"decks/lesson.md"}, "slides/decks/lesson.md.j2 changed"


def edit_rule(project):
    project.write("workflow/rules/figures.smk", "rule other:")
    return OF_RACE, "workflow/rules/figures.smk changed"


def edit_setting(project):
    project.configuration = project.configuration | {"formats": ["png", "svg"]}
    return OF_RACE, "formats changed"


def edit_reads(project):
    project.configure("lesson", ledgers={"moons": [], "race": [], "alone": []})
    return {LEDGER}, "lessons.lesson.ledgers.race changed"


def edit_package(project):
    project.packages["numpy"] = "2.4.7"
    return {LEDGER, PICTURE, "ledgers/other/two.json"}, "numpy changed"


def add_file(project):
    project.write("slides/decks/page/print.css", "")
    return {"decks/lesson.md"}, "slides/decks/page/print.css is new"


@pytest.mark.parametrize(
    "edit",
    [edit_text, edit_template, edit_rule, edit_setting, edit_reads, edit_package, add_file],
    ids=lambda edit: edit.__name__,
)
def test_whatever_a_file_is_made_from_makes_it_stale(project, edit):
    paths, why = edit(project)

    stale = by_path(project)
    assert {problem.wrong for problem in stale.values()} == {Wrong.STALE}
    assert paths <= set(stale)
    assert {stale[path].why for path in paths} == {why}


def test_a_comment_in_the_rules_does_not_matter(project):
    project.write("workflow/rules/figures.smk", "# why\nrule figures:  # so\n")

    assert found(project) == []


def test_another_job_for_the_same_file_makes_it_stale(project):
    project.configure("other", one_job=False)

    assert (
        by_path(project)["ledgers/other/one.json"].why
        == "made by the job 'ledgers other', and now by 'ledger other/one'"
    )


def test_without_a_record_nothing_can_be_said_of_a_lesson(project):
    Path("results", RECORD).unlink()

    every = by_path(project)
    assert every.pop(RECORD).wrong is Wrong.MISSING
    assert {problem.wrong for problem in every.values()} == {Wrong.UNRECORDED}
    assert "ledgers/other/one.json" not in every


@pytest.mark.parametrize("text", ["", "{", "<<<<<<< HEAD\n", "[]", "null"])
def test_a_record_that_cannot_be_read_is_named(project, text):
    project.write(f"results/{RECORD}", text)

    every = by_path(project)
    assert every[RECORD].wrong is Wrong.RECORD
    assert "this is no record of what results were made from" in every[RECORD].why
    assert every[PICTURE].wrong is Wrong.UNRECORDED


def edited(project, edit):
    path = Path("results", RECORD)
    plain = json.loads(path.read_text(encoding="utf-8"))
    edit(plain)
    text = json.dumps(plain)
    project.write(f"results/{RECORD}", text)


def test_a_digest_that_was_edited_with_its_file_breaks_the_seal(project):
    content = "mine"
    project.write(f"results/{PICTURE}", content)
    digest = hashlib.sha256(content.encode()).hexdigest()
    edited(project, lambda plain: plain["files"][PICTURE].update(sha256=digest))

    assert by_path(project)[PICTURE].why == "the record of 'figure L1-F1' was merged or edited"


def test_a_seal_that_was_merged_from_two_branches_is_named(project):
    edited(project, lambda plain: plain["jobs"]["ledger lesson/alone"].update(seal="0" * 16))

    assert by_path(project)["ledgers/lesson/alone.json"].wrong is Wrong.STALE


def test_a_record_that_is_true_but_not_as_it_is_written_is_named(project):
    edited(project, lambda plain: None)

    assert found(project) == [Problem(Wrong.RECORD, RECORD)]


def test_a_module_that_the_record_has_too_many_is_noticed(project):
    edited(project, lambda plain: plain["modules"].update({"gone": {"digest": "0", "imports": []}}))

    assert found(project) == [Problem(Wrong.RECORD, RECORD)]


@given(place=st.floats(0, 1, exclude_max=True), byte=st.binary(min_size=1, max_size=1))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_byte_of_a_record_or_a_result_can_be_changed_unnoticed(project, place, byte):
    state = of_folder(Path())
    for name in (RECORD, PICTURE):
        content = bytearray(state.files[name])
        at = int(place * len(content))
        content[at : at + 1] = byte
        changed = State("", {**state.files, name: bytes(content)})
        assert bool(problems(project.plan(), changed)) == (bytes(content) != state.files[name])


def test_problems_are_grouped_by_what_is_wrong_and_why_and_counted(project):
    Path("results", LEDGER).unlink()
    project.edit("figures.lesson.moons")
    state = of_folder(Path())

    lines = told(problems(project.plan(), state), state).splitlines()

    assert lines[:2] == ["Missing. Run `snakemake` and commit results/:", f"  results/{LEDGER}"]
    place = lines.index(
        "Made from other sources than these (figures.lesson.moons changed). Run `snakemake` and commit results/:"
    )
    assert lines[place + 1] == "  results/figures/L1-F2.alt.txt"
    bad = sum(line.startswith("  ") for line in lines)
    assert lines[-1] == f"{bad} of {len(state.files) + 1} files in results/ are not what the sources make."


def test_complaints_are_sentences_that_name_some_files(project, monkeypatch):
    monkeypatch.setattr("workflow.verify.committed_plan", lambda root: project.plan())
    assert complaints(Path()) == []
    project.edit("figures.lesson.moons")
    Path("results", LEDGER).unlink()

    said = complaints(Path())

    assert said[0] == f"Missing: results/{LEDGER}. Run `snakemake` and commit results/."
    assert "results/figures/L1-F2.slide-dark.svg and 1 more." in said[-1] or "moons changed" in said[-1]
    assert len(said) == len({(problem.wrong, problem.why) for problem in found(project)})


def test_complaints_say_why_nothing_can_be_said(project):
    [said] = complaints(Path())
    assert said.startswith(
        "It cannot be said whether results/ is what the sources make: config/config.yaml cannot be read"
    )


def test_many_changed_sources_are_told_in_part(project):
    for number in range(9):
        project.packages[f"package{number}"] = "1"

    assert by_path(project)[PICTURE].why.endswith(" and 5 more")


def test_a_hostile_name_is_one_line(project):
    project.write("results/figures/a\n::error::b.svg", "")
    state = of_folder(Path())

    assert "  results/'figures/a\\n::error::b.svg'" in told(problems(project.plan(), state), state).splitlines()


def test_a_hostile_record_is_told_in_one_line(project):
    edited(project, lambda plain: plain["packages"].update({"a\n::error::b": 1}))
    state = of_folder(Path())

    lines = told(problems(project.plan(), state), state).splitlines()

    assert not any(line.startswith("::") for line in lines)
    assert any("a\\n::error::b" in line for line in lines)


def run(project, monkeypatch, *arguments):
    monkeypatch.setattr("workflow.verify.committed_plan", lambda root: project.plan())
    monkeypatch.setattr("sys.path", [])
    return main(arguments, Path())


def test_the_exit_status_says_whether_all_is_well(project, monkeypatch, capsys):
    assert run(project, monkeypatch) == 0
    assert capsys.readouterr().out.startswith("All ")
    Path("results", PICTURE).unlink()
    assert run(project, monkeypatch) == 1


def test_without_results_everything_is_missing(project, monkeypatch, capsys):
    Path("results").rename("elsewhere")
    project.write("figures/style.py", "")  # a project has folders of the same names as its results

    assert run(project, monkeypatch) == 1
    said = capsys.readouterr().out
    assert f"  results/{PICTURE}" in said
    assert "style.py" not in said


def test_results_that_are_a_link_cannot_be_told(project, monkeypatch, capsys):
    Path("results").rename("elsewhere")
    Path("results").symlink_to("elsewhere")

    assert run(project, monkeypatch) == 2
    assert "results is a link" in capsys.readouterr().err


def test_sources_that_cannot_be_read_cannot_be_told(project, monkeypatch, capsys):
    monkeypatch.setattr("sys.path", [])

    assert main([], Path()) == 2
    assert "config/config.yaml cannot be read" in capsys.readouterr().err


def test_a_rebuild_finds_what_digests_do_not(project, monkeypatch, capsys):
    clean = of_folder(Path())
    others = {path: content for path, content in clean.files.items() if path != PICTURE}
    monkeypatch.setattr(
        "workflow.verify.rebuilt", lambda name, root: State(name, {**others, LEDGER: b"other", "x": b""})
    )

    assert run(project, monkeypatch, "--rebuild") == 1
    assert compared(clean, State("", {**others, LEDGER: b"other", "x": b""})) == [
        Problem(Wrong.MISSING, "x", "a clean build makes it"),
        Problem(Wrong.OTHER, PICTURE, "a clean build makes no such file"),
        Problem(Wrong.OTHER, LEDGER, "other bytes"),
    ]
    assert f"3 of {len(clean.files) + 1} files" in capsys.readouterr().out


def test_a_rebuild_that_gives_the_same_is_well(project, monkeypatch):
    monkeypatch.setattr("workflow.verify.rebuilt", lambda name, root: of_folder(Path()))

    assert run(project, monkeypatch, "--rebuild") == 0


def test_a_build_that_fails_cannot_be_told(project, monkeypatch, capsys):
    def fails(name, root):
        raise RebuildError(name)

    monkeypatch.setattr("workflow.verify.rebuilt", fails)

    assert run(project, monkeypatch, "--rebuild") == 2
    assert capsys.readouterr().err == "a clean copy\n"


def test_the_plan_of_the_project_is_read_from_wherever_it_is_started(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert list(committed_plan(ROOT).lessons)
