"""What could have moved a result comes from the records of both sides, and nothing is made up where one is missing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.workflow.small import IMPORTS
from workflow.review.causes import JUDGES, NOT_RECORDED, causes_between
from workflow.review.changes import Cause
from workflow.review.states import State, of_folder
from workflow.stages import ROOT

LEDGER = "ledgers/lesson/race.json"
PICTURE = "figures/L1-F1.svg"
RECORD = "provenance/lesson.json"


def state(name, small):
    """Publish and take what is published."""
    small.publish()
    found = of_folder(Path())
    return State(name, found.files, found.unreadable)


@pytest.fixture
def before(small):
    return state("base", small)


def moved(small, *paths):
    """Let files be built with other bytes from now on."""
    for path in paths:
        small.marks[path] = " moved"


def test_nothing_moved_nothing(small, before):
    causes = causes_between(before, state("head", small))

    assert (causes.every, causes.judges, causes.unrecorded, causes.misfits) == ((), (), "", ())
    assert causes.of(PICTURE) == ()


def test_a_module_could_have_moved_what_it_reaches_and_nothing_else(small, before):
    small.edit("engine.nn")
    small.edit("figures.lesson.moons")
    moved(small, LEDGER, PICTURE, "figures/L1-F2.svg", "ledgers/lesson/alone.json")

    causes = causes_between(before, state("head", small))

    engine, moons = (Cause("code", name, after="changed") for name in ("engine.nn", "figures.lesson.moons"))
    assert causes.every == (engine, moons)
    assert causes.of(LEDGER) == causes.of(PICTURE) == (engine,)
    assert causes.of("figures/L1-F2.svg") == (moons,)
    assert causes.of("ledgers/lesson/alone.json") == (NOT_RECORDED,)
    assert causes.of("ledgers/lesson/moons.json") == ()


def edit_text(small):
    small.write("slides/decks/lesson.md.j2", "# Another")
    return "decks/lesson.md", Cause("text", "slides/decks/lesson.md.j2", after="changed")


def edit_rule(small):
    small.write("workflow/rules/figures.smk", "rule another:")
    return PICTURE, Cause("code", "workflow/rules/figures.smk", after="changed")


def edit_setting(small):
    small.configuration = small.configuration | {"formats": ["svg", "png", "pdf"]}
    return PICTURE, Cause("configuration", "formats", "[svg, png]", "[svg, png, pdf]")


def edit_package(small):
    small.packages["numpy"] = "2.4.7"
    return PICTURE, Cause("package", "numpy", "2.4.6", "2.4.7")


def add_package(small):
    small.packages["scipy"] = "1.0"
    return PICTURE, Cause("package", "scipy", "", "1.0")


def add_module(small):
    small.modules["figures.lesson.new"] = ("", [])
    small.modules["figures.lesson.race"] = ("figures.lesson.race", ["figures.style", "figures.lesson.new"])
    return PICTURE, Cause("code", "figures.lesson.new", after="new")


def drop_module(small):
    small.modules["workflow.computations.lesson.race"] = ("workflow.computations.lesson.race", [])
    return LEDGER, Cause("code", "engine.nn", after="gone")


@pytest.mark.parametrize(
    "edit",
    [edit_text, edit_rule, edit_setting, edit_package, add_package, add_module, drop_module],
    ids=lambda edit: edit.__name__,
)
def test_each_kind_of_cause_has_its_name_and_what_it_was(small, before, edit):
    path, cause = edit(small)
    moved(small, path)

    causes = causes_between(before, state("head", small))

    assert cause in causes.every
    assert cause in causes.of(path)
    assert NOT_RECORDED not in causes.of(path)


def test_a_renamed_figure_is_explained_from_both_sides(small, before):
    figures = small.configuration["lessons"]["lesson"]["figures"]
    small.configure("lesson", figures={"L1-F7": figures["L1-F1"], "L1-F2": figures["L1-F2"]})

    causes = causes_between(before, state("head", small))

    gone = Cause("configuration", "lessons.lesson.figures.L1-F1.drawing", "race", "")
    new = Cause("configuration", "lessons.lesson.figures.L1-F7.drawing", "", "race")
    assert gone in causes.of(PICTURE)
    assert new in causes.of("figures/L1-F7.svg")
    assert {gone, new} <= set(causes.every)
    assert {cause.kind for cause in causes.every} == {"configuration"}


def test_another_job_for_the_same_files_is_a_change_of_configuration(small, before):
    small.configure("other", one_job=False)
    moved(small, "ledgers/other/one.json")

    causes = causes_between(before, state("head", small))

    assert causes.of("ledgers/other/one.json") == (Cause("configuration", "lessons.other.one_job", "true", ""),)


def test_a_new_lesson_brings_its_own_sources_and_no_others(small):
    lessons = small.configuration["lessons"]
    small.configuration = small.configuration | {"lessons": {"lesson": lessons["lesson"]}}
    before = state("base", small)
    small.configuration = small.configuration | {"lessons": lessons}

    causes = causes_between(before, state("head", small))

    assert causes.unrecorded == ""
    assert {cause.name for cause in causes.every if cause.kind == "code"} == {
        *("workflow.computations.other", "workflow.computations.other.one", "workflow.computations.other.two")
    }
    assert Cause("code", "workflow.computations.other.one", after="new") in causes.of("ledgers/other/one.json")


@pytest.mark.parametrize("side", ["base", "head"])
def test_a_file_that_is_not_as_recorded_was_edited_by_hand(small, before, side):
    edited = State(side, {**before.files, PICTURE: b"mine"})
    states = (edited, before) if side == "base" else (before, edited)

    causes = causes_between(*states)

    assert causes.of(PICTURE) == causes.every == (Cause("edited by hand", PICTURE),)
    assert causes.misfits == (f"{side}: {PICTURE} is not as recorded: edited by hand, or merged.",)


def test_an_edit_by_hand_is_told_beside_what_changed(small, before):
    small.edit("engine.nn")
    head = state("head", small)
    causes = causes_between(before, State("head", {**head.files, LEDGER: b"mine"}))

    assert causes.of(LEDGER) == (Cause("edited by hand", LEDGER), Cause("code", "engine.nn", after="changed"))


def test_a_file_that_was_deleted_became_a_link_or_is_in_no_record_was_edited_by_hand(small, before):
    kept = {path: content for path, content in before.files.items() if path not in {PICTURE, LEDGER}}
    head = State("head", {**kept, "figures/mine.svg": b""}, {LEDGER: "a link"})

    causes = causes_between(before, head)

    for path in (PICTURE, LEDGER, "figures/mine.svg"):
        assert causes.of(path) == (Cause("edited by hand", path),)
    assert "2 " not in causes.misfits[0]
    assert PICTURE in causes.misfits[0]
    assert LEDGER in causes.misfits[0]


def test_a_record_whose_seals_do_not_fit_is_told(small, before):
    plain = json.loads(before.files[RECORD])
    plain["jobs"]["figure L1-F1"]["seal"] = "0"

    causes = causes_between(State("base", {**before.files, RECORD: json.dumps(plain).encode()}), before)

    assert causes.misfits == ("base: the record of figure L1-F1 is merged or edited by hand.",)


@pytest.mark.parametrize("side", ["base", "head"])
@pytest.mark.parametrize("content", [None, b"", b"<<<<<<<", b"[" * 9999])
def test_without_a_record_on_a_side_nothing_is_made_up(small, before, side, content):
    small.edit("engine.nn")
    small.edit("workflow.computations.other.one")
    moved(small, LEDGER, "ledgers/other/one.json")
    head = state("head", small)

    def broken(whole):
        files = {path: each for path, each in whole.files.items() if path != RECORD}
        return State(whole.name, files if content is None else {**files, RECORD: content})

    causes = causes_between(broken(before), head) if side == "base" else causes_between(before, broken(head))

    assert causes.unrecorded.startswith(f"{side}: results/{RECORD}: ")
    assert causes.of(LEDGER) == ()
    other = (Cause("code", "workflow.computations.other.one", after="changed"),)
    assert causes.of("ledgers/other/one.json") == causes.every == other


def test_a_base_without_any_record_leaves_everything_unrecorded(small, before):
    base = State("base", {path: each for path, each in before.files.items() if "provenance" not in path})
    small.edit("engine.nn")
    moved(small, LEDGER)

    causes = causes_between(base, state("head", small))

    assert causes.every == causes.of(LEDGER) == causes.misfits == ()
    assert causes.unrecorded == "base has no results/provenance/, which says what the results were made from."


def test_a_base_without_one_of_the_records_names_it(small, before):
    base = State("base", {path: each for path, each in before.files.items() if path != RECORD})

    causes = causes_between(base, before)

    assert RECORD in causes.unrecorded
    assert "provenance/other.json" not in causes.unrecorded


def test_a_base_without_results_says_so(before):
    causes = causes_between(State("base", {}), before)

    assert causes.unrecorded == "base holds no results."
    assert causes.every == causes.of(PICTURE) == ()


def test_the_ledger_of_each_figure_is_known_from_either_side(small, before):
    figures = small.configuration["lessons"]["lesson"]["figures"]
    small.configure(
        "lesson", figures={"L1-F7.ledger": figures["L1-F1"], "L1-F2": {"drawing": "moons", "ledger": "race"}}
    )

    assert causes_between(before, state("head", small)).ledgers == {
        "L1-F1": "lesson/race",
        "L1-F7.ledger": "lesson/race",
        "L1-F2": "lesson/race",
    }


def test_modules_that_judge_are_told_apart(small, before):
    small.edit("workflow.claims")
    small.edit("figures.style")

    causes = causes_between(before, state("head", small))

    assert causes.judges == (Cause("code", "workflow.claims", after="changed"),)
    assert len(causes.every) == 2


def test_every_module_that_judges_is_there():
    for name in JUDGES:
        assert ROOT.joinpath(*name.split(".")).with_suffix(".py").is_file(), name


@given(st.sets(st.sampled_from(sorted(IMPORTS))))
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_causes_of_files_are_the_changed_modules_that_they_reach(small, before, edited):
    modules, marks = dict(small.modules), dict(small.marks)
    try:
        for name in edited:
            small.edit(name)
        moved(small, *(path for path in before.files if not path.startswith("provenance/")))
        head, plan = state("head", small), small.plan()
    finally:
        small.modules, small.marks = modules, marks

    causes = causes_between(before, head)

    for lesson in plan.lessons:
        under = {}
        for job in plan.jobs(lesson):
            under[job.name] = plan.sources.reach(job.modules).union(*(under[name] for name in job.reads))
            for path in job.publishes:
                expected = {Cause("code", name, after="changed") for name in under[job.name] & edited}
                assert set(causes.of(path)) == (expected or {NOT_RECORDED})
    swapped = causes_between(head, before)
    assert {cause.name for cause in swapped.every} == {cause.name for cause in causes.every}
