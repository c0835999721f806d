"""Made changes of figures: pairs, names, alt texts, and the numbers under them."""

from __future__ import annotations

import pytest

from workflow.review.changes import Edit
from workflow.review.pictures import figures as module
from workflow.review.pictures.figures import figures, is_of_figure
from workflow.review.states import State
from workflow.review.verdicts import Verdict


def svg(colour: str = "red", identity: str = "a") -> bytes:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
        f'<rect id="{identity}" width="9" height="9" fill="{colour}"/></svg>'
    ).encode()


def figure(name: str, colour: str = "red", alt: str = "A square.", inside: str = "a") -> dict[str, bytes]:
    return {
        f"figures/{name}.svg": svg(colour, inside),
        f"figures/{name}.slide-dark.svg": svg("blue", inside),
        f"figures/{name}.alt.txt": alt.encode(),
    }


def reviewed(before, after, numbers=None, ledgers=None, unreadable=None):
    return figures(State("old", before), State("new", after, unreadable or {}), numbers or {}, ledgers or {})


@pytest.mark.parametrize(
    "name", ["DL01.6.4-F2.svg", "DL01.6.4-F2.dark.svg", "F.slide.svg", "F.slide-dark.svg", "DL01.6.4-F2.alt.txt"]
)
def test_pictures_and_alt_texts_are_read(name):
    assert is_of_figure(f"figures/{name}")


@pytest.mark.parametrize(
    "path",
    [
        "figures/F.png",
        "figures/.svg",
        "figures/.dark.svg",
        "figures/.alt.txt",
        "figures/deep/F.svg",
        "tables/F.svg",
        "F.svg",
        "figures/",
    ],
)
def test_nothing_else_is_read(path):
    assert not is_of_figure(path)
    assert reviewed({}, {path: svg()}) == ()


def test_identical_figures_are_no_change_and_nothing_is_drawn(monkeypatch):
    monkeypatch.setattr("workflow.review.pictures.pictures.drawn", lambda content: pytest.fail("it was drawn"))
    monkeypatch.setattr(module, "drawn", lambda content: pytest.fail("it was drawn"))

    assert reviewed(figure("F"), figure("F")) == ()


def test_dots_and_styles_in_names_are_told_apart():
    before = {f"figures/DL01.6.4-F2{suffix}.svg": svg() for suffix in ("", ".dark", ".slide", ".slide-dark")}
    after = {path: svg("green") for path in before}

    (change,) = reviewed(before, after)

    assert change.identity == "DL01.6.4-F2"
    assert [(picture.identity.removeprefix("DL01.6.4-F2"), picture.style) for picture in change.pictures] == [
        ("", "page"),
        (".dark", "page-dark"),
        (".slide", "slide"),
        (".slide-dark", "slide-dark"),
    ]


def test_a_moved_picture_comes_with_the_numbers_under_it():
    numbers, ledgers = {"l/race": ["l/race.last", "l/race.losses"], "l/other": ["l/other.x"]}, {"F": "l/race"}

    (change,) = reviewed(figure("F") | figure("G"), figure("F", "green") | figure("G"), numbers, ledgers)

    assert (change.identity, change.findings) == ("F", (Verdict.PIXELS,))
    assert (change.ledger, change.numbers) == ("l/race", ("l/race.last", "l/race.losses"))
    assert [picture.style for picture in change.pictures] == ["page"]


def test_a_ledger_that_is_not_recorded_or_did_not_move_has_no_numbers():
    recorded, unknown = (reviewed(figure("F"), figure("F", "green"), {}, each)[0] for each in ({"F": "l/race"}, {}))

    assert (recorded.ledger, recorded.numbers) == ("l/race", ())
    assert (unknown.ledger, unknown.numbers) == ("", ())


def test_an_alt_text_is_told_by_word():
    (change,) = reviewed(figure("F"), figure("F", alt="A circle."))

    assert change.findings == (Verdict.WORDS,)
    assert Edit("gone", "square") in change.alt_text
    assert Edit("new", "circle") in change.alt_text
    assert change.pictures == ()


def test_everything_that_was_found_is_kept_and_the_loudest_is_the_verdict():
    (change,) = reviewed(figure("F"), figure("F", "green", "A circle.", "b"))

    assert change.findings == (Verdict.BYTES, Verdict.WORDS, Verdict.PIXELS)
    assert change.verdict is Verdict.PIXELS


