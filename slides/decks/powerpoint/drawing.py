"""Elements of DrawingML, PresentationML and Office MathML, and the lengths in them."""

from __future__ import annotations

from collections.abc import Callable

from lxml import etree

A = "http://schemas.openxmlformats.org/drawingml/2006/main"
P = "http://schemas.openxmlformats.org/presentationml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
M = "http://schemas.openxmlformats.org/officeDocument/2006/math"
MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
MATH = "http://schemas.microsoft.com/office/drawing/2010/main"

# PowerPoint calls the namespace of equations a14. LibreOffice looks for that very prefix, takes what it finds for
# something it can show, and shows nothing; under another prefix it takes the fallback, and PowerPoint the equation.
MATH_PREFIX = "math"

_NAMES = {"a": A, "p": P, "r": R, "m": M, "mc": MC, MATH_PREFIX: MATH}

Value = str | int | bool
Element = etree._Element  # noqa: SLF001 - the type of its elements has no other name in lxml
Maker = Callable[..., Element]


def _maker(namespace: str) -> Maker:
    prefix = next(prefix for prefix, name in _NAMES.items() if name == namespace)

    def make(tag: str, *children: etree._Element, **attributes: Value) -> etree._Element:
        element = etree.Element(f"{{{namespace}}}{tag}", nsmap={prefix: namespace})
        for name, value in attributes.items():
            element.set(name, _written(value))
        element.extend(children)
        return element

    return make


def _written(value: Value) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


a = _maker(A)
p = _maker(P)
m = _maker(M)
mc = _maker(MC)
math = _maker(MATH)


def worded(element: etree._Element, words: str) -> etree._Element:
    """Put words into an element."""
    element.text = words
    return element


def emu(points: float) -> int:
    """Give points in the unit of Office files, of which a point has 12,700."""
    return round(points * 12_700)


def hundredths(points: float) -> int:
    """Give points as Office files have sizes of type."""
    return round(points * 100)
