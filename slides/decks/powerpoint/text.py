"""Paragraphs as DrawingML: with equations, or with words in their places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml import etree

from slides.decks.powerpoint.drawing import A, a, emu, hundredths, m, math, worded
from slides.decks.powerpoint.equations import Equations
from slides.decks.powerpoint.flat import Part
from slides.decks.powerpoint.lines import PITCH, SLACK, Line, broken, lines, natural, rows_of, words
from slides.decks.powerpoint.runs import BULLET, LINE, SHIFTED_LINE, Equation, Paragraph, Run, Shift
from slides.decks.powerpoint.style import ACCENT

# How far a list is set in, and where a formula that stands alone begins, in sizes of type.
INDENT = 1.1

CODE_FONT = "Consolas"

# The pieces of high brackets join in this one, which LibreOffice brings along.
BRACKET_FONT = "DejaVu Sans"
_BRACKETS = frozenset("⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠")

# How far rows of a matrix lie apart in PowerPoint, and what it adds around them, in sizes of type.
_EQUATION_ROW = 1.3
_EQUATION_EDGE = 0.3

# What a fraction or a sum with its bounds adds to a line of words in PowerPoint, and to one of its own.
_HIGH, _HIGH_ALONE = 0.4, 1.4


@dataclass(frozen=True)
class Setting:
    """How paragraphs are set.

    points : size of type
    room : width in points
    gap : between paragraphs, in sizes of type
    align : 'l' or 'r'
    colour : its name in the theme; that of the placeholder or the table if empty
    """

    equations: Equations
    language: str
    points: float
    room: float
    gap: float = 0.0
    align: str = "l"
    colour: str = ""

    def parts(self, paragraph: Paragraph) -> list[Part]:
        """Give a paragraph without equations."""
        found: list[Part] = []
        for piece in paragraph.pieces:
            found += self.equations.parts(piece.tex) if isinstance(piece, Equation) else (piece,)
        return found

    def indent(self, paragraph: Paragraph) -> float:
        """Give how far a paragraph is set in."""
        return INDENT * self.points * (paragraph.level + paragraph.stands_alone)

    def width(self, paragraph: Paragraph) -> float:
        """Give the room that a paragraph needs in one line."""
        return self.indent(paragraph) + natural(self.parts(paragraph), self.points) + SLACK

    def least_width(self, paragraph: Paragraph) -> float:
        """Give the room that its widest word or matrix needs."""
        parts = words(self.parts(paragraph))
        return self.indent(paragraph) + max((natural([part], self.points) for part in parts), default=0) + SLACK

    def height(self, paragraphs: Sequence[Paragraph]) -> float:
        """Give how high paragraphs are, with equations or without, whichever is higher."""
        gaps = self.gap * self.points * max(len(paragraphs) - 1, 0)
        return gaps + sum(self._height(paragraph) for paragraph in paragraphs)

    def _height(self, paragraph: Paragraph) -> float:
        room, parts = self.room - self.indent(paragraph), self.parts(paragraph)
        rows = sum(self._row_height(row) for row in broken(parts, self.points, room)) or LINE * self.points
        is_high = any(isinstance(piece, Equation) and self.equations.is_high(piece.tex) for piece in paragraph.pieces)
        return rows + (_HIGH_ALONE if paragraph.stands_alone else _HIGH) * self.points * is_high

    def _row_height(self, row: Sequence[Part]) -> float:
        count = rows_of(row)
        if count > 1:
            return max(LINE + PITCH * (count - 1), _EQUATION_ROW * count + _EQUATION_EDGE) * self.points
        is_shifted = any(isinstance(part, Run) and part.shift is not Shift.NONE for part in row)
        return (SHIFTED_LINE if is_shifted else LINE) * self.points


def has_equation(paragraphs: Sequence[Paragraph]) -> bool:
    """Whether a formula stands in them."""
    return any(isinstance(piece, Equation) for paragraph in paragraphs for piece in paragraph.pieces)


def with_equations(paragraphs: Sequence[Paragraph], setting: Setting) -> list[etree._Element]:
    """Write paragraphs with native equations."""
    written = [_native(paragraph, setting, place > 0) for place, paragraph in enumerate(paragraphs)]
    return _coloured(written, setting) or [a("p")]


def without_equations(paragraphs: Sequence[Paragraph], setting: Setting) -> list[etree._Element]:
    """Write paragraphs with words in the places of equations."""
    written = [
        element for place, paragraph in enumerate(paragraphs) for element in _flat(paragraph, setting, place > 0)
    ]
    return _coloured(written, setting) or [a("p")]


def _coloured(written: list[etree._Element], setting: Setting) -> list[etree._Element]:
    """Give all that has a look its colour, formulas too, which are converted without one."""
    for look in (each for element in written for each in element.iter(f"{{{A}}}rPr", f"{{{A}}}endParaRPr")):
        if setting.colour:
            look.insert(0, _fill(setting.colour))
    return written


def _fill(colour: str) -> etree._Element:
    return a("solidFill", a("schemeClr", val=colour))


def _native(paragraph: Paragraph, setting: Setting, follows: bool) -> etree._Element:
    element = a("p", _properties(paragraph, setting, follows))
    for piece in paragraph.pieces:
        match piece:
            case Run():
                element.append(_run(piece, setting))
            case Equation(tex=tex, stands_alone=alone):
                formula = setting.equations.omml(tex, setting.points, setting.language)
                element.append(math("m", _alone(formula) if alone else formula))
    return _ended(element, setting)


def _alone(formula: etree._Element) -> etree._Element:
    justified = m("jc")
    justified.set(f"{{{etree.QName(justified).namespace}}}val", "left")
    return m("oMathPara", m("oMathParaPr", justified), formula)


def _flat(paragraph: Paragraph, setting: Setting, follows: bool) -> Iterator[etree._Element]:
    room = setting.room - setting.indent(paragraph)
    for place, line in enumerate(lines(setting.parts(paragraph), setting.points, room)):
        properties = _properties(paragraph, setting, follows and place == 0, line)
        yield _ended(a("p", properties, *(_run(run, setting) for run in line.runs)), setting)


def _properties(paragraph: Paragraph, setting: Setting, follows: bool, line: Line | None = None) -> etree._Element:
    """Say how a paragraph is set in, what stands before it and where its tabs lead, in the order of the schema."""
    shows_sign = bool(paragraph.sign) and (line is None or line.leads)
    element = a("pPr", marL=emu(setting.indent(paragraph)))
    if line is None and paragraph.level:
        element.set("lvl", str(paragraph.level))
    if shows_sign or line is None or not line.stops:
        # Where nothing hangs, LibreOffice forgets the tabs of a paragraph that says so.
        element.set("indent", str(-emu(INDENT * setting.points) if shows_sign else 0))
    element.set("algn", setting.align)
    if line and line.height:
        element.append(a("lnSpc", a("spcPts", val=hundredths(line.height))))
    element.append(a("spcBef", a("spcPts", val=hundredths(setting.gap * setting.points if follows else 0))))
    element.extend(_sign(paragraph) if shows_sign else [a("buNone")])
    if line and line.stops:
        element.append(a("tabLst", *(_stop(each.position, each.right) for each in line.stops)))
    return element


def _sign(paragraph: Paragraph) -> Iterator[etree._Element]:
    yield a("buClr", a("schemeClr", val=ACCENT))
    if paragraph.sign == BULLET:
        yield a("buFont", typeface="Arial")
        yield a("buChar", char=BULLET)
    else:
        yield a("buFont", typeface="+mj-lt")
        yield a("buAutoNum", type=paragraph.sign, startAt=paragraph.start)


def _stop(position: float, right: bool) -> etree._Element:
    return a("tab", pos=emu(position), algn="r" if right else "l")


def _run(run: Run, setting: Setting) -> etree._Element:
    properties = a("rPr", lang=setting.language, sz=hundredths(setting.points))
    if run.bold:
        properties.set("b", "1")
    if run.italic:
        properties.set("i", "1")
    if run.shift is not Shift.NONE:
        properties.set("baseline", str(round(run.shift.value * 100_000)))
    font = CODE_FONT if run.code else BRACKET_FONT if run.text in _BRACKETS else None
    if font:
        properties.append(a("latin", typeface=font))
        properties.append(a("ea", typeface=font))
    return a("r", properties, worded(a("t"), run.text))


def _ended(paragraph: etree._Element, setting: Setting) -> etree._Element:
    """Give a paragraph without words its height, too."""
    paragraph.append(a("endParaRPr", lang=setting.language, sz=hundredths(setting.points)))
    return paragraph
