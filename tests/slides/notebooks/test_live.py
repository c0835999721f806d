"""What cells import: numbers are printed only when they are those of their claims."""

from __future__ import annotations

import numpy as np
import pytest

from slides.notebooks import live
from slides.notebooks.live import HoldError, PictureError, checked, hold, picture, show
from slides.tables.rows import TableError
from tests.slides.notebooks.conftest import ROOT
from workflow.ledger import Ledger, LedgerError


@pytest.fixture
def ledger():
    ledger = Ledger("lesson/small")
    ledger.equals("W", [[1.0, -2.0]], [[1.0, -2.0]], where="tests")
    ledger.equals("shape", "(1, 2)", "(1, 2)", where="tests")
    ledger.reads("rate", 0.25, "0.2", where="tests")
    ledger.agree("gap", {"one": 1.0, "other": 1.0}, tolerance=1e-12, where="tests")
    return ledger


def test_numbers_of_claims_are_printed_as_the_claims_print_them(ledger, capsys):
    hold(ledger, W=np.array([[1.0, -2.0]]), rate=0.21, shape="(1, 2)")
    assert capsys.readouterr().out == "lesson/small\n  W = [[1, −2]]\n  rate = 0.2\n  shape = (1, 2)\n"


@pytest.mark.parametrize(
    ("found", "complaint"),
    [
        ({"W": [[1.0, 2.0]]}, "  W: [[1.0, 2.0]], where the claim has [[1, −2]]"),
        ({"W": [1.0, -2.0]}, "  W: [1.0, -2.0], where the claim has"),
        ({"rate": 0.26}, "  rate: 0.3, printed from 0.26, where the claim has 0.2"),
        ({"rate": None}, "  rate: there is None; was backward() called?"),
        ({"gap": 0.0}, "  gap: this claim is not about one value"),
        ({"rate": 0.2, "shape": "(2, 1)"}, "  shape: '(2, 1)', where the claim has (1, 2)"),
    ],
)
def test_another_number_is_named_and_nothing_printed(ledger, capsys, found, complaint):
    with pytest.raises(HoldError) as caught:
        hold(ledger, **found)
    first, second, last = str(caught.value).splitlines()
    assert first == "these are not the numbers of lesson/small:"
    assert second.startswith(complaint)
    assert last.startswith("If you changed something above, compare them")
    assert capsys.readouterr().out == ""


def test_an_unknown_claim_is_a_sentence(ledger):
    with pytest.raises(LedgerError, match=r"has no claim called 'rat'\. Did you mean rate"):
        hold(ledger, rat=1.0)


def test_a_ledger_is_judged_before_it_is_used(ledger):
    ledger.equals("wrong", 1, 2, where="tests")
    with pytest.raises(LedgerError, match=r"lesson/small\.wrong"):
        checked(lambda: ledger)


def test_a_table_is_the_one_that_the_tables_have():
    branch = Ledger.read(ROOT / "results/ledgers/lecture4/branch.json")
    text = (ROOT / "results/tables/L4-09-branch.md").read_text(encoding="utf-8")
    assert show("L4-09-branch", "branch", branch)._repr_mimebundle_() == {"text/markdown": text, "text/plain": text}
    with pytest.raises(TableError, match="there is no table called 'lecture4/brunch'"):
        show("L4-09-branch", "brunch", branch)


def test_a_picture_is_taken_from_the_build_or_else_from_what_is_committed(tmp_path, monkeypatch):
    monkeypatch.setattr(live, "ROOT", tmp_path)
    with pytest.raises(PictureError, match=r"there is no picture L4-F1\.svg in build/figures or results/figures"):
        picture("L4-F1")
    for folder, words in (("results/figures", "committed"), ("build/figures", 'just "drawn"')):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "L4-F1.svg").write_bytes(b"<svg/>")
        (tmp_path / folder / "L4-F1.alt.txt").write_text(f"{words}\n", encoding="utf-8")
        assert picture("L4-F1").forms["text/plain"] == words
    assert picture("L4-F1").forms["text/html"] == (
        '<img src="data:image/svg+xml;base64,PHN2Zy8+" width="720" alt="just &quot;drawn&quot;">'
    )
