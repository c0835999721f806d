"""Filling prose: values in their places, and refusals with the line."""

from __future__ import annotations

import pytest

from slides.notebooks.prose import ProseError, fill
from slides.notebooks.source import Cell, Source
from tests.slides.notebooks.conftest import LEDGERS
from workflow.ledger import Ledger

NAMES = {path.stem: Ledger.read(path) for path in LEDGERS if path.stem in {"branch", "dense_vjp", "reverse_sweep"}}


def filled(text, *phrases):
    cell = Cell("prose", "words", 10, text)
    return fill(Source("small.md", None, (cell,)), cell, NAMES, list(phrases))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from {{ reverse_sweep.grad_w }} on", "from −18 on"),
        ("$g_w = {{ reverse_sweep.grad_w }}$", "$g_w = {-18}$"),
        ("$$g_{w_i}\n= {{ reverse_sweep.grad_w }}$$", "$$g_{w_i}\n= {-18}$$"),
        ("$x = {{ dense_vjp.x }}$", r"$x = \lbrack 2 \quad {-1} \rbrack$"),
        ("entry {{ dense_vjp.x[1] }}", "entry −1"),
        ("within {{ branch.grad_x_agreement.bound }}", "within 1e-12"),
        ("a <!-- remark of 3 --> b {#c}", "a  b {#c}"),
    ],
)
def test_values_are_set_as_their_place_wants_them(text, expected):
    assert filled(text) == expected


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("one\ntwo is 2", "line 11, in the cell 'words': 2 is typed by hand"),
        ("{{ 18 }}", "line 10, in the cell 'words': 18 comes from no claim"),
        ("{{ '18' }}", "'18' comes from no claim"),
        (
            "x\n{{ branche.x }}",
            "line 11, in the cell 'words': there is no ledger 'branche' in this lesson. Did you mean branch?",
        ),
        ("{{ branch.grad_y }}", "has no claim called 'grad_y'. Did you mean"),
        ("{{ branch.x[0] }}", "which has no entry 0"),
        ("{{ branch.x }}{{ branch.factor }}", "would be read as a part of the number"),
        ("-{{ branch.x }}", "would be read as a part of the number"),
        ("{{ dense_vjp.x }}", "a vector or a matrix stands in a formula"),
        ("x\n{{ branch. }}", "line 11, in the cell 'words': "),
        ("x²", "² is typed by hand"),
    ],
)
def test_what_cannot_stand_is_told_with_its_line(text, complaint):
    with pytest.raises(ProseError) as caught:
        filled(text)
    assert str(caught.value).startswith("small.md, line 1")
    assert complaint in str(caught.value)


def test_a_phrase_is_excused_as_a_whole():
    assert filled("$x^2$ and checkpoint 4", "x^2", "checkpoint 4") == "$x^2$ and checkpoint 4"
    with pytest.raises(ProseError):
        filled("$x^21$", "x^2")
