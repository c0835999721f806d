"""Release notes: made changes in the words of a class, and strangers' texts that stay text."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from lxml import html as lxml_html

from workflow.review.changes import (
    Cell,
    ClaimChange,
    DeckChange,
    Entry,
    FigureChange,
    PictureChange,
    Review,
    SeriesChange,
    SlideChange,
    TableChange,
)
from workflow.review.notes import writing as notes
from workflow.review.states import State
from workflow.review.texts.words import edits
from workflow.review.verdicts import Verdict

PNG = b"\x89PNG\r\n\x1a\n"
HOSTILE = "<script>alert(1)</script> @someone [x](http://x) `a` | \u202e **b**"

SLIDES = [
    {"number": 1, "title": "The course", "claims": [], "figures": [], "tables": []},
    {"number": 2, "title": "The race", "claims": ["lesson/race.last_loss"], "figures": [], "tables": ["L-race"]},
    {"number": 3, "title": "Weights", "claims": ["lesson/race.W1[0][1]"], "figures": ["L-F1"], "tables": []},
]
TABLE = b'<div><table><tr><td><span data-claim="lesson/race.last_loss">1</span></td></tr></table></div>'


def state(slides=SLIDES, **others):
    """Make a state of one lesson, with the index of its deck unless there are no slides."""
    files = {"decks/lesson.md": b"# The course\n", "tables/L-race.html": TABLE, "figures/L-F1.alt.txt": b"A line."}
    index = {} if slides is None else {"decks/lesson.claims.json": json.dumps({"slides": slides}).encode()}
    return State("a state", files | index | others)


def claim(name="last_loss", entries=(("", "0.031", "0.008"),), findings=(Verdict.PRINTED,), **others):
    found = tuple(Entry(*entry) for entry in entries)
    return ClaimChange(identity=f"lesson/race.{name}", findings=findings, where="here", entries=found, **others)


def figure(**others):
    picture = PictureChange(identity="L-F1", findings=(Verdict.PIXELS,), style="page", before=PNG, after=PNG + b"2")
    dark = PictureChange(identity="L-F1.dark", findings=(Verdict.PIXELS,), style="page-dark", before=b"d", after=b"d")
    options = {"identity": "L-F1", "findings": (Verdict.PIXELS,), "pictures": (dark, picture), "ledger": "lesson/race"}
    return FigureChange(**options | others)


def series(verdict):
    return SeriesChange(identity="lesson/race.losses", findings=(verdict,), moved=1, size=9)


def slide(number=2, title="The race", findings=(Verdict.WORDS,), words=("", ""), **others):
    before, after = (f"T\n\n{each}" for each in words)
    was = {"number_before": number, "title_before": title} | others
    return SlideChange(identity="x", findings=findings, number=number, title=title, words=edits(before, after), **was)


def told_of(before=None, after=None, since="v1.0", **changes):
    review = Review(base="old", head="new", compared={}, **changes)
    return notes.release_notes(review, before or state(), after or state(), since)


def deck(*slides, findings=(Verdict.WORDS,)):
    return {"decks": (DeckChange(identity="lesson", findings=findings, slides=slides),)}


def read(markdown):
    """Give the text that Markdown shows: without tags, and entities resolved."""
    return unescape(re.sub(r"</?(code|del|ins)>|<!-- -->", "", markdown))


def both(*arguments, **changes):
    """Give what a reader finds in both forms."""
    found = told_of(*arguments, **changes)
    page = lxml_html.document_fromstring(notes.html(found))
    [style] = page.iter("style")
    style.drop_tree()
    return read(notes.markdown(found)), " ".join(page.find(".//main").text_content().split())


def test_a_number_is_told_with_its_slide_and_its_table():
    markdown, page = both(claims=(claim(),))
    assert "- Slide 2, The race: last loss reads 0.008, was 0.031 (in the table L-race)." in markdown
    assert "Slide 2 The race last loss reads 0.008, was 0.031 (in the table L-race)." in page


def test_nothing_is_one_line():
    markdown, page = both()
    assert markdown == "# What changed in the course material since v1.0\n\nNothing that a class sees changed.\n"
    assert page.endswith("Nothing that a class sees changed.")


@pytest.mark.parametrize("verdict", [Verdict.NOISE, Verdict.MOVED, Verdict.BYTES, Verdict.CHECK])
def test_what_no_class_sees_is_not_told(verdict):
    found = told_of(
        claims=(claim(findings=(verdict,)),),
        figures=(figure(findings=(verdict,)),),
        tables=(TableChange(identity="L-race", findings=(verdict,)),),
    )
    assert found.lessons == ()


def test_an_entry_of_a_matrix_is_named_and_found_on_its_slide():
    markdown, _ = both(claims=(claim("W1", [("[0][1]", "1", "2"), ("[1][0]", "3", "4")]),))
    assert "- Slide 3, Weights: W1, row 1, column 2 reads 2, was 1." in markdown
    assert "On no slide:\n\n- W1, row 2, column 1 (from race) reads 4, was 3." in markdown
    markdown, _ = both(claims=(claim("b", [("[2]", "1", "2"), ("[0][1][2]", "1", "2")]),))
    assert "b, entry 3 (from" in markdown
    assert "b, entry 1, 2, 3 (from" in markdown


def test_a_number_that_is_gone_is_told_with_the_slide_that_it_was_on():
    gone = claim(entries=[("", "0.031", "")], findings=(Verdict.WEAKER, Verdict.GONE), held_to_before="0.031")
    bare = [each | {"claims": []} for each in SLIDES]
    markdown, page = both(after=state(bare, **{"tables/L-race.html": b""}), claims=(gone,))
    assert "- Former slide 2, The race: last loss, which read 0.031, is gone (in the table L-race)." in markdown
    assert "- last loss (from race) is no longer checked: was held to 0.031." in markdown
    assert "As the deck was. last loss, which read 0.031, is gone" in page


def test_a_new_number_is_told_where_it_is_shown_and_nowhere_else():
    new = {"findings": (Verdict.NEW,)}
    markdown, _ = both(claims=(claim(entries=[("", "", "0.008")], **new), claim("other", [("", "", "7")], **new)))
    assert "last loss is new and reads 0.008" in markdown
    assert "other" not in markdown


def test_a_new_slide_does_not_list_its_numbers():
    new = slide(findings=(Verdict.NEW,), number_before=0, title_before="")
    tables = (TableChange(identity="L-race", findings=(Verdict.NEW,)),)
    added = claim(entries=[("", "", "0.008")], findings=(Verdict.NEW,))
    markdown, _ = both(claims=(added,), tables=tables, **deck(new))
    assert "- Slide 2, The race is new.\n\n### The table L-race is new\n\nShown on slide 2, The race.\n" in markdown
    assert "last loss" not in markdown


def test_without_an_index_no_slide_is_guessed():
    markdown, _ = both(after=state(None), before=state(None), claims=(claim(),))
    assert (
        "## The course\n\nIt is not recorded on which slides these stand:\n\n- last loss (from race) reads" in markdown
    )
    assert "Slide" not in markdown


def test_slides_are_new_gone_moved_retitled_and_reworded():
    changes = deck(
        slide(2, "New", (Verdict.NEW,), number_before=0, title_before=""),
        slide(3, "Old", (Verdict.GONE,)),
        slide(4, "Second", title_before="First", words=("same words", "same words")),
        slide(5, "Moved", (Verdict.MOVED,), number_before=9),
        slide(6, "Reworded", words=("one two three", "one 2 three")),
    )
    markdown, page = both(**changes)
    assert markdown.splitlines()[4:] == [
        "- Slide 2, New is new.",
        "- Former slide 3, Old is gone.",
        "- Slide 4, Second: its title was First.",
        "- Slide 5, Moved: it was slide 9.",
        "- Slide 6, Reworded:",
        "  - It reads: one  two 2  three",
    ]
    assert "Slide 4 Second Its title was “First”." in page
    assert "Slide 6 Reworded one two2 three" in page


def test_words_that_are_only_the_numbers_told_are_not_told_twice():
    words = ("The loss is $0.031$ at last.", "The loss is $0.008$ at last.")
    assert told_of(claims=(claim(),), **deck(slide(words=words))).lessons[0].slides[0].words == ()
    [more] = told_of(claims=(claim(),), **deck(slide(words=(words[0], f"{words[1]} Really.")))).lessons[0].slides
    assert more.words


def test_what_stands_far_from_a_change_is_left_out():
    long = " ".join(f"word{place}" for place in range(40))
    markdown, _ = both(**deck(slide(words=(f"{long} old {long}", f"{long} new {long}"))))
    assert "… word34 word35 word36 word37 word38 word39  old new  word0 word1" in markdown
    assert "word20" not in markdown


def test_a_figure_is_shown_before_and_after_with_its_slides():
    found = told_of(
        figures=(figure(alt_text=edits("A line.", "A curve.")),), before=state(**{"figures/L-F1.alt.txt": b"Was"})
    )
    assert dict(found.pictures) == {"pictures/L-F1.before.png": PNG, "pictures/L-F1.after.png": PNG + b"2"}
    markdown = read(notes.markdown(found))
    assert (
        "### The figure L-F1 was redrawn\n\nShown on slide 3, Weights.\n\n| before | after |\n| --- | --- |\n"
        in markdown
    )
    assert (
        "| ![the figure before](pictures/L-F1.before.png) | ![the figure after](pictures/L-F1.after.png) |" in markdown
    )
    page = lxml_html.document_fromstring(notes.html(found))
    assert [(image.get("alt"), image.get("src")[:22]) for image in page.iter("img")] == [
        ("Was", "data:image/png;base64,"),
        ("A line.", "data:image/png;base64,"),
    ]


def test_a_renamed_figure_and_one_of_no_lesson_are_told():
    renamed = figure(identity="L-F9", renamed_from="L-F1", findings=(Verdict.RENAMED,), pictures=(), ledger="")
    markdown, page = both(figures=(renamed,))
    assert "## On no slide\n\n### The figure L-F9 has another name\n\nIt was called L-F1.\n" in markdown
    assert "On no slide The figure L-F9 has another name It was called L-F1." in page


def test_a_table_on_no_slide_belongs_to_the_lesson_of_its_numbers():
    changed = TableChange(identity="L-race", findings=(Verdict.WORDS,), words=edits("The race", "A race"))
    markdown, _ = both(before=state(None), after=state(None), tables=(changed,))
    assert "## The course\n\n### The table L-race reads otherwise\n\nAround it: The A  race\n" in markdown


def test_cells_that_no_claim_tells_are_told():
    cells = (
        Cell("last loss", "value", "0.031", "0.008", ("lesson/race.last_loss",)),
        Cell("loss", "unit", "", "nat"),
    )
    changed = TableChange(identity="L-race", findings=(Verdict.CELLS,), cells=cells)
    markdown, _ = both(claims=(claim(),), tables=(changed,))
    heading = "### The table L-race reads otherwise\n\nShown on slide 2, The race.\n\n"
    assert f"{heading}- loss, unit: nat, was nothing.\n" in markdown
    assert "value" not in markdown
    only_told = TableChange(identity="L-race", findings=(Verdict.CELLS,), cells=cells[:1])
    assert told_of(claims=(claim(),), tables=(only_told,)).lessons[0].tables == ()


def test_a_number_that_only_rounding_moved_is_told_nowhere():
    noise = claim(findings=(Verdict.PRINTED, Verdict.NOISE))
    cells = (Cell("last loss", "value", "0.031", "0.008", ("lesson/race.last_loss",)),)
    tables = (TableChange(identity="L-race", findings=(Verdict.CELLS,), cells=cells),)
    words = ("The loss is $0.031$ at last.", "The loss is $0.008$ at last.")
    assert told_of(claims=(noise,), tables=tables, **deck(slide(words=words))).lessons == ()
    more = told_of(claims=(noise,), **deck(slide(words=(words[0], f"{words[1]} Really.")))).lessons[0].slides
    assert [(each.readings, bool(each.words)) for each in more] == [((), True)]


def test_a_table_has_a_heading_apart_from_the_numbers_on_no_slide():
    changed = TableChange(identity="L-race", findings=(Verdict.WORDS,), words=edits("The race", "A race"))
    markdown, _ = both(claims=(claim("other"),), tables=(changed,))
    assert markdown.splitlines()[4:] == [
        "On no slide:",
        "",
        "- other (from race) reads 0.008, was 0.031.",
        "",
        "### The table L-race reads otherwise",
        "",
        "Shown on slide 2, The race.",
        "",
        "Around it: The A  race",
    ]


@pytest.mark.parametrize(
    ("changes", "fate"),
    [
        ({}, "only looks different"),
        ({"claims": (claim(findings=(Verdict.PRINTED, Verdict.NOISE)),)}, "only looks different"),
        ({"claims": (claim(findings=(Verdict.MOVED,)),)}, "only looks different"),
        ({"claims": (claim(),)}, "was redrawn"),
        ({"claims": (claim(findings=(Verdict.GONE,)),)}, "was redrawn"),
        ({"series": (series(Verdict.MOVED),)}, "was redrawn"),
        ({"series": (series(Verdict.NOISE),)}, "only looks different"),
        ({"figures": (figure(ledger=""),)}, "was redrawn"),
        ({"figures": (figure(alt_text=edits("A line.", "A curve.")),)}, "was redrawn"),
    ],
)
def test_a_figure_of_numbers_that_read_the_same_only_looks_different(changes, fate):
    for form in both(**{"figures": (figure(),)} | changes):
        assert f"The figure L-F1 {fate}" in form


def test_items_of_a_list_stay_apart():
    before, after = (
        "- It agrees to rounding.\n-   Then it must 1 - 2.\n  - So.",
        "- It agrees.\n- Then it may 1 - 2.\n  - So.",
    )
    markdown, page = both(**deck(slide(words=(before, after))))
    assert "agrees  to rounding . • Then it  must may  1 - 2.   • So." in markdown
    assert "• Then it mustmay 1 - 2. • So." in page


@pytest.mark.parametrize(
    ("identity", "written"),
    [
        ("DL01.6.4-F2", "DL01.6.4-F2"),
        ("_a._b_", "&#95;a.&#95;b&#95;"),
        ("a b", "<code>a b</code>"),
        ("é", "<code>é</code>"),
        ("L-F1\n", "<code>L&#45;F1 </code>"),
        ("www.example.org", "<code>www&#46;example&#46;org</code>"),
        ("a_WWW.x", "<code>a&#95;WWW&#46;x</code>"),
        ("GH-1", "<code>GH&#45;1</code>"),
    ],
)
def test_a_plain_id_is_no_code_in_a_heading(identity, written):
    tables = (TableChange(identity=identity, findings=(Verdict.NEW,)),)
    markdown = notes.markdown(told_of(figures=(figure(identity=identity),), tables=tables))
    assert f"### The table {written} is new\n" in markdown
    assert f"### The figure {written} only looks different\n" in markdown


def test_weaker_and_failing_checks_come_last():
    weaker = claim(findings=(Verdict.WEAKER,), held_to="within 1e-6", held_to_before="within 1e-12")
    fails = claim("gap", (), (Verdict.FAILING,), held_to="0", held_to_before="0", notes=("It does not hold: 1.",))
    markdown, page = both(claims=(weaker, fails), figures=(figure(),))
    section = markdown.partition("## For the reviewer: what is checked less strictly\n\n")[2]
    assert section.splitlines() == [
        "- last loss (from race): held to within 1e-6, was held to within 1e-12.",
        "- gap (from race) does not hold: It does not hold: 1.",
    ]
    assert page.endswith("gap (from race) does not hold: It does not hold: 1.")


# Strangers' texts


def hostile():
    """Put a hostile text wherever one can come from."""
    slides = [each | {"title": HOSTILE} for each in SLIDES]
    index = json.dumps({"slides": slides}).encode()
    others = {"decks/lesson.claims.json": index, "figures/../../x<b>.alt.txt": HOSTILE.encode()}
    return told_of(
        after=state(**others),
        since=HOSTILE,
        claims=(
            claim(entries=[("", HOSTILE, f"{HOSTILE} 2")], findings=(Verdict.PRINTED, Verdict.WEAKER), held_to=HOSTILE),
            claim(HOSTILE, [("", "1", HOSTILE)]),
        ),
        figures=(figure(identity="../../x<b>", renamed_from=HOSTILE, alt_text=edits("old", HOSTILE)),),
        tables=(
            TableChange(
                identity=HOSTILE,
                findings=(Verdict.CELLS, Verdict.WORDS, Verdict.RENAMED),
                cells=(Cell(HOSTILE, HOSTILE, HOSTILE, "x"),),
                words=edits("old", HOSTILE),
                notes=(HOSTILE,),
            ),
        ),
        **deck(slide(title=HOSTILE, title_before=f"{HOSTILE}.", words=("old", HOSTILE))),
    )


def test_hostile_texts_stay_text_in_markdown():
    markdown = notes.markdown(hostile())
    shown = re.sub(r"<code>(?:[^<]|<!-- -->)*</code>", "", markdown)
    assert len(markdown) - len(shown) > 1000
    assert set(re.findall(r"<[^>]*>", shown)) == {"<del>", "</del>", "<ins>", "</ins>"}
    assert not re.search(r"\bscript|someone|http|alert|\*\*|`", shown)
    assert not re.search(r"[\u202e@*`|<>\[]", "".join(re.findall(r"<code>((?:[^<])*)</code>", markdown)))


def test_hostile_texts_stay_text_in_html():
    page = notes.html(hostile())
    document = lxml_html.document_fromstring(page)
    assert {"script", "b", "a", "iframe"}.isdisjoint(element.tag for element in document.iter())
    assert "\u202e" not in page
    assert "<script>alert(1)</script>" in document.text_content()
    [policy] = document.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert policy.startswith("default-src 'none'; img-src data:; style-src 'sha256-")
    assert not document.xpath("//*[@style or @onclick or @onerror]")


def test_names_of_pictures_lead_nowhere_else():
    assert all(re.fullmatch(r"pictures/[A-Za-z0-9.-]+\.(before|after)\.png", name) for name in hostile().pictures)
    names = {name for each in ("a b", "a/b", "a-b") for name in told_of(figures=(figure(identity=each),)).pictures}
    assert len(names) == 6