def test_new_and_gone_figures_are_no_changes_of_words():
    new, gone = reviewed({}, figure("F"))[0], reviewed(figure("F"), {})[0]

    assert (new.findings, gone.findings) == ((Verdict.NEW,), (Verdict.GONE,))
    assert new.alt_text == (Edit("new", "A square."),)


def test_a_missing_picture_of_a_figure_is_gone_with_the_figure_still_there():
    after = figure("F")
    del after["figures/F.slide-dark.svg"]

    (change,) = reviewed(figure("F"), after)

    assert change.findings == (Verdict.GONE,)
    assert [picture.style for picture in change.pictures] == ["slide-dark"]


def test_figures_come_in_order_of_their_ids():
    after = {path: content for name in "CAB" for path, content in figure(name, "green").items()}

    assert [change.identity for change in reviewed({}, after)] == ["A", "B", "C"]


# What cannot be read


def test_a_file_that_cannot_be_had_is_broken():
    after = figure("F")
    del after["figures/F.svg"]

    (change,) = reviewed(figure("F"), after, unreadable={"figures/F.svg": "a link"})

    assert change.findings == (Verdict.BROKEN,)
    assert change.pictures[0].notes == ("after: a link.",)


def test_it_is_broken_also_when_it_was_before():
    for path in ("figures/F.svg", "figures/F.alt.txt"):
        link = State("old", {}, {path: "a link"})

        assert figures(link, link, {}, {})[0].findings == (Verdict.BROKEN,)


@pytest.mark.parametrize(
    ("content", "unreadable"), [({"figures/F.alt.txt": b"\xff"}, {}), ({}, {"figures/F.alt.txt": "too large"})]
)
def test_an_alt_text_that_cannot_be_read_is_broken(content, unreadable):
    after = {path: each for path, each in figure("F").items() if "alt" not in path} | content

    (change,) = reviewed(figure("F"), after, unreadable=unreadable)

    assert change.findings == (Verdict.BROKEN,)
    assert change.notes[0].startswith("Its alt text, after: ")


def test_a_new_figure_that_cannot_be_read_is_broken_and_new():
    (change,) = reviewed({}, {"figures/F.svg": b"<svg"})

    assert change.findings == (Verdict.NEW, Verdict.BROKEN)


# Other names


def test_a_renamed_figure_is_one_change():
    (change,) = reviewed(figure("Old"), figure("New"), {"l": ["l.x"]}, {"Old": "l"})

    assert (change.identity, change.renamed_from, change.findings) == ("New", "Old", (Verdict.RENAMED,))
    assert change.numbers == ("l.x",)


def test_a_renamed_figure_is_known_by_its_pixels():
    (change,) = reviewed(figure("Old"), figure("New", inside="new"))

    assert (change.renamed_from, change.findings) == ("Old", (Verdict.BYTES, Verdict.RENAMED))


def test_a_renamed_figure_is_louder_when_another_picture_moved():
    (change,) = reviewed(figure("Old"), figure("New") | {"figures/New.slide-dark.svg": svg("black")})

    assert change.findings == (Verdict.RENAMED, Verdict.PIXELS)


def test_the_same_bytes_come_before_the_same_pixels():
    before = figure("A", inside="x") | figure("B", inside="y")

    changes = reviewed(before, figure("C", inside="y"))

    assert [(each.identity, each.renamed_from, each.verdict) for each in changes] == [
        ("A", "", Verdict.GONE),
        ("C", "B", Verdict.RENAMED),
    ]


def test_figures_that_look_alike_are_paired_in_order_of_their_names():
    before, after = figure("B") | figure("A") | figure("C"), figure("Y") | figure("X")

    changes = reviewed(before, after)

    assert [(each.identity, each.renamed_from) for each in changes] == [("C", ""), ("X", "A"), ("Y", "B")]


def test_another_picture_or_a_broken_one_is_no_other_name():
    assert len(reviewed(figure("Old"), figure("New", "green"))) == 2
    assert len(reviewed({"figures/Old.svg": b"<svg"}, {"figures/New.svg": b"<svg>"})) == 2


def test_a_figure_that_stays_is_never_renamed():
    changes = reviewed(figure("F"), figure("F") | figure("Copy"))

    assert [(each.identity, each.renamed_from) for each in changes] == [("Copy", "")]
