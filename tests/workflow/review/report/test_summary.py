"""The comment: the verdict in one line, what must not be missed first, within its limit, and foreign text as text."""

from __future__ import annotations

import re
import string
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html
from markdown_it import MarkdownIt

from workflow.review.changes import (
    Cause,
    Cell,
    ClaimChange,
    DeckChange,
    Edit,
    Entry,
    FigureChange,
    FileChange,
    PictureChange,
    Pixels,
    Review,
    SeriesChange,
    SlideChange,
    TableChange,
    Window,
)
from workflow.review.report.summary import code, headline, summary
from workflow.review.texts.foreign import visible
from workflow.review.verdicts import Verdict

COMPARED = {"claims": 312, "series": 38, "figures": 8, "tables": 25, "decks": 2}
NOTHING = Review(base="main", head="HEAD", compared=COMPARED)

HOSTILE = (
    "@everyone </details><script>alert(1)</script> | [x](http://a.b) ![](//c) `*_~ <!-- #12 "
    "\u202e\x00 a@b.com www.d.org\n\n# big"
)


def claim(name, *findings, **other):
    return ClaimChange(identity=f"lesson/race.{name}", findings=findings, where="the race", **other)


WEAKER = claim(
    "gap", Verdict.WEAKER, held_to_before="under 1e-12", held_to="under 1e-06", notes=("The bound is larger.",)
)
PRINTED = claim("loss", Verdict.CHECK, Verdict.PRINTED, entries=(Entry("[1]", "0.031", "0.008"), Entry("[2]", "1", "")))
GONE = claim("old", Verdict.WEAKER, Verdict.GONE, held_to_before="exactly 3", entries=(Entry("", "3", ""),))
NOISE = claim("wobble", Verdict.NOISE, notes=("Value: it moved.",))
FLIPPED = claim("edge", Verdict.PRINTED, Verdict.NOISE)
SERIES = SeriesChange(identity="lesson/race.losses", findings=(Verdict.MOVED,), moved=3, size=1200, largest=2e-5)
WINDOW = Window(left=10, top=20, width=32, height=32, moved=77)
PICTURE = PictureChange(
    identity="L1-F1.dark", findings=(Verdict.PIXELS,), style="dark", pixels=Pixels(1000, 500, 1204, WINDOW, WINDOW)
)
FIGURE = FigureChange(
    identity="L1-F1",
    findings=(Verdict.PIXELS, Verdict.WORDS),
    pictures=(PICTURE,),
    alt_text=(Edit("same", "The loss is"), Edit("gone", "0.031"), Edit("new", "0.008")),
    ledger="lesson/race",
    numbers=("lesson/race.loss",),
    causes=(Cause("package", "numpy", "2.3", "2.4"),),
)
TABLE = TableChange(
    identity="L1-table",
    findings=(Verdict.CELLS,),
    cells=(Cell("last", "loss", "0.031", "0.008"),),
    words=(Edit("new", "nats"),),
)
SLIDE = SlideChange(
    identity="14",
    findings=(Verdict.WORDS,),
    number=14,
    title="The race",
    words=(Edit("gone", "slow"), Edit("new", "fast")),
)
DECK = DeckChange(identity="lesson", findings=(Verdict.WORDS,), slides=(SLIDE,))
FILE = FileChange(identity="ledgers/lesson/other.json", findings=(Verdict.BROKEN,), notes=("It cannot be read.",))

ALL = replace(
    NOTHING,
    claims=(NOISE, GONE, PRINTED, WEAKER),
    series=(SERIES,),
    figures=(FIGURE,),
    tables=(TABLE,),
    decks=(DECK,),
    files=(FILE,),
    causes=(Cause("package", "numpy", "2.3", "2.4"), Cause("code", "workflow.x", "", "changed")),
)


def rendered(markdown):
    return html.fromstring(MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown) or "<p></p>")


def words(markdown):
    return " ".join(rendered(markdown).text_content().split())


# One sentence


def test_an_empty_change_is_one_line():
    text = "Nothing changed: 312 claims, 8 figures, 25 tables and 2 decks are as they were."

    assert headline(NOTHING) == text
    assert summary(NOTHING) == f"{text}\n"
    assert summary(replace(NOTHING, causes=(Cause("code", "workflow.x", "", "changed"),))) == f"{text}\n"


