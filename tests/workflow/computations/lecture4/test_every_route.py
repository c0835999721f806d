"""Whatever a route finds is held to something: each of its entries, in each ledger that has it, when it is off.

The results of all routes are computed once. A test puts one back with one entry off, makes a ledger's claims anew, and
looks which fail: those about that quantity in which the route takes part, and no others.
"""

from __future__ import annotations

import importlib
import re
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
import sympy

from tests.workflow.computations.lecture4.lecture import FUNCTIONS, LEDGERS, result_of
from workflow.computations.lecture4.inputs import INPUTS
from workflow.computations.lecture4.routes import ROUTES

# Far beyond all tolerances and all digits that are printed.
OFF = Fraction(-3, 4)

# A claim's name: the quantity, and what is said of it.
CLAIM = re.compile(
    r"(?:full_|each_)?(?P<quantity>.+?)"
    r"(?P<said>_agreement|_pytorch|_difference|_exactly|_by_\w+|_reaches_full_by_\w+|_each_call|_inactive|_vanish)?"
)

# What is said with the help of each route. A claim that is called like its quantity is about the hand's value.
SAID_BY = {
    "hand": {None, "_agreement", "_pytorch", "_difference", "_each_call", "_inactive", "_reaches_full_by_hand"},
    "engine": {"_agreement", "_pytorch", "_reaches_full_by_engine"},
    "symbolic": {"_agreement", "_pytorch", "_exactly", "_by_symbols", "_reaches_full_by_symbolic"},
    "difference": {"_difference", "_by_differences"},
    "pytorch": {"_pytorch", "_by_pytorch", "_reaches_full_by_pytorch"},
}


@cache
def results():
    """Compute all results of all routes."""
    return {(route, function): result_of(route, function) for route, function in FUNCTIONS}


@pytest.fixture
def called(monkeypatch):
    """Let every route give the results that it once computed; give the set of those that are asked for."""
    known, asked = results(), set()

    def recall(key):
        asked.add(key)
        return known[key]

    for route, function in FUNCTIONS:
        monkeypatch.setattr(ROUTES[route], function, lambda key=(route, function), **_: recall(key))
    return asked


def compute(name):
    return importlib.import_module(f"workflow.computations.lecture4.{name}").compute()


def quantities(key):
    """Go through what a result holds: its fields, and the names in each."""
    result = results()[key]
    return [(field, name) for field, found in zip(result._fields, result, strict=True) for name in found]


def off(key, field, name):
    """Go through copies of a result, each with one entry of one quantity off."""
    found = getattr(results()[key], field)
    for place in np.ndindex(np.shape(found[name])):
        changed = np.array(found[name])
        changed[place] += sympy.Rational(OFF) if changed.dtype == object else float(OFF)
        yield results()[key]._replace(**{field: found | {name: changed}})


# What a ledger says of a route in words of its own.
IN_OTHER_WORDS = {
    ("accumulation", "pytorch", "gradients", "w_after_zeroing"): {"grad_w_after_zeroing"},
    ("local_rules", "hand", "gradients", "u"): {"square_local_derivative"},
    ("two_checks", "symbolic", "formulas", "w"): {"derivative_w"},
    ("two_checks", "symbolic", "formulas", "x"): {"derivative_x"},
    ("two_checks", "symbolic", "formulas", "b"): {"derivative_b"},
    ("two_checks", "symbolic", "formulas", "y"): {"derivative_y"},
}

# What may be noticed besides.
ALSO = {
    ("gradient_step", "hand", "gradient_step", "values", "L"): {"loss_decreases"},
    ("gradient_step", "hand", "gradient_step", "values", "L_new"): {"loss_decreases"},
    ("sgd_step", "hand", "sgd_step", "values", "L"): {"loss_decreases"},
    ("sgd_step", "hand", "sgd_step", "values", "L_new"): {"loss_decreases"},
    ("local_rules", "hand", "square", "gradients", "v"): {"square_local_derivative"},
    ("tiny_mlp", "hand", "tiny_mlp", "values", "z"): {"active", "inactive_units", "way_to_kink"},
}

# What is said about the errors of differences, by the field that it rests on: what has to be noticed, and what may be.
OF_ERRORS = {
    "third_derivatives": ({"third_derivatives_vanish"}, {"third_derivatives_vanish", "third_derivatives"}),
    "rounding_bounds": ({"rounding_bounds"}, {"rounding_bounds"}),
}


def claims_about(ledger, key, field, name):
    """Name the claims that have to fail when an entry of a quantity is off, and those that may."""
    claims = {claim.name: CLAIM.fullmatch(claim.name) for claim in ledger}
    route, function = key
    own = ledger.identity.rpartition("/")[2]
    if own == "recorded_graph" and function != "scalar_graph":
        return set(), set()  # it is run for PyTorch's settings alone
    part = f"{function}_" if own == "local_rules" else ""
    otherwise = IN_OTHER_WORDS.get((own, route, field, name), set())
    if field in OF_ERRORS:
        if f"{part}grad_{name}_difference" not in claims or (own, function) == ("microbatches", "batch"):
            return set(), set()
        part = "each_" if function == "examples" else part
        return tuple({part + each for each in said} for said in OF_ERRORS[field])
    if field == "formulas":
        return otherwise, otherwise

    quantity = part + ("grad_" if field == "gradients" else "") + name
    about = otherwise | {
        each for each, it in claims.items() if it["quantity"] == quantity and it["said"] in SAID_BY[route]
    }
    of_full_batch = {each for each in about if "full" in each}
    if own == "local_rules" and function != "square":
        about -= otherwise
    if (own, function) == ("microbatches", "batch"):
        return of_full_batch, of_full_batch
    # These look at some entries only, or at the order of two numbers.
    sometimes = of_full_batch | {each for each in about if each.endswith("_inactive")}
    return about - sometimes, about | ALSO.get((own, *key, field, name), set())


@pytest.mark.parametrize("name", LEDGERS)
def test_each_entry_that_is_off_fails_what_is_said_of_it_and_nothing_else(name, called, failing, monkeypatch):
    right = compute(name)
    assert failing(right) == set()
    assert called
    for key in sorted(called):
        for field, quantity in quantities(key):
            have_to, may = claims_about(right, key, field, quantity)
            for result in off(key, field, quantity):
                with monkeypatch.context() as patch:
                    patch.setitem(results(), key, result)
                    found = failing(compute(name))
                assert have_to <= found <= may, (key, field, quantity, found)


def test_each_quantity_that_the_hand_finds_is_judged_for_each_route_that_finds_it_too(called):
    judged = set()
    for name in LEDGERS:
        called.clear()
        ledger = compute(name)
        for key in called:
            judged |= {(key, *each) for each in quantities(key) if claims_about(ledger, key, *each)[0]}
    of_the_hand = {(function, *each) for _, function in FUNCTIONS for each in quantities(("hand", function))}
    found = {((route, function), *each) for route, function in FUNCTIONS for each in quantities((route, function))}
    # Inputs pass through every route as they are.
    passed_on = {(function, "values", name) for function, inputs in INPUTS.items() for name in inputs}
    to_judge = {each for each in found if (each[0][1], *each[1:]) in of_the_hand - passed_on}
    assert to_judge - judged == set()
