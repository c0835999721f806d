"""Entries of nested lists by their places, '[0][1]'."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def by_place(nested: Any) -> dict[str, Any]:
    """Give each entry of a nested list by its place; '' is that of a single entry.

    >>> by_place([["1", "2"], ["3"]])
    {'[0][0]': '1', '[0][1]': '2', '[1][0]': '3'}
    """
    return dict(_entries(nested, ""))


def _entries(nested: Any, place: str) -> Iterator[tuple[str, Any]]:
    if isinstance(nested, list):
        for index, each in enumerate(nested):
            yield from _entries(each, f"{place}[{index}]")
    else:
        yield place, nested
