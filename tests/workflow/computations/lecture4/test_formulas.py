"""The formulas that a slide shows are those that SymPy finds: as TeX, and as the ledger's text."""

from __future__ import annotations

import re

import pytest
import sympy
from sympy.parsing.sympy_parser import implicit_multiplication, parse_expr, split_symbols, standard_transformations

from slides.tables.lecture4.two_checks import table
from slides.tables.table import Formula
from workflow.computations.lecture4 import two_checks

SYMBOLS = {name: sympy.Symbol(name) for name in "wxby"}
JUXTAPOSITION = (*standard_transformations, split_symbols, implicit_multiplication)


def parsed(tex):
    """Read TeX in which letters that stand side by side are multiplied."""
    plain = re.sub(r"\\(left|right)\b", "", tex).replace("\\ ", " ").replace(r"\,", " ")
    return parse_expr(plain, local_dict=SYMBOLS, transformations=JUXTAPOSITION)


@pytest.fixture(scope="module")
def ledger():
    return two_checks.compute()


def formula_in(ledger, name):
    """Give the first formula in the row of a quantity, after its head."""
    (row,) = (row for row in table(ledger).rows if row[0] == Formula((name,)))
    cell = next(cell for cell in row[1:] if isinstance(cell, Formula))
    return "".join(cell.pieces)


@pytest.mark.parametrize("name", SYMBOLS)
def test_the_slide_shows_the_derivative_that_is_claimed(ledger, name):
    claimed = sympy.parse_expr(ledger[f"derivative_{name}"].value, local_dict=SYMBOLS)
    assert sympy.expand(parsed(formula_in(ledger, name)) - claimed) == 0


@pytest.mark.parametrize(("tex", "text"), [("2(wx + b - y) x", "2*x*(b + w*x - y)"), (r"-2\left(wx\right)", "-2*w*x")])
def test_juxtaposition_is_a_product(tex, text):
    assert sympy.expand(parsed(tex) - sympy.parse_expr(text, local_dict=SYMBOLS)) == 0


def test_another_formula_is_another():
    assert sympy.expand(parsed("2(wx + b - y) x") - parsed("2(wx + b - y) w")) != 0
