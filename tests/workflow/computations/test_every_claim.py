"""Every claim of every ledger holds, and whatever is changed in one, in memory or in its file, is seen.

A perturbed file here is the work of a careful forger: it is canonical, its printed forms follow its values and its
digest is right. What gives it away is that its claims no longer hold.
"""

from __future__ import annotations

import copy
import hashlib
import json
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from workflow.claims import NOT_KEPT, Agree, Below, Equals, Holds, Reads, Series
from workflow.ledger import Ledger, LedgerError

# A long list or series is perturbed at its ends and in its middle; a shorter one everywhere.
LONG = 16

# Ledgers are written in the reproducible setting; judging them from a file takes too long to try another one.
in_the_setting_of_files = pytest.mark.parametrize("setting", ["reproducible"], indirect=True)

# How a claim names the lesson that states it.
STATED = {"dl01_6_4": "DL01.6.4, ", "lecture4": "Lecture 4, checkpoint "}

# An inequality is broken from one side only: which way a value has to move to break it.
BREAKS_BY_MOVING = {
    ("decreases", "first"): (-1,),
    ("decreases", "last"): (+1,),
    ("lies between", "low"): (+1,),
    ("lies between", "high"): (-1,),
}


def moved(value, direction):
    """Give something clearly else: a number moved by more than its size, the other truth, another text."""
    if isinstance(value, bool | np.bool_):
        return not value
    if isinstance(value, str):
        return value[:-1] + ("1" if value[-1] != "1" else "2")
    return value + direction * type(value)(1 + 2 * abs(value))


def places(count):
    """Name the entries of a long or short list that are perturbed in turn."""
    return range(count) if count <= LONG else (0, count // 2, count - 1)


def perturbed(value, directions=(-1, +1)):
    """Go through copies of a plain value or a series, each with one entry moved."""
    if isinstance(value, Series):
        for place in places(value.values.size):
            for direction in directions:
                values = value.values.copy()
                values.flat[place] = moved(values.flat[place], direction)
                yield Series(value.name, values, value.unit)
    elif isinstance(value, list):
        for place in places(len(value)):
            for entry in perturbed(value[place], directions):
                yield [*value[:place], entry, *value[place + 1 :]]
    elif value is not NOT_KEPT:
        for direction in directions:
            yield moved(value, direction)


def perturbed_once(value, directions=(-1, +1)):
    """Give the first of these copies."""
    return islice(perturbed(value, directions), 1)


def perturbed_claims(claim, perturbed=perturbed):
    """Go through copies of a claim, each with one entry of one of its values perturbed."""
    match claim:
        case Equals() | Reads():
            yield from (replace(claim, value=value) for value in perturbed(claim.value))
            yield from (replace(claim, expected=expected) for expected in perturbed(claim.expected))
        case Below():
            yield from (replace(claim, value=value) for value in perturbed(claim.value))
        case Agree():
            yield from (replace(claim, value=value) for value in perturbed(claim.value))
            for route in claim.routes:
                for value in perturbed(claim.routes[route]):
                    yield replace(claim, routes=claim.routes | {route: value})
        case Holds():
            for name in claim.values:
                directions = BREAKS_BY_MOVING.get((claim.condition, name), (-1, +1))
                for value in perturbed(claim.values[name], directions):
                    yield replace(claim, values=claim.values | {name: value})


def with_claim(ledger, claim):
    """Give a ledger in which this claim stands in the place of the one of its name, and its series with it."""
    changed = copy.copy(ledger)
    changed._claims = ledger._claims | {claim.name: claim}
    changed._series = ledger._series | {series.name: series for series in claim.series()}
    return changed


def forgeries(ledger, perturbed=perturbed):
    """Go through the names of the claims and, for each, ledgers that differ in one entry of that claim."""
    for claim in ledger:
        for each in perturbed_claims(claim, perturbed):
            yield claim.name, with_claim(ledger, each)


def complaint_about(ledger):
    """Give the message with which a ledger is refused, or nothing when it is not."""
    try:
        ledger.check()
    except LedgerError as error:
        return str(error)
    return ""


def accepted_as(path):
    """Say whether a ledger can be read from this file."""
    try:
        Ledger.read(path)
    except LedgerError:
        return False
    return True


@pytest.fixture
def path(ledger, tmp_path):
    """Give a file of the name that a ledger asks for, where each ledger is written."""
    path = tmp_path / f"{ledger.identity.rpartition('/')[2]}.json"
    ledger.write(path)
    return path


@pytest.fixture
def stored(path):
    """Give each ledger as it comes back from its file."""
    return Ledger.read(path)


def test_every_claim_holds(ledger):
    ledger.check()


def test_every_claim_says_where_the_lesson_states_it(ledger):
    stated = STATED[ledger.identity.partition("/")[0]]
    assert [claim.name for claim in ledger if not claim.where.startswith(stated)] == []


def test_every_claim_has_something_to_perturb(ledger):
    assert [claim.name for claim in ledger if not any(True for _ in perturbed_claims(claim))] == []


def test_whatever_is_perturbed_in_memory_is_refused_by_name(ledger):
    unnamed = {
        name for name, forged in forgeries(ledger) if f"  {ledger.identity}.{name}\n" not in complaint_about(forged)
    }
    assert unnamed == set()


@in_the_setting_of_files
def test_whatever_is_perturbed_in_a_file_is_refused(stored, path):
    accepted = set()
    # One entry of each value: memory is where every entry is tried, and a file is judged by the same checks.
    for name, forged in forgeries(stored, perturbed_once):
        if stored[name].volatile and not isinstance(stored[name], Reads):
            continue  # what was judged is not in the file: there is nothing in it to perturb
        path.write_text(forged.to_json(), encoding="utf-8")
        if accepted_as(path):
            accepted.add(name)
    assert accepted == set()


@in_the_setting_of_files
def test_a_printed_form_of_its_own_is_refused(stored, path):
    lines = stored.to_json().splitlines(keepends=True)
    accepted = []
    for number, line in enumerate(lines):
        if '"printed": ' not in line:
            continue
        name, content = line.rstrip().rstrip(",").split(": ", maxsplit=1)
        claim = json.loads(content)
        claim["printed"] = next(iter(perturbed(claim["printed"])))
        rewritten = json.dumps(claim, sort_keys=True, ensure_ascii=False)
        comma = "," if line.rstrip().endswith(",") else ""
        body = "".join([*lines[1:number], f"{name}: {rewritten}{comma}\n", *lines[number + 1 : -2]])
        digest = hashlib.sha256(body.encode()).hexdigest()
        path.write_text(f'{{\n{body}"sha256": "{digest}"\n}}\n', encoding="utf-8")
        if accepted_as(path):
            accepted.append(name)
    assert accepted == []


@in_the_setting_of_files
def test_the_forger_of_printed_forms_gets_the_format_right(stored, path):
    lines = stored.to_json().splitlines(keepends=True)
    body = "".join(lines[1:-2])
    path.write_text(f'{{\n{body}"sha256": "{hashlib.sha256(body.encode()).hexdigest()}"\n}}\n', encoding="utf-8")
    assert accepted_as(path)
