"""A review as one HTML file, which needs nothing else and may do nothing else.

Its look and its behaviour are in page/. It shows what strangers wrote: every text goes through `visible` and is
escaped, pictures are PNG that were drawn here, and a policy in the page lets nothing run or load but what is in it.
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import jinja2
from markupsafe import Markup

from workflow.review.changes import WITHOUT_DIGITS, Cause, Change, Review
from workflow.review.report.summary import headline
from workflow.review.templates import as_it_is, environment, png, policy_hash
from workflow.review.texts.foreign import visible
from workflow.review.verdicts import Verdict

PAGE = Path(__file__).parent / "page"


@dataclass(frozen=True)
class _Look:
    """How a verdict looks: never by its colour alone."""

    tone: Literal["alarm", "loud", "calm", "quiet"]
    icon: str


LOOKS: Mapping[Verdict, _Look] = MappingProxyType(
    {
        Verdict.IDENTICAL: _Look("quiet", "="),
        Verdict.BYTES: _Look("quiet", "="),
        Verdict.NOISE: _Look("quiet", "≈"),
        Verdict.MOVED: _Look("calm", "~"),
        Verdict.RENAMED: _Look("calm", "→"),
        Verdict.NEW: _Look("calm", "+"),
        Verdict.WORDS: _Look("calm", "¶"),
        Verdict.CELLS: _Look("loud", "▦"),
        Verdict.PIXELS: _Look("loud", "◩"),
        Verdict.GONE: _Look("loud", "−"),
        Verdict.PRINTED: _Look("loud", "≠"),
        Verdict.CHECK: _Look("loud", "±"),
        Verdict.WEAKER: _Look("alarm", "▼"),
        Verdict.FAILING: _Look("alarm", "✕"),
        Verdict.BROKEN: _Look("alarm", "!"),
    }
)

# What a claim is held to, as opposed to what it says.
_CHECKS = frozenset({Verdict.CHECK, Verdict.WEAKER, Verdict.FAILING, Verdict.BROKEN})

# What nobody may miss, whatever is filtered.
_ALARMS = frozenset(verdict for verdict, look in LOOKS.items() if look.tone == "alarm")

_CAUSES: Mapping[str, str] = MappingProxyType(
    {
        "code": "Code",
        "text": "Texts",
        "configuration": "Configuration",
        "package": "Packages",
        "edited by hand": "Edited by hand",
        "not recorded": "Not recorded",
    }
)


def page(review: Review) -> str:
    """Write the page: the same bytes for the same review."""
    own = {name: as_it_is((PAGE / name).read_text(encoding="utf-8")) for name in ("page.css", "page.js")}
    alarms = [change for change in review.changes() if _ALARMS.intersection(change.findings)]
    has_first = bool(alarms or review.stale or review.judges)
    return (
        _environment(review)
        .get_template("page.html.j2")
        .render(
            review=review,
            headline=headline(review),
            own=own,
            hashes={name: policy_hash(text) for name, text in own.items()},
            tiles=_tiles(review, "first" if has_first else "claims"),
            alarms=alarms,
            has_first=has_first,
            without_digits=WITHOUT_DIGITS,
            causes=[(_CAUSES[kind], causes) for kind, causes in _by_kind(review.causes)],
            findings=_counted(review.changes()),
            total=sum(1 for _ in review.changes()),
        )
    )


def _environment(review: Review) -> jinja2.Environment:
    made = environment(PAGE, _shown)
    made.globals |= {"looks": LOOKS, "place_of": _places(review)}
    made.filters |= {
        "anchor": _anchor,
        "breakable": _breakable,
        "by_loudness": _by_loudness,
        "differing": _differing,
        "number": "{:,}".format,
        "place": _place,
        "png": png,
        "short": "{:.2g}".format,
        "size": _size,
        "share": _share,
        "unbroken": _unbroken,
        "verdicts": lambda findings: sorted(findings, key=lambda finding: -finding.loudness),
    }
    return made


def _shown(value: object) -> object:
    """Make every text that a template prints visible, but for what is markup already."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