@pytest.mark.parametrize(
    ("compared", "told"),
    [
        ({}, "Nothing changed: there is nothing to compare."),
        ({"claims": 1}, "Nothing changed: 1 claim is as it was."),
        ({"claims": 0, "tables": 2000}, "Nothing changed: 2,000 tables are as they were."),
        ({"claims": 1, "decks": 1}, "Nothing changed: 1 claim and 1 deck are as they were."),
    ],
)
def test_what_is_as_it_was_is_counted(compared, told):
    assert headline(replace(NOTHING, compared=compared)) == told


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"claims": (WEAKER,)}, "1 check is weaker."),
        ({"claims": (WEAKER, GONE)}, "2 checks are weaker."),
        ({"claims": (PRINTED,)}, "1 printed number changed with its check."),
        ({"claims": (claim("a", Verdict.PRINTED), claim("b", Verdict.PRINTED))}, "2 printed numbers changed."),
        ({"claims": (FLIPPED,)}, "1 last digit flipped by rounding."),
        (
            {"claims": (FLIPPED, FLIPPED, NOISE), "series": (SERIES,)},
            "1 series moved but shows the same and 2 last digits flipped by rounding.",
        ),
        ({"claims": (claim("a", Verdict.CHECK, *FLIPPED.findings),)}, "1 check changed."),
        (
            {"claims": (WEAKER, NOISE), "figures": (FIGURE,) * 3},
            "1 check is weaker and 3 figures moved.",
        ),
        ({"claims": (claim("a", Verdict.FAILING),)}, "1 claim fails."),
        ({"series": (SERIES,)}, "1 series moved but shows the same."),
        ({"files": (FILE, FILE)}, "2 files cannot be read."),
        ({"claims": (NOISE,)}, "Only rounding noise: 1 claim moved by rounding."),
        (
            {"claims": (NOISE, claim("b", Verdict.NOISE)), "figures": (replace(FIGURE, findings=(Verdict.BYTES,)),)},
            "Only rounding noise: 2 claims moved by rounding and 1 figure differs only in its bytes.",
        ),
        ({"claims": (claim("a", Verdict.BYTES),)}, "Only what no reader sees: 1 claim is stated elsewhere."),
    ],
)
def test_the_headline_counts_each_change_once_the_loudest_first(changed, told):
    assert headline(replace(NOTHING, **changed)) == told


@pytest.mark.parametrize(("files", "told"), [(2, "4 more changes"), (0, "2 more changes")])
def test_the_headline_names_four_kinds_and_counts_the_rest(files, told):
    claims = (*(claim(f"w{place}", Verdict.WEAKER, Verdict.PRINTED) for place in range(9)), *[FLIPPED, NOISE])
    printed = tuple(claim(f"p{place}", Verdict.PRINTED) for place in range(8))
    new = FileChange(identity="x", findings=(Verdict.NEW,))
    review = replace(NOTHING, claims=claims + printed, figures=(FIGURE,) * 5, tables=(TABLE,) * 2, series=(SERIES,))

    assert headline(replace(review, files=(new,) * files)) == (
        f"9 checks are weaker, 8 printed numbers changed, 5 figures moved, 2 tables show other cells and {told}."
    )


def test_one_change_more_is_one():
    review = replace(NOTHING, claims=(WEAKER, PRINTED, FLIPPED), figures=(FIGURE,), tables=(TABLE,))

    assert headline(review).endswith("and 1 more change.")


@pytest.mark.parametrize("verdict", [each for each in Verdict if each is not Verdict.IDENTICAL])
@pytest.mark.parametrize("change", [NOISE, SERIES, FIGURE, TABLE, DECK, FILE], ids=lambda change: type(change).__name__)
def test_there_are_words_for_every_verdict_on_everything(verdict, change):
    kind = {
        ClaimChange: "claims",
        SeriesChange: "series",
        FigureChange: "figures",
        TableChange: "tables",
        DeckChange: "decks",
    }
    found = (replace(change, findings=(verdict,)),)

    assert re.fullmatch(r"[^.]*1 [^.]+\.", headline(replace(NOTHING, **{kind.get(type(change), "files"): found})))


