"""Decks for PowerPoint as files: what they say, that it can be edited, and that LibreOffice shows it."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import zipfile
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from lxml import etree, html
from PIL import Image
from pptx import Presentation
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.opc.constants import RELATIONSHIP_TYPE as RT
from pptx.util import Pt

from slides.decks.deck import PlacedTable, Words, set_values, texts
from slides.decks.powerpoint.arrangement import ArrangementError
from slides.decks.powerpoint.drawing import MATH, MATH_PREFIX
from slides.decks.powerpoint.style import HEIGHT, MARGIN, WIDTH
from slides.decks.powerpoint.words import WordsError
from slides.decks.powerpoint.writer import render
from slides.decks.reading import READER
from slides.tables import pandoc
from slides.tables.layout import is_numeric
from slides.tables.table import Formula, Number
from tests.slides.configured import LESSONS
from tests.slides.decks.configured import WITH_DECKS, deck
from workflow.scan import numerals_in

NAMES = {
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "p": "http://schemas.openxmlformats.org/presentationml/2006/main",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
}

# What raised and lowered words of a fallback, and blanks that align, do not say.
BLANKS = re.compile(r"[\s\u2007\u2008\u00a0\u200b]+")

# Pieces of high brackets.
BRACKETS = set("⎡⎢⎣⎤⎥⎦")

PARSER = html.HTMLParser(encoding="utf-8")

lessons = pytest.mark.parametrize("lesson", WITH_DECKS)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    """A folder with a picture for every figure: small ones, since nobody looks at them."""
    folder = tmp_path_factory.mktemp("pictures")
    for lesson in LESSONS.values():
        for figure in lesson["figures"]:
            Image.new("RGB", (16, 9), "white").save(folder / f"{figure}.slide.png")
    return folder


@pytest.fixture(scope="module")
def files(pictures):
    """The bytes of every lesson's deck."""
    return {lesson: render(deck(lesson, pictures)) for lesson in WITH_DECKS}


@pytest.fixture
def small_deck(make, tmp_path):
    """Make the small deck of a template's text, and open what is written of it."""
    Image.new("RGB", (16, 9), "white").save(tmp_path / "F.slide.png")
    return lambda *arguments: opened(render(make(*arguments)))


def opened(content):
    return Presentation(io.BytesIO(content))


def find(element, path):
    return etree.XPath(path, namespaces=NAMES)(element)


def plain(element):
    """Give an element as lxml knows it; python-pptx has classes of its own, whose xpath takes no namespaces."""
    return etree.fromstring(etree.tostring(element))


def slides(content):
    return [plain(slide.element) for slide in opened(content).slides]


def seen(slide, reader):
    """Give a slide as a program sees it that shows equations ("Choice"), or as one that does not ("Fallback")."""
    slide = plain(slide)
    other = {"Choice": "Fallback", "Fallback": "Choice"}[reader]
    for each in find(slide, f"//mc:{other}"):
        each.getparent().remove(each)
    return slide


def words(element):
    return " ".join(text.text or "" for text in find(element, ".//a:t | .//m:t"))


def numerals(text):
    return [numeral for numeral in numerals_in(text) if numeral[-1].isdecimal()]


def spelled(deck, nodes):
    def number(piece):
        return pandoc.text(f" {piece.text} ")

    def formula(piece: Formula, _):
        return pandoc.text(" ".join(part.text if isinstance(part, Number) else part for part in piece.parts()))

    return [words for _, words in texts(set_values(nodes, deck.tokens, number, formula))]


@lessons
def test_notes_arrive(lesson, files, pictures):
    made = deck(lesson, pictures)
    _, *shown = opened(files[lesson]).slides
    for slide, written in zip(made.slides, shown, strict=True):
        expected = numerals(" ".join(spelled(made, slide.notes)))
        assert numerals(written.notes_slide.notes_text_frame.text) == expected
        assert written.notes_slide.notes_text_frame.text


@lessons
def test_the_same_deck_gives_the_same_bytes(lesson, files, pictures):
    assert render(deck(lesson, pictures)) == files[lesson]


@lessons
def test_the_parts_are_packed_in_order_and_without_a_date(lesson, files):
    with zipfile.ZipFile(io.BytesIO(files[lesson])) as archive:
        first, *others = archive.namelist()
        assert first == "[Content_Types].xml"
        assert others == sorted(set(others))
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@lessons
def test_nothing_tells_of_whoever_made_it(lesson, files):
    with zipfile.ZipFile(io.BytesIO(files[lesson])) as archive:
        assert not {"docProps/app.xml", "docProps/thumbnail.jpeg"} & set(archive.namelist())
    properties = opened(files[lesson]).core_properties
    assert (properties.author, properties.last_modified_by) == ("", "")
    assert properties.title == deck(lesson).title
    assert properties.created.year == 2000


