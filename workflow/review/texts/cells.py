"""Which cells of two tables read otherwise. Rows and columns are aligned, so that an inserted row is one row new."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher

from workflow.review.changes import Cell
from workflow.review.texts.sheet import Sheet, SheetCell, SheetRow

# Aligning takes the square of their number; what is longer is compared place by place.
MOST_LINES = 500

_NOTHING = SheetCell("", ())
_NO_ROW = SheetRow("", ())

# Places in two sequences that belong together; None where one has nothing there.
_Pair = tuple[int | None, int | None]


def cells(before: Sheet, after: Sheet) -> tuple[Cell, ...]:
    """List the cells that read otherwise, heads of columns first, then row by row."""
    old_heads, new_heads = _heads(before), _heads(after)
    columns = list(_aligned(old_heads.texts, new_heads.texts))
    heads = [_at(new_heads, j).text or _at(old_heads, i).text for i, j in columns]
    rows = [(old_heads, new_heads), *_rows(before.rows, after.rows)]
    return tuple(cell for old, new in rows for cell in _in_row(old, new, columns, heads))


def _heads(sheet: Sheet) -> SheetRow:
    """Give the heads of all columns as a row, with empty cells for those that have none."""
    width = max((len(row.cells) for row in sheet.rows), default=0)
    heads = [SheetCell(text, ()) for text in sheet.columns]
    return SheetRow("", (*heads, *[_NOTHING] * (width - len(heads))))


def _in_row(old: SheetRow, new: SheetRow, columns: Sequence[_Pair], heads: Sequence[str]) -> Iterator[Cell]:
    for (i, j), head in zip(columns, heads, strict=True):
        was, is_now = _at(old, i), _at(new, j)
        if was.text != is_now.text:
            yield Cell(new.name or old.name, head, was.text, is_now.text, is_now.claims or was.claims)


def _at(row: SheetRow, place: int | None) -> SheetCell:
    return _NOTHING if place is None or place >= len(row.cells) else row.cells[place]


def _rows(old: Sequence[SheetRow], new: Sequence[SheetRow]) -> Iterator[tuple[SheetRow, SheetRow]]:
    """Pair the rows that are not equal: between equal ones by their names, and then in their order."""
    for start, end, new_start, new_end in _blocks([row.texts for row in old], [row.texts for row in new]):
        ours, theirs = old[start:end], new[new_start:new_end]
        for i, j in _aligned([row.name for row in ours], [row.name for row in theirs]):
            yield _NO_ROW if i is None else ours[i], _NO_ROW if j is None else theirs[j]


def _aligned(old: Sequence[Hashable], new: Sequence[Hashable]) -> Iterator[_Pair]:
    """Pair the places of what is equal, and what stands between in its order."""
    i = j = 0
    for start, end, new_start, new_end in [*_blocks(old, new), (len(old), len(old), len(new), len(new))]:
        yield from zip(range(i, start), range(j, new_start), strict=True)
        for step in range(max(end - start, new_end - new_start)):
            i, j = start + step, new_start + step
            yield i if i < end else None, j if j < new_end else None
        i, j = end, new_end


def _blocks(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[tuple[int, int, int, int]]:
    """List where two sequences differ, by their starts and ends."""
    if max(len(old), len(new)) > MOST_LINES:
        return [(0, len(old), 0, len(new))]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [(i1, i2, j1, j2) for tag, i1, i2, j1, j2 in matcher.get_opcodes() if tag != "equal"]
