"""A built project, and what it has to embed."""

from __future__ import annotations

import pytest

from slides.embed.contents import Contents
from tests.slides.embed.project import build


@pytest.fixture(scope="session")
def project(tmp_path_factory):
    """The root of a built project."""
    return build(tmp_path_factory.mktemp("project"))


@pytest.fixture(scope="session")
def contents(project):
    """What that project has built."""
    return Contents(project)
