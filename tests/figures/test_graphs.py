"""The graphs of lecture 4: what joins what, where each value and gradient stands, and that nothing lies on anything."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest
from matplotlib.colors import to_hex

from figures.lecture4 import graph
from figures.sheet import PANEL_ID
from figures.style import STYLES
from tests.figures import looking
from tests.figures.conftest import CASES, drawn

# Cases in which no two numbers are the same, so that each is found by what it says.
GRAPHS = {"scalar_graph": "scalar_graph_with_long_numbers", "branch": "branch_with_other_numbers"}

EDGES = {
    "scalar_graph": {
        *(("w", "×"), ("x", "×"), ("×", "m")),
        *(("m", "+"), ("b", "+"), ("+", "a")),
        *(("a", "−"), ("y", "−"), ("−", "e")),
        *(("e", "e²"), ("e²", "L")),
    },
    "branch": {
        *(("x", "x²"), ("x²", "u"), ("u", "+")),
        *(("x", "7x"), ("7x", "v"), ("v", "+")),
        ("+", "L"),
    },
}

# The edge of the key leaves and enters nothing.
OF_THE_KEY = (None, None)

# What the box and the tags in the keys say.
KEY_NAME, KEY_GRADIENT, KEY_CONTRIBUTION = IN_KEYS = "name", "∂L/∂name", "contribution"

# How near in pixels a value and a gradient stand to the box between them, and a contribution to its edge.
NEAR, BELOW_AN_EDGE = 30, 50

# The colour of what has no fill.
EMPTY = "#00000000"

# What a rounding may make of a place, in pixels, and hinting of the width of a text.
EXACT, HINTED = 0.01, 2


class Mark(NamedTuple):
    """A box, a disc or a tag, with what is written in it and the rectangle that it fills, in pixels, upwards."""

    words: str
    place: Any
    artist: Any

    @property
    def centre(self) -> Any:
        """The middle of the rectangle."""
        return _middle(self.place)

    def touches(self, point) -> bool:
        """Whether a point lies on the outline."""
        if self.artist.get_gid() == graph.OPERATION_ID:
            return bool(abs(np.hypot(*(point - self.centre)) - self.place.width / 2) < EXACT)
        outer, inner = self.place.padded(EXACT), self.place.padded(-EXACT)
        return bool(outer.contains(*point) and not inner.contains(*point))


class Edge(NamedTuple):
    """An edge from its first point to the tip of its arrowhead, with the words of what it leaves and enters."""

    ends: tuple[str | None, str | None]
    points: Any


class Seen(NamedTuple):
    """The marks of a picture."""

    nodes: dict[str, Mark]
    tags: list[Mark]
    edges: list[Edge]
    texts: dict[str, Any]
    panels: list[Any]

    def edge(self, *ends: str | None) -> Edge:
        """The one edge with these ends."""
        (found,) = [edge for edge in self.edges if edge.ends == ends]
        return found

    def tag(self, words: str) -> Mark:
        """The one tag in which the words end."""
        (found,) = [tag for tag in self.tags if tag.words.endswith(words)]
        return found


@cache
def seen(case: str, style: str) -> Seen:
    """Find the marks of a picture, and what is written in each."""
    figure = drawn(CASES[case], style)
    texts = [(text.get_text(), looking.box(text)) for text in looking.texts(figure)]

    def found(*names):
        for artist in figure.findobj(lambda artist: artist.get_gid() in names):
            place = looking.reach(artist)
            (words,) = [words for words, box in texts if place.contains(*_middle(box))]
            yield Mark(words, place, artist)

    nodes = list(found(graph.BOX_ID, graph.OPERATION_ID))
    heads = {_key(_corners(head)[1:3].mean(axis=0)): _corners(head)[0] for head in _named(figure, graph.HEAD_ID)}
    edges = []
    for points in map(_corners, _named(figure, graph.EDGE_ID)):
        tip = heads.pop(_key(points[-1]))
        start, end = (next((node.words for node in nodes if node.touches(point)), None) for point in (points[0], tip))
        edges.append(Edge((start, end), np.vstack([points, tip])))
    assert not heads
    panels = [looking.reach(panel) for panel in _named(figure, PANEL_ID)]
    return Seen({node.words: node for node in nodes}, list(found(graph.TAG_ID)), edges, dict(texts), panels)


def _named(figure, name):
    return figure.findobj(lambda artist: artist.get_gid() == name)


def _corners(patch):
    return patch.get_transform().transform(patch.get_path().vertices)


def _key(point):
    return tuple(np.round(point, 3))


def _middle(place):
    return (place.min + place.max) / 2


def printed(name):
    return {claim.name: claim.printed for claim in CASES[GRAPHS[name]].build()}


@pytest.fixture(params=GRAPHS)
def name(request):
    """The name of each graph in turn."""
    return request.param


@pytest.fixture
def picture(name, style):
    """What is seen of a graph in which no two numbers are the same."""
    return seen(GRAPHS[name], style)


@pytest.fixture
def branch(style):
    """What is seen of the branch."""
    return seen(GRAPHS["branch"], style)


def test_every_edge_leads_forward_from_node_to_node_and_its_arrowhead_touches_the_second(name, picture):
    assert {edge.ends for edge in picture.edges} == {*EDGES[name], OF_THE_KEY}
    assert len(picture.edges) == len(EDGES[name]) + 1
    assert all(edge.points[0][0] < edge.points[-1][0] for edge in picture.edges)


def test_each_value_stands_above_its_edge_and_each_gradient_below(name, picture):
    numbers = printed(name)
    quantities = set(numbers) & set(picture.nodes)
    assert {f"grad_{quantity}" for quantity in quantities} <= set(numbers)
    for node in (picture.nodes[quantity] for quantity in quantities):
        value, gradient = picture.texts[numbers[node.words]], picture.tag(numbers[f"grad_{node.words}"])

        assert any(edge.points[0][1] == pytest.approx(node.centre[1]) for edge in picture.edges)
        assert 0 < value.y0 - node.place.y1 < NEAR
        assert 0 < node.place.y0 - gradient.place.y1 < NEAR
        for words in (value, picture.texts[gradient.words]):
            assert _middle(words)[0] == pytest.approx(node.centre[0], abs=HINTED)


def test_each_contribution_stands_below_the_edge_that_brings_it_to_x(branch):
    numbers = printed("branch")
    for operation, contribution in (("x²", "through_u"), ("7x", "through_v")):
        tag, (*_, turn, _, tip) = (
            branch.tag(numbers[f"grad_x_{contribution}"]).place,
            branch.edge("x", operation).points,
        )

        assert turn[1] == pytest.approx(tip[1])
        assert 0 < tip[1] - tag.y1 < BELOW_AN_EDGE
        assert turn[0] < tag.x0 < tag.x1 < tip[0]


def test_the_contributions_add_in_a_heavier_tag_under_x(branch):
    numbers = printed("branch")
    *others, heaviest = sorted(branch.tags, key=lambda tag: tag.artist.get_linewidth())

    assert heaviest.words == _sum(numbers)
    assert heaviest.artist.get_linewidth() > others[-1].artist.get_linewidth()
    assert branch.tag(numbers["grad_x"]) == heaviest


def _sum(numbers):
    return f"{numbers['grad_x_through_u']} + {numbers['grad_x_through_v']} = {numbers['grad_x']}"


def test_every_gradient_is_known_by_a_tag_that_points_back_and_by_its_colour(picture, style):
    route = STYLES[style].palette.route
    for tag in picture.tags:
        point, *others = _corners(tag.artist)[:-1]

        assert all(point[0] < corner[0] for corner in others)
        assert to_hex(tag.artist.get_edgecolor()) == route.edge
        assert to_hex(tag.artist.get_facecolor(), keep_alpha=True) in {f"{route.tint}ff", EMPTY}


def test_contributions_alone_and_their_key_have_a_dashed_edge_and_no_fill(name, picture):
    numbers = printed(name)
    contributions = {numbers[claim] for claim in numbers if "_through_" in claim}
    expected = {*contributions, KEY_CONTRIBUTION} if contributions else set()
    dashed = {tag.words for tag in picture.tags if tag.artist.get_linestyle() not in {"-", "solid"}}
    empty = {tag.words for tag in picture.tags if to_hex(tag.artist.get_facecolor(), keep_alpha=True) == EMPTY}

    assert (dashed, empty) == (expected, expected)


@pytest.mark.parametrize("case", GRAPHS)
def test_all_tags_but_the_sum_and_the_key_are_equally_wide(case, style):
    picture = seen(case, style)
    widths = {round(tag.place.width, 3) for tag in picture.tags if tag.words.strip("−.0123456789") == ""}

    assert len(widths) == 1


def test_the_key_says_what_stands_above_an_edge_and_what_below(picture):
    value, name, gradient = picture.texts["value"], picture.nodes[KEY_NAME], picture.tag(KEY_GRADIENT)
    panel, *_ = picture.panels

    assert all(point[1] == pytest.approx(name.centre[1]) for point in picture.edge(*OF_THE_KEY).points)
    assert 0 < value.y0 - name.place.y1 < NEAR
    assert 0 < name.place.y0 - gradient.place.y1 < NEAR
    for place in (value, name.place, gradient.place):
        assert all(panel.contains(*corner) for corner in (place.min, place.max))


def test_the_key_sets_names_in_italics_as_the_graph_does(name, style):
    slants = {text.get_text(): text.get_fontstyle() for text in looking.texts(drawn(CASES[GRAPHS[name]], style))}

    assert {slants[words] for words in ("L", "x", KEY_NAME, KEY_GRADIENT)} == {"italic"}
    assert slants["value"] == "normal"


def test_the_key_to_contributions_stands_in_a_panel_of_its_own(name, picture):
    _, *others = picture.panels
    if name != "branch":
        assert others == []
        return
    (panel,), tag = others, picture.tag(KEY_CONTRIBUTION).place

    assert all(panel.contains(*corner) for corner in (tag.min, tag.max))


def test_the_alt_text_gives_each_value_and_then_each_gradient_its_name(name):
    case, numbers = CASES[GRAPHS[name]], printed(name)
    quantities = [quantity for quantity in "wxbymaeuvL" if quantity in numbers]
    values = [f"{quantity} = {numbers[quantity]}" for quantity in quantities]
    gradients = [f"{numbers[f'grad_{quantity}']} at {quantity}" for quantity in quantities]
    if name == "branch":
        gradients.remove(f"{numbers['grad_x']} at x")
        gradients += [f"{numbers[f'grad_x_through_{path}']} through {path}" for path in "uv"]
        gradients += [f"under x, with a heavier outline, reads {_sum(numbers)}."]
    places = [[case.module.alt_text(case.build()).find(words) for words in found] for found in (values, gradients)]

    assert min(map(min, places)) > 0
    assert max(places[0]) < min(places[1])


@pytest.mark.parametrize("case", [*GRAPHS, *GRAPHS.values()])
def test_no_mark_lies_on_another(case, style):
    picture = seen(case, style)
    marks = [mark.place for mark in (*picture.nodes.values(), *picture.tags) if mark.words not in IN_KEYS]
    places = [*picture.panels, *marks]
    edges = [edge.points for edge in picture.edges if edge.ends != OF_THE_KEY]
    steps = np.vstack([np.linspace(*ends, 50) for points in edges for ends in pairwise(points)])

    assert [pair for pair in combinations(places, 2) if pair[0].overlaps(pair[1])] == []
    assert [place for place in places if any(place.padded(-1).contains(*step) for step in steps)] == []
