"""All ledgers of the lesson, computed once for each arithmetic setting."""

import importlib
import inspect

import pytest

from engine import arithmetic

# In an order in which every ledger comes after those it reads.
NAMES = (
    "moons",
    "three_ways",
    "batch_of_eight",
    "race",
    "boundary",
    "graph_memory",
    "broadcast_bug",
    "pytorch",
)


@pytest.fixture(scope="session", params=["fast", "reproducible"])
def ledgers(request):
    """Give every ledger by its name, as computed in one setting, unchecked."""
    with arithmetic.use(request.param):
        computed = {}
        for name in NAMES:
            compute = importlib.import_module(f"workflow.computations.dl01_6_4.{name}").compute
            computed[name] = compute(**{needed: computed[needed] for needed in inspect.signature(compute).parameters})
    return computed


@pytest.fixture(scope="session")
def ledger_names():
    """Give the names of all ledgers of the lesson."""
    return NAMES


@pytest.fixture(params=NAMES)
def ledger(request, ledgers):
    """Give each ledger in turn."""
    return ledgers[request.param]


@pytest.fixture
def failing():
    """Give a function that names the claims of a ledger that do not hold, as its error message does."""

    def names(ledger):
        return {claim.name for claim in ledger if not claim.holds()}

    return names
