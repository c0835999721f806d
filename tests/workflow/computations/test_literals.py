"""What a claim expects is a literal and what it judges is not: none is held to its own value, or holds by itself."""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from pathlib import Path

import pytest

from workflow import computations

MODULES = sorted(Path(computations.__path__[0]).rglob("*.py"))

# Of each check, the argument that is judged and the one that it is held to, each by its position and its name.
JUDGED = {"equals": (1, "value"), "reads": (1, "value"), "below": (1, "value")}
HELD_TO = {"equals": (2, "expected"), "reads": (2, "expected"), "below": (2, "bound"), "agree": (None, "tolerance")}

# What a condition is held to, among the values that it gets by name.
BOUNDS = {"low", "high", "fingerprint"}


def argument(call, position, name):
    """Give an argument of a call, by keyword or by position."""
    by_keyword = [keyword.value for keyword in call.keywords if keyword.arg == name]
    return by_keyword[0] if by_keyword else call.args[position]


def calls(tree):
    """Go through the calls that make a claim, each with the name of its check."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in HELD_TO:
            yield node.func.attr, node


def constants_of(tree):
    """Name the module's constants that are made of literals, and are given a value in one place only."""
    stored = stores_in(tree)
    constants = set()
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if stored[name] == 1:
                if is_stated(value, constants):
                    constants.add(name)
    return constants


def stores_in(tree):
    """Count how often each name is given a value."""
    names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    return Counter([*names, *(node.arg for node in ast.walk(tree) if isinstance(node, ast.arg))])


def entries_of(tree, constants):
    """Name what stands for the entries of constants, and for nothing else: `for name, entry in CONSTANT.items()`."""
    entries = Counter()
    for node in ast.walk(tree):
        match node:
            case ast.For(
                target=ast.Tuple(elts=[_, ast.Name(id=entry)]),
                iter=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="items"), args=[]),
            ) if name in constants:
                entries[entry] += 1
    stored = stores_in(tree)
    return {entry for entry, times in entries.items() if times == stored[entry]}


def is_stated(node, constants):
    """Say whether an expression is made of literals and constants alone; one may be looked up by any key."""
    match node:
        case ast.Constant():
            return True
        case ast.Name(id=name):
            return name in constants
        case ast.Subscript(value=inner) | ast.UnaryOp(operand=inner) | ast.Starred(value=inner):
            return is_stated(inner, constants)
        case ast.BinOp(left=left, right=right):
            return is_stated(left, constants) and is_stated(right, constants)
        case ast.List(elts=entries) | ast.Tuple(elts=entries) | ast.Dict(values=entries):
            return all(is_stated(entry, constants) for entry in entries)
    return False


def computed_expectations(source):
    """List what claims are held to and is no literal."""
    tree = ast.parse(source)
    constants = constants_of(tree)
    constants |= entries_of(tree, constants)
    held_to = [argument(call, *HELD_TO[check]) for check, call in calls(tree)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            held_to += [value for key, value in pairs if isinstance(key, ast.Constant) and key.value in BOUNDS]
    return [ast.unparse(node) for node in held_to if not is_stated(node, constants)]


def constant_values(source):
    """List what claims judge and names nothing but constants, by convention in capitals, and built-in functions."""
    judged = [argument(call, *JUDGED[check]) for check, call in calls(ast.parse(source)) if check in JUDGED]
    return [
        ast.unparse(value)
        for value in judged
        if all(node.id.isupper() or node.id in vars(builtins) for node in ast.walk(value) if isinstance(node, ast.Name))
    ]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_what_a_claim_is_held_to_is_a_literal(path):
    assert computed_expectations(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_what_a_claim_judges_is_not_a_constant(path):
    assert constant_values(path.read_text(encoding="utf-8")) == []


def test_claims_are_found():
    assert sum(1 for path in MODULES for _ in calls(ast.parse(path.read_text(encoding="utf-8")))) > 100


@pytest.mark.parametrize(
    "claim",
    [
        'ledger.equals("n", n, n, where=W)',
        'ledger.equals("n", n, expected=n + 1, where=W)',
        'ledger.equals("n", n, [8, n], where=W)',
        'ledger.reads("loss", loss, f"{loss:.3f}", where=W)',
        'ledger.reads("loss", loss, str(8), where=W)',
        'ledger.below("gap", gap, 2 * gap, where=W)',
        'ledger.below("gap", gap, COMPUTED, where=W)',
        'ledger.agree("gap", routes, tolerance=SHADOWED, where=W)',
        'ledger.holds("range", "lies between", {"low": n - 1, "value": n, "high": 8}, where=W)',
        'judged = {"values": n, "fingerprint": fingerprint_of(n)}',
        'for name, m in f(n).items(): ledger.equals("n", n, m, where=W)',
        'for name, m in COMPUTED.items(): ledger.equals("n", n, m, where=W)',
        'for name, m in STATED.items(): m = n; ledger.equals("n", n, m, where=W)',
        'for name, m in STATED.items(): ledger.equals("n", n, name, where=W)',
    ],
)
def test_a_computed_expectation_is_seen(claim):
    source = f'COMPUTED = f(8)\nSTATED = {{"n": 8}}\nSHADOWED = 8\ndef compute(SHADOWED):\n    {claim}'
    assert len(computed_expectations(source)) == 1


def test_the_entries_of_a_constant_are_literals():
    source = 'STATED = {"n": 8}\nfor name, m in STATED.items(): ledger.equals("n", n, m, where=W)'
    assert computed_expectations(source) == []


@pytest.mark.parametrize("value", ["8", "LIMIT", "list(LIMITS)", "LIMIT + 1", "[LIMIT, 2]"])
def test_a_claim_about_a_constant_is_seen(value):
    assert len(constant_values(f'ledger.equals("n", {value}, 8, where=W)')) == 1
