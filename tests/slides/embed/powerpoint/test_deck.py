"""Marks in PowerPoint files: what is put into shapes, and that everything else stays."""

from __future__ import annotations

import copy
import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pptx
import pytest
from lxml import etree
from pptx.dml.color import RGBColor
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI
from pptx.oxml.ns import qn
from pptx.util import Inches, Pt

from slides.embed.contents import Contents
from slides.embed.mark import Mark, MarkError
from slides.embed.powerpoint.deck import fill
from slides.embed.powerpoint.runs import rows_of
from slides.tables.lecture4 import branch
from slides.tables.rows import table_of
from tests.slides.configured import CASES, made
from tests.slides.embed.project import alt_text, built

NAME = Path("talk.pptx")
BOX = (Inches(1), Inches(1), Inches(8), Inches(4.5))
RACE = next(case for case in CASES if case.identity == "DL01.6.4-race")
SQUARE = (Inches(1), Inches(1), Inches(4), Inches(4))
LOSS = "dl01_6_4/race.last_loss"


def properties(shape):
    return shape._element.xpath("*/p:cNvPr")[0]


def mark(shape, words, place="name"):
    properties(shape).set(place, f"tallysheet: {words}")
    return shape


def box(shape):
    return (shape.left, shape.top, shape.width, shape.height)


class Talk:
    """A presentation in the making; `fill` gives what came of it, and `read` its shapes by slide."""

    def __init__(self, contents):
        self.contents = contents
        self.deck = pptx.Presentation()

    def slide(self):
        return self.deck.slides.add_slide(self.deck.slide_layouts[6]).shapes

    def bytes(self):
        file = io.BytesIO()
        self.deck.save(file)
        return file.getvalue()

    def fill(self):
        return fill(NAME, self.bytes(), self.contents, None)

    def filled(self):
        """Give the shapes of the filled first slide, seen to be current now."""
        outcome = self.fill()
        assert outcome.complaints == []
        again = fill(NAME, outcome.content, self.contents, None)
        assert (again.content, again.stale) == (outcome.content, [])
        return pptx.Presentation(io.BytesIO(outcome.content)).slides[0].shapes


@pytest.fixture
def talk(contents):
    return Talk(contents)


@pytest.fixture
def photo(project):
    """The file of a picture of another figure."""
    return str(project / "build/figures/L4-F1.png")


def seen(shape):
    """Give the shape of what is seen of a picture, its box having room on two sides: it has to be the picture's own."""
    crop = (shape.crop_left, shape.crop_right, shape.crop_top, shape.crop_bottom)
    assert min(crop) == -max(0, *(-side for side in crop))
    across, down = 1 - shape.crop_left - shape.crop_right, 1 - shape.crop_top - shape.crop_bottom
    return (shape.width / across) / (shape.height / down)


@pytest.mark.parametrize("size", [BOX, SQUARE, (0, 0, Inches(9), Inches(1))])
@pytest.mark.parametrize("place", ["title", "descr", "name"])
def test_a_rectangle_becomes_the_picture_in_its_box(talk, project, size, place):
    rectangle = mark(talk.slide().add_shape(1, *size), "DL01.6.4-F2 style=slide-dark", place)
    (picture,) = talk.filled()
    assert picture._element.tag == qn("p:pic")
    assert (box(picture), picture.shape_id) == (size, rectangle.shape_id)
    assert picture.image.blob == built(project, "DL01.6.4-F2", "slide-dark", "png")
    assert seen(picture) == pytest.approx(16 / 9, rel=0.001)
    assert properties(picture).get("descr") == alt_text(project, "DL01.6.4-F2")
    kept = "name" if place == "descr" else place
    assert properties(picture).get(kept) == "tallysheet: DL01.6.4-F2 style=slide-dark"


