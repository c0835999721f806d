"""SymPy's route: derivatives follow from the formula that it is given, in exact rationals."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import sympy

from workflow.computations.lecture4 import by_symbols, two_checks
from workflow.computations.lecture4.by_symbols import Graph, text
from workflow.computations.lecture4.inputs import BATCH, SCALAR_GRAPH


def scalar_graph_with(loss):
    """Give w x + b - y with another loss of it."""

    def scalar_graph(**inputs):
        graph = Graph(**inputs)
        x, w, b, y = graph.symbols("x", "w", "b", "y")
        m = graph.step("m", w * x)
        a = graph.step("a", m + b)
        e = graph.step("e", a - y)
        return graph.exact(graph.step("L", loss(e)))

    return scalar_graph


@pytest.mark.parametrize(
    ("loss", "of_w"),
    [(lambda e: e**2, "-18"), (lambda e: e**3, "81"), (lambda e: 5 * e, "15"), (lambda e: 1 / e, "-1/3")],
)
def test_another_formula_has_another_derivative(loss, of_w):
    assert text(scalar_graph_with(loss)(**SCALAR_GRAPH).gradients["w"]) == of_w


def test_a_cube_has_a_third_derivative_and_that_is_noticed(monkeypatch, failing):
    """It is 6 times the cube of what e changes by: w and x change it by 3 and 2, b by 1, y by -1."""
    monkeypatch.setattr(by_symbols, "scalar_graph", scalar_graph_with(lambda e: e**3))
    ledger = two_checks.compute()
    assert ledger["third_derivatives"].value == ["162", "48", "6", "-6"]
    assert {"third_derivatives", "third_derivatives_vanish"} <= failing(ledger)


def test_a_third_derivative_that_is_0_at_the_point_alone_is_noticed(monkeypatch, failing):
    """That of (e + 3)^4 is 24 (e + 3), and e is -3."""
    monkeypatch.setattr(by_symbols, "scalar_graph", scalar_graph_with(lambda e: (e + 3) ** 4))
    assert {"third_derivatives", "third_derivatives_vanish"} <= failing(two_checks.compute())


def test_a_maximum_is_one_of_its_arguments_up_to_the_kink():
    graph = Graph(z=np.array([-0.5, 3.0]))
    (z,) = graph.symbols("z")
    exact = graph.exact(sum(sympy.Max(0, entry) ** 3 for entry in z))
    assert text(exact.third_derivatives["z"]) == ["0", "6"]


@pytest.mark.parametrize(
    ("loss", "formula"),
    [(lambda e: e**2, "2*x*(b + w*x - y)"), (lambda e: e**3, "3*x*(b + w*x - y)**2"), (lambda e: 5 * e, "5*x")],
)
def test_a_derivative_is_a_formula_too(loss, formula):
    exact = scalar_graph_with(loss)(**SCALAR_GRAPH)
    assert by_symbols.formula_text(exact.formulas["w"]) == formula


def test_another_formula_is_noticed_where_its_value_is_the_same(monkeypatch, failing):
    """At e = -3 the line -6 e - 9 is the tangent of the square."""
    monkeypatch.setattr(by_symbols, "scalar_graph", scalar_graph_with(lambda e: -6 * e - 9))
    assert failing(two_checks.compute()) == {f"derivative_{name}" for name in "wxby"}


def test_a_quantity_inside_is_a_variable_and_what_comes_before_it_is_not_inlined():
    graph = Graph(x=np.array(2.0))
    (x,) = graph.symbols("x")
    squared = graph.step("squared", x**2)
    exact = graph.exact(squared * x)
    assert text(exact.gradients["squared"]) == "2"  # x, held fixed
    assert text(exact.gradients["x"]) == "12"  # 3 x^2


def test_every_step_between_is_inlined():
    graph = Graph(x=np.array(2.0))
    (value,) = graph.symbols("x")
    for depth in range(4):
        value = graph.step(f"step{depth}", 3 * value)
    assert text(graph.exact(value).gradients["x"]) == "81"


def test_an_input_is_the_decimal_that_it_prints_as():
    exact = Graph(eta=np.array([0.01, -0.7])).exact(sympy.Integer(0))
    assert text(exact.values["eta"]) == ["1/100", "-7/10"]


def test_nothing_is_rounded_before_the_end():
    exact = by_symbols.batch(**BATCH)
    assert all(
        type(entry) is not float and isinstance(entry, sympy.Rational)
        for found in (exact.values, exact.gradients, exact.third_derivatives)
        for rationals in found.values()
        for entry in rationals.flat
    )
    rounded = exact.sweep().gradients["Z"]
    assert rounded[0, 0] == float(Fraction(4, 3))
    assert rounded.dtype == np.float64


def test_relu_has_no_slope_where_it_is_0():
    graph = Graph(z=np.array([-0.5, 3.0]))
    (z,) = graph.symbols("z")
    exact = graph.exact(sum(sympy.Max(0, entry) * 7 for entry in z))
    assert text(exact.gradients["z"]) == ["0", "7"]
