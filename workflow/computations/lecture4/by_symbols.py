"""The route of symbolic differentiation: SymPy gets the formula of a loss, and no derivative rule from here.

A `Graph` keeps the formulas of a loss in the order of its steps. Its derivative for any quantity q, input or step, is
found by putting into the loss the formula of every step but q's own, which leaves an expression in q and the inputs,
and differentiating that for each entry of q. That is a formula again; its value, as all values, is an exact rational.
An input stands for the decimal that it prints as: 0.01 is 1/100.

Every function computes what its namesake in the other routes does; what its arrays are is said in `by_hand`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import sympy
from numpy.typing import NDArray

from workflow.computations.arrays import Floats
from workflow.computations.lecture4.inputs import CALLS, Sweep

# Symbols, expressions in them, or exact rationals, in NumPy arrays of objects: + - * and sums act on these too.
Expressions = NDArray[np.object_]


class Exact(NamedTuple):
    """What a `Sweep` holds, as exact rationals, and more about every entry of every quantity.

    formulas : the gradient with all symbols left in
    third_derivatives : of the loss for that entry, a function of it; all other entries stay at their values, and a
        maximum is what it is up to the next kink
    """

    values: dict[str, Expressions]
    gradients: dict[str, Expressions]
    formulas: dict[str, Expressions]
    third_derivatives: dict[str, Expressions]

    def sweep(self) -> Sweep:
        """Give the float64 numbers that are nearest to the rationals."""
        return Sweep(
            {name: _floats(rationals) for name, rationals in self.values.items()},
            {name: _floats(rationals) for name, rationals in self.gradients.items()},
        )


def text(rationals: Expressions) -> Any:
    """Write rationals as '8/3' or '-4': a string, or a nested list of strings."""
    return _each(str, rationals).tolist()


def formula_text(formulas: Expressions) -> Any:
    """Write formulas in factors, as '2*x*(b + w*x - y)': a string, or a nested list of strings."""
    return text(_each(sympy.factor, formulas))


class Graph:
    """The formulas of a loss, a step at a time; inputs and steps have symbols of their own, one an entry."""

    def __init__(self, **inputs: Floats | Expressions) -> None:
        self._symbols: dict[str, Expressions] = {}
        self._formulas: dict[str, Expressions] = {}
        self._value_of: dict[Any, Any] = {}
        for name, values in inputs.items():
            self._make_symbols(name, _each(_rational, values))

    def symbols(self, *names: str) -> list[Expressions]:
        """Give the symbols of each of these quantities, in arrays of their shapes."""
        return [self._symbols[name] for name in names]

    def step(self, name: str, formula: Any) -> Expressions:
        """Call a formula, or an array of them, by a name; give symbols to use in its place."""
        self._formulas[name] = np.asarray(formula, dtype=object)
        return self._make_symbols(name, _each(self._evaluated, self._formulas[name]))

    def exact(self, loss: Any) -> Exact:
        """Give the value of every quantity, and the derivatives of a loss for it; the loss is a step or a formula."""
        values, gradients, formulas, third_derivatives = {}, {}, {}, {}
        for name, symbols in self._symbols.items():
            inlined = self._inlined(loss, name)
            values[name] = _each(self._evaluated, symbols)
            formulas[name] = _each(inlined.diff, symbols)
            gradients[name] = _each(self._evaluated, formulas[name])
            third_derivatives[name] = _each(partial(self._third_derivative, inlined), symbols)
        return Exact(values, gradients, formulas, third_derivatives)

    def _make_symbols(self, name: str, values: Expressions) -> Expressions:
        symbols = np.empty(values.shape, dtype=object)
        for place in np.ndindex(values.shape):
            symbols[place] = sympy.Symbol(f"{name}{list(place) or ''}", real=True)
        self._symbols[name] = symbols
        self._value_of |= zip(symbols.flat, values.flat, strict=True)
        return symbols

    def _inlined(self, loss: Any, name: str) -> Any:
        """Put the formula of every step into a loss, but not of the one with this name."""
        inlined = sympy.sympify(np.asarray(loss, dtype=object).item())  # the sum of no losses is a plain 0
        for step in reversed(self._formulas):
            if step != name:
                inlined = inlined.xreplace(dict(zip(self._symbols[step].flat, self._formulas[step].flat, strict=True)))
        return inlined

    def _third_derivative(self, inlined: Any, symbol: Any) -> Any:
        others = {other: value for other, value in self._value_of.items() if other != symbol}
        between_kinks = inlined.xreplace(others).replace(sympy.Max, self._largest)
        return sympy.expand(between_kinks.diff(symbol, 3))

    def _largest(self, *arguments: Any) -> Any:
        """Give the one of these expressions that is the largest at the inputs."""
        return max(arguments, key=self._evaluated)

    def _evaluated(self, expression: Any) -> Any:
        return expression.xreplace(self._value_of)


def _each(function: Callable[..., Any], *entries: Any) -> Expressions:
    """Apply a function to every entry of an array, or of several of one shape."""
    return np.asarray(np.vectorize(function, otypes=[object])(*entries))


def _rational(number: float) -> Any:
    return sympy.Rational(str(number))


def _floats(rationals: Expressions) -> Floats:
    """Divide numerators by denominators: Python rounds the quotient of two integers correctly."""
    return _each(lambda rational: rational.p / rational.q, rationals).astype(np.float64)


def square(g_v: Floats, **operand: Floats) -> Exact:
    """Differentiate g_v u^2: its gradient for v is all that u gets to know of what follows v."""
    graph = Graph(**operand)
    (u,) = graph.symbols("u")
    v = graph.step("v", u**2)
    return graph.exact(_arriving(g_v, v))


def addition(g_v: Floats, **operands: Floats) -> Exact:
    """Differentiate g_v (a + b)."""
    graph = Graph(**operands)
    a, b = graph.symbols("a", "b")
    v = graph.step("v", a + b)
    return graph.exact(_arriving(g_v, v))


def multiplication(g_v: Floats, **operands: Floats) -> Exact:
    """Differentiate g_v a b."""
    graph = Graph(**operands)
    a, b = graph.symbols("a", "b")
    v = graph.step("v", a * b)
    return graph.exact(_arriving(g_v, v))


def _arriving(gradient: Floats, result: Expressions) -> Any:
    """Give the simplest loss whose gradient for a result is this one: their products, added up."""
    return np.sum(_each(_rational, gradient) * result)


def scalar_graph(**inputs: Any) -> Exact:
    """Differentiate (w x + b - y)^2."""
    graph = Graph(**inputs)
    x, w, b, y = graph.symbols("x", "w", "b", "y")
    m = graph.step("m", w * x)
    a = graph.step("a", m + b)
    e = graph.step("e", a - y)
    L = graph.step("L", e**2)
    return graph.exact(L)


def gradient_step(eta: Floats, **inputs: Floats) -> Exact:
    """Move w and b of the scalar graph, and evaluate its formulas again."""
    before = scalar_graph(**inputs)
    moved = _moved(before, eta, "w", "b")
    after = scalar_graph(**inputs | moved)
    values = {name: before.values[name] for name in ("x", "y", "w", "b", "L")}
    values |= {"eta": _each(_rational, eta), "w_new": moved["w"], "b_new": moved["b"], "L_new": after.values["L"]}
    values |= {"prediction": before.values["a"], "prediction_new": after.values["a"]}
    return before._replace(values=values)


def _moved(exact: Exact, eta: Floats, *names: str) -> dict[str, Any]:
    """Take one step of gradient descent from these quantities."""
    rate = _each(_rational, eta)
    return {name: np.asarray(exact.values[name] - rate * exact.gradients[name]) for name in names}


def accumulation(**inputs: Floats) -> Exact:
    """Differentiate the sum of the losses of all calls so far: of one, two, three; and of one again."""
    graph = Graph(**inputs)
    x, w, b, y = graph.symbols("x", "w", "b", "y")
    after = [graph.exact(sum((w * x + b - y) ** 2 for _ in range(calls))) for calls in range(1, CALLS + 1)]
    so_far, afresh = _stacked(after, w="w"), after[0]
    return Exact(
        afresh.values,
        so_far.gradients | {"w_afresh": afresh.gradients["w"]},
        so_far.formulas | {"w_afresh": afresh.formulas["w"]},
        so_far.third_derivatives | {"w_afresh": afresh.third_derivatives["w"]},
    )


def _stacked(parts: Sequence[Exact], **names: str) -> Exact:
    """Put one quantity of one loss after the other into an array with one more axis in front, by a new name."""
    return Exact(
        {},
        {new: np.stack([part.gradients[name] for part in parts]) for new, name in names.items()},
        {new: np.stack([part.formulas[name] for part in parts]) for new, name in names.items()},
        {new: np.stack([part.third_derivatives[name] for part in parts]) for new, name in names.items()},
    )


def branch(**inputs: Floats) -> Exact:
    """Differentiate x^2 + factor x, with a name for x on each of its two paths."""
    graph = Graph(**inputs)
    x, factor = graph.symbols("x", "factor")
    u = graph.step("u", graph.step("x_through_u", x) ** 2)
    v = graph.step("v", factor * graph.step("x_through_v", x))
    L = graph.step("L", u + v)
    return graph.exact(L)


def vector_neuron(**inputs: Floats) -> Exact:
    """Differentiate (w^T x + b)^2."""
    graph = Graph(**inputs)
    x, w, b = graph.symbols("x", "w", "b")
    z = graph.step("z", w @ x + b)
    L = graph.step("L", z**2)
    return graph.exact(L)


def dense(g_z: Floats, **inputs: Floats) -> Exact:
    """Differentiate g_z^T (W x + b), with a name for x in each row."""
    graph = Graph(**inputs)
    x, W, b = graph.symbols("x", "W", "b")
    x_rows = graph.step("x_rows", np.broadcast_to(x, W.shape))
    z = graph.step("z", (W * x_rows).sum(axis=1) + b)
    return graph.exact(_arriving(g_z, z))


def batch(**inputs: Any) -> Exact:
    """Differentiate the mean over the examples of half their squared errors."""
    graph, row_losses = _batch(inputs)
    L = graph.step("L", row_losses.sum() / len(row_losses))
    return graph.exact(L)


def examples(**inputs: Floats) -> Exact:
    """Differentiate the loss of one example after the other."""
    graph, row_losses = _batch(inputs)
    return _stacked([graph.exact(loss) for loss in row_losses], W_each="W")


def microbatches(**inputs: Floats) -> Exact:
    """Differentiate the sum of the first losses over B: of one, two, all."""
    graph, row_losses = _batch(inputs)
    B = len(row_losses)
    return _stacked([graph.exact(row_losses[: n + 1].sum() / B) for n in range(B)], W="W", b="b")


def _batch(inputs: dict[str, Any]) -> tuple[Graph, Expressions]:
    """Give the graph of a batch, and the losses of its examples."""
    graph = Graph(**inputs)
    X, W, b, Y = graph.symbols("X", "W", "b", "Y")
    Z = graph.step("Z", X @ W.T + b)
    R = graph.step("R", Z - Y)
    return graph, graph.step("row_losses", (R**2).sum(axis=1) / 2)


def sgd_step(eta: Floats, **inputs: Floats) -> Exact:
    """Move W and b of the batch, and evaluate its formulas again."""
    before = batch(**inputs)
    moved = _moved(before, eta, "W", "b")
    after = batch(**inputs | moved)
    values = {name: before.values[name] for name in ("W", "b", "L")}
    values |= {"eta": _each(_rational, eta), "W_new": moved["W"], "b_new": moved["b"], "L_new": after.values["L"]}
    return before._replace(values=values)


def tiny_mlp(**inputs: Floats) -> Exact:
    """Differentiate the squared error of W2 max(0, W1 x + b1) + b2."""
    graph = Graph(**inputs)
    x, W1, b1, W2, b2, y = graph.symbols("x", "W1", "b1", "W2", "b2", "y")
    z = graph.step("z", W1 @ x + b1)
    h = graph.step("h", _each(lambda entry: sympy.Max(0, entry), z))
    prediction = graph.step("prediction", W2 @ h + b2)
    loss = graph.step("loss", ((prediction - y) ** 2).sum())
    return graph.exact(loss)
