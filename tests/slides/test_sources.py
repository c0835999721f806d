"""The source of slide tables: it formats no number and holds none that a claim could be expected to print.

What is made of them, decks, notebooks and marks, gets its numbers in these printed forms, and is compared with them.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import slides

ROOT = Path(slides.__file__).parent
MODULES = sorted(ROOT.glob("tables/**/*.py"))
TABLES = sorted(ROOT.glob("tables/*/*.py"))

FORMATTERS = {"format", "round", "repr", "str"}


def formatting(source):
    """List what makes text out of a number in a form of its own."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.FormattedValue(format_spec=ast.JoinedStr()):
                found.append(node)
            case ast.Call(func=ast.Name(id=name)) if name in FORMATTERS:
                found.append(node)
            case ast.Call(func=ast.Attribute(attr="format" | "format_map" | "round")):
                found.append(node)
            case ast.BinOp(op=ast.Mod()):
                found.append(node)
    return [ast.unparse(node) for node in found]


def numbers(source):
    """List the numbers that a module of a lesson holds; a digit is the place of an entry."""
    constants = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    values = [value for value in constants if isinstance(value, int | float | complex) and not isinstance(value, bool)]
    texts = [value for value in constants if isinstance(value, str)]
    return [
        *(value for value in values if not isinstance(value, int) or value > 9),
        *(text for text in texts if re.fullmatch(r"\W*\d[\d.,]*(?:e[+-]?\d+|/\d+)?\W*", text)),
    ]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_number_is_formatted(path):
    allowed = ['str(cell.attrib.pop("style", ""))', "str(_program())", "repr(text)"]
    found = formatting(path.read_text(encoding="utf-8"))
    assert [each for each in found if each.replace("'", '"') not in allowed] == []


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_table_holds_no_number(path):
    assert numbers(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "code",
    ['f"{x:.3f}"', '"{}".format(x)', '"%.3f" % x', "round(x, 3)", "x.round(3)", "format(x)", "str(x)", "repr(x)"],
)
def test_formatting_is_seen(code):
    assert formatting(code) != []


@pytest.mark.parametrize("code", ["1.313", "12", '"1.313"', '"−0.5"', '"1,000"', '"8/3"', '"1e-12"', '"(12)"'])
def test_numbers_are_seen(code):
    assert numbers(f"x = {code}") != []


@pytest.mark.parametrize("code", ['f"{x!r}[{place}]"', 'shown("vector", 1)', '"W_1"', "True"])
def test_names_and_places_are_none(code):
    assert formatting(code) == []
    assert numbers(code) == []
