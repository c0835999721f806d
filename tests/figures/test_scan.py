"""Every digit in a figure and in its alt text comes from a claim, and each claim's number stands in its own place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from lxml import etree
from matplotlib.figure import Figure

from figures.__main__ import find_drawing
from figures.save import Picture, svg
from figures.scan import words_in
from figures.style import STYLES, settings
from tests.sentinels import Sentinels, without_sentinels
from workflow import scan
from workflow.ledger import Ledger

ROOT = Path(__file__).resolve().parents[2]
LESSONS = yaml.safe_load((ROOT / "config/config.yaml").read_text(encoding="utf-8"))["lessons"]

# Each figure's drawing and ledger, as the configuration has them.
FIGURES = {
    figure: (f"{lesson}/{content['drawing']}", ROOT / f"results/ledgers/{lesson}/{content['ledger']}.json")
    for lesson, each in LESSONS.items()
    for figure, content in each["figures"].items()
}


# Figures that say, or rely on, that numbers of several claims are alike.
ALIKE = {"DL01.6.4-F1", "DL01.6.4-F1-card"}


def texts_of(drawing, ledger, style="page"):
    with settings():
        words = words_in(drawing.draw(ledger, STYLES[style]))
    return [drawing.TITLE, *words, drawing.alt_text(ledger)]


@pytest.fixture(params=FIGURES)
def figure(request):
    """Each configured figure: its id, its drawing, and a function that reads its ledger anew."""
    drawing, path = FIGURES[request.param]
    return request.param, find_drawing(drawing), lambda: Ledger.read(path)


@pytest.mark.parametrize("style", ["page", "slide"])
def test_each_number_stands_where_its_claim_is_shown_and_no_other_digit_is_left(figure, style):
    identity, drawing, read = figure
    sentinels = Sentinels(alike=identity in ALIKE)

    shown = texts_of(drawing, sentinels.ledger(read()), style)

    assert [sentinels.original(text) for text in shown] == texts_of(drawing, read(), style)
    assert sentinels.originals.keys() & set(" ".join(map(only_digits, shown)).split())
    left = [scan.without(without_sentinels(text), scan.excused("", drawing.CONSTANTS)) for text in shown]
    assert [text for text in left if scan.numerals_in(text)] == []


def only_digits(text):
    return "".join(character if character.isdigit() else " " for character in text)


def test_what_is_scanned_is_what_an_svg_shows(figure):
    """Matplotlib leaves the text of every shape that it draws in a comment."""
    _, drawing, read = figure
    with settings():
        picture = drawing.draw(read(), STYLES["page"])
        content = svg(Picture(picture, STYLES["page"], "F9", "Title", "Words."))
        scanned = words_in(picture)
    drawn = {comment.text.strip() for comment in etree.fromstring(content).iter(etree.Comment)}
    lines = {line.strip() for text in scanned for line in text.splitlines()}

    assert lines - drawn == set()
    ticks = drawn - lines
    assert [tick for tick in ticks if not re.fullmatch(r"[−-]?[\d,.]+(e-\d+)?", tick)] == []


def test_the_label_of_a_tick_counts_as_its_own_only_where_it_says_its_place():
    axes = Figure().add_subplot()
    axes.set_xticks([1, 2, 3], labels=["1", "7", "step 3"])
    axes.set_yticks([])

    assert [word for word in words_in(axes.figure) if word] == ["7", "step 3"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HEADLINE", "The loss falls to 0.0123"),
        ("TITLE", "The loss falls to 0.0123"),
        ("alt_text", lambda ledger: "The loss falls to 0.0123."),
    ],
)
def test_a_digit_of_no_claim_stops_the_figure(tmp_path, capsys, monkeypatch, name, value):
    from figures.__main__ import main
    from figures.dl01_6_4 import race

    monkeypatch.setattr(race, name, value)
    ledger = FIGURES["DL01.6.4-F2"][1]
    arguments = [
        "DL01.6.4-F2",
        "--drawing",
        "dl01_6_4/race",
        "--ledger",
        str(ledger),
        "--folder",
        str(tmp_path / "out"),
    ]

    assert main(arguments) == 1

    assert "no claim prints 0.0123" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
