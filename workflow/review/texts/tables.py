"""What became of the tables: cell by cell out of their HTML, by word around the cells and in the other formats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from workflow.names import TABLE_FORMATS, TableFormatName, table_file
from workflow.review.changes import Cell, Edit, TableChange
from workflow.review.states import State
from workflow.review.texts.cells import cells
from workflow.review.texts.foreign import decoded, visible
from workflow.review.texts.sheet import Sheet, SheetError, sheet
from workflow.review.texts.words import edits
from workflow.review.verdicts import Verdict

FOLDER = "tables"

# What the formats are called in sentences.
_NAMES: Mapping[TableFormatName, str] = {"md": "Markdown", "html": "HTML", "tex": "LaTeX"}


@dataclass(frozen=True)
class _Finding:
    """One thing that became of a table."""

    verdict: Verdict
    note: str = ""
    cells: tuple[Cell, ...] = ()
    words: tuple[Edit, ...] = ()


def tables(before: State, after: State) -> tuple[TableChange, ...]:
    """Compare the tables of two states; those that are identical are left out.

    What the HTML says decides: there each cell has its row, its column and the claims of its numbers. The other formats
    are compared as texts where they differ though the HTML reads the same.
    """
    old, new = identities(before), identities(after)
    found = {identity: list(_findings(identity, before, after)) for identity in old & new}
    found |= {identity: [_Finding(Verdict.GONE), *_unreadable(identity, before, "could not")] for identity in old - new}
    found |= {identity: [_Finding(Verdict.NEW), *_unreadable(identity, after, "cannot")] for identity in new - old}
    for identity, was in _renamed(sorted(new - old), sorted(old - new), before, after):
        found[identity] = [_Finding(Verdict.RENAMED, f"It was called {visible(was)}.")]
        del found[was]
    return tuple(_change(identity, found[identity]) for identity in sorted(found) if found[identity])


def identities(state: State) -> set[str]:
    """Name the tables of a state."""
    return {PurePosixPath(path).stem for path in (*state.files, *state.unreadable) if is_of_table(path)}


def is_of_table(path: str) -> bool:
    """Whether a path under results/ is a table in one of its formats, which `tables` reads."""
    folder, _, name = path.rpartition("/")
    return folder == FOLDER and any(name.removesuffix(f".{each}") not in {"", name} for each in TABLE_FORMATS)


def _path(identity: str, format_name: TableFormatName) -> str:
    return f"{FOLDER}/{table_file(identity, format_name)}"


def _change(identity: str, findings: Sequence[_Finding]) -> TableChange:
    return TableChange(
        identity=identity,
        findings=tuple(dict.fromkeys(finding.verdict for finding in findings)),
        notes=tuple(finding.note for finding in findings if finding.note),
        cells=tuple(cell for finding in findings for cell in finding.cells),
        words=tuple(edit for finding in findings for edit in finding.words),
    )


def _unreadable(identity: str, state: State, cannot: str) -> Iterator[_Finding]:
    for format_name, name in _NAMES.items():
        why = state.unreadable.get(_path(identity, format_name))
        if why is not None:
            yield _Finding(Verdict.BROKEN, f"Its {name} {cannot} be read: {visible(why)}.")


# Tables that were renamed


def _renamed(added: Sequence[str], gone: Sequence[str], before: State, after: State) -> Iterator[tuple[str, str]]:
    """Pair the new tables with those that are gone and read the same."""
    left = {identity: _read(identity, before) for identity in gone} if added else {}
    for identity in added if gone else ():
        content = _read(identity, after)
        was = next((each for each, other in left.items() if content is not None and content == other), None)
        if was is not None:
            del left[was]
            yield identity, was


def _read(identity: str, state: State) -> tuple[object, ...] | None:
    """Give all that a person reads of a table; None if nobody can."""
    try:
        return sheet(state.files[_path(identity, "html")]).read
    except (KeyError, SheetError):
        return None


# A table of both


def _findings(identity: str, before: State, after: State) -> Iterator[_Finding]:
    yield from _unreadable(identity, before, "could not")
    yield from _unreadable(identity, after, "cannot")
    differing: dict[TableFormatName, tuple[bytes, bytes]] = {}
    for format_name, name in _NAMES.items():
        path = _path(identity, format_name)
        old, new = before.files.get(path), after.files.get(path)
        if old is not None and new is not None:
            differing |= {format_name: (old, new)} if old != new else {}
        elif old is not None and path not in after.unreadable:
            yield _Finding(Verdict.BROKEN, f"Its {name} is gone.")
        elif new is not None and path not in before.unreadable:
            yield _Finding(Verdict.NEW, f"Its {name} is new.")
    in_html = list(_in_html(*differing.pop("html"))) if "html" in differing else []
    yield from in_html
    if not any(finding.cells or finding.words for finding in in_html):
        for format_name, (old, new) in differing.items():
            yield from _in_text(_NAMES[format_name], old, new)
    elif len(differing) < len(_NAMES) - 1:
        yield _Finding(Verdict.BYTES, "Not every format of it changed, though its HTML reads otherwise.")


def _in_html(old: bytes, new: bytes) -> Iterator[_Finding]:
    """Compare what a person reads, and then what else there is in the HTML."""
    try:
        before = sheet(old)
    except SheetError as error:
        yield _Finding(Verdict.BROKEN, f"Its HTML could not be read: {error}.")
        return
    try:
        after = sheet(new)
    except SheetError as error:
        yield _Finding(Verdict.BROKEN, f"Its HTML cannot be read: {error}.")
        return
    moved = list(_between(before, after))
    yield from moved or [_Finding(Verdict.BYTES, "Only bytes of its HTML differ.")]


def _between(before: Sheet, after: Sheet) -> Iterator[_Finding]:
    found = cells(before, after)
    if found:
        yield _Finding(Verdict.CELLS, cells=found)
    if before.words != after.words:
        yield _Finding(Verdict.WORDS, words=edits(before.words, after.words))
    if before.stylesheet != after.stylesheet:
        yield _Finding(Verdict.PIXELS, "Its style sheet changed, so it may look otherwise.")
    if before.read == after.read and before.markup != after.markup:
        yield _Finding(Verdict.PIXELS, "Its elements or their attributes changed, so it may look otherwise.")
    if before.read == after.read and before.all_claims != after.all_claims:
        yield _Finding(Verdict.BYTES, "Numbers in it name other claims than before, and read the same.")


def _in_text(name: str, old: bytes, new: bytes) -> Iterator[_Finding]:
    """Compare a format whose HTML reads the same."""
    before, after = decoded(old), decoded(new)
    if before is None or after is None:
        yield _Finding(
            Verdict.BROKEN, f"Its {name} {'cannot' if after is None else 'could not'} be read: it is not UTF-8."
        )
    elif before.split() == after.split():
        yield _Finding(Verdict.BYTES, f"Only blanks of its {name} differ.")
    else:
        note = f"Its {name} reads otherwise, though its HTML does not."
        yield _Finding(Verdict.WORDS, note, words=edits(before, after))
