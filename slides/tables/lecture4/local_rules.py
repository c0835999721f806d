"""L4-02-local-rules: what a square, a sum and a product return to their operands."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Formula, Number, Row, Shown, Table, formula
from workflow.ledger import Ledger

CONSTANTS = {
    "u^2": "the square",
    "2u": "the local derivative of the square",
    r"2 \cdot": "the same with a number in the place of u",
    r"\partial a = 1": "the local derivative of the sum for a",
    r"\partial b = 1": "the one for b",
}

GRADIENTS = ("square_grad_u", "addition_grad_a", "addition_grad_b", "multiplication_grad_a", "multiplication_grad_b")


def table(local_rules: Ledger) -> Table:
    """Give each operand a row: upstream gradient, local derivative, and their product."""
    return Table(
        caption="Local rules: each operand gets upstream times local",
        head=("operation", "forward", ("upstream ", formula("g_v"), " (given)"), "local derivative", "returned"),
        rows=(*_square(local_rules), *_addition(local_rules), *_multiplication(local_rules)),
        notes=(agreement(local_rules, *GRADIENTS),),
    )


def _square(local_rules: Ledger) -> tuple[Row, ...]:
    names = ("square_u", "square_v", "square_grad_v", "square_grad_u", "square_local_derivative")
    u, v, upstream, returned, local = map(Shown(local_rules), names)
    derivative = formula(r"\partial v / \partial u = 2u = 2 \cdot ", u, " = ", local)
    return ((formula("v = u^2"), formula(u, r" \cdot ", u, " = ", v), upstream, derivative, _gradient("u", returned)),)


def _addition(local_rules: Ledger) -> tuple[Row, ...]:
    a, b, v, upstream, to_a, to_b = map(Shown(local_rules), _names("addition"))
    forward = formula(a, " + ", b, " = ", v)
    return (
        (formula("v = a + b"), forward, upstream, formula(r"\partial v / \partial a = 1"), _gradient("a", to_a)),
        ("", "", upstream, formula(r"\partial v / \partial b = 1"), _gradient("b", to_b)),
    )


def _multiplication(local_rules: Ledger) -> tuple[Row, ...]:
    a, b, v, upstream, to_a, to_b = map(Shown(local_rules), _names("multiplication"))
    forward = formula(a, r" \cdot ", b, " = ", v)
    return (
        (formula("v = ab"), forward, upstream, formula(r"\partial v / \partial a = b = ", b), _gradient("a", to_a)),
        ("", "", upstream, formula(r"\partial v / \partial b = a = ", a), _gradient("b", to_b)),
    )


def _gradient(operand: str, returned: Number) -> Formula:
    return formula(f"g_{operand} = ", returned)


def _names(operation: str) -> list[str]:
    return [f"{operation}_{name}" for name in ("a", "b", "v", "grad_v", "grad_a", "grad_b")]
