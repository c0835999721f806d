"""Marks in LaTeX: where they are meant, and what is put into them."""

from __future__ import annotations

from pathlib import Path

import pytest

from slides.embed import latex
from tests.slides.embed.project import alt_text, built

NAME = Path("talk.tex")


@pytest.fixture
def fill(contents):
    """A function that fills a text."""

    def filled(text):
        outcome = latex.fill(NAME, text.encode(), contents, None)
        assert outcome.complaints == []
        return outcome.content.decode()

    return filled


def marked(identity, content=""):
    return f"a\n% tallysheet: {identity}\n{content}% /tallysheet\n, b\n"


@pytest.mark.parametrize("name", ["verbatim", "verbatim*", "lstlisting", "minted", "comment"])
def test_marks_that_latex_prints_are_left_alone(fill, name):
    text = f"\\begin{{{name}}}\n{marked('L4-F2')}\\end{{{name}}}\n"
    assert fill(text) == text


def test_marks_may_be_indented_and_so_is_what_they_hold(fill):
    text = fill("  %% tallysheet: L4-09-branch\n\t% /tallysheet\n")
    assert text.startswith("  %% tallysheet: L4-09-branch\n  % L4-09-branch: At a branch, contributions add\n")
    assert text.endswith("\n\t% /tallysheet\n")
    assert fill(text) == text


@pytest.mark.parametrize(
    ("identity", "tex"),
    [
        ("dl01_6_4/race.last_loss", "0.008%"),
        ("dl01_6_4/race.steps", "1{,}000%"),
        ("lecture4/batch.Z[0][1]", r"\ensuremath{-}4%"),
        ("lecture4/batch_gradients.grad_Z[0][1]", None),
        ("dl01_6_4/race.loss_gap.bound", r"\mbox{1e-12}%"),
    ],
)
def test_a_value_reads_the_same_in_words_and_in_mathematics(fill, contents, identity, tex):
    tex = tex or r"\ensuremath{-}" + contents.value(identity).removeprefix("−") + "%"
    assert fill(marked(identity)) == marked(identity, f"{tex}\n")


@pytest.mark.parametrize(
    ("style", "ending"),
    [("page", ".pdf"), ("slide", ".slide.pdf"), ("page-dark", ".dark.png"), ("slide-dark", ".slide-dark.png")],
)
def test_a_figure_is_a_picture_that_latex_can_read(contents, project, style, ending):
    filled = latex.fill(NAME, marked(f"L4-F2 style={style}").encode(), contents, None)
    assert filled.pictures == {f"L4-F2{ending}": built(project, "L4-F2", style, ending[-3:])}
    told = alt_text(project, "L4-F2")
    assert (
        marked(
            f"L4-F2 style={style}",
            f"\\includegraphics[width=\\linewidth, alt={{{told}}}]{{tallysheet/L4-F2{ending}}}\n",
        )
        == filled.content.decode()
    )


def test_an_alt_text_is_escaped(fill, contents, monkeypatch):
    picture = contents.picture
    monkeypatch.setattr(
        contents, "picture", lambda *asked: picture(*asked)._replace(alt_text=r"50 % of {a_1} & \b ~ ^ # $")
    )
    written = r"50 \% of \{a\_1\} \& \textbackslash{}b \textasciitilde{} \textasciicircum{} \# \$"
    assert f"alt={{{written}}}]" in fill(marked("L4-F2"))


@pytest.mark.parametrize("comment", [r"% see \begin{comment} in the manual", r"% \begin{verbatim}"])
def test_an_environment_in_a_comment_hides_no_mark(fill, comment):
    assert "0.008" in fill(f"{comment}\n{marked('dl01_6_4/race.last_loss')}")