def test_a_picture_is_replaced_in_its_box(talk, project, photo):
    mark(talk.slide().add_picture(photo, *SQUARE), "L4-F2 style=page")
    outcome = talk.fill()
    assert outcome.stale == [
        "talk.pptx, slide 1: L4-F2 shows another picture, it should show the picture that was built"
    ]
    (picture,) = talk.filled()
    assert (box(picture), picture.image.blob) == (SQUARE, built(project, "L4-F2", "page", "png"))
    assert seen(picture) == pytest.approx(1.5, rel=0.001)


def media(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return [archive.read(name) for name in archive.namelist() if name.startswith("ppt/media/")]


@pytest.mark.parametrize("is_shared", [False, True])
def test_the_picture_before_goes_unless_another_shape_shows_it(talk, project, photo, is_shared):
    shapes = talk.slide()
    mark(shapes.add_picture(photo, *BOX), "L4-F2")
    if is_shared:
        shapes.add_picture(photo, *BOX)
    images = media(talk.fill().content)
    assert built(project, "L4-F2", "slide", "png") in images
    assert (Path(photo).read_bytes() in images) == is_shared


def test_an_svg_that_powerpoint_would_prefer_goes_too(talk, photo):
    picture = mark(talk.slide().add_picture(photo, *BOX), "L4-F1 style=page")
    blip = picture._element.find(f".//{qn('a:blip')}")
    blip.append(etree.fromstring(f'<a:extLst xmlns:a="{blip.nsmap["a"]}"><a:ext uri="svg"/></a:extLst>'))
    (picture,) = talk.filled()
    assert picture._element.find(f".//{qn('a:blip')}/{qn('a:extLst')}") is None


def test_a_crop_that_distorts_nothing_stays(talk, project):
    picture = talk.slide().add_picture(str(project / "build/figures/L4-F2.slide.png"), *BOX)
    picture.crop_left = picture.crop_right = picture.crop_top = picture.crop_bottom = 0.1
    mark(picture, "L4-F2")
    (picture,) = talk.filled()
    assert (picture.crop_left, picture.crop_top) == (pytest.approx(0.1), pytest.approx(0.1))


def test_shapes_in_groups_count_and_are_seen_undistorted(talk):
    shapes = talk.slide()
    group = shapes.add_group_shape()
    inner = group.shapes.add_group_shape()
    mark(inner.shapes.add_shape(1, *SQUARE), "L4-F2")
    mark(group.shapes.add_textbox(*SQUARE), LOSS)
    group.width = group.width * 2
    (group,) = talk.filled()
    picture = group.shapes[0].shapes[0]
    assert box(picture) == SQUARE
    assert 2 * seen(picture) == pytest.approx(16 / 9, rel=0.001)
    assert group.shapes[1].text_frame.text == "0.008"


def test_an_empty_place_of_a_layout_becomes_the_picture(talk):
    slide = talk.deck.slides.add_slide(talk.deck.slide_layouts[8])
    place = mark(slide.placeholders[1], "L4-F2")
    size = box(place)
    picture = next(shape for shape in talk.filled() if shape._element.tag == qn("p:pic"))
    assert box(picture) == size
    assert picture.is_placeholder


def test_a_value_takes_the_look_of_the_text_before(talk):
    text = mark(talk.slide().add_textbox(*BOX), LOSS)
    run = text.text_frame.paragraphs[0].add_run()
    run.text, run.font.size, run.font.italic = "some", Pt(40), True
    run.font.color.rgb = RGBColor(200, 0, 0)
    text.text_frame.paragraphs[0].add_run().text = " thing"
    text.text_frame.add_paragraph().text = "else"
    assert talk.fill().stale == [f"talk.pptx, slide 1: {LOSS} shows 'some thing', it should show '0.008'"]
    (text,) = talk.filled()
    (paragraph,) = text.text_frame.paragraphs
    (run,) = paragraph.runs
    assert (run.text, run.font.size, run.font.italic, run.font.color.rgb) == (
        "0.008",
        Pt(40),
        True,
        RGBColor(200, 0, 0),
    )


def test_every_line_of_a_text_box_counts(talk):
    text = mark(talk.slide().add_textbox(*BOX), LOSS)
    text.text_frame.text = "0.008\nor 0.009"
    assert talk.fill().stale == [f"talk.pptx, slide 1: {LOSS} shows 'or 0.009', it should show nothing"]
    (text,) = talk.filled()
    assert text.text_frame.text == "0.008"


def test_a_formula_beside_a_number_counts(talk):
    text = mark(talk.slide().add_textbox(*BOX), LOSS)
    text.text_frame.text = "0.008"
    spaces = 'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" xmlns:m="urn:math"'
    formula = etree.fromstring(f"<a14:m {spaces}><m:oMath><m:r><m:t>±1</m:t></m:r></m:oMath></a14:m>")
    text._element.find(f".//{qn('a:p')}").append(formula)
    assert talk.fill().stale == [f"talk.pptx, slide 1: {LOSS} shows '0.008±1', it should show '0.008'"]
    (text,) = talk.filled()
    assert text._element.xpath("string(.//a:p)") == "0.008"


def test_another_alt_text_of_the_same_picture_is_stale(talk, project):
    mark(talk.slide().add_shape(1, *BOX), "L4-F2")
    (picture,) = talk.filled()
    talk.deck = picture.part.package.presentation_part.presentation
    properties(picture).set("descr", "what it showed last year")
    assert talk.fill().stale == [
        "talk.pptx, slide 1: L4-F2 shows another alt text, it should show the picture that was built"
    ]
    (picture,) = talk.filled()
    assert properties(picture).get("descr") == alt_text(project, "L4-F2")


def cells(table):
    return [[cell.text for cell in row.cells] for row in table.rows]


@pytest.mark.parametrize("shape", [(1, 1), (2, 3), (5, 5), (9, 8)])
def test_a_table_gets_the_rows_and_columns_it_needs_in_its_box(talk, shape):
    frame = mark(talk.slide().add_table(*shape, *BOX), "L4-09-branch")
    (frame,) = talk.filled()
    assert box(frame) == BOX
    assert sum(column.width for column in frame.table.columns) == pytest.approx(BOX[2], abs=20)
    assert sum(row.height for row in frame.table.rows) == pytest.approx(BOX[3], abs=20)
    assert cells(frame.table) == [
        ["path", "value", "upstream × local", "with numbers", "contribution"],
        ["u = x2", "16", "gu ⋅ 2x", "1 ⋅ 2 ⋅ 4", "8"],
        ["v = 3x", "12", "gv ⋅ 3", "1 ⋅ 3", "3"],
        ["sum at x", "", "gx", "8 + 3", "11"],
    ]


def test_a_table_may_need_many_rows_more(talk):
    mark(talk.slide().add_table(6, 2, *BOX), "DL01.6.4-race")
    (frame,) = talk.filled()
    quantities = [row.cells[0].text for row in frame.table.rows]
    assert quantities == ["quantity", *(row[0] for row in made(RACE).table.rows)]


def test_cells_keep_their_look_and_letters_of_formulas_are_set_as_such(talk):
    frame = mark(talk.slide().add_table(3, 5, *BOX), "L4-09-branch")
    for row, size in zip(frame.table.rows, (30, 20, 25), strict=True):
        for cell in row.cells:
            cell.text = "old"
            cell.text_frame.paragraphs[0].runs[0].font.size = Pt(size)
    (frame,) = talk.filled()
    sizes = [{run.font.size for run in row.cells[0].text_frame.paragraphs[0].runs} for row in frame.table.rows]
    assert sizes == [{Pt(30)}, {Pt(20)}, {Pt(20)}, {Pt(25)}]
    runs = frame.table.cell(1, 0).text_frame.paragraphs[0].runs
    looks = [(run.text, run.font.italic, run._r.rPr.get("baseline")) for run in runs]
    assert looks == [("u", True, None), (" = ", None, None), ("x", True, None), ("2", None, "30000")]


def test_a_number_that_moved_in_a_table_is_told(talk):
    frame = mark(talk.slide().add_table(4, 5, *BOX), "L4-09-branch")
    frame = talk.filled()[0]
    talk.deck = frame.part.package.presentation_part.presentation
    frame.table.cell(1, 1).text = "17"
    (told,) = talk.fill().stale
    assert told == (
        "talk.pptx, slide 1: L4-09-branch shows 'u = x2 | 17 | gu ⋅ 2x | 1 ⋅ 2 ⋅ 4 | 8', "
        "it should show 'u = x2 | 16 | gu ⋅ 2x | 1 ⋅ 2 ⋅ 4 | 8'"
    )


@pytest.mark.parametrize("case", CASES, ids=[case.identity for case in CASES])
def test_every_table_can_be_shown_with_all_its_numbers(case):
    table = made(case).table
    rows = rows_of(table)
    assert [len(row) for row in rows] == [len(table.head)] * (1 + len(table.rows) + len(table.foot))
    texts = ["".join(run.text for line in cell for run in line) for row in rows for cell in row]
    assert not any("\\" in text or "$" in text for text in texts)


def test_a_matrix_stands_in_lines_or_in_brackets(contents):
    source = contents.table_source("L4-11-dense-vjp")
    rows = rows_of(table_of(*source))
    result = [["".join(run.text for run in line) for line in row[4]] for row in rows]
    assert result[1:] == [["\u20078", "10"], ["\u20078\xa0\xa0−4", "−4\xa0\xa0\u20072"], ["\u20074", "−2"]]
    assert [run.text for run in rows[2][1][0]] == ["[8\xa0\xa0−4]"]


@pytest.mark.parametrize(
    ("add", "words", "complaint"),
    [
        (lambda shapes: shapes.add_table(2, 2, *BOX), "L4-F2", "L4-F2 is a figure, and this shape is something else."),
        (lambda shapes: shapes.add_shape(1, *BOX), "L4-09-branch", "Mark a table with it."),
        (lambda shapes: shapes.add_table(2, 2, *BOX), LOSS, "Mark a text box with it."),
        (lambda shapes: shapes.add_group_shape(), "L4-F2", "Mark a picture or a rectangle with it."),
        (lambda shapes: shapes.add_shape(1, *BOX), "L4-F22", "there is no figure, table or value called 'L4-F22'."),
        (lambda shapes: shapes.add_shape(1, *BOX), "L4-F2 style=x", "there is no style 'x'."),
        (lambda shapes: shapes.add_shape(1, *BOX), "", "the mark names nothing."),
    ],
)
def test_what_a_shape_cannot_show_is_a_sentence(talk, add, words, complaint):
    mark(add(talk.slide()), words)
    outcome = talk.fill()
    (told,) = outcome.complaints
    assert told.startswith(f"talk.pptx, slide 1, 'tallysheet: {words}".rstrip())
    assert complaint in told


def test_a_table_whose_module_shows_something_unchecked_is_a_sentence(talk, monkeypatch):
    monkeypatch.setattr(branch, "CONSTANTS", {})
    mark(talk.slide().add_table(3, 3, *BOX), "L4-09-branch")
    assert "typed by hand" in talk.fill().complaints[0]


def test_merged_cells_are_refused(talk):
    frame = mark(talk.slide().add_table(3, 3, *BOX), "L4-09-branch")
    frame.table.cell(0, 0).merge(frame.table.cell(0, 1))
    assert "the table has merged cells" in talk.fill().complaints[0]


def alternative(shape):
    """Make two forms of a shape, as PowerPoint does as soon as an equation is typed into it."""
    element = shape._element
    space = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    both = etree.Element(f"{{{space}}}AlternateContent", nsmap={"mc": space})
    element.addprevious(both)
    for name in ("Choice", "Fallback"):
        etree.SubElement(both, f"{{{space}}}{name}").append(copy.deepcopy(element))
    both[0].set("Requires", "a14")
    element.getparent().remove(element)


@pytest.mark.parametrize("is_grouped", [False, True])
def test_a_marked_shape_with_an_equation_is_no_mark_that_is_passed_over(talk, is_grouped):
    shapes = talk.slide()
    within = shapes.add_group_shape().shapes if is_grouped else shapes
    mark(shapes.add_textbox(*BOX), LOSS)
    alternative(mark(within.add_textbox(*BOX), LOSS))
    outcome = talk.fill()
    (told,) = outcome.complaints
    assert told.startswith(f"talk.pptx, slide 1, 'tallysheet: {LOSS}': this mark cannot be filled")
    assert "equation" in told


def test_the_mark_of_all_shapes_of_a_slide_is_no_mark_that_is_passed_over(talk):
    talk.slide()._spTree.find(f"*/{qn('p:cNvPr')}").set("descr", "tallysheet: L4-F2")
    (told,) = talk.fill().complaints
    assert "this mark cannot be filled" in told


def notes(talk):
    slide = talk.deck.slides.add_slide(talk.deck.slide_layouts[6])
    return slide.notes_slide.shapes[0]


@pytest.mark.parametrize(
    ("find", "where"),
    [
        (notes, "ppt/notesSlides/notesSlide1.xml"),
        (lambda talk: talk.deck.slide_layouts[0].shapes[0], "ppt/slideLayouts/slideLayout1.xml"),
        (lambda talk: talk.deck.slide_masters[0].shapes[0], "ppt/slideMasters/slideMaster1.xml"),
    ],
)
@pytest.mark.parametrize("words", ["tallysheet: L4-F2", "tallysheet L4-F2"])
def test_a_mark_that_stands_on_no_slide_is_a_complaint(talk, find, where, words):
    properties(find(talk)).set("name", words)
    (told,) = talk.fill().complaints
    assert told.startswith(f"talk.pptx, {where}, {words!r}: ")
    assert "Marks are filled on slides" in told


def test_a_mark_in_a_part_that_python_pptx_does_not_read_is_a_complaint(talk):
    part = talk.deck.slides.add_slide(talk.deck.slide_layouts[6]).part
    drawing = (
        b'<dsp:drawing xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram"><dsp:sp><dsp:nvSpPr>'
        b'<dsp:cNvPr id="1" name="tallysheet: L4-F2"/></dsp:nvSpPr></dsp:sp></dsp:drawing>'
    )
    name = PackURI("/ppt/diagrams/drawing1.xml")
    kind = "application/vnd.ms-office.drawingml.diagramDrawing+xml"
    part.relate_to(Part(name, kind, part.package, drawing), "http://schemas.microsoft.com/diagramDrawing")
    (told,) = talk.fill().complaints
    assert told.startswith("talk.pptx, ppt/diagrams/drawing1.xml, 'tallysheet: L4-F2': ")


def test_a_drawing_by_hand_with_a_mark_is_a_complaint(talk):
    tree = talk.slide()._spTree
    spaces = {"p": tree.nsmap["p"], "p14": "http://schemas.microsoft.com/office/powerpoint/2010/main"}
    spaces["mc"] = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    declared = " ".join(f'xmlns:{name}="{space}"' for name, space in spaces.items())
    names = '<p14:nvContentPartPr><p14:cNvPr id="9" name="tallysheet: L4-F2"/></p14:nvContentPartPr>'
    choice = f'<mc:Choice Requires="p14"><p:contentPart>{names}</p:contentPart></mc:Choice>'
    tree.append(etree.fromstring(f"<mc:AlternateContent {declared}>{choice}</mc:AlternateContent>"))
    assert "this mark cannot be filled" in talk.fill().complaints[0]


@pytest.mark.parametrize(
    "words", ["Tallysheet: L4-F2", "TALLYSHEET : L4-F2", "tallysheet:L4-F2 ", "tallysheet:\nL4-F2"]
)
def test_capitals_and_spaces_make_no_difference(talk, words):
    properties(talk.slide().add_shape(1, *BOX)).set("descr", words)
    (picture,) = talk.filled()
    assert picture._element.tag == qn("p:pic")


@pytest.mark.parametrize("place", ["title", "descr", "name"])
@pytest.mark.parametrize(
    "words", ["tallysheet L4-F2", "Tallysheet DL01.6.4-F2 style=slide", " /tallysheet", "tallysheet"]
)
def test_what_is_nearly_a_mark_is_a_complaint(talk, words, place):
    properties(talk.slide().add_shape(1, *BOX)).set(place, words)
    (told,) = talk.fill().complaints
    assert told.startswith(f"talk.pptx, slide 1, {words.strip()!r}: this looks like a mark, but is none")


def test_an_encoding_makes_no_sense_for_a_presentation(talk):
    talk.slide()
    with pytest.raises(MarkError, match="--encoding is for files of text, and a presentation is none"):
        fill(NAME, talk.bytes(), talk.contents, "latin-1")


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_presentation_is_a_sentence(contents, content):
    with pytest.raises(MarkError, match="it cannot be read as a presentation"):
        fill(NAME, content, contents, None)


def parts(content):
    """Give the parts of a presentation, XML in canonical form."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    return {
        name: etree.tostring(etree.fromstring(part), method="c14n") if part[:1] == b"<" else part
        for name, part in found.items()
    }


def test_everything_else_stays(talk, photo):
    other = talk.slide()
    other.add_picture(photo, *BOX)
    other.add_textbox(*BOX).text_frame.text = "tallysheet: L4-F2"
    shapes = talk.slide()
    shapes.add_shape(1, *BOX).name = "tallysheets: none"
    mark(shapes.add_textbox(*BOX), LOSS)
    before = talk.bytes()
    outcome = fill(NAME, before, talk.contents, None)
    old, new = parts(before), parts(outcome.content)
    assert [name for name in old | new if old.get(name) != new.get(name)] == ["ppt/slides/slide2.xml"]
    first, second = (etree.fromstring(each["ppt/slides/slide2.xml"]) for each in (old, new))
    for slide in (first, second):
        text = slide.find(f".//{qn('p:sp')}[2]/{qn('p:txBody')}")
        text.clear()
    assert etree.tostring(first) == etree.tostring(second)


def test_the_same_file_gives_the_same_bytes_whenever_it_is_filled(talk, monkeypatch):
    mark(talk.slide().add_shape(1, *BOX), "L4-F2")
    content = talk.bytes()
    once = fill(NAME, content, talk.contents, None).content
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    assert fill(NAME, content, talk.contents, None).content == once
    with zipfile.ZipFile(io.BytesIO(once)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_a_file_without_marks_comes_out_as_it_went_in(talk, photo):
    talk.slide().add_picture(photo, *BOX)
    content = talk.bytes()
    assert fill(NAME, content, talk.contents, None).content == content


def test_a_picture_that_was_not_built_is_a_sentence(talk, tmp_path, project):
    for folder in ("config", "figures", "slides", "workflow"):
        (tmp_path / folder).symlink_to(project / folder)
    talk.contents = Contents(tmp_path)
    assert talk.contents.kind(Mark("L4-F2")) == "figure"
    mark(talk.slide().add_shape(1, *BOX), "L4-F2")
    assert "Run `snakemake` first" in talk.fill().complaints[0]


def test_a_table_that_was_not_built_as_its_module_makes_it_is_not_shown(talk, monkeypatch):
    made = branch.table
    # The parameter's name says which ledger it is.
    monkeypatch.setattr(branch, "table", lambda branch: replace(made(branch), caption="Another caption"))
    mark(talk.slide().add_table(3, 3, *BOX), "L4-09-branch")
    assert "what makes it was changed since it was built. Run `snakemake`." in talk.fill().complaints[0]


def test_a_shape_with_two_different_marks_is_a_complaint_and_with_the_same_twice_is_none(talk):
    shape = mark(talk.slide().add_textbox(*BOX), "dl01_6_4/race.last_loss")
    shape._element._nvXxPr.cNvPr.set("descr", "tallysheet: L4-F2 style=slide")
    assert "is marked with dl01_6_4/race.last_loss as well" in talk.fill().complaints[0]

    shape._element._nvXxPr.cNvPr.set("descr", "tallysheet: dl01_6_4/race.last_loss")
    assert talk.fill().complaints == []
