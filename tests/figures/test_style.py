"""Colours and sizes as data: complete, far enough apart, and left alone outside."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import get_args

import matplotlib as mpl
import pytest
from matplotlib.font_manager import FontProperties, findfont

from figures.style import DARK, FONT_FAMILY, LIGHT, STYLES, Role, settings
from tests.figures.looking import MARK_CONTRAST, SMALLEST_TYPE, TEXT_CONTRAST, contrast
from workflow.names import SUFFIXES, StyleName

PALETTES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])

# Okabe and Ito, Color Universal Design, 2008.
OKABE_ITO = {
    "class_0": "#0072b2",
    "class_1": "#56b4e9",
    "boundary": "#d55e00",
    "route": "#cc79a7",
    "gap": "#009e73",
    "wrong": "#d55e00",
}


def roles(palette):
    return {each.name: getattr(palette, each.name) for each in fields(palette) if each.type == Role.__name__}


def test_there_is_a_style_for_each_name():
    assert set(STYLES) == set(get_args(StyleName)) == set(SUFFIXES)


@PALETTES
def test_marks_are_filled_with_the_colours_of_okabe_and_ito(palette):
    assert {name: role.fill for name, role in roles(palette).items()} == OKABE_ITO


@PALETTES
def test_words_stand_out_from_every_ground(palette):
    grounds = [palette.ground, palette.panel, palette.class_0.tint, palette.class_1.tint]

    assert min(contrast(palette.ink, ground) for ground in grounds) >= TEXT_CONTRAST
    assert min(contrast(palette.muted, ground) for ground in (palette.ground, palette.panel)) >= TEXT_CONTRAST


@PALETTES
def test_edges_stand_out_from_ground_panel_and_the_tint_of_their_role(palette):
    for role in roles(palette).values():
        for ground in (palette.ground, palette.panel, role.tint):
            assert contrast(role.edge, ground) >= MARK_CONTRAST


@PALETTES
def test_the_tolerance_and_the_boundary_stand_out_without_an_edge(palette):
    assert contrast(palette.tolerance, palette.panel) >= MARK_CONTRAST
    for ground in (palette.class_0.tint, palette.class_1.tint):
        assert contrast(palette.boundary.fill, ground) >= MARK_CONTRAST


@PALETTES
def test_the_points_of_each_class_stand_out_from_both_regions(palette):
    for point in (palette.class_0, palette.class_1):
        for region in (palette.class_0, palette.class_1):
            assert max(contrast(colour, region.tint) for colour in (point.fill, point.edge)) >= MARK_CONTRAST


def test_the_smallest_type_of_each_style_can_be_read_where_it_is_seen():
    for style in STYLES.values():
        sizes = [getattr(style.type, each.name) for each in fields(style.type)]
        assert min(sizes) >= SMALLEST_TYPE["slide" if style.is_slide else "page"]


def test_settings_last_as_long_as_their_context():
    before = dict(mpl.rcParams)

    with settings():
        assert mpl.rcParams["svg.fonttype"] == "path"

    assert dict(mpl.rcParams) == before


def test_settings_are_put_back_after_an_error():
    before = dict(mpl.rcParams)

    with pytest.raises(RuntimeError), settings():
        raise RuntimeError

    assert dict(mpl.rcParams) == before


def test_settings_take_no_notice_of_what_a_person_has_set():
    with mpl.rc_context({"lines.linewidth": 9, "font.family": "serif", "savefig.bbox": "tight"}), settings():
        assert mpl.rcParams["lines.linewidth"] == mpl.rcParamsDefault["lines.linewidth"]
        assert mpl.rcParams["savefig.bbox"] is None
        assert mpl.rcParams["font.family"] == [FONT_FAMILY]


@pytest.mark.parametrize("weight", ["normal", "bold"])
@pytest.mark.parametrize("family", [FONT_FAMILY, f"{FONT_FAMILY} Mono"])
def test_the_fonts_are_the_ones_that_matplotlib_ships(family, weight):
    # Resolved, since the environment may be reached by a link.
    found = Path(findfont(FontProperties(family=family, weight=weight))).resolve()
    assert found.is_relative_to(Path(mpl.get_data_path()).resolve())
