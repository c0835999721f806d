"""Tables as runs: every number stands in its cell, as its claim prints it, and anything else is refused."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from slides.embed.mark import MarkError
from slides.embed.powerpoint import runs
from slides.embed.powerpoint.proof import check_numbers
from slides.embed.powerpoint.runs import rows_of
from slides.tables.table import Formula, Number, pieces_of
from tests.slides.configured import CASES, made, made_of_sentinels
from workflow.numerals import MINUS

tables = pytest.mark.parametrize("case", CASES, ids=[case.identity for case in CASES])


def text(cell):
    return "\n".join("".join(run.text for run in line) for line in cell)


def numbers_of(cell):
    parts = [part for piece in pieces_of(cell) for part in (piece.parts() if isinstance(piece, Formula) else [piece])]
    return [part.text for part in parts if isinstance(part, Number)]


@tables
@pytest.mark.parametrize("make", [made, lambda case: made_of_sentinels(case)[0]], ids=["as-built", "of-sentinels"])
def test_every_number_stands_in_its_cell_with_its_sign(case, make):
    table = make(case).table
    for row, cells in zip(rows_of(table), [table.head, *table.rows, *table.foot], strict=True):
        for got, cell in zip(row, cells, strict=True):
            place, shown = 0, text(got)
            for number in numbers_of(cell):
                # Nothing in front or behind belongs to it: no digit, no point, no sign of its own.
                own = rf"(?<![\d.,{MINUS}]){re.escape(number)}(?![\d]|[.,]\d)"
                found = re.compile(own).search(shown, place)
                assert found, (number, shown)
                place = found.end()


def spoilt(monkeypatch, name, change):
    own = getattr(runs, name)
    monkeypatch.setattr(runs, name, lambda *asked, **named: change(own(*asked, **named)))


def without_minus(lines):
    return [run._replace(text=run.text.replace(MINUS, "")) for run in lines]


SIGNED = next(case for case in CASES if case.identity == "L4-11-dense-vjp")
SUMMED = next(case for case in CASES if case.identity == "L4-09-branch")


def test_a_sign_that_got_lost_is_refused(monkeypatch):
    case = next(each for each in CASES if any(_is_negative(cell) for row in made(each).table.rows for cell in row))
    spoilt(monkeypatch, "_runs", without_minus)
    with pytest.raises(MarkError, match=r"PowerPoint would show '?[\d.]+'? where the table has '?-"):
        rows_of(made(case).table)


def _is_negative(cell):
    return isinstance(cell, Number) and cell.text.startswith(MINUS)


def test_a_sign_that_got_lost_in_a_formula_is_refused(monkeypatch):
    spoilt(monkeypatch, "_read", lambda found: iter(without_minus(found)))
    with pytest.raises(MarkError, match="PowerPoint would show"):
        rows_of(made(SIGNED).table)


def test_a_sign_that_got_lost_in_a_matrix_is_refused(monkeypatch):
    spoilt(monkeypatch, "_matrix", lambda lines: (line.replace(MINUS, "") for line in lines))
    with pytest.raises(MarkError, match="PowerPoint would show"):
        rows_of(made(SIGNED).table)


@tables
def test_rows_in_another_order_are_refused(case):
    table = made_of_sentinels(case)[0].table  # whose numbers all differ
    rows = rows_of(table)
    with pytest.raises(MarkError, match="PowerPoint would show"):
        check_numbers(table, [rows[0], *rows[:0:-1]])


def test_foot_rows_in_another_order_are_refused():
    table = made(SUMMED).table
    two = replace(table, foot=(table.rows[0], *table.foot))
    rows = rows_of(two)
    with pytest.raises(MarkError, match="PowerPoint would show 8 where the table has 2"):
        check_numbers(two, [*rows[:-2], rows[-1], rows[-2]])


def test_a_number_too_many_or_too_few_is_refused():
    table = made(SUMMED).table
    rows = rows_of(table)
    with pytest.raises(MarkError, match="PowerPoint would show nothing where the table has 3"):
        check_numbers(table, [*rows[:2], rows[2][:4]])
    with pytest.raises(MarkError, match="PowerPoint would show 8 where the table has nothing"):
        check_numbers(table, [*rows, rows[1][4:]])


def test_an_exponent_is_a_number_of_its_own():
    table = replace(made(SUMMED).table, head=("",), rows=((Formula(("3^2",)),),), foot=())
    assert text(rows_of(table)[1][0]) == "32"