@lessons
def test_every_relation_leads_to_a_part(lesson, files):
    with zipfile.ZipFile(io.BytesIO(files[lesson])) as archive:
        names = set(archive.namelist())
        for name in names:
            if not name.endswith(".rels"):
                continue
            folder = zipfile.Path(archive, name).parent.parent
            for relation in etree.fromstring(archive.read(name)):
                target = relation.get("Target")
                found = target.removeprefix("/") if target.startswith("/") else resolved(folder.at, target)
                assert found in names, (name, target)


def resolved(folder, target):
    steps = folder.strip("/").split("/") if folder.strip("/") else []
    for step in target.split("/"):
        if step == "..":
            steps.pop()
        else:
            steps.append(step)
    return "/".join(steps)


@lessons
@pytest.mark.parametrize("reader", ["Choice", "Fallback"])
def test_shapes_have_ids_of_their_own_and_the_title_comes_first(lesson, files, reader):
    for slide in slides(files[lesson]):
        shown = seen(slide, reader)
        ids = [int(each.get("id")) for each in find(shown, "//p:cNvPr")]
        assert len(set(ids)) == len(ids)
        first = find(shown, "(//p:sp)[1]//p:ph")
        assert [each.get("type") for each in first] in (["title"], ["ctrTitle"])


@lessons
def test_a_shape_with_an_equation_has_words_for_other_programs(lesson, files):
    found = 0
    for slide in slides(files[lesson]):
        assert not find(slide, "//mc:Fallback//m:oMath")
        assert not find(slide, "//m:oMath[not(ancestor::mc:Choice)]")
        for choice in find(slide, "//mc:Choice"):
            prefix = choice.get("Requires")
            assert prefix == MATH_PREFIX != "a14"  # LibreOffice would take that name for an equation that it can show
            assert choice.nsmap[prefix] == MATH
            assert find(choice, ".//m:oMath")
            found += 1
    assert found > 5


@lessons
def test_an_equation_is_as_large_as_the_words_around_it(lesson, files):
    for slide in slides(files[lesson]):
        for paragraph in find(slide, "//a:p[.//m:oMath]"):
            sizes = {each.get("sz") for each in find(paragraph, ".//a:rPr | ./a:endParaRPr")}
            assert len(sizes) == 1, words(paragraph)


@lessons
def test_a_run_of_an_equation_has_its_parts_in_the_order_of_the_schema(lesson, files):
    for slide in slides(files[lesson]):
        for run in find(slide, "//m:r"):
            names = [etree.QName(each).localname for each in run]
            assert names in (["rPr", "t"], ["rPr", "rPr", "t"])
            assert len(find(run, "./m:rPr/*")) <= 1
        for control in find(slide, "//m:ctrlPr"):
            assert control.getnext() is None


@lessons
def test_type_is_large_enough(lesson, files):
    for slide in slides(files[lesson]):
        for look in find(slide, "//a:rPr[not(parent::a:fld)] | //a:endParaRPr"):
            of_table = find(look, "ancestor::a:tbl") or find(look, "ancestor::p:sp[not(.//p:ph)]")
            assert int(look.get("sz")) >= (1600 if of_table else 2000)


@lessons
def test_everything_is_in_the_language_of_the_deck(lesson, files):
    for slide in slides(files[lesson]):
        assert {look.get("lang") for look in find(slide, "//a:rPr | //a:endParaRPr")} == {deck(lesson).language}


@lessons
@pytest.mark.parametrize("reader", ["Choice", "Fallback"])
def test_shapes_stand_apart_and_on_the_slide(lesson, files, reader):
    for slide in slides(files[lesson]):
        boxes = [box(each) for each in find(seen(slide, reader), "//p:spPr/a:xfrm | //p:graphicFrame/p:xfrm")]
        if find(slide, "//p:pic"):
            assert boxes == [(0, 0, WIDTH, HEIGHT)]
            continue
        for left, top, right, bottom in boxes:
            assert MARGIN <= left < right <= WIDTH - MARGIN + 0.01
            assert top >= 60
            assert bottom <= HEIGHT - 19.99
        for (_, _, _, bottom), (_, top, _, _) in pairwise(sorted(boxes, key=lambda each: each[1])):
            assert bottom < top


