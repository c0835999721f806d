"""The claims of a slide, and values in their places."""

from __future__ import annotations

from slides.decks.deck import Words, set_values, texts
from slides.tables.pandoc import text
from slides.tables.table import Number


def test_the_claims_of_a_slide_are_listed_in_order_each_once(make):
    first, second = make().slides
    deck = make()
    claims = deck.claims(first)
    assert claims[:6] == [
        "lesson/small.loss",
        "lesson/small.steps",
        "lesson/small.matrix[0][0]",
        "lesson/small.matrix[0][1]",
        "lesson/small.matrix[1][0]",
        "lesson/small.matrix[1][1]",
    ]
    assert claims[6:8] == ["lesson/small.gap", "lesson/small.gap.bound"]
    assert "lesson/small.vector[1]" in claims  # the table's
    assert claims.count("lesson/small.loss") == 1
    assert deck.claims(second) == ["lesson/small"]


def test_values_are_set_as_a_format_wants_them(make):
    deck = make()
    [paragraph, *_] = [block for block in deck.slides[0].blocks if isinstance(block, Words)]
    seen: list[tuple[str, bool]] = []

    def formula(piece, stands_alone):
        seen.append(("".join(part.text if isinstance(part, Number) else part for part in piece.parts()), stands_alone))
        return text("F")

    [node] = set_values(paragraph.nodes, deck.tokens, lambda number: text(f"<{number.claim}>"), formula)
    words = "".join(each["c"] if each["t"] == "Str" else " " for each in node["c"])
    assert words == "After <lesson/small.steps> steps F, gap <lesson/small.gap> below <lesson/small.gap.bound>."
    assert seen == [("W_1 = 1,000−0.5120.5", False)]


def test_no_token_is_left(make):
    deck = make()
    for slide in deck.slides:
        nodes = [*slide.title, *slide.notes, *(each for b in slide.blocks if isinstance(b, Words) for each in b.nodes)]
        done = set_values(nodes, deck.tokens, lambda number: text(number.text), lambda *_: text("F"))
        assert not any("\ue000" in words for _, words in texts(done))
        assert slide.figure or any("\ue000" in words for _, words in texts(nodes))
