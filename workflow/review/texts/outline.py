"""The slides of a published deck, read again out of its Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import unescape

# What begins and ends a part in which a heading begins no slide.
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_FOLD = re.compile(r"<(/?)details\b")

# The limits keep a hostile line from being gone through again and again.
_PICTURE = re.compile(
    r"<picture>.{,300}?"
    r'<img src="[^"]{,300}/(?P<figure>[^"/]{1,100})\.svg"[^>]{,300} alt="(?P<alt>[^"]*)"></picture>'
)
# The row under the heads of a table, which says how its columns are aligned and how wide they are.
_RULE = re.compile(r"\|(?: ?:?-+:? ?\|)+")

_SUMMARY = re.compile(r"<details><summary>(.*?)</summary>")

_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


@dataclass(frozen=True)
class DeckSlide:
    """A slide: its number, where the title page is 1, its title in plain words, and what stands under it, notes too."""

    number: int
    title: str
    text: str


def slides(text: str, alt_texts: Mapping[str, str]) -> list[DeckSlide]:
    """Take a deck apart: the title page, and a slide for each heading of the second level.

    Parameters
    ----------
    alt_texts
        By figure. A picture with its own stands as its id in the text of a slide: what became of it is told elsewhere.
    """
    parts: list[list[str]] = [[]]
    for line, begins in _lines(text):
        if begins:
            parts.append([])
        parts[-1].append(line)
    return [_slide(number, lines, alt_texts) for number, lines in enumerate(parts, 1)]


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Go through the lines, each with whether it begins a slide; those of a table without what only pads them."""
    fence, folds, is_in_table = "", 0, False
    for line in text.split("\n"):
        found = _FENCE.match(line)
        if found and not fence:
            fence = found[1]
        elif found and found[1].startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""
        elif not fence:
            folds = max(0, folds + sum(-1 if end else 1 for end in _FOLD.findall(line)))
        row = " ".join(line.split())
        is_row = not fence and len(row) > 1 and row[0] == row[-1] == "|"
        if not (is_row and is_in_table and _RULE.fullmatch(row)):
            yield row if is_row else line, line.startswith("## ") and not fence and not folds
        is_in_table = is_row


def _slide(number: int, lines: list[str], alt_texts: Mapping[str, str]) -> DeckSlide:
    first = next((place for place, line in enumerate(lines) if line.startswith("#")), None)
    title = "" if first is None else lines[first].lstrip("#").strip()
    below = "\n".join(lines if first is None else [*lines[:first], *lines[first + 1 :]])
    return DeckSlide(number, _ESCAPED.sub(r"\1", title), _readable(below, alt_texts))


def _readable(text: str, alt_texts: Mapping[str, str]) -> str:
    """Give the text of a slide without what its reader does not see."""

    def picture(found: re.Match[str]) -> str:
        own, alt_text = alt_texts.get(found["figure"]), unescape(found["alt"])
        return f"[picture {found['figure']}]" if own == alt_text else f"[picture {found['figure']}: {alt_text}]"

    return _SUMMARY.sub(r"\1:", _PICTURE.sub(picture, text)).replace("</details>", "").strip()
