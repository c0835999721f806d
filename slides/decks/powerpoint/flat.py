"""Formulas written flat, as in a line of words: letters in italics, raised and lowered, matrices in rows.

That is for programs that show no equations, and for notes and messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from unicodedata import normalize

from lxml import etree

from slides.decks.powerpoint.drawing import M
from slides.decks.powerpoint.runs import Run, Shift
from workflow.numerals import MINUS

RELATIONS = frozenset("=<>≤≥≈→∈")
OPERATORS = frozenset(f"+{MINUS}×·⊙")
_OPENING = frozenset("([{‖")

# Around matrices: those that there are high pieces of.
_BRACKETS = frozenset({"[]", "()"})

# What a program may have no sign for is replaced by its like.
_LIKE = {"⋅": "·", "\N{ZERO WIDTH SPACE}": "", "\N{EM QUAD}": 2 * "\N{NO-BREAK SPACE}"}


@dataclass(frozen=True)
class Grid:
    """A matrix: words in rows and columns, set at the right, between brackets."""

    rows: tuple[tuple[tuple[Run, ...], ...], ...]
    opening: str
    closing: str


Part = Run | Grid


class FlatError(Exception):
    """A formula that there is no way to write as words; the text is the whole message for a person."""


def flat(formula: etree._Element) -> tuple[Part, ...]:
    """Write the parts of Office MathML one after the other.

    Raises
    ------
    FlatError
        If there is an element that it does not know.
    """
    return tuple(_spaced(list(_children(formula))))


def plain(parts: Iterable[Part]) -> str:
    """Write a formula without any look, as one types it."""
    return "".join(_typed(part) for part in parts)


def _typed(part: Part) -> str:
    match part:
        case Grid(rows=rows, opening=opening, closing=closing):
            lines = (", ".join("".join(map(_typed, cell)).strip() for cell in row) for row in rows)
            return f"{opening}{'; '.join(lines)}{closing}"
        case Run(shift=Shift.NONE, text=text):
            return text.replace("\N{NO-BREAK SPACE}", " ")
        case Run(shift=Shift.SUB, text=text):
            return f"_{text}"
    return f"^{part.text}"


def _children(element: etree._Element) -> Iterator[Part]:
    for child in element:
        yield from _written(child)


def _written(element: etree._Element) -> Iterator[Part]:  # noqa: C901 - a table of cases
    """Write one element."""
    name = etree.QName(element).localname
    match name:
        case "r":
            yield from _run(element)
        case "sSub":
            yield from _children(_part(element, "e"))
            yield _shifted(element, "sub", Shift.SUB)
        case "sSup":
            yield from _children(_part(element, "e"))
            yield _shifted(element, "sup", Shift.SUP)
        case "sSubSup":
            yield from _children(_part(element, "e"))
            yield _shifted(element, "sub", Shift.SUB)
            yield _shifted(element, "sup", Shift.SUP)
        case "f":
            yield from _fraction(element)
        case "acc":
            yield from _accented(element)
        case "d":
            yield from _delimited(element)
        case "m":
            yield _grid(element, "", "")
        case "nary":
            yield from _summed(element)
        case "func":
            yield from _children(_part(element, "fName"))
            yield from _children(_part(element, "e"))
        case _ if name.endswith("Pr"):
            pass
        case _:
            inside = "".join(map(str, element.itertext()))
            msg = (
                f"a formula holds m:{name}, and slides.decks.powerpoint.flat does not know how to write it without "
                f"mathematics: {inside!r}. Write the formula in another way, or teach it."
            )
            raise FlatError(msg)


def _part(element: etree._Element, name: str) -> etree._Element:
    found = element.find(f"{{{M}}}{name}")
    if found is None:
        msg = f"in a formula m:{etree.QName(element).localname} has no m:{name}"
        raise FlatError(msg)
    return found


def _run(run: etree._Element) -> Iterator[Run]:
    """Write a run: letters in italics, unless they are plain words or names of functions."""
    text = _text(run)
    upright = run.find(f"{{{M}}}rPr") is not None or not text.isalpha()
    if text:
        yield Run(text, italic=not upright)


def _text(run: etree._Element) -> str:
    return "".join(_LIKE.get(character, character) for character in run.findtext(f"{{{M}}}t") or "")


def _shifted(element: etree._Element, name: str, shift: Shift) -> Run:
    """Write an index or an exponent as one run; one inside of it is no higher."""
    runs = _runs(_children(_part(element, name)))
    return Run("".join(run.text for run in runs), italic=all(run.italic for run in runs), shift=shift)


def _runs(parts: Iterable[Part]) -> tuple[Run, ...]:
    """Give parts where no matrix can stand."""
    every = tuple(parts)
    runs = tuple(part for part in every if isinstance(part, Run))
    if len(runs) < len(every):
        msg = f"a formula has a matrix inside of an index, an exponent or another matrix: {plain(every)}"
        raise FlatError(msg)
    return runs


def _fraction(element: etree._Element) -> Iterator[Part]:
    """Write a fraction in full size, in parentheses where it would be taken to divide by what follows."""
    above, below = (_grouped(list(_children(_part(element, name)))) for name in ("num", "den"))
    written = (*above, Run("/"), *below)
    yield from (Run("("), *written, Run(")")) if _is_factor(element.getnext()) else written


def _is_factor(element: etree._Element | None) -> bool:
    """Whether an element, if there is one, goes on with a product."""
    if element is None:
        return False
    # Whatever is no run, such as a sum or a power, is one.
    text = _text(element) if etree.QName(element).localname == "r" else "x"
    return text.strip()[:1] not in {*RELATIONS, *OPERATORS, *",;)", ""}


def _grouped(parts: list[Part]) -> Iterator[Part]:
    """Set what is more than one factor in parentheses."""
    needed = any(isinstance(part, Run) and part.text in OPERATORS for part in parts)
    if needed:
        yield Run("(")
    yield from _spaced(parts)
    if needed:
        yield Run(")")


def _accented(element: etree._Element) -> Iterator[Part]:
    sign = element.find(f"{{{M}}}accPr/{{{M}}}chr")
    accent = "\N{COMBINING CIRCUMFLEX ACCENT}" if sign is None else sign.get(f"{{{M}}}val", "")
    for part in _children(_part(element, "e")):
        yield replace(part, text=normalize("NFC", part.text + accent)) if isinstance(part, Run) else part


def _delimited(element: etree._Element) -> Iterator[Part]:
    opening, closing = (_sign(element, name, default) for name, default in (("begChr", "("), ("endChr", ")")))
    inside = _part(element, "e")
    matrix = inside.find(f"{{{M}}}m")
    if matrix is not None and len(inside) == 1:
        yield _grid(matrix, opening, closing)
        return
    yield Run(opening)
    yield from _spaced(list(_children(inside)))
    yield Run(closing)


def _sign(element: etree._Element, name: str, default: str) -> str:
    found = element.find(f"{{{M}}}dPr/{{{M}}}{name}")
    return default if found is None else str(found.get(f"{{{M}}}val", ""))


def _grid(element: etree._Element, opening: str, closing: str) -> Grid:
    if opening + closing not in _BRACKETS:
        msg = f"a formula has a matrix between {opening!r} and {closing!r}; it stands in square or round brackets."
        raise FlatError(msg)
    rows = (
        tuple(_runs(_spaced(list(_children(cell)))) for cell in row.findall(f"{{{M}}}e"))
        for row in element.findall(f"{{{M}}}mr")
    )
    return Grid(tuple(rows), opening, closing)


def _summed(element: etree._Element) -> Iterator[Part]:
    sign = element.find(f"{{{M}}}naryPr/{{{M}}}chr")
    yield Run("∫" if sign is None else str(sign.get(f"{{{M}}}val", "")))
    for name, shift in (("sub", Shift.SUB), ("sup", Shift.SUP)):
        bound = _shifted(element, name, shift)
        if bound.text:
            yield bound
    yield Run(" ")
    yield from _children(_part(element, "e"))


def _spaced(parts: list[Part]) -> Iterator[Part]:
    """Put blanks around operators between two parts, and none behind a sign."""
    before = ""
    for part in parts:
        if not isinstance(part, Run) or part.shift is not Shift.NONE:
            yield part
            before = "x"
            continue
        yield replace(part, text=_with_blanks(part.text, before))
        before = part.text.strip() or before


def _with_blanks(text: str, before: str) -> str:
    """Let a line break behind an operator, not in front of it."""
    ends_operand = before and before[-1] not in RELATIONS | OPERATORS | _OPENING | {","}
    if text in RELATIONS or (text in OPERATORS and ends_operand):
        return f"\N{NO-BREAK SPACE}{text} "
    return f"{text} " if text in {",", ";"} else text