def test_doubts_are_in_the_first_line_and_at_the_top_even_if_nothing_changed():
    doubtful = replace(
        NOTHING, stale=("The job race has other sources.",), judges=(Cause("code", "workflow.claims", "", "changed"),)
    )

    text = words(summary(doubtful))

    assert headline(doubtful).endswith("; how claims are judged changed; some results are not what their sources make.")
    assert "The job race has other sources." in text
    assert "code workflow.claims changed" in text


# The comment


def test_what_must_not_be_missed_comes_first_then_causes_then_what_moved_then_detail():
    text = words(summary(ALL))

    parts = [
        "2 checks are weaker, 1 file cannot be read, 1 printed number changed with its check, 1 figure moved",
        "Weaker checks: 2",
        "is held to under 1e-06, was held to under 1e-12.",
        "was held to exactly 3 and is gone.",
        "What cannot be read: 1",
        "What could have moved it",
        "package numpy 2.3 → 2.4",
        "code workflow.x changed",
        "What moved: 5",
        "4 claims",
        "1 series",
        "1 figure",
        "1 table",
        "1 deck",
        "1 file",
    ]
    places = [text.find(part, text.find("Compared") if place else 0) for place, part in enumerate(parts)]
    assert -1 not in places
    assert places == sorted(places)
    assert summary(ALL).splitlines()[0] == headline(ALL)


def test_a_row_says_what_it_was_and_is_and_what_moved_it():
    rows = [[cell.text_content() for cell in row.findall("td")] for row in rendered(summary(ALL)).iter("tr")][1:]

    assert rows == [
        ["claim lesson/race.loss", "check changed; printed form changed", "[1] 0.031", "0.008, and 1 more", ""],
        [
            "figure L1-F1",
            "pixels moved; words changed",
            "",
            "1 of its pictures, 0.24 % of the pixels at most; alt text reads otherwise",
            "package numpy 2.3 → 2.4",
        ],
        ["table L1-table", "cells changed", "last, loss: 0.031", "0.008", ""],
        ["deck lesson", "words changed", "slide 14: slow", "fast", ""],
        ["series lesson/race.losses", "moved, printed the same", "", "3 of 1,200 entries, by 2e-05 at most", ""],
    ]


@pytest.mark.parametrize(
    "detail",
    [
        "[1] 0.031 → 0.008 [2] 1 → nothing",
        "3 of 1,200 entries, by 2e-05 at most",
        "dark: pixels moved: 1,204 of 500,000 pixels, all in 32×32 at (10, 20), most in 32×32 at (10, 20): 77",
        "from lesson/race, where moved: lesson/race.loss",
        "alt text: − 0.031 + 0.008",
        "last, loss: 0.031 → 0.008",
        "words: + nats",
        "slide 14, The race, words changed: − slow + fast",
        "lesson/race.wobble noise (the race) Value: it moved.",
    ],
)
def test_the_detail_tells_of_every_place(detail):
    text = words(summary(ALL))

    assert detail in text[text.index("4 claims") :]


def test_every_detail_is_folded_away():
    folded = rendered(summary(ALL)).findall(".//details")

    assert [each.find("summary").text for each in folded] == [
        "4 claims",
        "1 series",
        "1 figure",
        "1 table",
        "1 deck",
        "1 file",
    ]


def test_findings_are_told_the_loudest_first():
    mixed = claim("loss", Verdict.NOISE, Verdict.PRINTED, Verdict.CHECK)

    text = words(summary(replace(NOTHING, claims=(mixed,))))

    assert text.count("check changed; printed form changed; noise") == 2


