"""A mark: what an author asks for in a place, `DL01.6.4-F2 style=slide-dark`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast, get_args

from workflow.names import StyleName
from workflow.nearest import nearest

_OPTION = "style="

UNSOUND = (
    "this looks like a mark, but is none. Write it as docs/embedding.md shows; "
    "if none is meant, begin with another word than tallysheet."
)


class MarkError(Exception):
    """A mark that cannot be filled; the text is the whole message for a person, but for the place."""


@dataclass(frozen=True)
class Mark:
    """The id of a figure, a table or a value, and the style if one was asked for."""

    identity: str
    style: StyleName | None = None


def mark_from(words: str) -> Mark:
    """Read what stands behind `tallysheet:`.

    Raises
    ------
    MarkError
        If it names nothing, a style that does not exist, or anything else.
    """
    identity, *options = words.split() or [""]
    if not identity or identity.startswith(_OPTION):
        msg = "the mark names nothing. Write the id of a figure, a table or a claim behind `tallysheet:`."
        raise MarkError(msg)
    styles = [option.removeprefix(_OPTION) for option in options if option.startswith(_OPTION)]
    if len(styles) < len(options) or len(styles) > 1:
        msg = f"behind the id may stand one style=NAME and nothing else; got {' '.join(options)!r}."
        raise MarkError(msg)
    for style in styles:
        if style not in get_args(StyleName):
            msg = f"there is no style {style!r}. {nearest(style, get_args(StyleName))}"
            raise MarkError(msg)
    return Mark(identity, cast("StyleName", styles[0]) if styles else None)
