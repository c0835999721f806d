"""A small project to publish, verify and compare."""

from __future__ import annotations

import pytest

from tests.workflow.small import Small


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A small project in a folder of its own, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return Small()
