"""docs/embedding.md shows the examples that the tests build, and its commands exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from slides.embed import markdown
from tests.slides.configured import ROOT

GUIDE = (ROOT / "docs/embedding.md").read_text(encoding="utf-8")
EXAMPLES = Path(__file__).parent / "examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.iterdir()), ids=lambda path: path.name)
def test_every_example_stands_in_the_guide_as_it_is_built(path):
    blocks = re.findall(r"^````?\w*\n(.*?)^````?$", GUIDE, re.DOTALL | re.MULTILINE)
    assert path.read_text(encoding="utf-8") in blocks


def test_the_guide_can_show_marks_without_being_filled(contents):
    filled = markdown.fill(Path("embedding.md"), GUIDE.encode(), contents, None)
    assert (filled.marks, filled.complaints) == (0, [])
