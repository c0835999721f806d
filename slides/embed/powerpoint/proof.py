"""The proof that a table for PowerPoint shows the numbers of its claims, all of them, in order, and no other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, zip_longest

from slides.embed.mark import MarkError
from slides.embed.powerpoint.words import Run
from slides.tables.proof import expected_of, ordered
from slides.tables.table import Table


def check_numbers(table: Table, rows: Sequence[Sequence[Sequence[Sequence[Run]]]]) -> None:
    """Compare the numerals of rows with those of the table's head, rows and foot, one after the other.

    Raises
    ------
    MarkError
        If one is missing, is another one, or stands in another place.
    """
    shown = replace(table, caption="", notes=())
    expected = [numeral for part in shown.parts() for numeral in expected_of(part)]
    found = ordered("\n".join(_text(line) for row in rows for cell in row for line in cell))
    for wanted, got in zip_longest(expected, found):
        if wanted is None or got is None or got not in wanted:
            msg = f"PowerPoint would show {got or 'nothing'} where the table has {(wanted or ['nothing'])[0]}."
            raise MarkError(msg)


def _text(line: Sequence[Run]) -> str:
    """Give a line with gaps where letters change their height: an exponent is no digit of its base."""
    return " ".join("".join(run.text for run in level) for _, level in groupby(line, lambda run: run.baseline))