def box(transform):
    offset, extent = transform
    left, top = int(offset.get("x")) / 12_700, int(offset.get("y")) / 12_700
    return left, top, left + int(extent.get("cx")) / 12_700, top + int(extent.get("cy")) / 12_700


@lessons
def test_tables_say_what_is_a_head_and_set_numbers_at_the_right(lesson, files, pictures):
    for slide, written in zip(deck(lesson, pictures).slides, slides(files[lesson])[1:], strict=True):
        placed = [block.table for block in slide.blocks if isinstance(block, PlacedTable)]
        frames = find(seen(written, "Choice"), "//p:graphicFrame")
        for table, frame in zip(placed, frames, strict=True):
            assert [find(frame, ".//a:tblPr")[0].get(name) for name in ("firstRow", "firstCol")] == ["1", "1"]
            assert len(find(frame, ".//a:tr")) == 1 + len(table.rows) + len(table.foot)
            for row in find(frame, ".//a:tr"):
                aligned = [find(cell, ".//a:pPr")[0].get("algn") for cell in find(row, "./a:tc")]
                assert aligned == ["r" if is_numeric(table, place) else "l" for place in range(len(table.head))]


@lessons
def test_no_cell_is_broken_where_smaller_type_would_do(lesson, files):
    for slide in slides(files[lesson]):
        for table in find(slide, "//mc:Choice//a:tbl | //a:tbl[not(ancestor::mc:AlternateContent)]"):
            sizes = {int(each.get("sz")) for each in find(table, ".//a:endParaRPr")}
            heights = [int(row.get("h")) for row in find(table, "./a:tr")]
            if not find(table, ".//m:m") and sizes != {1600}:
                assert max(heights[1:]) < 2.2 * 12_700 * max(sizes) / 100


def test_a_head_is_broken_before_type_gets_smaller(files):
    tables = [each for slide in slides(files["lecture4"]) for each in find(slide, "//a:tbl")]
    table = next(each for each in tables if "(given)" in words(each))
    head, *others = (int(row.get("h")) for row in find(table, "./a:tr"))
    assert head > 1.5 * max(others)
    assert {each.get("sz") for each in find(table, ".//a:endParaRPr")} == {"2400"}


@lessons
def test_most_tables_are_set_in_the_largest_type(lesson, files):
    sizes = [
        int(find(table, ".//a:endParaRPr")[0].get("sz"))
        for slide in slides(files[lesson])
        for table in find(seen(slide, "Choice"), "//a:tbl")
    ]
    assert sizes.count(2400) > 0.5 * len(sizes)


def test_a_table_is_described_by_its_caption(small_deck):
    _, slide = small_deck('## Something else\n\n{{ table("small") }}\n').slides
    assert find(plain(slide.element), "//p:graphicFrame//p:cNvPr/@descr") == 2 * ["Loss after 1,000 steps"]


def test_a_foot_of_several_rows_is_set_off_once(files):
    [table] = [
        each for slide in slides(files["dl01_6_4"]) for each in find(slide, "//a:tbl") if "after release" in words(each)
    ]
    above = [{each.get("w") for each in find(row, ".//a:lnT")} for row in find(table, "./a:tr")]
    *body, first, second = above
    assert not any(body)
    assert int(*first) > int(*second)
    assert find(table, "./a:tblPr")[0].get("lastRow") == "0"


@lessons
def test_a_figure_fills_its_slide_and_is_described(lesson, files, pictures):
    for slide, written in zip(deck(lesson, pictures).slides, slides(files[lesson])[1:], strict=True):
        if slide.figure:
            [picture] = find(written, "//p:pic")
            assert find(picture, ".//p:cNvPr")[0].get("descr") == slide.figure.alt_text
            assert find(picture, ".//p:ph")[0].get("type") == "pic"


def test_the_title_of_a_figure_stands_above_the_slide(small_deck):
    layout = small_deck().slides[2].slide_layout
    title = next(shape for shape in layout.placeholders if shape.placeholder_format.type.name == "TITLE")
    assert title.top + title.height <= 0


def test_the_picture_is_the_light_one_for_slides(small_deck, tmp_path):
    picture = small_deck().slides[2].shapes[1]
    assert picture.image.blob == (tmp_path / "F.slide.png").read_bytes()


def test_layouts_are_wide_and_only_those_in_use(files):
    for content in files.values():
        made = opened(content)
        assert (made.slide_width, made.slide_height) == (Pt(960), Pt(540))
        assert {layout.name for layout in made.slide_layouts} == {
            "Title Slide",
            "Title and Content",
            "Title Only",
            "Figure",
        }


