"""Two states in, one review out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from workflow.layout import is_record
from workflow.names import DECK_FORMATS, STYLES, TABLE_FORMATS, alt_text_file, deck_file, picture_file, table_file
from workflow.review.causes import Causes, causes_between
from workflow.review.changes import (
    Change,
    ClaimChange,
    DeckChange,
    FigureChange,
    FileChange,
    Review,
    SeriesChange,
    TableChange,
    ledger_of,
)
from workflow.review.ledgers.ledgers import is_of_ledger, ledgers
from workflow.review.pictures import figures as pictured
from workflow.review.pictures.figures import figures, is_of_figure
from workflow.review.states import State
from workflow.review.texts import tables as tabulated
from workflow.review.texts.decks import decks, is_of_deck, lessons
from workflow.review.texts.tables import is_of_table, tables
from workflow.review.verdicts import Verdict

Kind = TypeVar("Kind", bound=Change)

# The files that are compared as what they show, and those that causes are read from.
_KNOWN = (is_of_ledger, is_of_figure, is_of_table, is_of_deck, is_record)

# The findings about a value, and not about its check.
_MOVED = {Verdict.NOISE, Verdict.MOVED, Verdict.PRINTED, Verdict.NEW, Verdict.GONE, Verdict.FAILING}


def compare(base: State, head: State) -> Review:
    """Say what became of everything in the results of `base` in those of `head`, and what could have moved it."""
    causes = causes_between(base, head)
    found = ledgers(base, head)
    moved = _by_ledger([*found.claims, *found.series])
    return Review(
        base=base.name,
        head=head.name,
        compared={**found.compared, **_counts(base, head)},
        claims=_explained(found.claims, causes),
        series=_explained(found.series, causes),
        figures=_explained(figures(base, head, moved, causes.ledgers), causes),
        tables=_explained(tables(base, head), causes),
        decks=_explained(decks(base, head), causes),
        files=_explained([*found.files, *_records(causes), *_others(base, head)], causes),
        causes=causes.every,
        judges=causes.judges,
        stale=causes.misfits,
        unrecorded=causes.unrecorded,
    )


def _by_ledger(changes: Iterable[Change]) -> Mapping[str, list[str]]:
    """List what moved in each ledger; a check that changed over the same value moves no picture."""
    moved = defaultdict(list)
    for change in changes:
        if _MOVED & set(change.findings):
            moved[ledger_of(change.identity)].append(change.identity)
    return moved


def _counts(base: State, head: State) -> Mapping[str, int]:
    kinds = {"figures": pictured.identities, "tables": tabulated.identities, "decks": lessons}
    return {kind: len(named(base) | named(head)) for kind, named in kinds.items()}


def _others(base: State, head: State) -> Iterator[FileChange]:
    """Go through the files that nothing else here reads."""
    paths = {path for state in (base, head) for path in (*state.files, *state.unreadable)}
    for path in sorted(path for path in paths if not any(known(path) for known in _KNOWN)):
        before, after = _content(base, path), _content(head, path)
        verdicts = (Verdict.NEW,) if before is None else (Verdict.GONE,) if after is None else (Verdict.BYTES,)
        broken = [why for why in (before, after) if isinstance(why, str)]
        if before != after or broken:
            findings = (*verdicts, Verdict.BROKEN) if broken else verdicts
            yield FileChange(identity=path, findings=findings, notes=tuple(dict.fromkeys(broken)))


def _records(causes: Causes) -> Iterator[FileChange]:
    """Go through the records that no longer say what results were made from."""
    for path, why in causes.damaged.items():
        yield FileChange(identity=path, findings=(Verdict.BROKEN,), notes=why)


def _content(state: State, path: str) -> bytes | str | None:
    return state.files.get(path, state.unreadable.get(path))


def _explained(changes: Iterable[Kind], causes: Causes) -> tuple[Kind, ...]:
    """Say of each change what could have moved it."""
    return tuple(
        replace(change, causes=tuple(dict.fromkeys(cause for path in _paths(change) for cause in causes.of(path))))
        for change in changes
    )


def _paths(change: Change) -> list[str]:
    """List the files under results/ that a change was seen in."""
    match change:
        case ClaimChange() | SeriesChange():
            return [f"ledgers/{ledger_of(change.identity)}.json"]
        case FigureChange():
            names = filter(None, (change.identity, change.renamed_from))
            return [f"figures/{file}" for name in names for file in _files_of_figure(name)]
        case TableChange():
            return [f"tables/{table_file(change.identity, format_name)}" for format_name in TABLE_FORMATS]
        case DeckChange():
            return [f"decks/{deck_file(change.identity, format_name)}" for format_name in DECK_FORMATS]
    return [change.identity]


def _files_of_figure(identity: str) -> list[str]:
    return [alt_text_file(identity), *(picture_file(identity, style, "svg") for style in STYLES)]
