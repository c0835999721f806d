"""Things stand where the data says: ticks at their values, points in their class, names beside their marks."""

from __future__ import annotations

import re

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D

from figures.style import STYLES
from tests.figures import looking
from tests.figures.conftest import CASES, drawn

NUMERAL = re.compile(r"−?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?")


def test_every_tick_that_reads_as_a_number_stands_at_it(case, style):
    figure = drawn(case, style)
    FigureCanvasAgg(figure).draw()
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            zero_strip = axes.get_ylim() == (0, 1) and axis is axes.yaxis
            for tick, label in zip(axis.get_majorticklocs(), axis.get_majorticklabels(), strict=False):
                numerals = NUMERAL.findall(re.sub("[xX][₁₂]", "", label.get_text()))
                if numerals and not zero_strip and "₁" not in label.get_text().removeprefix("x₁"):
                    said = float(numerals[-1].replace("−", "-").replace(",", ""))
                    assert said == pytest.approx(tick, rel=1e-9), label.get_text()


def test_each_point_has_the_look_of_its_class_and_of_its_part(style):
    case, palette = CASES["boundary"], STYLES[style].palette
    ledger, (axes,) = case.build(), case.draw(style).axes
    for part, hollow in (("training", False), ("validation", True)):
        points, labels = ledger.series(f"{part}_points").values, ledger.series(f"{part}_labels").values
        for label, marker in enumerate("os"):
            found = [
                line.get_xydata().tolist()
                for line in axes.get_lines()
                if line.get_marker() == marker and (line.get_markerfacecolor() == palette.ground) is hollow
            ]
            assert points[labels == label].tolist() in found


def test_each_region_has_the_tint_of_the_class_that_the_network_gives_to_it(style):
    case, palette = CASES["boundary"], STYLES[style].palette
    ledger, figure = case.build(), case.draw(style)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    pixels, (axes,) = np.asarray(canvas.buffer_rgba()), figure.axes
    xs, ys = ledger.series("grid_x1").values, ledger.series("grid_x2").values
    margins = ledger.series("margin_engine").values
    for pick, tint in ((np.argmin, palette.class_0.tint), (np.argmax, palette.class_1.tint)):
        row, column = np.unravel_index(pick(margins), margins.shape)
        # A little inside the frame, should the extreme lie on it.
        place = 0.97 * np.array([xs[column], ys[row]]) + 0.03 * np.array([xs.mean(), ys.mean()])
        across, up = axes.transData.transform(place)
        assert to_hex(pixels[pixels.shape[0] - 1 - int(up), int(across)] / 255) == tint


def test_the_key_of_the_race_names_each_line_beside_its_sample(style):
    figure = CASES["race"].draw(style)
    FigureCanvasAgg(figure).draw()
    samples = [artist for artist in figure.artists if isinstance(artist, Line2D)]
    dotted = [line.get_window_extent() for line in samples if line.get_marker() == "o"]
    plain = [line.get_window_extent() for line in samples if line.get_marker() != "o"]
    names = {text.get_text(): text.get_window_extent() for text in looking.texts(figure)}

    def name_after(sample):
        middle = (sample.y0 + sample.y1) / 2
        beside = {name: box for name, box in names.items() if box.x0 > sample.x1 and box.y0 < middle < box.y1}
        return min(beside, key=lambda name: beside[name].x0)

    assert name_after(max(dotted, key=lambda box: box.x1)) == "engine"
    assert name_after(min(plain, key=lambda box: box.x1)) == "by hand"
