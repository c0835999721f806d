"""Release notes for teachers, as Markdown for a code host and as one HTML file that needs nothing else.

How they read is in notes/. What they tell may come from strangers: each text of a value is escaped where it is printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import jinja2
from markupsafe import Markup

from workflow.review.changes import Edit
from workflow.review.notes.gathering import release_notes
from workflow.review.notes.teaching import Notes
from workflow.review.report.comment import code
from workflow.review.templates import as_it_is, environment, png, policy_hash
from workflow.review.texts.foreign import visible

__all__ = ["html", "markdown", "release_notes"]

TEMPLATES = Path(__file__).parent

# An id that reads as itself in Markdown: code hosts make links of what begins as addresses or numbers of issues do.
_PLAIN = re.compile(r"(?!.*(?:www\.|gh-))[a-z0-9_.-]+", re.IGNORECASE)

# As many words are shown before and after what changed.
AROUND = 6


def markdown(notes: Notes) -> str:
    """Write the notes as Markdown; `notes.pictures` are the files that it links."""
    written = _environment(code).get_template("notes.md.j2").render(notes=notes)
    lines = re.sub(r"[ \t]+$", "", written, flags=re.MULTILINE)
    # Items of a list stand close together; whatever else stands apart by one empty line.
    close = re.sub(r"(?m)(^ *- .*)\n+(?= *- )", r"\1\n", lines)
    return re.sub(r"\n{3,}", "\n\n", close).strip() + "\n"


def html(notes: Notes) -> str:
    """Write the notes as a page with its pictures in it; a policy in it lets nothing else load, and nothing run."""
    looks = (TEMPLATES / "notes.css").read_text(encoding="utf-8")
    template = _environment(visible).get_template("notes.html.j2")
    return template.render(notes=notes, looks=as_it_is(looks), digest=policy_hash(looks))


def _environment(shown: Callable[[str], str]) -> jinja2.Environment:
    """Make an environment in which every text of a value is printed as `shown` gives it, and then escaped."""

    def finalized(value: object) -> object:
        if isinstance(value, Markup) or not isinstance(value, str):
            return value
        return as_it_is(shown(value)) if shown is code else shown(value)

    made = environment(TEMPLATES, finalized)
    made.filters |= {"excerpt": _excerpt, "heading": _heading, "own": as_it_is, "png": png}
    return made


def _excerpt(words: Sequence[Edit]) -> list[Edit]:
    """Leave out what stands far from any change."""
    last = len(words) - 1
    return [
        each if each.kind != "same" else Edit("same", _shortened(each.text, place > 0, place < last))
        for place, each in enumerate(words)
    ]


def _shortened(text: str, follows: bool, precedes: bool) -> str:
    """Keep the words beside a change that the text follows or precedes, with their blanks."""
    words = re.findall(r"\s*\S+\s*", text)
    if len(words) <= AROUND * (follows + precedes):
        return text
    head = words[:AROUND] if follows else []
    tail = words[len(words) - AROUND :] if precedes else []
    return "".join([*head, "… ", *tail])


def _heading(identity: str) -> Markup:
    """Write an id in a heading: as it is if it is plain, and else as `code` does."""
    plain = identity.replace("_", "&#95;")  # which never begins emphasis
    return as_it_is(plain if _PLAIN.fullmatch(identity) else code(identity))
