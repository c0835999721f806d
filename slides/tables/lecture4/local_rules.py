"""L4-02-local-rules: what a square, a sum and a product return to their operands."""

from __future__ import annotations

from slides.tables.lecture4._routes import agreement
from slides.tables.table import Row, Shown, Table, formula
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
        head=("operation", "forward", ("upstream ", formula("g_v")), "local derivative", "returned"),
        rows=(*_square(local_rules), *_addition(local_rules), *_multiplication(local_rules)),
        notes=(agreement(local_rules, *GRADIENTS),),
    )


def _square(local_rules: Ledger) -> tuple[Row, ...]:
    u, v, upstream, returned = map(Shown(local_rules), ("square_u", "square_v", "square_grad_v", "square_grad_u"))
    local = formula(r"\partial v / \partial u = 2u = 2 \cdot ", u)
    return ((formula("v = u^2"), formula(u, r" \cdot ", u, " = ", v), upstream, local, returned),)


def _addition(local_rules: Ledger) -> tuple[Row, ...]:
    a, b, v, upstream, to_a, to_b = map(Shown(local_rules), _names("addition"))
    forward = formula(a, " + ", b, " = ", v)
    return (
        (formula("v = a + b"), forward, upstream, formula(r"\partial v / \partial a = 1"), to_a),
        ("", "", upstream, formula(r"\partial v / \partial b = 1"), to_b),
    )


def _multiplication(local_rules: Ledger) -> tuple[Row, ...]:
    a, b, v, upstream, to_a, to_b = map(Shown(local_rules), _names("multiplication"))
    forward = formula(a, r" \cdot ", b, " = ", v)
    return (
        (formula("v = ab"), forward, upstream, formula(r"\partial v / \partial a = b = ", b), to_a),
        ("", "", upstream, formula(r"\partial v / \partial b = a = ", a), to_b),
    )


def _names(operation: str) -> list[str]:
    return [f"{operation}_{name}" for name in ("a", "b", "v", "grad_v", "grad_a", "grad_b")]
