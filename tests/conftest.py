"""Projects to run Snakemake in."""

from __future__ import annotations

import pytest

from tests.pipeline.project import clone


@pytest.fixture(scope="session")
def first_build(tmp_path_factory):
    """One build in a fresh clone, with the run that made it. Nobody may change it."""
    project = clone(tmp_path_factory.mktemp("first build"))
    run = project.snakemake()
    assert run.status == 0, run.output
    return project, run


@pytest.fixture
def built(first_build, tmp_path):
    """A copy of a built project, to do anything with."""
    return first_build[0].copy(tmp_path / "built")


@pytest.fixture
def fresh(tmp_path):
    """A fresh clone, nothing built."""
    return clone(tmp_path / "fresh")
