"""A configuration is accepted whole, or refused with sentences that say what to do."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
import yaml

from workflow.configuration import ConfigurationError, configuration_from

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def content():
    return yaml.safe_load((ROOT / "config" / "config.yaml").read_text(encoding="utf-8"))


def complaint(content):
    with pytest.raises(ConfigurationError) as error:
        configuration_from(content, ROOT)
    return str(error.value)


def test_the_committed_configuration_is_accepted(content):
    configuration = configuration_from(content, ROOT)

    assert configuration.lesson_of("DL01.6.4-F2") == "dl01_6_4"
    assert configuration.figure("DL01.6.4-F2").ledger == "race"


def test_every_module_of_a_lesson_is_in_the_configuration_and_reads_what_it_says(content):
    import importlib
    import inspect

    for name, lesson in content["lessons"].items():
        for ledger, read in lesson["ledgers"].items():
            module = importlib.import_module(f"workflow.computations.{name}.{ledger}")
            assert list(inspect.signature(module.compute).parameters) == read, ledger


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("theme", "dark", "theme: there is no such key"),
        ("style", ["page"], "style: there is no such key. Did you mean styles?"),
        ("styles", "page", "styles: Input should be a valid list; got 'page'."),
        ("styles", ["page", "slyde"], "styles.1: 'slyde' is unknown. Did you mean slide"),
        ("styles", [], "styles: List should have at least 1 item"),
        ("formats", ["gif"], "formats.0: 'gif' is unknown. There are: pdf, png, svg."),
        ("lessons", {}, "lessons: Dictionary should have at least 1 item"),
        ("lessons.dl01_6_4.prefix", 1.6, "lessons.dl01_6_4.prefix: Input should be a valid string; got 1.6."),
        ("lessons.dl01_6_4.ledger", {}, "lessons.dl01_6_4.ledger: there is no such key. Did you mean ledgers?"),
        ("lessons.dl01_6_4.ledgers.race", ["mons"], "it reads 'mons', which is not a ledger. Did you mean moons?"),
        ("lessons.dl01_6_4.ledgers.moons", ["race"], "it reads 'race', which comes later"),
        ("lessons.dl01_6_4.ledgers.rase", [], "there is no workflow/computations/dl01_6_4/rase.py. Did you mean race"),
        (
            "lessons.dl01_6_4.figures.DL01.6.4-F2.drawing",
            "rase",
            "there is no figures/dl01_6_4/rase.py. Did you mean race",
        ),
        (
            "lessons.dl01_6_4.figures.DL01.6.4-F2.ledger",
            "rase",
            "'rase' is not a ledger of this lesson. Did you mean race",
        ),
        ("lessons.dl01_6_4.figures.F9", {"drawing": "race", "ledger": "race"}, "starts with 'DL01.6.4-'"),
        ("lessons.dl01_6_4.ledgers", {}, "ledgers: Dictionary should have at least 1 item"),
        ("lessons.all", {"prefix": "A", "ledgers": {"moons": []}}, "'all' is the name of a target"),
        (
            "lessons.dl01_6_4.figures",
            {"DL01.6.4-F1.dark": {"drawing": "race", "ledger": "race"}},
            "the end of this id says a style",
        ),
        ("lessons.dl01_6_4.figures.DL01.6.4-F2.colour", "red", "there is no such key"),
    ],
)
def test_each_mistake_gets_a_sentence_that_names_its_place(content, path, value, sentence):
    assert sentence in complaint(changed(content, path, value))


def test_a_missing_key_is_named(content):
    del content["styles"]

    assert "styles: this key is missing" in complaint(content)


def test_all_mistakes_are_reported_at_once(content):
    message = complaint(changed(changed(content, "styles", ["slyde"]), "formats", ["gif"]))

    assert "slyde" in message
    assert "gif" in message


def test_a_figure_id_belongs_to_one_lesson(content):
    content["lessons"]["other"] = copy.deepcopy(content["lessons"]["dl01_6_4"])

    assert "lesson dl01_6_4 has a figure or table of this id" in complaint(content)


@pytest.mark.parametrize(("prefix", "accepted"), [("DL01.6.4", False), ("DL01.6.4-B", False), ("DL01.6.40", True)])
def test_the_files_of_two_lessons_can_be_told_apart_by_their_prefixes(content, prefix, accepted):
    other = copy.deepcopy(content["lessons"]["dl01_6_4"])
    content["lessons"]["other"] = {**other, "prefix": prefix, "figures": {}}
    message = complaint(content)  # at least of the missing modules

    assert ("could be those of lesson other" in message) is not accepted


def changed(content, path, value):
    """Set one entry; the keys of a path are separated by dots, and figure ids contain some."""
    *parents, last = path.replace("DL01.6.4-F2", "DL01_F2").split(".")
    place = content
    for key in parents:
        place = place[key.replace("DL01_F2", "DL01.6.4-F2")]
    place[last] = value
    return content


def test_a_table_id_is_no_figure_id(content):
    content["lessons"]["dl01_6_4"]["tables"]["DL01.6.4-F2"] = "gradients"

    assert "lesson dl01_6_4 has a figure or table of this id" in complaint(content)


def test_a_table_needs_its_module(content):
    content["lessons"]["dl01_6_4"]["tables"]["DL01.6.4-gradients"] = "gradient"

    assert "there is no slides/tables/dl01_6_4/gradient.py. Did you mean gradients" in complaint(content)


def test_ledgers_of_one_job_read_none_of_each_other(content):
    content["lessons"]["dl01_6_4"]["one_job"] = True

    assert "lessons.dl01_6_4.ledgers.race: with one_job, the lesson's ledgers cannot read" in complaint(content)


@pytest.mark.parametrize(
    ("kind", "source"), [("deck", "slides/decks/other.md.j2"), ("notebook", "slides/notebooks/other.md")]
)
def test_a_deck_and_a_notebook_need_their_texts(content, kind, source):
    content["lessons"] = {"other": content["lessons"]["dl01_6_4"] | {kind: True}}

    assert f"lessons.other.{kind}: there is no {source}, which it is made of." in complaint(content)
