"""Reading a source: cells with names and lines, and complaints that say where."""

from __future__ import annotations

import pytest

from slides.notebooks.source import Cell, SourceError, read

TEXT = """
# A heading

Words.

```bash
make
```

- a list
  ```python
  no_cell
  ```

```python first
a = [
]

```

```python second-one
b
```

The end.
"""


def test_prose_and_code_alternate_and_know_their_lines(source):
    found = read(source(TEXT))
    prose, first, second, end = found.cells
    assert (prose.kind, prose.name, prose.line) == ("prose", "before-first", 8)
    assert prose.text.startswith("# A heading\n")
    assert "```bash\nmake\n```" in prose.text
    assert prose.text.endswith("no_cell\n  ```")
    assert first == Cell("code", "first", 22, "a = [\n]")
    assert second == Cell("code", "second-one", 28, "b")
    assert (end.name, end.line, end.text) == ("closing", 31, "The end.")
    lines = found.path.read_text(encoding="utf-8").splitlines()
    assert [lines[cell.line - 1] for cell in found.cells] == ["# A heading", "a = [", "b", "The end."]
    assert found.place(first, 2).endswith("small.md, line 23, in the cell 'first'")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("```python\n```\n", "line 7: a code cell has a name"),
        ("```python two words\n```\n", "line 7: a code cell has a name"),
        ("```python Name_1\n```\n", "line 7: a code cell has a name"),
        (f"```python {'long' * 20}\n```\n", "of at most 48 small letters, digits and hyphens; got"),
        ("```python one\n```\n\n```python one\n```\n", "line 10: there are two cells called 'one'"),
        ("Words alone.\n", "there is no code"),
        ("```python one\npass\n\nWords.\n", "line 7: the code of 'one' never ends; close it with a line ```"),
        ("```python one", "line 7: the code of 'one' never ends"),
    ],
)
def test_what_is_no_notebook_is_a_sentence(source, text, complaint):
    with pytest.raises(SourceError, match=complaint):
        read(source(text))


@pytest.mark.parametrize(
    ("head", "complaint"),
    [
        ("", "a source begins with a head"),
        ("---\ntitle: [\n---\n", "the head is not valid YAML"),
        ("---\nconstants: {}\n---\n", r"the head does not fit: title: Field required\.$"),
        ("---\ntitle: t\nmore: x\n---\n", "the head does not fit: more: Extra inputs are not permitted"),
    ],
)
def test_a_head_that_does_not_fit_is_a_sentence(source, head, complaint):
    with pytest.raises(SourceError, match=f"small.md, line 1: {complaint}"):
        read(source("```python one\n```\n", head))


def test_a_mark_of_the_order_of_bytes_is_no_text(source):
    path = source(TEXT)
    plain = read(path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert read(path) == plain


def test_code_may_end_with_a_longer_or_an_indented_fence(source):
    [cell] = read(source("```python one\na\n  ````\n")).cells
    assert cell.text == "a"
