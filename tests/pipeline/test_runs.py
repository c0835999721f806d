"""Promises of a run: it builds what is missing, mends what was touched, and does nothing when nothing is to be done."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import time

import pytest
import yaml

from tests.pipeline.project import without_records

POISON = ('"1.005"', '"1.006"')  # the first loss, as the race claims it
RACE = "workflow/computations/dl01_6_4/race.py"
DEPENDS_ON_RACE = {"dl01_6_4/race", "dl01_6_4/boundary", "dl01_6_4/pytorch", "DL01.6.4-F2", "DL01.6.4-F3"}
DEPENDS_ON_RACE |= {"dl01_6_4/tables", "dl01_6_4"}


def all_jobs(project):
    configuration = yaml.safe_load((project / "config/config.yaml").read_text(encoding="utf-8"))
    jobs = set()
    for lesson, content in configuration["lessons"].items():
        ledgers = ["all"] if content.get("one_job") else content["ledgers"]
        jobs |= {f"{lesson}/{kind}" for kind in ("deck", "notebook") if content.get(kind)}
        jobs |= {lesson, f"{lesson}/tables", *content["figures"], *(f"{lesson}/{name}" for name in ledgers)}
    return jobs


def test_a_fresh_clone_computes_everything_and_says_so(first_build):
    project, run = first_build

    assert run.jobs == all_jobs(project)
    assert re.search(
        r"\d+ figures in build/figures/, \d+ tables in build/tables/, \d+ decks in build/decks/, \d+ claims checked in",
        run.output,
    )
    assert "Largest gap to a hand-derived number: " in run.output
    assert "Published to results/" in run.output


def test_results_have_ledgers_pictures_and_alt_texts_and_build_has_the_rest(first_build):
    project, _ = first_build
    published = {name for name in project.digests("results") if "/figures/DL01.6.4-F2" in name}
    drawn = {name for name in project.digests("build/figures") if "/DL01.6.4-F2" in name}

    stems = ("", ".dark", ".slide", ".slide-dark")
    svg = {f"DL01.6.4-F2{stem}.svg" for stem in stems}
    others = {f"DL01.6.4-F2{stem}.png" for stem in stems} | {"DL01.6.4-F2.pdf", "DL01.6.4-F2.slide.pdf"}
    assert published == {f"results/figures/{name}" for name in svg | {"DL01.6.4-F2.alt.txt"}}
    assert drawn == {f"build/figures/{name}" for name in svg | others | {"DL01.6.4-F2.alt.txt"}}


def test_a_second_run_starts_no_job(built):
    assert built.snakemake().had_nothing_to_do


@pytest.mark.parametrize("touch", ["delete", "edit", "add", "restore an older one", "delete all"])
def test_whatever_happens_to_results_is_put_right_and_then_there_is_nothing_to_do(built, touch):
    before = built.digests("results")
    picture = built / "results/figures/DL01.6.4-F2.svg"
    if touch == "delete":
        picture.unlink()
    elif touch == "edit":
        picture.write_text("<svg/>", encoding="utf-8")
    elif touch == "add":
        (built / "results/figures/DL01.6.4-F99.svg").write_text("<svg/>", encoding="utf-8")
    elif touch == "restore an older one":
        older = built / "results/ledgers/dl01_6_4/race.json"
        older.write_text(older.read_text(encoding="utf-8").replace("0", "1"), encoding="utf-8")
        old = time.time() - 1_000_000
        subprocess.run(["touch", "-d", f"@{old}", str(older)], check=True)
    else:
        for name in before:
            (built / name).unlink()

    run = built.snakemake()

    assert run.jobs == ({"dl01_6_4", "lecture4"} if touch == "delete all" else {"dl01_6_4"})
    assert built.digests("results") == before
    assert built.snakemake().had_nothing_to_do


def test_a_fresh_clone_never_draws_from_a_committed_ledger(first_build, fresh):
    for name, poisoned in {"ledgers/dl01_6_4/race.json": '{"claims": {}}', "figures/DL01.6.4-F2.svg": "<svg/>"}.items():
        path = fresh / "results" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(poisoned, encoding="utf-8")

    run = fresh.snakemake("build/figures/DL01.6.4-F2.svg")

    assert run.jobs == {"dl01_6_4/moons", "dl01_6_4/race", "DL01.6.4-F2"}
    drawn = fresh.digests("build/figures")
    assert drawn
    assert drawn.items() <= first_build[0].digests().items()


def test_a_failed_claim_stops_what_depends_on_it_and_nothing_else(built):
    before = built.digests("results")
    built.edit(RACE, *POISON)
    built.edit("workflow/computations/dl01_6_4/three_ways.py", "import numpy", "UNRELATED = True\nimport numpy")

    run = built.snakemake()

    assert run.status != 0
    for part in ("dl01_6_4/race.first_loss", "1.006", "1.005", "DL01.6.4", RACE, 'the claim "first_loss"'):
        assert part in run.output
    assert "Traceback" not in run.output
    assert {"dl01_6_4/race", "dl01_6_4/three_ways", "DL01.6.4-F1"} <= run.jobs
    assert not run.jobs & (DEPENDS_ON_RACE - {"dl01_6_4/race"})
    assert built.digests("results") == before

    built.edit(RACE, *reversed(POISON))
    assert built.snakemake().status == 0
    assert without_records(built.digests("results")) == without_records(before)


def test_a_broken_route_of_the_lecture_is_named_and_leaves_the_lesson_to_be_published(built):
    before = built.digests("results")
    built.edit("workflow/computations/lecture4/by_hand.py", "through_v = g_v * factor", "through_v = g_v * x")
    built.edit("figures/dl01_6_4/race.py", 'TITLE = "', 'TITLE = "New: ')

    run = built.snakemake()

    assert run.status != 0
    for claim in ("grad_x_through_v", "grad_x_through_v_agreement", "grad_x", "grad_x_agreement"):
        assert f"  lecture4/branch.{claim}\n" in run.output
    assert "Traceback" not in run.output
    assert {"lecture4/all", "DL01.6.4-F2", "dl01_6_4"} <= run.jobs
    assert not run.jobs & {"L4-F1", "L4-F2", "lecture4/tables", "lecture4"}
    changed = {name for name, digest in built.digests("results").items() if before[name] != digest}
    assert "results/provenance/dl01_6_4.json" in changed
    assert all("/DL01.6.4-F2" in name for name in changed - {"results/provenance/dl01_6_4.json"})


def test_a_ledger_edited_by_hand_is_refused_by_the_next_stage(built):
    before = built.digests("results")
    built.edit("build/ledgers/dl01_6_4/race.json", '"printed": "1.005"', '"printed": "1.004"')

    run = built.snakemake()

    assert run.status != 0
    assert "race.json: the file was changed after it was written" in run.output
    assert "Traceback" not in run.output
    assert built.digests("results") == before


EDITED = ("figures/DL01.6.4-F2.svg", "figures/DL01.6.4-F2.png", "tables/L4-09-branch.md")


@pytest.mark.parametrize("name", EDITED)
def test_a_picture_or_table_edited_in_build_is_not_published(built, name):
    path = built / "build" / name
    path.write_bytes(path.read_bytes() + b" ")

    run = built.snakemake()

    assert run.status != 0
    assert f"build/{name}: changed after it was made" in run.output
    assert "Traceback" not in run.output


def test_pictures_and_tables_edited_in_build_are_made_again_once_they_are_deleted(built):
    before = built.digests()
    paths = [built / "build" / name for name in EDITED]
    for path in paths:
        path.write_bytes(path.read_bytes() + b" ")
    assert built.snakemake().status != 0

    for path in paths:
        path.unlink()
    assert built.snakemake().status == 0
    assert built.digests() == before
    assert built.snakemake().had_nothing_to_do


def test_a_ledger_forged_with_a_digest_that_fits_is_not_published(built):
    before = built.digests("results")
    path = built / "build/ledgers/dl01_6_4/race.json"
    body, _, _ = path.read_text(encoding="utf-8")[2:].partition('"sha256"')
    forged = body.replace('"tolerance": 1e-12', '"tolerance": 1.0')
    assert forged != body
    digest = hashlib.sha256(forged.encode()).hexdigest()
    path.write_text(f'{{\n{forged}"sha256": "{digest}"\n}}\n', encoding="utf-8")

    run = built.snakemake()

    assert run.status != 0
    assert "build/ledgers/dl01_6_4/race.json: changed after it was made" in run.output
    assert built.digests("results") == before


def test_removing_a_figure_from_the_configuration_removes_its_published_files(built):
    built.edit("config/config.yaml", "      DL01.6.4-F5: {drawing: broadcast_bug, ledger: broadcast_bug}\n", "")

    run = built.snakemake()

    assert run.status != 0
    assert "dl01_6_4.md.j2, line " in run.output
    assert "there is no figure 'DL01.6.4-F5'" in run.output

    template = built / "slides/decks/dl01_6_4.md.j2"
    without = re.sub(r"## A mean for a sum.*?(?=\n## )", "", template.read_text(encoding="utf-8"), flags=re.DOTALL)
    template.write_text(without, encoding="utf-8")
    run = built.snakemake()

    assert run.jobs == {"dl01_6_4", "dl01_6_4/deck"}
    assert not [name for name in built.digests("results") if "F5" in name]


def test_embedding_builds_first_and_fails_as_long_as_the_build_does(built):
    talk = built / "talk.md"
    talk.write_text("<!-- tallysheet: DL01.6.4-F2 -->\n<!-- /tallysheet -->\n", encoding="utf-8")
    (built / "build/figures/DL01.6.4-F2.slide.svg").unlink()
    template = "slides/decks/lecture4.md.j2"
    built.edit(template, "{{ gradient_step.L_new }}", "{{ gradient_step.L_old }}")
    for _ in range(2):
        run = built.snakemake("embed", "--config", "deck=talk.md")
        assert run.status != 0
        assert "has no claim called 'L_old'" in run.output

    built.edit(template, "{{ gradient_step.L_old }}", "{{ gradient_step.L_new }}")
    run = built.snakemake("embed", "--config", "deck=talk.md")
    assert run.status == 0, run.output
    assert "](./tallysheet/DL01.6.4-F2.slide.svg)" in talk.read_text(encoding="utf-8")


def test_one_ledger_can_be_built_alone(fresh):
    run = fresh.snakemake("build/ledgers/dl01_6_4/three_ways.json")

    assert run.jobs == {"dl01_6_4/three_ways"}
    assert json.loads((fresh / "build/ledgers/dl01_6_4/three_ways.json").read_text(encoding="utf-8"))
    assert not (fresh / "build/figures").exists()
    assert "45 claims checked in 1 ledgers" in run.output
    assert "build/figures/" not in run.output


def test_a_run_with_other_settings_leaves_results_alone(built):
    before = built.digests()

    run = built.snakemake("--config", "styles=[page]", "formats=[svg]")
    assert run.status == 0, run.output
    assert "Published" not in run.output
    assert built.digests("results") == {name: digest for name, digest in before.items() if name.startswith("results/")}

    # Every figure is to be drawn again; it is done for one lesson, with all that shows its figures.
    assert run.jobs <= built.snakemake("--dry-run").jobs
    again = built.snakemake("lecture4")
    assert again.status == 0, again.output
    assert built.digests() == before
