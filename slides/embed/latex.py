"""Marks in LaTeX: comments on lines of their own, `% tallysheet: ID` and `% /tallysheet`."""

from __future__ import annotations

import re
from pathlib import Path

from slides.embed.contents import Contents
from slides.embed.filled import Filled
from slides.embed.mark import Mark
from slides.embed.places import Lines, Place, Tag, tags_in
from slides.embed.text import FOLDER, Embedded, Syntax
from slides.embed.text import fill as fill_text
from workflow.numerals import MINUS

_LINE = r"(?:\A\ufeff?|(?<=[\r\n]))[ \t]*"
_TAG = re.compile(
    _LINE + r"%+[ \t]*(?:tallysheet[ \t]*:(?P<words>[^\r\n]*)|/[ \t]*tallysheet[ \t]*)(?=[\r\n]|\Z)",
    re.IGNORECASE,
)
# Behind words, too; but not where a backslash makes a percent sign of it that is printed.
_BEGINS_LIKE_ONE = re.compile(rf"(?:{_LINE}|(?<!\\)(?:\\\\)*)%[% \t]*/?[ \t]*tallysheet\b", re.IGNORECASE)

_INDENT = re.compile(r"\ufeff?([ \t]*)")

# Where LaTeX prints what it reads, marks included; in a comment such words begin nothing.
_VERBATIM = re.compile(
    r"^(?:[^%\r\n]|(?<=\\)%)*?"
    r"\\begin\{(?P<name>[vV]erbatim\*?|semiverbatim|lstlisting|minted|comment|filecontents\*?)\}"
    r".*?(?:\\end\{(?P=name)\}|\Z)"
    r"|\\(?:verb|lstinline)\*?(?P<fence>[^\w\s*{\[])[^\r\n]*?(?P=fence)",
    re.DOTALL | re.MULTILINE,
)

_NUMERAL = re.compile(rf"{MINUS}?[\d,]+(?:\.\d+)?(?:/\d+)?")

_ESCAPES = str.maketrans(
    {character: rf"\{character}" for character in "{}$&#_%"}
    | {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}
)


def fill(path: Path, content: bytes, contents: Contents, encoding: str | None) -> Filled:
    """Fill the places of a LaTeX file; see `slides.embed.text.fill`."""
    return fill_text(path, content, contents, encoding, Syntax(find, write))


def find(text: str) -> list[Tag]:
    """List the marks that are not printed."""
    tags = tags_in(text, _BEGINS_LIKE_ONE, _TAG)
    printed = [range(*match.span()) for match in _VERBATIM.finditer(text)] if tags else []
    return [tag for tag in tags if not any(tag.start in part for part in printed)]


def write(mark: Mark, place: Place, text: str, lines: Lines, contents: Contents) -> Embedded:
    """Write what a mark asks for, on lines between the two."""
    content = _content(mark, contents)
    line_end, indent = lines.end_at(place.opening.end), _INDENT.findall(text, place.opening.start)[0]
    written = [indent + line if line else "" for line in content.text.split("\n")]
    return content._replace(text=line_end.join(["", *written, ""]))


def _content(mark: Mark, contents: Contents) -> Embedded:
    match contents.kind(mark):
        case "table":
            return Embedded(contents.table_text(mark.identity, "tex"))
        case "value":
            return Embedded(_value(contents.value(mark.identity)))
        case "figure":
            picture = contents.picture(mark, "pdf")
            options = rf"width=\linewidth, alt={{{picture.alt_text.translate(_ESCAPES)}}}"
            return Embedded(rf"\includegraphics[{options}]{{{FOLDER}/{picture.name}}}", picture)


def _value(text: str) -> str:
    """Set a printed form so that it reads the same in words and in mathematics, with no space behind it."""
    if _NUMERAL.fullmatch(text):
        return text.replace(MINUS, r"\ensuremath{-}").replace(",", "{,}") + "%"
    # Words, and numbers with an exponent, whose hyphen mathematics would take for a minus sign.
    return rf"\mbox{{{text.translate(_ESCAPES).replace(MINUS, '$-$')}}}%"
