"""What came of one file: its new content, the pictures beside it, what was stale and what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

_SHOWN = 60


@dataclass
class Filled:
    """The outcome for one file.

    content : the file's bytes, filled
    marks : how many places it has
    pictures : what has to stand in the folder beside it, by file name
    stale : a sentence for each place that showed something else
    complaints : a sentence for each mark that cannot be filled
    """

    content: bytes
    marks: int = 0
    pictures: dict[str, bytes] = field(default_factory=dict)
    stale: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


def compared(identity: str, shown: Sequence[str], wanted: Sequence[str]) -> str:
    """Say where what a place shows, line by line, is not what it should show: its first other line."""
    rows = max(len(shown), len(wanted))
    padded = ([*lines, *[""] * (rows - len(lines))] for lines in (shown, wanted))
    got, expected = next((pair for pair in zip(*padded, strict=True) if pair[0] != pair[1]), ("", ""))
    if got == expected:
        return f"{identity} is not laid out as it should be"
    start = next((place for place, pair in enumerate(zip(got, expected, strict=False)) if pair[0] != pair[1]), 0)
    start = max(0, start - _SHOWN // 2) if max(len(got), len(expected)) > _SHOWN else 0
    return f"{identity} shows {_brief(got, start)}, it should show {_brief(expected, start)}"


def _brief(text: str, start: int) -> str:
    """Quote the part of a text that begins at `start`, as much as a message can take."""
    if not text:
        return "nothing"
    part = text[start : start + _SHOWN]
    return f"'{'…' if start else ''}{part}{'…' if start + _SHOWN < len(text) else ''}'"
