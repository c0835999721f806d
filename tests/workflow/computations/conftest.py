"""All ledgers of the lesson, computed once for each arithmetic setting."""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path

import pytest
import yaml

from engine import arithmetic
from workflow.configuration import CONFIG_FILE, configuration_from

ROOT = Path(__file__).parents[3]

# Each ledger after those it reads, which the configuration sees to.
LEDGERS = configuration_from(yaml.safe_load((ROOT / CONFIG_FILE).read_text()), ROOT).lessons["dl01_6_4"].ledgers


@cache
def computed_in(setting):
    """Compute every ledger, unchecked."""
    with arithmetic.use(setting):
        computed = {}
        for name, read in LEDGERS.items():
            compute = importlib.import_module(f"workflow.computations.dl01_6_4.{name}").compute
            computed[name] = compute(**{needed: computed[needed] for needed in read})
    return computed


@pytest.fixture(scope="session", params=["fast", "reproducible"])
def ledgers(request):
    """Give every ledger by its name, as computed in one setting."""
    return computed_in(request.param)


@pytest.fixture(scope="session")
def ledger_names():
    """Give the names of all ledgers of the lesson."""
    return tuple(LEDGERS)


@pytest.fixture(params=LEDGERS)
def ledger(request, ledgers):
    """Give each ledger in turn."""
    return ledgers[request.param]


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
