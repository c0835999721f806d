"""The jobs of a lesson are data: what each is made from, what it reads and what it makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workflow.small import Small
from workflow.layout import published_as
from workflow.plan import committed_plan
from workflow.sources import PACKAGES

ROOT = Path(__file__).resolve().parents[2]
PLAN = committed_plan(ROOT)


def jobs(small, lesson="lesson"):
    return {job.name: job for job in small.plan().jobs(lesson)}


def test_every_file_of_a_lesson_is_made_by_one_job():
    for lesson in PLAN.lessons:
        made = [path for job in PLAN.jobs(lesson) for path in job.makes]
        assert len(made) == len(set(made))
        assert set(made) | {PLAN.stamp(lesson)} == set(PLAN.everything_of(lesson))


def test_the_names_of_jobs_and_their_receipts_are_their_own():
    every = [job for lesson in PLAN.lessons for job in PLAN.jobs(lesson)]
    for names in ([job.name for job in every], [job.receipt for job in every]):
        assert len(names) == len(set(names))


@pytest.mark.parametrize("lesson", PLAN.lessons)
def test_a_job_comes_after_those_that_it_reads(lesson):
    seen = set()
    for job in PLAN.jobs(lesson):
        assert set(job.reads) <= seen
        seen.add(job.name)


def test_each_lesson_computes_in_one_job_or_in_several(small):
    assert list(jobs(small, "other")) == ["ledgers other"]
    assert [name for name in jobs(small) if name.startswith("ledger")] == [
        "ledger lesson/moons",
        "ledger lesson/race",
        "ledger lesson/alone",
    ]


def test_what_a_job_reads_is_named_by_the_job_that_makes_it(small):
    assert jobs(small)["ledger lesson/race"].reads == ("ledger lesson/moons",)
    assert jobs(small)["figure L1-F1"].reads == ("ledger lesson/race",)
    assert set(jobs(small)["deck lesson"].reads) == {
        *(f"ledger lesson/{name}" for name in ("moons", "race", "alone")),
        *(f"figure L1-F{number}" for number in (1, 2)),
    }
    assert "tables lesson" in jobs(small)["notebook lesson"].reads
    small.configure("lesson", one_job=True, ledgers={"moons": [], "race": []})
    assert jobs(small)["figure L1-F1"].reads == jobs(small)["tables lesson"].reads == ("ledgers lesson",)


def test_all_that_is_no_python_beside_the_code_of_a_deck_is_among_its_texts():
    beside = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "slides" / "decks").rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc"} and not path.name.endswith(".md.j2")
    }
    assert {Path(name).suffix for name in beside} == {".css", ".js", ".j2", ".typ"}
    for lesson in PLAN.with_decks:
        [deck] = [job for job in PLAN.jobs(lesson) if job.name == f"deck {lesson}"]
        assert set(deck.texts) == beside | {f"slides/decks/{lesson}.md.j2", "workflow/rules/decks.smk"}


def test_no_other_file_in_a_package_goes_unnoticed():
    """Whatever stands beside the code is a text of some job, or is named here with what it is for."""
    elsewhere = ("workflow/report/", "workflow/envs/", "workflow/review/", "slides/embed/")
    rules = {"workflow/rules/common.smk", "workflow/rules/embed.smk", "workflow/rules/publish.smk"}
    texts = {text for lesson in PLAN.lessons for job in PLAN.jobs(lesson) for text in job.texts}
    others = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc"}
    }
    rules |= {name for name in others if name == "workflow/rules/review.smk"}  # compares, and makes no results
    assert {name for name in others - texts - rules if not name.startswith(elsewhere)} == set()


@pytest.mark.parametrize(
    ("lesson", "changes", "moved"),
    [
        ("lesson", {"tables": {"L1-rows": "others"}}, {"tables lesson", "deck lesson", "notebook lesson"}),
        ("lesson", {"tables": {"L1-same": "rows"}}, {"tables lesson", "deck lesson", "notebook lesson"}),
        ("lesson", {"ledgers": {"moons": [], "race": [], "alone": []}}, {"ledger lesson/race", "notebook lesson"}),
        ("other", {"ledgers": {"two": [], "one": []}}, set()),
        ("other", {"ledgers": {"one": []}}, {"ledgers other"}),
    ],
)
def test_a_setting_concerns_the_jobs_that_it_reaches(small, lesson, changes, moved):
    small.modules["slides.tables.lesson.others"] = small.modules["slides.tables.lesson.rows"]
    before, plan = jobs(small, lesson), small.plan()
    digests = {name: plan.source(job) for name, job in before.items()}

    small.configure(lesson, **changes)

    plan = small.plan()
    assert {name for name, job in jobs(small, lesson).items() if plan.source(job) != digests.get(name)} == moved


def test_styles_concern_figures(small):
    before = {name: job.settings for name, job in jobs(small).items()}
    small.configuration = small.configuration | {"formats": ["svg", "png", "pdf"]}
    after = {name: job.settings for name, job in jobs(small).items()}

    assert {name for name in before if before[name] != after[name]} == {"figure L1-F1", "figure L1-F2"}


def test_text_is_published_and_pixels_are_not(small):
    assert jobs(small)["figure L1-F1"].publishes == [
        *(f"figures/L1-F1{style}.svg" for style in ("", ".dark", ".slide", ".slide-dark")),
        "figures/L1-F1.alt.txt",
    ]
    assert jobs(small)["notebook lesson"].publishes == []
    assert published_as("build/decks/lesson.claims.json") == "decks/lesson.claims.json"
    assert published_as("build/decks/lesson.html") is None


def test_the_small_project_has_the_rules_of_the_large_one(small):
    assert isinstance(small, Small)
    rules = {text for lesson in PLAN.lessons for job in PLAN.jobs(lesson) for text in job.texts if "rules" in text}
    assert {text for job in jobs(small).values() for text in job.texts if "rules" in text} == rules
