"""From lines back to matrices, whose rows stand in lines of their own between the pieces of high brackets.

The lines that a matrix takes have their tabs in common: what stands between two of them is one column of the matrix, or
words beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workflow.scan import ScanError

_UPPER, _MIDDLE, _LOWER = tuple("⎡⎛"), tuple("⎢⎜"), tuple("⎣⎝")
_OPENING = _UPPER + _MIDDLE + _LOWER
_CLOSING = tuple("⎤⎥⎦⎞⎟⎠")
_WITHOUT_PIECES = str.maketrans("", "", "".join(_OPENING + _CLOSING))

Line = Sequence[str]


def unfolded(lines: Sequence[str]) -> Iterator[str]:
    """Give lines in the order in which they are read: each matrix row by row, and what stands beside it in its place.

    Raises
    ------
    ScanError
        If the pieces of brackets are not one bracket each, from its upper end to its lower.
    """
    block: list[Line] = []
    open_in = set[int]()
    for line in lines:
        cells = line.split("\t")
        _follow(cells, open_in)
        block.append(cells)
        if not open_in:
            yield _read(block)
            block = []
    if block:
        raise _broken(block[-1])


def _follow(cells: Line, open_in: set[int]) -> None:
    """Keep in mind in which columns a bracket is open."""
    for column, cell in enumerate(cells):
        if cell.startswith(_OPENING) and cell.startswith(_UPPER) == (column in open_in):
            raise _broken(cells)
        if cell.startswith(_UPPER):
            open_in.add(column)
        elif cell.startswith(_LOWER):
            open_in.remove(column)


def _read(block: Sequence[Line]) -> str:
    """Read lines that stand together from column to column."""
    count = max(map(len, block))
    lines = [[*line, *[""] * (count - len(line))] for line in block]
    found, column = list[str](), 0
    while column < count:
        end = _end(lines, column)
        rows = (" ".join(filter(None, line[column:end])) for line in lines)
        found.append("; ".join(filter(None, rows)).translate(_WITHOUT_PIECES))
        column = end
    return " ".join(found)


def _end(lines: Sequence[Line], column: int) -> int:
    """Give the column behind the matrix that begins in one, or the next where none does."""
    rows = [line for line in lines if line[column].startswith(_OPENING)]
    if not rows:
        return column + 1
    ends = {
        tuple(place for place, cell in enumerate(row) if place > column and cell.endswith(_CLOSING)) for row in rows
    }
    if len(ends) > 1 or () in ends:
        raise _broken(rows[0])
    return next(iter(ends))[0] + 1


def _broken(cells: Line) -> ScanError:
    msg = f"pptx: the brackets of a matrix are in pieces that do not fit, at {' '.join(cells)!r}."
    return ScanError(msg)
