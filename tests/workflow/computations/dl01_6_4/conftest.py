"""The lesson's ledgers, for the tests of what is in them."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def ledgers(computed):
    """Give every ledger of the lesson by its name, as computed in one setting."""
    return computed("dl01_6_4")