LISTS = """## Lists

Words with **weight** and *stress* and `code`.

- one
    - deeper
- two

#. three
#. four
"""


def test_lists_and_looks_stay_what_they_are(small_deck):
    _, slide = small_deck(LISTS).slides
    paragraphs = find(slide.element, "(//p:sp)[2]//a:p")
    signs = [
        [etree.QName(each).localname for each in find(each, "./a:pPr/a:buChar | ./a:pPr/a:buAutoNum")]
        for each in paragraphs
    ]
    assert signs == [[], ["buChar"], ["buChar"], ["buChar"], ["buAutoNum"], ["buAutoNum"]]
    assert [find(each, "./a:pPr")[0].get("lvl") for each in paragraphs] == [None, "1", "2", "1", "1", "1"]
    numbers = {(each.get("type"), each.get("startAt")) for each in find(slide.element, "//a:buAutoNum")}
    assert numbers == {("arabicPeriod", "1")}
    looks = {run.findtext("a:t", namespaces=NAMES): find(run, "./a:rPr")[0] for run in find(paragraphs[0], ".//a:r")}
    assert (looks["weight"].get("b"), looks["stress"].get("i")) == ("1", "1")
    assert find(looks["code"], "./a:latin")[0].get("typeface") == "Consolas"


def test_signs_of_lists_stand_in_the_accent_of_the_other_decks(small_deck):
    made = small_deck(LISTS)
    signs = find(plain(made.slides[1].element), "//a:buChar | //a:buAutoNum")
    assert [find(each, "../a:buClr/a:schemeClr/@val") for each in signs] == 5 * [["accent1"]]
    theme = etree.fromstring(made.slide_master.part.part_related_by(RT.THEME).blob)
    assert find(theme, "//a:accent1/a:srgbClr/@val") == ["00664A"]


def test_notes_of_a_table_are_muted(small_deck):
    _, slide = small_deck('## Something\n\n{{ table("small") }}\n').slides
    notes = find(plain(slide.element), "//p:sp[.//p:cNvPr[starts-with(@name, 'Notes')]]")
    looks = [look for each in notes for look in find(each, ".//a:rPr | .//a:endParaRPr")]
    assert looks
    assert all(find(look, "./a:solidFill/a:schemeClr/@val") == ["tx2"] for look in looks)


@lessons
def test_slides_other_than_the_title_and_figures_have_their_number(lesson, files):
    for place, slide in enumerate(slides(files[lesson]), 1):
        numbers = find(slide, "//p:sp[.//p:ph[@type='sldNum']]//a:fld[@type='slidenum']/a:t/text()")
        assert numbers == ([] if place == 1 or find(slide, "//p:pic") else [str(place)])


def test_the_layouts_have_a_place_for_the_number(small_deck):
    _, slide, *_ = small_deck().slides
    [number] = [each for each in slide.placeholders if each.placeholder_format.type == PP_PLACEHOLDER.SLIDE_NUMBER]
    assert number.left + number.width == Pt(WIDTH - MARGIN)
    assert number.top >= Pt(HEIGHT - 20)


def test_a_formula_that_stands_alone_has_its_own_paragraph(small_deck):
    _, slide = small_deck("## Alone\n\nBefore\n$$ x = y $$\nafter it.\n").slides
    shown = seen(slide.element, "Choice")
    assert len(find(shown, "(//p:sp)[2]//a:p")) == 3
    assert len(find(shown, "//m:oMathPara")) == 1


def test_a_caption_that_says_what_the_title_says_is_not_said_twice(small_deck):
    _, again = small_deck('## Loss after {{ small.steps }} steps\n\n{{ table("small") }}\n').slides
    _, other = small_deck('## Something else\n\n{{ table("small") }}\n').slides
    assert words(seen(again.element, "Choice")).count("Loss after") == 1
    assert "Loss after" in words(seen(other.element, "Choice"))


def test_words_around_a_table_stand_around_it(small_deck):
    _, slide = small_deck('## Mixed\n\nAbove\n\n{{ table("small") }}\n\nBelow\n').slides
    shown = seen(slide.element, "Choice")
    tops = [box(each)[1] for each in find(shown, "//p:spPr/a:xfrm | //p:graphicFrame/p:xfrm")]
    assert tops == sorted(tops)
    assert words(shown).index("Above") < words(shown).index("by hand") < words(shown).index("Below")
    assert len(find(shown, "//p:ph[@idx='1']")) == 1


