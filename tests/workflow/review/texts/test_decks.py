"""Made changes of committed decks, one by one: which slides are told, and in what words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from slides.decks import index
from tests.slides.decks.configured import WITH_DECKS, deck
from workflow.review.states import State
from workflow.review.texts import pairing
from workflow.review.texts.decks import decks, is_of_deck, outline_of
from workflow.review.texts.outline import slides
from workflow.review.texts.shown import ShownError, path_of, shown
from workflow.review.texts.shown import slides as indexed
from workflow.review.verdicts import Verdict

RESULTS = Path(__file__).resolve().parents[4] / "results"
LESSON = "dl01_6_4"
DECK = f"decks/{LESSON}.md"
TEXT = (RESULTS / DECK).read_text(encoding="utf-8")
ALT_TEXTS = {f"figures/{path.name}": path.read_bytes() for path in RESULTS.glob("figures/*.alt.txt")}

SMALL = "# Deck\n\nSubtitle\n\n" + "".join(
    f"## {title}\n\nThe words of {title}: {words}.\n\n"
    for title, words in {"One": "a b c d", "Two": "e f g h", "Three": "i j k l", "Four": "m n o p"}.items()
)


def compare(after, before=TEXT, others=None, unreadable=None):
    new = others or {}
    if after is not None:
        new = new | {DECK: after.encode() if isinstance(after, str) else after}
    return decks(
        State("old", ALT_TEXTS | {DECK: before.encode() if isinstance(before, str) else before}),
        State("new", ALT_TEXTS | new, unreadable or {}),
    )


def only_slides(after, before=TEXT):
    [change] = compare(after, before)
    return change.slides


def told(after, before=SMALL):
    """List what is told of each slide: its number, title and findings."""
    return [(slide.number, slide.title, *slide.findings) for slide in only_slides(after, before)]


def without(text, title):
    """Take a slide out; give the rest, and the slide."""
    start = text.index(f"## {title}\n")
    end = text.find("## ", start + 1)
    end = len(text) if end < 0 else end
    return text[:start] + text[end:], text[start:end]


def test_nothing_is_told_of_what_is_identical():
    assert compare(TEXT) == ()


def test_a_number_is_told_with_its_slide_by_word():
    [slide] = only_slides(TEXT.replace("check_grad reports 3.0e-8", "check_grad reports 5.0e-8"))
    assert (slide.number, slide.title) == (3, "Agreement to rounding is the sharper test")
    assert slide.findings == (Verdict.WORDS,)
    changed = [(edit.kind, edit.text) for edit in slide.words if edit.kind != "same"]
    assert changed == [("gone", "3.0e-8"), ("new", "5.0e-8")]
    assert slide.identity == f"{LESSON}, slide 3"


def test_the_title_page_and_the_notes_are_compared_too():
    [first] = only_slides(TEXT.replace("Lesson DL01.6.4", "Lesson 6.4"))
    assert (first.number, first.title) == (1, "Train with your engine, and check it")
    [noted] = only_slides(TEXT.replace("Each step tests what", "Each step says what"))
    assert noted.number == 4
    assert ("new", "says") in [(edit.kind, edit.text) for edit in noted.words]


def test_an_inserted_slide_is_new_and_leaves_the_others_alone():
    assert told(SMALL.replace("## Two", "## Between\n\nnew words\n\n## Two")) == [(3, "Between", Verdict.NEW)]


def test_a_slide_that_is_gone_is_told_with_its_old_number():
    assert told(without(SMALL, "Three")[0]) == [(4, "Three", Verdict.GONE)]


def test_a_slide_that_moved_is_neither_gone_nor_new():
    rest, moved = without(SMALL, "One")
    [change] = compare(rest + moved, SMALL)
    assert change.findings == (Verdict.MOVED,)
    [slide] = change.slides
    assert (slide.number, slide.number_before, slide.title, slide.findings) == (5, 2, "One", (Verdict.MOVED,))
    assert slide.notes == ("It was slide 2.",)


def test_a_slide_that_moved_and_was_reworded_or_retitled_is_told_as_both():
    rest, moved = without(SMALL, "One")
    assert told(rest + moved.replace("a b", "x y")) == [(5, "One", Verdict.WORDS, Verdict.MOVED)]
    assert told(rest + moved.replace("## One", "## Last")) == [(5, "Last", Verdict.WORDS, Verdict.MOVED)]


def test_another_title_is_no_other_slide():
    [slide] = only_slides(SMALL.replace("## Two", "## Second"), SMALL)
    assert (slide.title, slide.title_before, slide.findings) == ("Second", "Two", (Verdict.WORDS,))
    assert slide.notes == ("Its title was “Two”.",)


def test_other_words_under_another_title_are_another_slide():
    rest, two = without(SMALL, "Two")
    other = "## Other\n\nNothing here is as it was there.\n\n"
    after = rest.replace("## Three", f"{other}## Three")
    assert two not in after
    assert told(after) == [(3, "Two", Verdict.GONE), (3, "Other", Verdict.NEW)]


@pytest.mark.parametrize(
    "block",
    [
        "```python\n## no slide\n```\n",
        "~~~~\n## no\n~~~\n## no\n~~~~\n",
        "````\n```\n## no\n````\n",
        "<details><summary>Notes</summary>\n\n## no\n\n</details>\n",
    ],
)
def test_a_heading_in_code_or_notes_begins_no_slide(block):
    found = slides(f"# Deck\n\n## One\n\n{block}\n## Two\n\nwords\n", {})
    assert [(slide.number, slide.title) for slide in found] == [(1, "Deck"), (2, "One"), (3, "Two")]


def test_blanks_and_descriptions_of_pictures_are_no_words():
    [change] = compare(TEXT.replace("\n\n", "\n\n\n"))
    assert (change.findings, change.slides) == ((Verdict.BYTES,), ())
    path = "figures/DL01.6.4-F1.alt.txt"
    alt_text = ALT_TEXTS[path].decode()
    after = TEXT.replace("Three rows of matrices", "Rows of matrices")
    [change] = compare(after, others={path: alt_text.replace("Three rows", "Rows").encode()})
    assert (change.findings, change.slides) == ((Verdict.BYTES,), ())


PADDED = "# D\n\n| what | value |\n|:-----|------:|\n| loss | 0.008 |\n\nwords\n"


def test_a_cell_of_another_width_is_the_only_change_of_its_table():
    wider = "# D\n\n| what |  value |\n|:-----|-------:|\n| loss | 0.0077 |\n\nwords\n"
    [slide] = only_slides(wider, PADDED)
    assert [(edit.kind, edit.text) for edit in slide.words] == [
        ("same", "D\n\n| what | value |\n| loss | "),
        ("gone", "0.008"),
        ("new", "0.0077"),
        ("same", " |\n\nwords"),
    ]


def test_padding_and_the_rule_of_a_table_are_no_words():
    [change] = compare(PADDED.replace("------:", ":------"), PADDED)
    assert (change.findings, change.slides) == ((Verdict.BYTES,), ())


@pytest.mark.parametrize("table", ["```\n| a |\n|---|\n```", "|---|"])
def test_what_looks_like_a_rule_outside_of_a_table_is_words(table):
    [slide] = only_slides(f"# D\n\n{table.replace('---', '-----')}\n", f"# D\n\n{table}\n")
    assert slide.findings == (Verdict.WORDS,)


def test_a_description_in_the_deck_that_is_not_the_figure_s_is_words():
    [slide] = only_slides(TEXT.replace("Three rows of matrices", "Rows of matrices"))
    assert slide.title == "Three ways, one gradient"


def test_new_gone_and_broken():
    assert [change.findings for change in compare(None)] == [(Verdict.GONE,)]
    [new] = decks(State("old", {}), State("new", {DECK: b"# Deck\n"}))
    assert (new.identity, new.findings) == (LESSON, (Verdict.NEW,))
    [broken] = compare(b"\xff")
    assert (broken.findings, broken.notes) == ((Verdict.BROKEN,), ("It cannot be read: it is not UTF-8.",))
    [broken] = compare(TEXT, before=b"\xff")
    assert broken.notes == ("It could not be read: it is not UTF-8.",)
    [link] = compare(None, unreadable={DECK: "a link\u202e"})
    assert link.notes == (r"It cannot be read: a link\u202e.",)


@pytest.mark.parametrize("lesson", WITH_DECKS)
def test_a_slide_is_numbered_as_the_index_of_its_deck_numbers_it(lesson):
    content = (RESULTS / f"decks/{lesson}.md").read_bytes()
    state = State("now", {f"decks/{lesson}.md": content, path_of(lesson): index.render(deck(lesson))})
    in_index = [(slide.number, slide.title) for slide in shown(lesson, state)]
    assert in_index == [(slide.number, slide.title) for slide in outline_of(lesson, state)]


def test_endless_decks_are_compared_in_their_order():
    before = "# D\n" + "".join(f"## {place}\n" for place in range(pairing.MOST_SLIDES + 1))
    assert len(only_slides(before.replace("## 0\n", ""), before)) == pairing.MOST_SLIDES + 1


# The index


def index_of(*slides_of):
    return json.dumps({"slides": list(slides_of)}).encode()


SLIDE = {"number": 1, "title": "T", "claims": ["l/x.a[0]"], "figures": ["F"], "tables": []}


def test_the_index_says_what_is_on_a_slide():
    [slide] = indexed(index_of(SLIDE))
    assert (slide.title, slide.claims, slide.figures, slide.tables) == ("T", ("l/x.a[0]",), ("F",), ())


@pytest.mark.parametrize(
    "content",
    [
        b"\xff",
        b"{",
        b"[]",
        b"[" * 100_000,
        b'{"slides": 1}',
        index_of(SLIDE | {"number": 2}),
        index_of(SLIDE | {"title": 1}),
        index_of(SLIDE | {"claims": "l/x.a"}),
        index_of(SLIDE | {"tables": [1]}),
        index_of({"number": 1}),
    ],
)
def test_what_is_no_index_is_refused_and_told(content):
    with pytest.raises(ShownError):
        indexed(content)
    path = f"decks/{LESSON}.claims.json"
    assert shown(LESSON, State("new", {path: content})) is None
    [change] = compare(TEXT, others={path: content})
    assert change.findings == (Verdict.BROKEN,)


def test_an_index_without_a_deck_is_told():
    path = "decks/other.claims.json"
    states = State("old", {path: index_of(SLIDE)}), State("new", {path: b"{"})
    assert [change.findings for change in decks(*states)] == [(Verdict.BROKEN,)]
    assert decks(states[0], states[0]) == ()
    assert [(change.identity, change.findings) for change in decks(State("", {}), states[0])] == [
        ("other", (Verdict.NEW,))
    ]


@pytest.mark.parametrize(
    "path", ["decks/a.pptx", "decks/x/a.md", "figures/a.md", "decks/.md", "decks/.claims.json", "a.md"]
)
def test_other_files_are_of_no_deck(path):
    assert not is_of_deck(path)


def test_an_index_that_changed_alone_is_only_bytes():
    [change] = compare(TEXT, others={f"decks/{LESSON}.claims.json": index_of(SLIDE)})
    assert change.findings == (Verdict.BYTES,)
