"""What became of each figure: its pictures, its alt text, its name, and what moved in the ledger under it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from workflow.names import STYLES, SUFFIXES, StyleName
from workflow.review.changes import Edit, FigureChange, PictureChange
from workflow.review.pictures.drawing import PictureError, drawn
from workflow.review.pictures.pictures import compared
from workflow.review.states import State
from workflow.review.texts.foreign import decoded
from workflow.review.texts.words import edits
from workflow.review.verdicts import Verdict

FOLDER = "figures/"
ALT_TEXT = ".alt.txt"

# By the style in the name of a file, the longest first: every name ends in the page's, which is empty.
_STYLES = sorted(STYLES, key=lambda style: -len(SUFFIXES[style]))


@dataclass
class _Figure:
    """The files of a figure; a text in the place of a file's bytes says why it has none."""

    pictures: dict[StyleName, bytes | str] = field(default_factory=dict)
    alt_text: bytes | str | None = None


@dataclass(frozen=True)
class _Pair:
    """A figure on both sides; an empty one where there is none."""

    identity: str
    before: _Figure
    after: _Figure
    renamed_from: str = ""


def figures(
    before: State, after: State, numbers: Mapping[str, Sequence[str]], ledgers: Mapping[str, str]
) -> tuple[FigureChange, ...]:
    """Tell what became of the figures that are not identical, in order of their ids.

    Parameters
    ----------
    numbers
        The ids of the claims and series that moved, by the id of their ledger.
    ledgers
        The id of a figure's ledger, by the id of the figure.
    """
    # Each picture is drawn by a process of its own; the threads only wait for them.
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as threads:
        changes = [_change(pair, ledgers, numbers, threads) for pair in _pairs(_found(before), _found(after))]
    return tuple(change for change in changes if change)


def identities(state: State) -> set[str]:
    """Name the figures of a state."""
    return set(_found(state))


def is_of_figure(path: str) -> bool:
    """Whether a path under results/ is a picture or an alt text, which `figures` reads."""
    return _part(path) is not None


def _part(path: str) -> tuple[str, StyleName | None] | None:
    """Say which figure a file belongs to, and in which style it draws it; None is its alt text."""
    name = path.removeprefix(FOLDER)
    if name == path or "/" in name:
        return None
    endings = [(ALT_TEXT, None), *((f"{SUFFIXES[style]}.svg", style) for style in _STYLES)]
    ending, style = next(((each, style) for each, style in endings if name.endswith(each)), (name, None))
    return (name.removesuffix(ending), style) if name != ending else None


def _found(state: State) -> dict[str, _Figure]:
    found: dict[str, _Figure] = {}
    contents: dict[str, bytes | str] = {**state.files, **state.unreadable}
    for path, content in contents.items():
        part = _part(path)
        if part is None:
            continue
        identity, style = part
        figure = found.setdefault(identity, _Figure())
        if style is None:
            figure.alt_text = content
        else:
            figure.pictures[style] = content
    return found


# Pairs


def _pairs(older: Mapping[str, _Figure], newer: Mapping[str, _Figure]) -> Iterator[_Pair]:
    former = _renamed(
        {name: figure for name, figure in older.items() if name not in newer},
        {name: figure for name, figure in newer.items() if name not in older},
    )
    for name in sorted({*older, *newer} - {*former.values()}):
        before = older.get(former.get(name, name), _Figure())
        yield _Pair(name, before, newer.get(name, _Figure()), former.get(name, ""))


def _renamed(gone: Mapping[str, _Figure], new: Mapping[str, _Figure]) -> dict[str, str]:
    """Give what new figures were called: by the bytes of the page's picture, then by its pixels; names in order."""
    former: dict[str, str] = {}
    for likeness in (_bytes, _pixels) if gone and new else ():
        looks = {name: likeness(gone[name]) for name in sorted(gone) if name not in former.values()}
        for name in sorted(new):
            look = None if name in former else likeness(new[name])
            same = [old for old, other in looks.items() if look is not None and other == look]
            if same:
                former[name] = same[0]
                del looks[same[0]]
    return former


def _bytes(figure: _Figure) -> bytes | None:
    page = figure.pictures.get("page")
    return page if isinstance(page, bytes) else None


def _pixels(figure: _Figure) -> tuple[tuple[int, ...], bytes] | None:
    page = _bytes(figure)
    try:
        pixels = drawn(page).pixels if page is not None else None
    except PictureError:
        return None
    return None if pixels is None else (pixels.shape, hashlib.sha256(pixels.tobytes()).digest())


# What became of one


def _change(
    pair: _Pair, ledgers: Mapping[str, str], numbers: Mapping[str, Sequence[str]], threads: ThreadPoolExecutor
) -> FigureChange | None:
    pictures = _pictures(pair, threads)
    alt_findings, alt_notes, alt_text = _of_alt_texts(pair.before.alt_text, pair.after.alt_text)
    found = [finding for picture in pictures for finding in picture.findings] + alt_findings
    findings = _of_figure(pair, found)
    if not findings:
        return None
    ledger = ledgers.get(pair.identity, ledgers.get(pair.renamed_from, ""))
    return FigureChange(
        identity=pair.identity,
        findings=findings,
        notes=tuple(alt_notes),
        pictures=pictures,
        alt_text=alt_text,
        renamed_from=pair.renamed_from,
        ledger=ledger,
        numbers=tuple(numbers.get(ledger, ())),
    )


def _pictures(pair: _Pair, threads: ThreadPoolExecutor) -> tuple[PictureChange, ...]:
    def of(style: StyleName) -> PictureChange | None:
        before, after = pair.before.pictures.get(style), pair.after.pictures.get(style)
        return compared(f"{pair.identity}{SUFFIXES[style]}", style, before, after)

    return tuple(filter(None, threads.map(of, STYLES)))


def _of_figure(pair: _Pair, found: list[Verdict]) -> tuple[Verdict, ...]:
    """Gather what was found, the loudest last. Of a figure that is new or gone, the words are no change of words."""
    every = {*found, *([Verdict.RENAMED] if pair.renamed_from else [])}
    if _Figure() in (pair.before, pair.after):
        every = {Verdict.BROKEN} & every | {Verdict.NEW if pair.before == _Figure() else Verdict.GONE}
    return tuple(sorted(every, key=lambda finding: finding.loudness))


def _of_alt_texts(
    before: bytes | str | None, after: bytes | str | None
) -> tuple[list[Verdict], list[str], tuple[Edit, ...]]:
    """Tell what became of an alt text: what was found, what is to be said, and the words."""
    if before == after and not isinstance(after, str):
        return [], [], ()
    sides = {"before": _read(before), "after": _read(after)}
    notes = [f"Its alt text, {name}: {why}." for name, (_, why) in sides.items() if why]
    if notes:
        return [Verdict.BROKEN], notes, ()
    words = edits(sides["before"][0], sides["after"][0])
    return [Verdict.WORDS if words else Verdict.BYTES], notes, words


def _read(content: bytes | str | None) -> tuple[str, str]:
    """Give the text of a file, '' where there is none, and why it cannot be read."""
    if isinstance(content, str):
        return "", content
    text = decoded(content or b"")
    return ("", "it is not UTF-8") if text is None else (text, "")
