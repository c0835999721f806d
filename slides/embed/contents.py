"""What can be embedded: which ids there are, and what was built for them."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from slides.embed.mark import Mark, MarkError
from workflow.configuration import CONFIG_FILE, configuration_from, read_form
from workflow.ledger import Ledger, LedgerError
from workflow.names import FormatName, StyleName, TableFormatName, alt_text_file, has, picture_file, table_file
from workflow.nearest import nearest
from workflow.receipts import ReceiptError, check_receipts
from workflow.scan import forms

Kind = Literal["figure", "table", "value"]

STYLE: StyleName = "slide"


class Picture(NamedTuple):
    """A built picture: the name of its file, its bytes, and the text that describes it."""

    name: str
    content: bytes
    alt_text: str


class Contents:
    """The figures, tables and values of a project, as its last build left them.

    A MarkError says what was not built, and what was changed since: only what a job wrote down in its receipt is given
    out.
    """

    def __init__(self, root: Path) -> None:
        """Read the configuration; a ConfigurationError if it cannot be used."""
        configuration = configuration_from(read_form(root / CONFIG_FILE), root)
        lessons = configuration.lessons
        self._root = root
        self._figures = {figure for lesson in lessons.values() for figure in lesson.figures}
        self._tables = {
            table: (name, module) for name, lesson in lessons.items() for table, module in lesson.tables.items()
        }
        self._lessons = lessons
        self._ledgers: dict[Path, Ledger] = {}

    def kind(self, mark: Mark) -> Kind:
        """Say what a mark asks for; a MarkError if there is no such thing, or none of a style."""
        kind = self._kind(mark.identity)
        if mark.style and kind != "figure":
            msg = f"style= chooses among the pictures of a figure, and {mark.identity} is a {kind}. Leave it out."
            raise MarkError(msg)
        return kind

    def _kind(self, identity: str) -> Kind:
        if identity in self._figures:
            return "figure"
        if identity in self._tables:
            return "table"
        printed = self._printed(identity.partition(".")[0])
        if identity in printed:
            return "value"
        entries = [each for each in printed if each.startswith(f"{identity}[")]
        if entries:
            msg = f"{identity} prints several numbers. Name one of them, such as {entries[0]}."
        else:
            msg = f"there is no figure, table or value called {identity!r}. {nearest(identity, self._known())}"
        raise MarkError(msg)

    def picture(self, mark: Mark, format_name: FormatName) -> Picture:
        """Give the picture of a figure in the mark's style; PNG where a style has no PDF."""
        style = mark.style or STYLE
        name = picture_file(mark.identity, style, format_name if has(style, format_name) else "png")
        content = self._built("figures", name, mark.identity)
        alt_text = self._built("figures", alt_text_file(mark.identity), mark.identity).decode().strip()
        return Picture(name, content, alt_text)

    def table_text(self, identity: str, format_name: TableFormatName) -> str:
        """Give a table in a format, without the line end behind it."""
        lesson, _ = self._tables[identity]
        return self._built("tables", table_file(identity, format_name), f"tables/{lesson}").decode().rstrip("\n")

    def table_source(self, identity: str) -> tuple[str, str, Mapping[str, Ledger]]:
        """Give the lesson of a table, the module that makes it, and the lesson's ledgers by name."""
        lesson, module = self._tables[identity]
        return lesson, module, {name: self._ledger(lesson, name) for name in self._lessons[lesson].ledgers}

    def value(self, identity: str) -> str:
        """Give the printed form of a claim, or of an entry or the bound of one."""
        return self._printed(identity.partition(".")[0])[identity]

    def _built(self, folder: str, name: str, receipt: str) -> bytes:
        """Give a built file, held to the receipt of the job that made it."""
        file = Path("build", folder, name)
        if not (self._root / file).is_file():
            msg = f"{file} is not there. Run `snakemake` first; {CONFIG_FILE} has to ask for its style and format."
            raise MarkError(msg)
        self._check(file, receipt)
        return (self._root / file).read_bytes()

    def _check(self, file: Path, receipt: str) -> None:
        try:
            with contextlib.chdir(self._root):  # a receipt names files from there
                check_receipts([Path("build", "receipts", f"{receipt}.json")], [file])
        except ReceiptError as error:
            raise MarkError(str(error)) from None

    def _printed(self, ledger: str) -> dict[str, str]:
        """List what a ledger prints, by the ids of claims, entries and bounds; nothing if there is no such ledger."""
        lesson, _, name = ledger.partition("/")
        if lesson not in self._lessons or name not in self._lessons[lesson].ledgers:
            return {}
        claims = self._ledger(lesson, name)
        return {f"{ledger}.{claim.name}{place}": text for claim in claims for place, text in forms(claim)}

    def _ledger(self, lesson: str, name: str) -> Ledger:
        """Give a ledger: its claims hold, and it is the one that its job wrote."""
        file = _ledger_file(lesson, name)
        if file not in self._ledgers:
            try:
                ledger = Ledger.read(self._root / file)
            except (LedgerError, OSError) as error:
                raise MarkError(str(error)) from None
            # Its digest stands in the file itself, where whoever changes the one can change the other.
            self._check(file, f"ledgers/{lesson}" if self._lessons[lesson].one_job else f"{lesson}/{name}")
            self._ledgers[file] = ledger
        return self._ledgers[file]

    def _known(self) -> list[str]:
        """List all ids, of values those that were computed."""
        ledgers = [(lesson, name) for lesson, content in self._lessons.items() for name in content.ledgers]
        computed = ["/".join(each) for each in ledgers if (self._root / _ledger_file(*each)).is_file()]
        return [*self._figures, *self._tables, *(value for each in computed for value in self._printed(each))]


def _ledger_file(lesson: str, name: str) -> Path:
    return Path("build", "ledgers", lesson, f"{name}.json")
