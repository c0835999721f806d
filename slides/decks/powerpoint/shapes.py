"""Shapes on a slide. One that holds a formula is written twice: for PowerPoint, and for whatever shows no equations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from lxml import etree

from slides.decks.powerpoint.drawing import MATH, MATH_PREFIX, MC, Element, R, Value, a, emu, mc, p, worded
from slides.decks.powerpoint.runs import Paragraph
from slides.decks.powerpoint.style import Box
from slides.decks.powerpoint.tables import LaidTable, graphic
from slides.decks.powerpoint.text import Setting, has_equation, with_equations, without_equations

Write = Callable[[bool], Element]
Role = Mapping[str, Value]

# The placeholder of the layouts for the number of a slide, and what PowerPoint calls its field.
_NUMBER: Role = {"type": "sldNum", "sz": "quarter", "idx": 12}
_FIELD = "{C1FF6DA9-008F-8B48-92A6-B652298478BF}"


@dataclass(frozen=True)
class Text:
    """Paragraphs on a slide.

    box : where they stand; None where the layout has it
    role : the attributes that name their placeholder; None for a text box
    """

    name: str
    paragraphs: Sequence[Paragraph]
    setting: Setting
    box: Box | None
    role: Role | None


def text_shape(number: int, text: Text) -> etree._Element:
    """Write a placeholder or a text box."""

    def write(equations: bool) -> etree._Element:
        written = (with_equations if equations else without_equations)(text.paragraphs, text.setting)
        place = [_transform(a, text.box)] if text.box else []
        if text.role is None:
            kind, look = p("cNvSpPr", txBox=True), [a("prstGeom", a("avLst"), prst="rect"), a("noFill")]
            body = a("bodyPr", wrap="square", lIns=0, tIns=0, rIns=0, bIns=0)
        else:
            kind, look, body = p("cNvSpPr", a("spLocks", noGrp=True)), [], a("bodyPr")
        named = p("nvSpPr", p("cNvPr", id=number, name=text.name), kind, _role(text.role))
        return p("sp", named, p("spPr", *place, *look), p("txBody", body, a("lstStyle"), *written))

    return _alternated(write, has_equation(text.paragraphs))


def table_shape(number: int, table: LaidTable, description: str, box: Box) -> etree._Element:
    """Write a table in its frame."""

    def write(equations: bool) -> etree._Element:
        named = p(
            "nvGraphicFramePr",
            p("cNvPr", id=number, name=table.sheet.identity, descr=description),
            p("cNvGraphicFramePr", a("graphicFrameLocks", noGrp=True)),
            p("nvPr"),
        )
        return p("graphicFrame", named, _transform(p, box), graphic(table, equations=equations))

    return _alternated(write, has_equation([cell for row in table.sheet.rows for cell in row]))


def number_shape(number: int, place: int, language: str) -> etree._Element:
    """Write the number of a slide, which follows when an author moves the slide; the layout has its place and look."""
    named = p(
        "nvSpPr", p("cNvPr", id=number, name="Slide Number"), p("cNvSpPr", a("spLocks", noGrp=True)), _role(_NUMBER)
    )
    field = a("fld", a("rPr", lang=language), worded(a("t"), str(place)), id=_FIELD, type="slidenum")
    return p("sp", named, p("spPr"), p("txBody", a("bodyPr"), a("lstStyle"), a("p", field)))


def picture_shape(number: int, name: str, description: str, relation: str, box: Box) -> etree._Element:
    """Write a picture that fills the placeholder of its layout."""
    image = a("blip")
    image.set(f"{{{R}}}embed", relation)
    return p(
        "pic",
        p(
            "nvPicPr",
            p("cNvPr", id=number, name=name, descr=description),
            p("cNvPicPr", a("picLocks", noGrp=True, noChangeAspect=True)),
            _role({"type": "pic", "idx": 1}),
        ),
        p("blipFill", image, a("stretch", a("fillRect"))),
        p("spPr", _transform(a, box)),
    )


def _role(role: Role | None) -> etree._Element:
    return p("nvPr") if role is None else p("nvPr", p("ph", **role))


def _transform(maker: Callable[..., etree._Element], box: Box) -> etree._Element:
    offset = a("off", x=emu(box.left), y=emu(box.top))
    return maker("xfrm", offset, a("ext", cx=emu(box.width), cy=emu(box.height)))


def _alternated(write: Write, has_formula: bool) -> etree._Element:
    """Write a shape; where a formula stands in it, with equations, and without for programs that show none."""
    if not has_formula:
        return write(True)  # noqa: FBT003 - the words of `write` say it
    # The prefix that `Requires` names has to be declared where it stands.
    choice = etree.Element(f"{{{MC}}}Choice", {"Requires": MATH_PREFIX}, nsmap={"mc": MC, MATH_PREFIX: MATH})
    choice.append(write(True))  # noqa: FBT003 - as above
    return mc("AlternateContent", choice, mc("Fallback", write(False)))  # noqa: FBT003 - as above
