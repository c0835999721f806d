"""The writer: the same bytes every time, nothing about dates and versions, ids that nothing else has."""

from __future__ import annotations

import io
import re
import struct

import matplotlib as mpl
import pytest
from lxml import etree
from PIL import Image

from figures.save import CSS_DPI, FORMATS, Picture, identifier, render
from figures.style import STYLES, settings
from tests.figures.conftest import CASES


def picture(case, style, stem="DL01.6.4-F9"):
    return Picture(case.draw(style), STYLES[style], stem, "Title & more", "What it <shows>.")


@pytest.mark.parametrize("format_name", FORMATS)
def test_the_same_picture_gives_the_same_bytes(case, format_name):
    with settings():
        first, second = (render(picture(case, "page"), format_name) for _ in range(2))

    assert first == second


def test_the_order_in_which_formats_are_drawn_makes_no_difference():
    case = CASES["race"]
    with settings():
        drawn = picture(case, "slide")
        forwards = {name: render(drawn, name) for name in FORMATS}
        drawn = picture(case, "slide")
        backwards = {name: render(drawn, name) for name in reversed(FORMATS)}

    assert forwards == backwards


@pytest.mark.parametrize("format_name", FORMATS)
def test_no_file_names_a_date_or_a_version(format_name):
    case = CASES["broadcast_bug"]
    with settings():
        content = render(picture(case, "page"), format_name)

    for word in (b"atplotlib v", mpl.__version__.encode(), b"CreationDate", b"ModDate", b"Producer", b"dc:date"):
        assert word not in content


def test_an_svg_carries_its_name_on_every_id():
    case = CASES["broadcast_bug"]
    with settings():
        root = etree.fromstring(render(picture(case, "page"), "svg"))
    ids = [element.get("id") for element in root.iter(etree.Element) if element.get("id")]

    assert ids
    assert all(each.startswith("dl01-6-4-f9-") for each in ids)


def test_two_svgs_in_one_page_share_no_id():
    case = CASES["broadcast_bug"]
    with settings():
        one, other = (render(picture(case, "page", stem), "svg") for stem in ("F9", "F9.dark"))

    assert not set(re.findall(rb' id="([^"]*)"', one)) & set(re.findall(rb' id="([^"]*)"', other))


def test_colours_are_left_alone_where_references_are_renamed(case, style):
    palette = STYLES[style].palette
    with settings():
        found = set(re.findall(rb"(?:fill|stroke): (#[0-9a-f]+)", render(picture(case, style), "svg")))

    assert found
    assert palette.ground.encode() in found
    assert all(len(colour) == len(b"#123456") for colour in found)


def test_an_svg_is_as_wide_as_the_column_and_its_text_stays_readable():
    case = CASES["broadcast_bug"]
    with settings():
        svg = render(picture(case, "page"), "svg")
    root = etree.fromstring(svg)

    assert root.get("width") == "720"
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert b"<!-- " in svg  # matplotlib writes each text as a comment beside its shapes
    assert b"<!DOCTYPE" not in svg


@pytest.mark.parametrize(("style", "width"), [("page", 1440), ("slide", 1920)])
def test_a_png_has_the_pixels_of_its_style_and_says_how_large_it_is(style, width):
    case = CASES["broadcast_bug"]
    with settings():
        content = render(picture(case, style), "png")
    image = Image.open(io.BytesIO(content))

    assert image.width == width
    assert image.info["dpi"][0] == pytest.approx(CSS_DPI * STYLES[style].pixel_ratio, abs=0.1)
    assert _chunks(content) <= {"IHDR", "pHYs", "IDAT", "IEND"}


def _chunks(png):
    names, place = set(), 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        names.add(png[place + 4 : place + 8].decode())
        place += 12 + length
    return names


def test_a_pdf_carries_its_title():
    case = CASES["broadcast_bug"]
    with settings():
        assert b"/Title (Title & more)" in render(picture(case, "page"), "pdf")


@pytest.mark.parametrize(
    ("stem", "expected"),
    [("DL01.6.4-F2", "dl01-6-4-f2"), ("DL01.6.4-F2.slide-dark", "dl01-6-4-f2-slide-dark"), ("6.4", "figure-6-4")],
)
def test_an_identifier_is_valid_and_says_what_it_is_for(stem, expected):
    assert identifier(stem) == expected
    assert re.fullmatch(r"[a-z][a-z0-9-]*", expected)
