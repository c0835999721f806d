"""An SVG is drawn by one renderer, or refused: nothing outside it is shown, nothing in it can stop the review."""

from __future__ import annotations

import base64
import io

import pytest
from PIL import Image

from workflow.review.pictures import drawing
from workflow.review.pictures.drawing import PictureError, drawn

HEAD = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def svg(body: str = "", size: str = 'width="20" height="10"') -> bytes:
    return f"<svg {HEAD} {size}>{body}</svg>".encode()


def test_shape_and_colours_are_those_of_the_picture():
    picture = drawn(svg('<rect width="10" height="10" fill="#102030"/>'))

    assert picture.pixels.shape == (10, 20, 4)
    assert picture.pixels[5, 5].tolist() == [16, 32, 48, 255]
    assert picture.pixels[5, 15].tolist() == [0, 0, 0, 0]


def test_it_is_drawn_the_same_twice():
    assert drawn(svg("<circle r='7'/>")).png == drawn(svg("<circle r='7'/>")).png


def test_words_are_its_title_its_description_and_its_texts():
    picture = drawn(svg("<title>A\n loss</title><desc>It <!-- -->falls</desc><text>3<tspan>5</tspan></text>"))

    assert picture.words == ("A loss", "It falls", "35")


def test_an_embedded_picture_of_pixels_is_drawn():
    buffer = io.BytesIO()
    Image.new("RGB", (2, 2), (0, 0, 255)).save(buffer, "PNG")
    content = base64.b64encode(buffer.getvalue()).decode()

    picture = drawn(svg(f'<image width="20" height="10" xlink:href="data:image/png;base64,{content}"/>'))

    assert picture.pixels[5, 10].tolist() == [0, 0, 255, 255]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\xff\xfe<", "not UTF-8"),
        (b"", "not XML"),
        (svg()[:-3], "not XML"),
        (b"<html/>", "not an SVG: its outermost element is <html>"),
        (b"<svg/>", "not an SVG"),
        (b"<!DOCTYPE svg>" + svg(), "document type"),
        (b'<?xml-stylesheet href="x.css"?>' + svg(), "instruction"),
        (svg("<?php x?>"), "instruction"),
        (svg("<script>1</script>"), "<script>"),
        (svg("<filter/>"), "<filter>"),
        (svg('<path xmlns="http://www.w3.org/1999/xhtml"/>'), "<path>"),
        (svg('<rect onclick="1"/>'), "a script"),
        (svg(size=""), "not said in pixels"),
        (svg(size='width="50%" height="10"'), "not said in pixels"),
        (svg(size='width="10"'), "not said in pixels"),
        (svg(size='width="1e9" height="1"'), "not said in pixels"),
        (svg(size='width="0" height="0"'), "the renderer refused"),
    ],
)
def test_what_is_no_figure_is_refused(content, why):
    with pytest.raises(PictureError, match=why):
        drawn(content)


@pytest.mark.parametrize("size", ['width="8001" height="1"', 'width="1" height="8001px"', 'viewBox="0 0 5000 4001"'])
def test_a_huge_picture_is_refused_before_it_is_drawn(size, monkeypatch):
    monkeypatch.setattr(drawing, "_rendered", lambda svg: pytest.fail("it was drawn"))

    with pytest.raises(PictureError, match="too large"):
        drawn(svg(size=size))


@pytest.fixture
def file(tmp_path):
    """A picture on this machine, which nobody may see."""
    path = tmp_path / "private.png"
    Image.new("RGB", (20, 10), (255, 0, 0)).save(path)
    return path


@pytest.mark.parametrize(
    "body",
    [
        '<image width="20" height="10" href="{}"/>',
        '<image width="20" height="10" xlink:href="{}"/>',
        '<image width="20" height="10" href="file://{}"/>',
        '<image width="20" height="10" href="https://example.org/a.png"/>',
        '<image width="20" height="10" href="data:image/svg+xml;base64,PHN2Zy8+"/>',
        '<use href="{}#a"/>',
        '<rect width="20" height="10" fill="url({}#a)"/>',
        '<rect width="20" height="10" style="fill: URL( \'{}#a\')"/>',
        '<rect width="20" height="10" style="fill: u\\72l({}#a)"/>',
        "<style>@import '{}';</style>",
        "<style>rect {{ fill: url({}) }}</style>",
    ],
)
def test_what_refers_to_something_outside_is_refused_and_a_local_file_never_shown(body, file):
    with pytest.raises(PictureError, match="outside itself"):
        drawn(svg(body.format(file)))


def test_the_renderer_would_have_shown_that_file(file):
    """Otherwise the test above would prove nothing."""
    shown = drawing._rendered(svg(f'<image width="20" height="10" href="{file}"/>'))

    with Image.open(io.BytesIO(shown)) as image:
        assert image.convert("RGB").getpixel((5, 5)) == (255, 0, 0)


def test_a_bomb_of_entities_is_refused():
    lines = "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 9))
    bomb = f'<!DOCTYPE svg [<!ENTITY a0 "x">{lines}]>'.encode() + svg("<title>&a8;</title>")

    with pytest.raises(PictureError, match="document type"):
        drawn(bomb)


def test_a_bomb_of_uses_is_refused():
    groups = "".join(f'<g id="a{i}">{f"""<use href="#a{i - 1}"/>""" * 10}</g>' for i in range(1, 9))

    with pytest.raises(PictureError, match=r"the renderer refused: .*limit"):
        drawn(svg(f'<g id="a0"><rect width="1" height="1"/></g>{groups}'))


def test_a_picture_at_which_the_renderer_dies_stops_nothing_else():
    tile = (
        '<pattern id="p" width="1e6" height="1e6" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern>'
    )

    with pytest.raises(PictureError, match="cannot draw it within its limits"):
        drawn(svg(f'{tile}<rect width="20" height="10" fill="url(#p)"/>', 'width="1000" height="1000"'))


def test_a_picture_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr(drawing, "SECONDS", 0.001)

    with pytest.raises(PictureError, match="takes more than"):
        drawn(svg())


def test_another_encoding_in_its_head_changes_nothing():
    """One parser would read it, another not: both read UTF-8."""
    content = b'<?xml version="1.0" encoding="latin-1"?>' + svg("<title>∇L</title>")

    assert drawn(content).words == ("∇L",)
