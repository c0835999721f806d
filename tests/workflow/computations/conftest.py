"""All ledgers of all lessons, computed once for each arithmetic setting."""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path

import pytest
import yaml

from engine import arithmetic
from workflow.configuration import CONFIG_FILE, configuration_from

ROOT = Path(__file__).parents[3]

CONFIGURATION = configuration_from(yaml.safe_load((ROOT / CONFIG_FILE).read_text()), ROOT)

# The ledgers of each lesson, each after those it reads, which the configuration sees to.
LEDGERS = {name: lesson.ledgers for name, lesson in CONFIGURATION.lessons.items()}


@cache
def computed_in(setting, lesson):
    """Compute every ledger of a lesson, unchecked."""
    with arithmetic.use(setting):
        computed = {}
        for name, read in LEDGERS[lesson].items():
            compute = importlib.import_module(f"workflow.computations.{lesson}.{name}").compute
            computed[name] = compute(**{needed: computed[needed] for needed in read})
    return computed


@pytest.fixture(scope="session", params=["fast", "reproducible"])
def setting(request):
    """Give each arithmetic setting in turn."""
    return request.param


@pytest.fixture(scope="session")
def computed(setting):
    """Give a function from a lesson to its ledgers by their names, as computed in one setting."""
    return lambda lesson: computed_in(setting, lesson)


@pytest.fixture(params=[f"{lesson}/{name}" for lesson, ledgers in LEDGERS.items() for name in ledgers])
def ledger(request, computed):
    """Give each ledger of each lesson in turn."""
    lesson, name = request.param.split("/")
    return computed(lesson)[name]


@pytest.fixture(scope="session")
def ledger_names():
    """Give the names of all ledgers of each lesson."""
    return {lesson: tuple(ledgers) for lesson, ledgers in LEDGERS.items()}


@pytest.fixture(scope="session")
def root():
    """Give the project's folder."""
    return ROOT


@pytest.fixture
def failing():
    """Give a function that names the claims of a ledger that do not hold, as its error message does."""

    def names(ledger):
        return {claim.name for claim in ledger if not claim.holds()}

    return names
