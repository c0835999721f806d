"""Formulas as Office MathML. Pandoc converts all of a deck at once, since starting it costs more than a formula."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping
from copy import deepcopy

from lxml import etree

from slides.decks.powerpoint.drawing import M, a, hundredths, m
from slides.decks.powerpoint.flat import Part, flat
from slides.tables import pandoc

# What holds a size of type: of runs, and of what is drawn around or between its parts.
_WITH_PROPERTIES = frozenset(
    {"acc", "bar", "box", "d", "eqArr", "f", "func", "groupChr", "limLow", "limUpp", "m", "nary"}
    | {"phant", "rad", "sPre", "sSub", "sSubSup", "sSup"}
)

FONT = "Cambria Math"


class EquationError(Exception):
    """A formula that PowerPoint cannot show; the text is the whole message for a person."""


class Equations:
    """The formulas of a deck, by their TeX.

    Raises
    ------
    FlatError
        If there is no way to write a part of one without mathematics.
    """

    def __init__(self, formulas: Iterable[str]) -> None:
        self._converted = _converted(list(dict.fromkeys(formulas)))
        self._parts = {tex: flat(formula) for tex, formula in self._converted.items()}

    def omml(self, tex: str, points: float, language: str) -> etree._Element:
        """Give a formula as PowerPoint reads it, in a size of type."""
        formula = deepcopy(self._converted[tex])
        for element in list(formula.iter(f"{{{M}}}*")):
            name = etree.QName(element).localname
            if name == "r":
                _set_run(element, points, language)
            elif name in _WITH_PROPERTIES:
                _set_properties(element, name, points, language)
        etree.cleanup_namespaces(formula)
        return formula

    def is_high(self, tex: str) -> bool:
        """Whether a fraction or a sum makes it higher than words are."""
        return any(self._converted[tex].find(f".//{{{M}}}{name}") is not None for name in ("f", "nary"))

    def parts(self, tex: str) -> tuple[Part, ...]:
        """Give a formula as words and matrices of words."""
        return self._parts[tex]


def _converted(formulas: list[str]) -> Mapping[str, etree._Element]:
    if not formulas:
        return {}
    written = pandoc.convert_bytes([pandoc.paragraph([pandoc.math(each)]) for each in formulas], "docx")
    with zipfile.ZipFile(io.BytesIO(written)) as archive:
        document = etree.fromstring(archive.read("word/document.xml"))
    for kind in document.iter(f"{{{M}}}type"):
        # As `1/2 x` a fraction could be one over 2x.
        kind.set(f"{{{M}}}val", "bar")
    return dict(zip(formulas, document.iter(f"{{{M}}}oMath"), strict=True))


def _set_run(run: etree._Element, points: float, language: str) -> None:
    """Give a run its size, and what the schema asks for: a run of plain words has no style of mathematics."""
    properties = run.find(f"{{{M}}}rPr")
    if properties is not None and properties.find(f"{{{M}}}nor") is not None:
        for style in properties.findall(f"{{{M}}}sty"):
            properties.remove(style)
    words = run.find(f"{{{M}}}t")
    if words is None:
        msg = f"a run of a formula has no words: {etree.tostring(run, encoding='unicode')}"
        raise EquationError(msg)
    if " " in (words.text or ""):
        words.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    words.addprevious(_look(points, language))


def _set_properties(element: etree._Element, name: str, points: float, language: str) -> None:
    """Let brackets, bars and accents be as large as the letters."""
    properties = element.find(f"{{{M}}}{name}Pr")
    if properties is None:
        properties = m(f"{name}Pr")
        element.insert(0, properties)
    properties.append(m("ctrlPr", _look(points, language)))


def _look(points: float, language: str) -> etree._Element:
    return a("rPr", a("latin", typeface=FONT), lang=language, sz=hundredths(points))
