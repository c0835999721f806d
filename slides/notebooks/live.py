"""What the cells of a notebook import: ledgers that are checked, numbers held to claims, tables and pictures shown.

A student may change whatever a cell computes. What a cell prints as a result is the printed form of a claim, and it
prints that only after its own number was found to be the same.
"""

from __future__ import annotations

import base64
import html
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from slides.tables import markdown
from slides.tables.rows import table_of
from workflow.claims import Claim, Equals, Reads
from workflow.ledger import Ledger
from workflow.names import alt_text_file, picture_file
from workflow.stages import ROOT

# Where a picture lies: what a build made, or else what is committed.
FOLDERS = ("build/figures", "results/figures")


class HoldError(AssertionError):
    """A number that is not the one of its claim; the text says which, and what to make of it."""


class PictureError(Exception):
    """A picture that cannot be shown; its text is the whole message for a person."""


@dataclass(frozen=True)
class Displayed:
    """What Jupyter shows of a table or a picture: its forms by their types."""

    forms: Mapping[str, str]

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return dict(self.forms)


def checked(compute: Callable[[], Ledger]) -> Ledger:
    """Run a computation and judge each of its claims; a LedgerError names those that fail."""
    ledger = compute()
    ledger.check()
    return ledger


def hold(ledger: Ledger, **found: Any) -> None:
    """Hold numbers to the claims of the same names, and print what the claims print.

    Parameters
    ----------
    found
        Numbers, text, or tensors and arrays of any library that has `tolist`.

    Raises
    ------
    HoldError
        If one is not as its claim has it; all of them are named.
    LedgerError
        If there is no such claim.
    """
    wrong = [f"  {name}: {told}" for name, value in found.items() for told in _differences(ledger, name, value)]
    if wrong:
        lines = [
            f"these are not the numbers of {ledger.identity}:",
            *wrong,
            "If you changed something above, compare them: the claims are about the lesson's own inputs.",
        ]
        raise HoldError("\n".join(lines))
    print(ledger.identity)
    for name in found:
        print(statement(ledger[name]))


def _differences(ledger: Ledger, name: str, value: Any) -> Iterator[str]:
    """Say how a value differs from its claim, if it does."""
    claim = ledger[name]
    if not isinstance(claim, Equals | Reads):
        yield "this claim is not about one value"
    elif value is None:
        yield "there is None; was backward() called?"
    else:
        live = replace(claim, value=value.tolist() if hasattr(value, "tolist") else value)
        if not live.holds():
            yield f"{live.got_text}, where the claim has {_line(claim.printed)}"


def statement(claim: Claim) -> str:
    """Say in one line what a claim prints; above such lines stands the id of their ledger."""
    return f"  {claim.name} = {_line(claim.printed)}"


def _line(printed: Any) -> str:
    return f"[{', '.join(map(_line, printed))}]" if isinstance(printed, list) else printed


def show(identity: str, module: str, *ledgers: Ledger) -> Displayed:
    """Make a slide table of ledgers, each number held to its claim: `show("L4-09-branch", "branch", ledger)`.

    A TableError says when there is no such module.
    """
    lesson = ledgers[0].identity.partition("/")[0]
    by_name = {ledger.identity.rpartition("/")[2]: ledger for ledger in ledgers}
    return displayed_table(markdown.render(identity, table_of(lesson, module, by_name)))


def displayed_table(text: str) -> Displayed:
    """Show a table that is written in Markdown.

    In Markdown and not in HTML, because JupyterLab takes MathML out of a notebook that was not run by its reader yet,
    and a matrix without its brackets and rows would be another number.
    """
    return Displayed({"text/markdown": text, "text/plain": text})


def picture(identity: str) -> Displayed:
    """Show a figure, in the style of a light page, with its alt text: `picture("L4-F1")`."""
    name = picture_file(identity, "page", "svg")
    for folder in FOLDERS:
        if (ROOT / folder / name).is_file():
            return displayed_picture(ROOT / folder / name)
    msg = f"there is no picture {name} in {' or '.join(FOLDERS)}. Run `snakemake figures` to draw it."
    raise PictureError(msg)


def alt_text_beside(picture: Path) -> Path:
    """Give the file of the description of a picture for a light page, whose name is the figure's id."""
    return picture.with_name(alt_text_file(picture.stem))


def displayed_picture(picture: Path) -> Displayed:
    """Show a picture and the description that lies beside it.

    As an image and not as the SVG itself, which JupyterLab would leave out before a notebook is run by its reader.
    """
    data = base64.b64encode(picture.read_bytes()).decode()
    words = alt_text_beside(picture).read_text(encoding="utf-8").strip()
    image = f'<img src="data:image/svg+xml;base64,{data}" width="720" alt="{html.escape(words)}">'
    return Displayed({"text/html": image, "text/plain": words})
