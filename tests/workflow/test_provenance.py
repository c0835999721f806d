"""The record of what results were made from: small, canonical, and refused when it is anything else."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workflow.plan import committed_plan
from workflow.provenance import Provenance, ProvenanceError, RecordedFile, RecordedJob, RecordedModule, record

ROOT = Path(__file__).resolve().parents[2]

NAMES = st.text('ab.-_é\n"\\/ ', min_size=1, max_size=4)


@st.composite
def provenances(draw):
    modules = draw(st.lists(st.sampled_from("abcdef"), unique=True))
    texts, options = draw(st.dictionaries(NAMES, NAMES)), draw(st.dictionaries(NAMES, NAMES))
    names = draw(st.lists(NAMES, unique=True, min_size=1, max_size=4))

    def some(of):
        return draw(st.lists(st.sampled_from(sorted(of)), unique=True)) if of else []

    return Provenance(
        lesson=draw(NAMES),
        files={
            path: RecordedFile(job=draw(st.sampled_from(names)), sha256=draw(NAMES)) for path in draw(st.sets(NAMES))
        },
        jobs={
            name: RecordedJob(
                modules=some(modules), reads=some(names[:place]), seal="", settings=some(options), texts=some(texts)
            )
            for place, name in enumerate(names)
        },
        modules={name: RecordedModule(digest=draw(NAMES), imports=some(modules)) for name in modules},
        packages=draw(st.dictionaries(NAMES, NAMES)),
        settings=options,
        texts=texts,
    )


@given(provenances())
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read_again_and_is_written_as_it_was(written):
    content = written.to_bytes()

    assert Provenance.read(content) == written
    assert Provenance.read(content).to_bytes() == content
    plain = json.loads(content)
    assert list(plain) == sorted(plain)
    lines = content.decode().split("\n")
    parts = [part for part in plain.values() if isinstance(part, dict)]
    assert all(list(part) == sorted(part) for part in parts)
    assert len(lines) == sum(len(part) + 2 if part else 1 for part in parts) + len(["{", "lesson", "}", ""])


def recorded(small, lesson="lesson"):
    plan = small.plan()
    digests = {path: f"sha of {path}" for job in plan.jobs(lesson) for path in job.publishes}
    return record(lesson, plan.jobs(lesson), plan.sources, digests)


def test_a_record_names_what_was_published_and_by_which_job(small):
    made = recorded(small)

    assert made.files["figures/L1-F1.slide.svg"].job == "figure L1-F1"
    assert made.files["decks/lesson.md"].job == "deck lesson"
    assert not any(path.endswith((".png", ".html.zip", ".pptx", ".ipynb")) for path in made.files)
    assert "notebook lesson" not in made.jobs
    assert made.packages == small.packages


def test_a_record_knows_what_each_job_reaches_as_the_sources_do(small):
    made, plan = recorded(small), small.plan()
    for job in plan.jobs("lesson"):
        if job.name in made.jobs:
            modules = {name for kind, name in made.inputs(job.name) if kind == "module"}
            assert modules == plan.sources.reach(job.modules)
    assert ("module", "engine.nn") in made.inputs("ledger lesson/race")
    assert ("module", "engine.nn") not in made.inputs("ledger lesson/moons")
    assert ("module", "workflow.computations.lesson") in made.inputs("ledger lesson/moons")


def test_the_record_of_the_project_itself_is_small_and_holds_all_that_it_names():
    plan = committed_plan(ROOT)
    for lesson in plan.lessons:
        digests = {path: "0" * 64 for job in plan.jobs(lesson) for path in job.publishes}
        content = record(lesson, plan.jobs(lesson), plan.sources, digests).to_bytes()
        assert len(content) < 60_000
        assert Provenance.read(content).broken_seals() == []
        for job in plan.jobs(lesson):
            if job.publishes:
                modules = {name for kind, name in Provenance.read(content).inputs(job.name) if kind == "module"}
                assert modules == plan.sources.reach(job.modules)


def test_lessons_do_not_know_each_other(small):
    before = recorded(small)
    small.edit("workflow.computations.other.one")
    small.configure("other", ledgers={"one": []})

    assert recorded(small).to_bytes() == before.to_bytes()


@pytest.mark.parametrize(
    ("name", "sealed_anew"),
    [
        ("workflow.computations.lesson.alone", {"ledger lesson/alone", "tables lesson", "deck lesson"}),
        ("figures.lesson.moons", {"figure L1-F2", "deck lesson"}),
        ("engine.nn", {"ledger lesson/race", "figure L1-F1", "tables lesson", "deck lesson"}),
    ],
)
def test_a_seal_covers_all_that_is_under_a_job_and_nothing_else(small, name, sealed_anew):
    before = recorded(small)
    small.edit(name)
    after = recorded(small)

    assert {job for job in after.jobs if after.jobs[job].seal != before.jobs[job].seal} == sealed_anew


def test_a_seal_covers_what_was_made_and_each_package(small):
    made, plan = recorded(small), small.plan()
    other = {path: file.sha256 for path, file in made.files.items()} | {"ledgers/lesson/race.json": "another"}
    moved = record("lesson", plan.jobs("lesson"), plan.sources, other)
    assert moved.jobs["figure L1-F1"].seal != made.jobs["figure L1-F1"].seal
    assert moved.jobs["figure L1-F2"].seal == made.jobs["figure L1-F2"].seal
    small.packages["numpy"] = "2.4.7"
    assert all(job.seal != made.jobs[name].seal for name, job in recorded(small).jobs.items())


def merged(base, ours, theirs):
    """Merge as git does; gives the text, and how many conflicts are in it."""
    names = [Path(name) for name in ("ours", "base", "theirs")]
    for path, made in zip(names, (ours, base, theirs), strict=True):
        path.write_bytes(made.to_bytes())
    done = subprocess.run(["git", "merge-file", "-p", *names], capture_output=True, check=False)
    return done.stdout, done.returncode


def test_branches_that_change_different_things_under_one_picture_cannot_be_merged(small):
    base = recorded(small)
    small.edit("engine.nn")
    ours = recorded(small)
    small.modules["engine.nn"] = ("engine.nn", [])
    small.edit("figures.lesson.race")

    content, conflicts = merged(base, ours, recorded(small))

    assert conflicts
    with pytest.raises(ProvenanceError, match="no record"):
        Provenance.read(content)


def test_a_record_that_was_merged_by_hand_has_a_seal_that_does_not_fit(small):
    base = recorded(small)
    small.edit("engine.nn")
    race = {"ledger lesson/race": recorded(small).jobs["ledger lesson/race"]}
    mixed = base.model_copy(update={"jobs": base.jobs | race})

    assert mixed.broken_seals() == ["ledger lesson/race"]


def without(part, name):
    def edit(plain):
        del plain[part][name]

    return edit


@pytest.mark.parametrize(
    ("edit", "complaint"),
    [
        (lambda plain: plain.pop("modules"), "modules: Field required"),
        (lambda plain: plain.update(extra=1), "extra: Extra inputs are not permitted"),
        (lambda plain: plain["packages"].update(numpy=2), "packages.numpy: Input should be a valid string"),
        (without("jobs", "figure L1-F1"), "names what it does not hold: figure L1-F1"),
        (without("modules", "engine.nn"), "names what it does not hold: engine.nn"),
        (without("modules", "engine"), "names what it does not hold: engine"),
        (without("texts", "slides/decks/lesson.md.j2"), "names what it does not hold: slides/decks/lesson.md.j2"),
        (without("settings", "styles"), "names what it does not hold: styles"),
    ],
)
def test_a_record_that_is_not_whole_is_refused_with_a_sentence(small, edit, complaint):
    plain = json.loads(recorded(small).to_bytes())
    edit(plain)

    with pytest.raises(ProvenanceError, match=complaint):
        Provenance.read(json.dumps(plain).encode())


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000, b'{"a": ' * 100_000])
def test_what_is_no_record_is_refused_with_a_sentence(content):
    with pytest.raises(ProvenanceError, match="no record of what results were made from"):
        Provenance.read(content)


def test_jobs_that_read_each_other_are_read_to_an_end(small):
    plain = json.loads(recorded(small).to_bytes())
    plain["jobs"]["ledger lesson/moons"]["reads"] = ["ledger lesson/race"]
    plain["modules"]["engine.nn"]["imports"] = ["engine.nn", "workflow.computations.lesson.race"]

    read = Provenance.read(json.dumps(plain).encode())

    assert set(read.with_all_it_reads("ledger lesson/moons")) == {"ledger lesson/moons", "ledger lesson/race"}
    assert "ledger lesson/race" in read.broken_seals()
