"""Markdown for a comment on a code host: foreign text that stays text, and parts that fit its limit together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, starmap

from workflow.review.texts.foreign import visible

# Below what code hosts take, 65,536: whoever posts it may want to add to it.
LIMIT = 59_000

ELSEWHERE = "in index.html"

# A code host makes links of what looks like a mail address even behind entities, unless something stands in it.
_AT = "<!-- -->&#64;<!-- -->"

_PUNCTUATION = {ord(sign): f"&#{ord(sign)};" for sign in "!\"#$%&'()*+,-./:;<=>?[\\]^_`{|}~"} | {ord("@"): _AT}

_ELLIPSIS = "…"


def code(text: str, room: int | None = None) -> str:
    """Show foreign text in a comment so that it stays text.

    No sign of it is left that Markdown, HTML or a code host could take for a mention, a link, a tag or a table's bar.
    What takes more than `room` characters when it is written so ends in an ellipsis.
    """
    # Each sign takes room for itself at least: no more of a text of any length need be looked at.
    shown = [_written(sign) for sign in visible(text if room is None else text[: room + 1])]
    if room is not None and sum(map(length, shown)) > room:
        ends = accumulate(map(length, shown))
        shown = [sign for sign, end in zip(shown, ends, strict=True) if end <= room - length(_ELLIPSIS)] + [_ELLIPSIS]
    return f"<code>{''.join(shown)}</code>"


def length(text: str) -> int:
    """Count as the strictest host does: UTF-16 units, of which a sign outside the basic plane takes two."""
    return len(text) + sum(sign > "\uffff" for sign in text)


def _written(sign: str) -> str:
    return _PUNCTUATION.get(ord(sign), sign)


@dataclass(frozen=True)
class Line:
    """A line of a part: the higher its rank, the later it is left out. It is written only when there is room for it.

    number : how many things it tells of, all of which are missing where it is left out
    """

    rank: tuple[int, ...]
    write: Callable[[], str]
    number: int = 1


@dataclass(frozen=True)
class Part:
    """A part of a comment: its lines, the one to be kept longest first, between what opens and what closes it."""

    opening: str
    lines: Sequence[Line]
    closing: str = ""


def fitted(parts: Sequence[Part], limit: int = LIMIT) -> str:
    """Write the parts one after the other, with as many of their lines as the limit lets in.

    Lines are left out from the lowest rank on, whole ones, and each part says how many things it misses.
    """
    # "and 9 more" is longer than "10".
    room = limit - sum(length(_framed(part, [], _number(part))) + len("and  more\n") for part in parts)
    written: list[list[str]] = [[] for _ in parts]
    missing = [_number(part) for part in parts]
    ranked = sorted(
        ((line, place) for place, part in enumerate(parts) for line in part.lines),
        key=lambda each: each[0].rank,
        reverse=True,
    )
    for line, place in ranked:
        text = line.write()
        room -= length(text) + 1
        if room < 0:
            break
        written[place].append(text)
        missing[place] -= line.number
    return "\n".join(starmap(_framed, zip(parts, written, missing, strict=True)))


def _number(part: Part) -> int:
    return sum(line.number for line in part.lines)


def _framed(part: Part, lines: list[str], missing: int) -> str:
    left_out = f"\n{'and ' if lines else ''}{missing:,}{' more' if lines else ''}, {ELSEWHERE}\n" if missing else ""
    return "".join([part.opening, *(f"{line}\n" for line in lines), left_out, part.closing])
