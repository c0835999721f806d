"""The converter: the pinned pandoc and no other, without anybody's own settings; a warning counts as an error."""

from __future__ import annotations

import importlib.util

import pytest

from slides.tables import pandoc
from slides.tables.pandoc import PandocError


def written(*inlines, writer="gfm"):
    return pandoc.convert([pandoc.paragraph(inlines)], writer)


def test_words_are_escaped_for_each_format():
    words = pandoc.text("a_b & 50% <i> *c* | $")
    assert written(words) == r"a_b & 50% \<i\> \*c\* \| \$" + "\n"
    assert written(words, writer="latex") == r"a\_b \& 50\% \textless i\textgreater{} *c* \textbar{} \$" + "\n"
    assert written(words, writer="html5") == "<p>a_b &amp; 50% &lt;i&gt; *c* | $</p>\n"


def test_a_part_for_one_writer_is_left_out_by_the_others():
    part = pandoc.raw("latex", r"\midrule")
    assert written(part, writer="latex") == "\\midrule\n"
    assert written(pandoc.text("a"), part) == "a\n"


def test_attributes_become_data_in_html():
    span = pandoc.span([pandoc.text("7")], claim="lesson/small.loss")
    assert written(span, writer="html5") == '<p><span data-claim="lesson/small.loss">7</span></p>\n'


def test_a_formula_that_cannot_be_converted_is_an_error():
    with pytest.raises(PandocError, match="Could not convert TeX math"):
        pandoc.convert([pandoc.paragraph([pandoc.math(r"\frac{1")])], "html5", "--mathml")


def test_a_writer_that_does_not_exist_is_an_error():
    with pytest.raises(PandocError, match="Unknown output format nothing"):
        written(pandoc.text("a"), writer="nothing")


def test_another_pandoc_on_the_path_is_not_called(tmp_path, monkeypatch):
    (tmp_path / "pandoc").write_text("#!/bin/sh\necho another\n")
    (tmp_path / "pandoc").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert written(pandoc.text("a")) == "a\n"


def test_the_package_that_carries_pandoc_is_named_when_it_is_missing(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(ModuleNotFoundError) as error:
        written(pandoc.text("a"))
    assert error.value.name == "pypandoc"
