"""What the texts of decks and notebooks name: printed forms of claims, and places for tables and figures.

They stand as tokens in a text until a writer sets them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from slides.tables.table import Formula, Number, Shown


@dataclass(frozen=True)
class Place:
    """Where a table or a figure goes: `table("L4-09-branch")`."""

    kind: Literal["table", "figure"]
    identity: str


Value = Number | Formula | Place

# Characters for private use, which no claim prints, around the place of a value in its list.
_BEGIN, _END = "\ue000", "\ue001"
_TOKEN = re.compile(rf"{_BEGIN}(\d+){_END}")


class Printed:
    """A claim, or an entry of one, as a text names it: `race.last_loss`, `batch.Z[0][1]`, `race.loss_gap.bound`."""

    def __init__(self, shown: Shown, name: str, *place: int) -> None:
        self._shown = shown
        self._name = name
        self._place = place

    def __getitem__(self, index: int) -> Printed:
        """Give an entry of a vector, or a row of a matrix."""
        return Printed(self._shown, self._name, *self._place, index)

    @property
    def bound(self) -> Number:
        """What the claim is held under."""
        return self._shown.bound(self._name)

    @property
    def column(self) -> Formula:
        """The vector, standing."""
        return self._shown.column(self._name, *self._place)

    def value(self) -> Number | Formula:
        """Give the number; of a vector a row, of a matrix all rows. Raises what `Shown` raises."""
        printed = self._shown.printed(self._name, *self._place)
        if not isinstance(printed, list):
            return self._shown(self._name, *self._place)
        setting = self._shown.matrix if isinstance(printed[0], list) else self._shown.row
        return setting(self._name, *self._place)


class Tokens:
    """The values of a text, in the order in which they were asked for."""

    def __init__(self) -> None:
        self._values: list[Value] = []

    def add(self, value: Value) -> str:
        """Give the token that stands for a value."""
        self._values.append(value)
        return f"{_BEGIN}{len(self._values) - 1}{_END}"

    def parts(self, text: str) -> Iterator[str | Value]:
        """Take a text apart: words as they are, values in the places of their tokens."""
        for place, part in enumerate(_TOKEN.split(text)):
            if place % 2:
                yield self._values[int(part)]
            elif part:
                yield part
