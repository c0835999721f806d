"""What can be embedded, and what may not be."""

from __future__ import annotations

import re

import pytest

from slides.embed.contents import Contents
from slides.embed.mark import Mark, MarkError
from tests.slides.embed.project import alt_text, build, built
from workflow.ledger import Ledger, _digest


@pytest.mark.parametrize(
    ("identity", "kind"),
    [("L4-F2", "figure"), ("L4-09-branch", "table"), ("dl01_6_4/race.last_loss", "value")],
)
def test_an_id_says_what_it_is(contents, identity, kind):
    assert contents.kind(Mark(identity)) == kind


@pytest.mark.parametrize(
    ("identity", "text"),
    [
        ("dl01_6_4/race.last_loss", "0.008"),
        ("lecture4/batch.Z[0][1]", "−4"),
        ("dl01_6_4/race.loss_gap.bound", "1e-12"),
    ],
)
def test_a_value_is_what_the_claim_prints(contents, identity, text):
    assert contents.value(identity) == text


@pytest.mark.parametrize(
    ("mark", "complaint"),
    [
        (Mark("L4-F9"), "there is no figure, table or value called 'L4-F9'. Did you mean L4-F"),
        (Mark("L4-09-brunch"), "Did you mean L4-09-branch"),
        (Mark("dl01_6_4/race.lost_loss"), "Did you mean dl01_6_4/race.last_loss"),
        (Mark("dl01_6_4/rage.last_loss"), "Did you mean dl01_6_4/race.last_loss"),
        (Mark("lecture4/batch.Z[9][9]"), "there is no figure, table or value called"),
        (Mark("lecture4/batch.Z"), "prints several numbers. Name one of them, such as lecture4/batch.Z[0][0]."),
        (Mark("L4-09-branch", "slide"), "L4-09-branch is a table. Leave it out."),
        (Mark("dl01_6_4/race.last_loss", "page"), "dl01_6_4/race.last_loss is a value. Leave it out."),
    ],
)
def test_what_cannot_be_asked_for_is_a_sentence(contents, mark, complaint):
    with pytest.raises(MarkError, match=re.escape(complaint)):
        contents.kind(mark)


@pytest.mark.parametrize(
    ("style", "asked", "got"),
    [("slide-dark", "svg", "svg"), ("page", "pdf", "pdf"), ("slide-dark", "pdf", "png")],
)
def test_a_picture_comes_in_its_style_with_its_text(project, contents, style, asked, got):
    picture = contents.picture(Mark("L4-F2", style), asked)
    assert picture.content == built(project, "L4-F2", style, got)
    assert picture.name.endswith(f".{got}")
    assert picture.alt_text == alt_text(project, "L4-F2")


def test_a_figure_without_a_style_is_one_for_a_light_slide(contents):
    assert contents.picture(Mark("L4-F2"), "svg") == contents.picture(Mark("L4-F2", "slide"), "svg")


@pytest.fixture
def other(tmp_path):
    """A project of its own, to be spoilt."""
    return build(tmp_path)


def test_what_was_not_built_says_so(other):
    (other / "build/figures/L4-F2.slide.svg").unlink()
    with pytest.raises(MarkError, match=re.escape("build/figures/L4-F2.slide.svg is not there. Run `snakemake` first")):
        Contents(other).picture(Mark("L4-F2"), "svg")


def test_a_picture_that_was_edited_is_refused(other):
    with (other / "build/figures/L4-F2.slide.svg").open("a") as file:
        file.write(" ")
    with pytest.raises(MarkError, match="changed after it was made"):
        Contents(other).picture(Mark("L4-F2"), "svg")


def test_a_ledger_that_was_edited_is_refused(other):
    file = other / "build/ledgers/dl01_6_4/race.json"
    file.write_text(file.read_text(encoding="utf-8").replace('"0.008"', '"0.007"'), encoding="utf-8")
    with pytest.raises(MarkError, match="the file was changed after it was written"):
        Contents(other).kind(Mark("dl01_6_4/race.last_loss"))


def forge(project, identity, old, new):
    """Change a ledger, its digest too, so that nothing in the file itself tells."""
    file = project / f"build/ledgers/{identity}.json"
    body = file.read_text(encoding="utf-8").partition('"sha256"')[0]
    assert old in body
    body = body.replace(old, new)
    inner = body.removeprefix("{\n")
    file.write_text(f'{body}"sha256": "{_digest(inner)}"\n}}\n', encoding="utf-8")
    Ledger.read(file)


RACE = ("dl01_6_4/race", "DL01.6.4, worked example", "DL01.6.4, another example")
BRANCH = ("lecture4/branch", "Lecture 4, ", "Lecture 5, ")


@pytest.mark.parametrize(
    ("forgery", "value", "table"),
    [(RACE, "dl01_6_4/race.last_loss", "DL01.6.4-race"), (BRANCH, "lecture4/branch.L", "L4-09-branch")],
)
def test_a_ledger_that_was_forged_together_with_its_digest_is_refused(other, forgery, value, table):
    forge(other, *forgery)
    with pytest.raises(MarkError, match="changed after it was made"):
        Contents(other).kind(Mark(value))
    with pytest.raises(MarkError, match="changed after it was made"):
        Contents(other).table_source(table)


@pytest.mark.parametrize("receipt", ["dl01_6_4/race", "ledgers/lecture4"])
def test_a_ledger_without_its_receipt_is_refused(other, receipt):
    (other / f"build/receipts/{receipt}.json").unlink()
    identity = "lecture4/batch.Z[0][1]" if "lecture4" in receipt else "dl01_6_4/race.last_loss"
    with pytest.raises(MarkError, match="the receipt, or a file in it, cannot be read"):
        Contents(other).kind(Mark(identity))


@pytest.mark.parametrize("format_name", ["md", "tex"])
@pytest.mark.parametrize("table", ["DL01.6.4-race", "L4-09-branch"])
def test_a_table_that_was_edited_is_refused(other, table, format_name):
    file = other / f"build/tables/{table}.{format_name}"
    assert Contents(other).table_text(table, format_name)
    file.write_text(file.read_text(encoding="utf-8").replace("1", "7"), encoding="utf-8")
    with pytest.raises(MarkError, match="changed after it was made"):
        Contents(other).table_text(table, format_name)


def test_without_a_build_everything_says_to_make_one(other):
    (other / "build").rename(other / "elsewhere")
    contents = Contents(other)
    for mark in (Mark("L4-F2"), Mark("L4-09-branch")):
        assert contents.kind(mark) in {"figure", "table"}
    with pytest.raises(MarkError, match="Run `snakemake` first"):
        contents.picture(Mark("L4-F2"), "svg")
    with pytest.raises(MarkError, match="Run `snakemake` first"):
        contents.table_text("L4-09-branch", "md")
    with pytest.raises(MarkError, match="Run `snakemake` to compute it"):
        contents.kind(Mark("dl01_6_4/race.last_loss"))
