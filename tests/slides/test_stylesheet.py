"""The stylesheet: it touches nothing outside of a table, and takes its colours and its type from where that stands."""

from __future__ import annotations

import re

import pytest

from slides.tables.stylesheet import STYLESHEET

RULES = re.findall(r"([^{}]+)\{([^{}]*)\}", STYLESHEET)
DECLARATIONS = [
    tuple(part.strip() for part in declaration.split(":", maxsplit=1))
    for _, body in RULES
    for declaration in body.split(";")
    if declaration.strip()
]


def test_it_is_nothing_but_rules():
    assert re.sub(r"[^{}]+\{[^{}]*\}", "", STYLESHEET).strip() == ""
    assert len(RULES) > 10


@pytest.mark.parametrize("selectors", [selectors for selectors, _ in RULES])
def test_every_selector_stays_inside_a_table(selectors):
    outside_brackets = re.sub(r"\([^()]*\)", "", selectors)
    assert [each for each in outside_brackets.split(",") if not each.strip().startswith(".tallysheet")] == []


def test_no_rule_has_a_colour_or_a_type_of_its_own():
    colours = {value for name, value in DECLARATIONS if "color" in name or name == "background"}
    assert colours == {"inherit", "none"}
    lines = re.findall(r"color-mix\(in srgb, (\w+) \d+%, (\w+)\)", STYLESHEET)
    assert set(lines) == {("currentColor", "transparent")}
    borders = [
        value for name, value in DECLARATIONS if name in {"border", "border-top", "border-bottom"} and value != "0"
    ]
    assert len(borders) == len(lines)
    assert [value for name, value in DECLARATIONS if name.startswith("font") and "family" in name] == []


def test_sizes_follow_the_type_around():
    sizes = re.findall(r"[\d.]+(px|pt|cm|in|vw|vh|rem)\b", " ".join(value for _, value in DECLARATIONS))
    assert set(sizes) == {"px"}
    in_pixels = {name for name, value in DECLARATIONS if "px" in value}
    assert all(name.startswith("border") for name in in_pixels)


@pytest.mark.parametrize("forbidden", ["url", "@", "!important", "position", "display", "content"])
def test_it_loads_nothing_and_moves_nothing(forbidden):
    assert forbidden not in STYLESHEET