def test_weaker_checks_of_a_ledger_of_which_the_same_is_to_be_told_are_in_one_line():
    alike = tuple(replace(WEAKER, identity=f"lesson/race.{name}", where=name) for name in ("c", "a", "b"))
    others = (
        replace(WEAKER, identity="lesson/other.d"),
        replace(WEAKER, identity="lesson/race.e", held_to="under 1e-09"),
        replace(WEAKER, identity="lesson/race.f", notes=("Another.",)),
        replace(GONE, identity="lesson/race.g"),
        replace(GONE, identity="lesson/race.h"),
    )

    told = rendered(summary(replace(NOTHING, claims=alike + others)).partition("<details>")[0]).findall(".//li")

    assert [" ".join(each.text_content().split()) for each in told] == [
        "lesson/other.d is held to under 1e-06, was held to under 1e-12. The bound is larger. (the race)",
        "3 checks of lesson/race: under 1e-12 → under 1e-06. The bound is larger. (a, b, c)",
        "lesson/race.e is held to under 1e-09, was held to under 1e-12. The bound is larger. (the race)",
        "lesson/race.f is held to under 1e-06, was held to under 1e-12. Another. (the race)",
        "2 checks of lesson/race: exactly 3 → gone. (g, h)",
    ]


def test_a_series_of_which_one_entry_moved_moved_by_that():
    one = replace(SERIES, moved=1, largest=12.0)

    assert "1 of 1,200 entries, by 12 " in words(summary(replace(NOTHING, series=(one,))))


def test_hardly_any_pixel_is_not_none():
    hardly = replace(PICTURE, pixels=replace(PICTURE.pixels, moved=1))

    text = words(summary(replace(NOTHING, figures=(replace(FIGURE, pictures=(hardly,)),))))

    assert "1 of its pictures, less than 0.01 % of the pixels at most" in text


def test_what_a_rebuild_showed_is_in_the_row():
    moved = replace(SERIES, moved_by="code")

    assert "| **code** |" in summary(replace(NOTHING, series=(moved,)))


def test_a_figure_that_is_gone_is_in_the_table():
    gone = FigureChange(identity="L1-F1", findings=(Verdict.GONE,))

    assert "| figure <code>L1&#45;F1</code> | gone |" in summary(replace(NOTHING, figures=(gone,)))


def test_claims_without_digits_are_counted_in_the_last_line():
    compared = {**COMPARED, "claims whose digits are not kept": 100}

    assert (
        summary(replace(ALL, compared=compared)).splitlines()[-1]
        == "For 100 of the 312 claims only the check is compared, not the value."
    )
    assert summary(replace(NOTHING, compared=compared)).count("\n") == 1


def test_the_order_is_that_of_loudness_and_names_whatever_came_first():
    assert summary(replace(ALL, claims=tuple(reversed(ALL.claims)))) == summary(ALL)


# Its limit


def many(number, text=HOSTILE):
    """Give a review of very many changes in which every text is foreign."""
    claims = tuple(
        claim(
            f"{text}{place:05}",
            Verdict.WEAKER if place < number // 10 else Verdict.PRINTED if place % 2 else Verdict.NOISE,
            notes=(text * 5,) * 20,
            entries=(Entry(text, text, text),) * 40,
            held_to_before=text,
            held_to=text * 50,
        )
        for place in range(number)
    )
    figures = tuple(replace(FIGURE, identity=f"{text}{place:05}", numbers=(text,) * 99) for place in range(number))
    return replace(
        NOTHING,
        base=text,
        head=text * 99,
        claims=claims,
        figures=figures,
        stale=(text * 99,) * 50,
        causes=(Cause("code", text),) * 300,
    )


def utf_16_units(text):
    return len(text.encode("utf-16-le")) // 2


@pytest.mark.parametrize(
    ("number", "text"),
    [(5000, HOSTILE), (500, "@"), (500, "\U0001f600" * 500), (500, "plain")],
    ids=["all signs", "mentions", "wide signs", "plain"],
)
def test_thousands_of_hostile_changes_fit_and_what_was_left_out_is_counted(number, text):
    review = many(number, text)

    comment = summary(review)

    assert utf_16_units(comment) < 60_000
    assert utf_16_units(comment) > 40_000
    assert comment.startswith(f"{headline(review)}\n")
    assert f"### Weaker checks: {number // 10}\n" in comment
    assert comment.count("<details>") == comment.count("</details>") == 2
    assert f"\n{number:,}, in index.html\n\n</details>" in comment