def test_a_long_title_takes_two_lines_and_moves_what_is_below(small_deck):
    _, short = small_deck("## Short\n\nWords\n").slides
    _, long = small_deck(f"## {'A long title ' * 7}\n\nWords\n").slides
    sizes = [int(find(slide.element, "(//a:rPr)[1]")[0].get("sz")) for slide in (short, long)]
    assert sizes[0] > sizes[1]
    assert not find(short.element, "(//p:sp)[2]//a:xfrm")
    assert box(find(long.element, "(//p:sp)[2]//a:xfrm")[0])[1] > 84


def test_a_title_without_end_is_refused(small_deck):
    with pytest.raises(ArrangementError, match=r"the title 'A long title .*takes more than 2 lines"):
        small_deck(f"## {'A long title ' * 12}\n\nWords\n")


def test_a_slide_that_holds_too_much_is_refused_by_its_title(small_deck):
    with pytest.raises(ArrangementError, match="the slide 'Too much' holds more than fits"):
        small_deck("## Too much\n\n" + "A paragraph.\n\n" * 30)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("[a](https://example.org)", "a link"),
        ("---", "a line across"),
        ("Term\n:   explained", "a list of definitions"),
        ("a[^a]\n\n[^a]: b", "a footnote"),
        ("iii) three", "a list with numbers other than 1, 2, 3"),
        ("[a]{.b}", "what pandoc calls Span"),
    ],
)
def test_what_has_no_place_is_refused_by_its_name_and_slide(make, content, kind):
    made = make("## Loss {{ small.loss }}\n\nWords\n")
    held = replace(made.slides[0], blocks=(Words(tuple(pandoc.read(content, READER))),))
    with pytest.raises(WordsError, match=f"the slide 'Loss 2.259' holds {kind}, for which PowerPoint has no place"):
        render(replace(made, slides=(held,)))


@pytest.fixture(scope="module")
def pages(files, tmp_path_factory):
    """Every slide as LibreOffice shows it: its words with their places."""
    if not (shutil.which("soffice") and shutil.which("pdftotext")):
        pytest.skip("LibreOffice and poppler are not installed")
    folder = tmp_path_factory.mktemp("shown")
    for lesson, content in files.items():
        (folder / f"{lesson}.pptx").write_bytes(content)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", folder]
    subprocess.run([*command, *folder.glob("*.pptx")], check=True, capture_output=True, timeout=120)
    return {lesson: list(shown(folder / f"{lesson}.pdf")) for lesson in files}


def shown(file):
    """Give the words of each page with left, top, right and bottom."""
    done = subprocess.run(["pdftotext", "-bbox", file, "-"], check=True, capture_output=True).stdout
    for page in html.document_fromstring(done, parser=PARSER).iter("page"):
        yield [
            (word.text, *(float(word.get(side)) for side in ("xmin", "ymin", "xmax", "ymax")))
            for word in page.iter("word")
        ]


@lessons
def test_libreoffice_shows_the_words_of_every_slide(lesson, files, pages):
    for slide, page in zip(slides(files[lesson]), pages[lesson], strict=True):
        fallback = seen(slide, "Fallback")
        if find(fallback, "//p:pic"):
            continue
        # Lines of a matrix are read across, and numbers of lists are not words of the slide.
        expected = Counter(BLANKS.sub("", "".join(text.text or "" for text in find(fallback, ".//a:t"))))
        found = Counter(BLANKS.sub("", "".join(word for word, *_ in page)))
        assert not expected - found, words(fallback)


@lessons
def test_libreoffice_leaves_nothing_outside_of_a_slide(lesson, pages):
    for page in pages[lesson]:
        for word, left, top, right, bottom in page:
            assert left >= MARGIN - 1, word
            assert right <= WIDTH - MARGIN + 1, word
            assert top >= 0, word
            assert bottom <= HEIGHT - 5, word


@lessons
def test_libreoffice_shows_no_words_over_others(lesson, pages):
    for page in pages[lesson]:
        inner = [(word, left, top + 4, right, bottom - 4) for word, left, top, right, bottom in page]
        for one, other in combinations(inner, 2):
            across = min(one[3], other[3]) - max(one[1], other[1])
            down = min(one[4], other[4]) - max(one[2], other[2])
            # The pieces of a bracket overlap, so that they join.
            are_pieces = BRACKETS & set(one[0]) and BRACKETS & set(other[0])
            assert across < 1.5 or down < 1.5 or are_pieces, (one, other)


@lessons
def test_libreoffice_breaks_no_row_of_a_matrix(lesson, pages):
    for page in pages[lesson]:
        lines = Counter(round(bottom) for word, *_, bottom in page for sign in word if sign in BRACKETS)
        assert all(count % 2 == 0 for count in lines.values()), lines
