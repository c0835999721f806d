"""Every drawing in every style is looked at: what its words lie on, how large they are, where its numbers come from."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from figures.save import Picture, render
from figures.scan import words_in
from figures.style import FONT_FAMILY, STYLES, settings
from tests.figures import looking
from tests.figures.conftest import CASES, Case, drawn
from tests.figures.test_drawings import SHOWN
from workflow.ledger import Ledger
from workflow.scan import check

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "results" / "ledgers"

# Each drawing of the configuration, with the published ledger that it draws.
LESSONS = yaml.safe_load((ROOT / "config" / "config.yaml").read_text(encoding="utf-8"))["lessons"]
REAL = [
    (f"{lesson}/{figure['drawing']}", f"{lesson}/{figure['ledger']}")
    for lesson, content in LESSONS.items()
    for figure in content.get("figures", {}).values()
]


def test_every_drawing_of_the_configuration_has_a_case_and_a_list_of_what_it_shows():
    drawings = {drawing for drawing, _ in REAL}

    assert {case.drawing for case in CASES.values()} == drawings
    assert {CASES[name].drawing for name in SHOWN} == drawings


def test_no_text_overlaps_another(case, style):
    assert looking.overlaps(drawn(case, style)) == []


def test_no_panel_axes_or_bracket_overlaps_another(case, style):
    assert looking.overlapping_boxes(drawn(case, style)) == []


def test_no_text_leaves_the_picture(case, style):
    assert looking.cut_off(drawn(case, style)) == []


def test_no_mark_is_clipped(case, style):
    assert looking.clipped_marks(drawn(case, style)) == []


def test_no_mark_runs_through_a_text(case, style):
    assert looking.crossed(drawn(case, style)) == []


def test_no_type_is_too_small(case, style):
    assert looking.tiny(drawn(case, style), STYLES[style]) == []


def test_every_text_stands_out_from_its_ground(case, style):
    assert looking.faint(drawn(case, style)) == []


def test_no_text_is_hidden(case, style):
    assert looking.hidden(drawn(case, style)) == []


def test_every_mark_stands_out_from_its_ground(case, style):
    assert looking.faint_marks(drawn(case, style), STYLES[style].palette) == []


def test_every_hatch_stands_out_from_what_it_lies_on(case, style):
    assert looking.faint_hatches(drawn(case, style), STYLES[style].palette) == []


@pytest.mark.parametrize(("drawing", "ledger"), REAL)
def test_nothing_is_wrong_with_the_figures_of_the_published_ledgers(drawing, ledger, style):
    case = Case(drawing, lambda: Ledger.read(RESULTS / f"{ledger}.json"))
    figure = case.draw(style)

    assert looking.complaints(figure, STYLES[style]) == []


def test_every_text_is_set_in_the_family_that_matplotlib_ships(case, style):
    families = {text.get_fontfamily()[0] for text in looking.texts(drawn(case, style))}

    assert families <= {FONT_FAMILY, f"{FONT_FAMILY} Mono"}


def test_every_digit_in_the_picture_is_accounted_for(case, style):
    check(style, words_in(case.draw(style)), case.build(), case.module.CONSTANTS)


def test_every_digit_in_the_alt_text_is_accounted_for(case):
    words = [case.module.TITLE, case.module.HEADLINE, case.module.alt_text(case.build())]
    check("the alt text", words, case.build(), case.module.CONSTANTS)


def test_every_constant_of_a_drawing_is_shown(case):
    words = [text.get_text() for text in looking.texts(drawn(case, "page"))]
    shown = "\n".join([*words, case.module.TITLE, case.module.HEADLINE, case.module.alt_text(case.build())])

    assert [phrase for phrase in case.module.CONSTANTS if phrase not in shown] == []


def test_the_alt_text_is_sentences(case):
    text = case.module.alt_text(case.build())

    assert text[0].isupper()
    assert text.endswith(".")
    assert "  " not in text
    assert "\n" not in text


def test_every_svg_is_described(case, style):
    title, description = case.module.TITLE, case.module.alt_text(case.build())
    with settings():
        picture = Picture(drawn(case, style), STYLES[style], f"DL01.6.4-F9.{style}", title, description)
        svg = render(picture, "svg")

    assert looking.undescribed(svg, title, description) == []


def test_a_slide_has_its_headline_and_its_shape_and_a_page_its_width(case, style):
    figure = drawn(case, style)
    width, height = figure.get_size_inches() * figure.dpi
    words = [text.get_text() for text in looking.texts(figure)]

    if STYLES[style].is_slide:
        assert (width, height) == (1280, 720)
        assert case.module.HEADLINE in words
    else:
        assert width == 720
        assert case.module.HEADLINE not in words