def test_weaker_checks_are_the_last_to_be_left_out():
    weaker = tuple(claim(f"{'x' * 150}{place:03}", Verdict.WEAKER) for place in range(900))
    others = tuple(claim(f"y{place:03}", Verdict.PRINTED) for place in range(900))

    comment = summary(replace(NOTHING, claims=weaker + others, causes=ALL.causes, files=(FILE,)))

    shown = comment.count(f"<code>{'x' * 150}")
    assert 100 < shown < 900
    assert comment.count("- **25 checks of <code>lesson&#47;race</code>**: (") == shown / 25
    assert f"\nand {900 - shown:,} more, in index.html\n" in comment
    assert "\n900, in index.html\n" in comment
    assert "numpy" not in comment


def test_the_quietest_detail_is_left_out_first():
    claims = tuple(claim(f"{place:04}", Verdict.NOISE) for place in range(2000))

    comment = summary(replace(ALL, claims=(*claims, PRINTED)))

    assert "lesson&#47;race&#46;loss" in comment[comment.index("<details>") :]
    assert "slide 14" in comment[comment.index("<details>") :]
    assert re.search(r"\nand 1,\d\d\d more, in index\.html\n\n</details>", comment)


def test_a_part_that_was_cut_is_still_a_table():
    claims = tuple(claim(f"{place:04}", Verdict.PRINTED, entries=(Entry("", "1", "2"),)) for place in range(2000))

    page = rendered(summary(replace(NOTHING, claims=claims)))

    assert 100 < len(list(page.iter("tr"))) < 2000
    assert {len(row) for row in page.iter("tr")} == {5}
    assert any(re.fullmatch(r"and 1,\d\d\d more, in index.html", each.text_content()) for each in page.iter("p"))


# Foreign text


def alone(markdown):
    """Give the only element of a paragraph, which has to be a code element."""
    (paragraph,) = rendered(f"a {markdown} b").iter("p")
    (element,) = paragraph
    assert element.tag == "code"
    assert (paragraph.text, element.tail) == ("a ", " b")
    assert [each for each in element.iter() if isinstance(each.tag, str)] == [element]
    return element.text_content()


@pytest.mark.parametrize("text", [HOSTILE, string.printable, "&amp;", "a|b", "``` ~~~", "<b>", "\\", "$x$", "x" * 3000])
def test_foreign_text_stays_text(text):
    assert alone(code(text)) == visible(text).strip() or alone(code(text)) == visible(text)


@settings(max_examples=80, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from(string.punctuation)))
def test_whatever_the_text_says_there_is_one_code_element_with_it(text):
    assert alone(code(text)).split() == visible(text).split()


@settings(max_examples=40, deadline=None)
@given(st.text(st.sampled_from(string.punctuation + "a \n"), min_size=1))
def test_no_sign_is_left_that_could_mean_anything(text):
    inner = code(text).removeprefix("<code>").removesuffix("</code>").replace("<!-- -->", "")

    assert not set(re.sub(r"&#\d+;", "", inner)) & set(string.punctuation)


def test_a_mail_address_is_broken_for_hosts_that_look_behind_entities():
    assert "<!-- -->&#64;<!-- -->" in code("someone@example.com")


def test_a_long_text_ends_in_an_ellipsis_within_its_room():
    short = code("@" * 1000, 100)

    assert utf_16_units(short) <= 100 + len("<code></code>")
    assert re.fullmatch("@+…", alone(short))
    assert code("x" * 100, 100) == f"<code>{'x' * 100}</code>"
    assert code("x" * 101, 100) == f"<code>{'x' * 99}…</code>"


def test_a_whole_comment_of_hostile_texts_has_no_element_but_its_own():
    review = many(10)
    short = replace(review, stale=review.stale[:1], causes=review.causes[:1], tables=(TABLE,), decks=(DECK,))

    page = rendered(summary(short))

    assert {each.tag for each in page.iter() if isinstance(each.tag, str)} == {
        *("code", "details", "div", "h3", "li", "p", "strong", "summary"),
        *("table", "tbody", "td", "th", "thead", "tr", "ul"),
    }
    assert len(list(page.iter("tr"))) > 10