# What is said of the whole


@dataclass(frozen=True)
class _Tile:
    """What became of one kind of things: how many there are of each finding, and of all (None where not counted)."""

    name: str
    section: str
    findings: Sequence[tuple[Verdict, int]]
    of: str
    compared: int | None

    @property
    def tone(self) -> str:
        """How loud it is."""
        return LOOKS[self.findings[0][0]].tone if self.findings else "same"


def _tiles(review: Review, checked: str) -> list[_Tile]:
    """Count what became of everything; `checked` is the section that tells of checks."""
    counted = _counted(review.claims)
    checks = [(finding, number) for finding, number in counted if finding in _CHECKS]
    values = _counted([*review.claims, *review.series])
    numbers = [(finding, number) for finding, number in values if finding not in _CHECKS]
    tiles = [
        ("Checks", checked, checks, "claims"),
        ("Numbers", "claims" if review.claims else "series", numbers, "claims"),
        ("Figures", "figures", _counted(review.figures), "figures"),
        ("Tables", "tables", _counted(review.tables), "tables"),
        ("Decks", "decks", _counted(review.decks), "decks"),
        *([("Other files", "files", _counted(review.files), "files")] if review.files else []),
    ]
    return [_Tile(name, section, found, of, review.compared.get(of)) for name, section, found, of in tiles]


def _counted(changes: Iterable[Change]) -> list[tuple[Verdict, int]]:
    """Count findings, the loudest first."""
    found = Counter(finding for change in changes for finding in change.findings)
    return sorted(found.items(), key=lambda item: -item[0].loudness)


def _by_kind(causes: Iterable[Cause]) -> list[tuple[str, list[Cause]]]:
    ordered = sorted(causes, key=lambda cause: (list(_CAUSES).index(cause.kind), cause.name))
    return [(kind, list(group)) for kind, group in groupby(ordered, key=lambda cause: cause.kind)]


def _by_loudness(changes: Iterable[Change]) -> list[Change]:
    return sorted(changes, key=lambda change: (-change.verdict.loudness, change.identity))


# Names of places in the page


def _places(review: Review) -> Mapping[str, str]:
    """Give where the page tells of a claim or a series."""
    return {change.identity: _place(change) for change in (*review.series, *review.claims)}


def _place(change: Change) -> str:
    return _anchor(change.identity, type(change).__name__.removesuffix("Change").lower())


def _anchor(identity: str, kind: str) -> str:
    """Name a place after what it tells of; an identity itself may hold anything."""
    return f"{kind}-{hashlib.sha256(identity.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


# Words and numbers


def _breakable(name: str) -> Markup:
    """Let a name go on in the next line behind its signs."""
    return Markup("<wbr>").join(visible(part) for part in re.split(r"(?<=[_./])", name))


def _unbroken(words: str) -> Markup:
    """Keep a numeral such as 1e-12 on one line."""
    parts = re.split(r"(\S{,20}\d\S{,20})", words)
    return Markup("").join(
        Markup('<span class="whole">{}</span>').format(visible(part)) if place % 2 else visible(part)
        for place, part in enumerate(parts)
    )


def _differing(before: str, after: str) -> tuple[str, str, str, str]:
    """Split two readings: what they begin with, where they differ (before and after), what they end with."""
    if not (before and after):
        return before or after, "", "", ""
    start = _shared(before, after)
    end = _shared(before[start:][::-1], after[start:][::-1])
    return (
        before[:start],
        before[start : len(before) - end],
        after[start : len(after) - end],
        before[len(before) - end :],
    )


def _shared(one: str, other: str) -> int:
    """Count the signs with which both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _share(moved: int, total: int) -> str:
    share = 100 * moved / total
    return f"{float(f'{share:.2g}'):g} %" if share >= 0.01 else "less than 0.01 %"


# Pictures


def _size(png: bytes) -> tuple[int, int]:
    """Read width and height, which stand in the first entry of every PNG."""
    width, height = struct.unpack(">II", png[16:24])
    return width, height
