"""Made changes of a picture: what moved, where, and what is said when a side cannot be read."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from workflow.review.changes import Window
from workflow.review.pictures.pictures import ON_DARK, ON_LIGHT, compared, worst
from workflow.review.verdicts import Verdict

GROUND, DARK_GROUND = "#ffffff", "#12161c"


def svg(body: str = "", size: tuple[int, int] = (80, 60), ground: str = GROUND) -> bytes:
    width, height = size
    head = f'xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
    return f'<svg {head}><rect width="{width}" height="{height}" fill="{ground}"/>{body}</svg>'.encode()


def square(colour: str, left: int = 40, top: int = 10) -> str:
    return f'<rect x="{left}" y="{top}" width="10" height="20" fill="{colour}"/>'


def pixels(png: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB")).astype(int)


def of(before, after):
    return compared("F.dark", "page-dark", before, after)


def test_identical_bytes_are_no_change():
    assert of(svg(), svg()) is None
    assert of(None, None) is None


def test_a_comment_changes_only_bytes():
    change = of(svg(), svg("<!-- made anew -->"))

    assert change.findings == (Verdict.BYTES,)
    assert (change.pixels, change.before, change.after, change.difference) == (None, None, None, None)


def test_a_colour_moves_its_pixels_and_no_other():
    change = of(svg(square("#000000")), svg(square("#000001")))

    assert (change.identity, change.style, change.findings) == ("F.dark", "page-dark", (Verdict.PIXELS,))
    assert (change.pixels.width, change.pixels.height, change.pixels.moved) == (80, 60, 200)
    assert change.pixels.box == Window(40, 10, 10, 20, 200)
    assert change.pixels.worst.moved == 200
    assert pixels(change.before)[10, 40].tolist() == [0, 0, 0]
    assert pixels(change.after)[10, 40].tolist() == [0, 0, 1]


def test_a_place_moves_what_was_left_and_what_is_taken():
    change = of(svg(square("#000000")), svg(square("#000000", left=43)))

    assert change.pixels.moved == 2 * 3 * 20
    assert change.pixels.box == Window(40, 10, 13, 20, 120)


def test_opacity_counts_as_a_channel():
    clear, veiled = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2">{each}</svg>'.encode()
        for each in ("", '<rect width="4" height="2" fill-opacity=".004"/>')
    )

    assert of(clear, veiled).pixels.moved == 8


def test_a_label_that_is_not_drawn_here_is_a_change_of_words():
    change = of(svg("<text>3.5</text>"), svg("<text>3.6</text>"))

    assert change.findings == (Verdict.WORDS,)
    assert "reads otherwise" in change.notes[0]


def test_a_title_beside_moved_pixels_is_said_too():
    change = of(svg("<title>A</title>"), svg("<title>B</title>" + square("#000000")))

    assert change.findings == (Verdict.WORDS, Verdict.PIXELS)
    assert change.verdict is Verdict.PIXELS


def test_another_size_counts_on_the_canvas_of_both():
    change = of(svg(), svg(size=(70, 64)))

    assert change.notes == ("The canvas was 80x60 and is 70x64.",)
    assert (change.pixels.width, change.pixels.height) == (80, 64)
    assert change.pixels.moved == 10 * 60 + 70 * 4
    assert Image.open(io.BytesIO(change.difference)).size == (80, 64)


def test_a_part_without_picture_moved_even_where_it_is_clear():
    clear = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="2"/>'.encode() for width in (4, 5)]

    assert of(*clear).pixels.moved == 2


def test_new_and_gone_show_the_side_that_there_is():
    new, gone = of(None, svg()), of(svg(), None)

    assert (new.findings, gone.findings) == ((Verdict.NEW,), (Verdict.GONE,))
    assert (new.before, new.after) == (None, gone.before)
    assert gone.after is None
    assert pixels(gone.before).shape == (60, 80, 3)


@pytest.mark.parametrize("wrong", [b"<svg", b"\xff", "a link"])
def test_a_side_that_cannot_be_read_is_broken_and_the_other_shown(wrong):
    before, after = of(wrong, svg()), of(svg(), wrong)

    assert (before.findings, after.findings) == ((Verdict.BROKEN,), (Verdict.BROKEN,))
    assert (before.notes[0][:8], after.notes[0][:7]) == ("before: ", "after: ")
    assert before.after == after.before is not None
    assert (before.before, after.after) == (None, None)


def test_a_broken_picture_without_a_counterpart_is_broken():
    assert of(None, b"<svg").findings == (Verdict.BROKEN,)
    assert of("too large", "too large").findings == (Verdict.BROKEN,)
    assert len(of(b"<svg", b"<svg ").notes) == 2


# The worst window


def test_the_worst_window_is_where_most_moved():
    moved = np.zeros((100, 200), np.bool_)
    moved[10:12, 10:30] = True
    moved[60:70, 150:160] = True

    found = worst(moved)

    assert found.moved == 100
    assert (found.width, found.height) == (32, 32)
    assert (found.left <= 150, found.left + 32 >= 160) == (True, True)
    assert (found.top <= 60, found.top + 32 >= 70) == (True, True)


def test_the_worst_window_has_what_moved_in_its_middle():
    moved = np.zeros((100, 200), np.bool_)
    moved[50, 100] = True

    assert worst(moved) == Window(84, 34, 32, 32, 1)


def test_the_worst_window_agrees_with_counting_every_window():
    moved = np.random.default_rng(1).random((50, 70)) < 0.1
    counts = {(top, left): moved[top : top + 32, left : left + 32].sum() for top in range(19) for left in range(39)}

    found = worst(moved)

    assert found.moved == max(counts.values()) == counts[found.top, found.left]


@pytest.mark.parametrize("shape", [(1, 1), (5, 90), (32, 32), (33, 20)])
def test_a_small_picture_has_a_smaller_window(shape):
    found = worst(np.ones(shape, np.bool_))

    assert (found.height, found.width) == (min(shape[0], 32), min(shape[1], 32))
    assert found.moved == found.height * found.width


# The difference


@pytest.mark.parametrize(("ground", "colours"), [(GROUND, ON_LIGHT), (DARK_GROUND, ON_DARK)])
def test_the_difference_shows_what_moved_and_a_border_over_a_pale_picture(ground, colours):
    still = square("#7f7f7f", left=0, top=40)
    change = of(svg(still, ground=ground), svg(still + square("#808080"), ground=ground))

    shown = pixels(change.difference)
    strong, border = map(list, colours)
    assert (shown == strong).all(axis=2).sum() == 200
    assert (shown == border).all(axis=2).sum() == 16 * 26 - 200
    assert shown[10, 40].tolist() == strong
    assert shown[9, 40].tolist() == border
    rest = shown[40:]
    assert (rest.min() >= 190) if ground == GROUND else (rest.max() <= 50)


def test_a_picture_without_ground_is_light_as_paper():
    clear = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60">{body}</svg>'.encode()
        for body in ("", square("#000000"))
    ]

    assert (pixels(of(*clear).difference)[0, 0] >= 250).all()


def test_the_same_change_gives_the_same_bytes():
    one, other = (of(svg(), svg(square("#345678"))) for _ in range(2))

    assert one == other
