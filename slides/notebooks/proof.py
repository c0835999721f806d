"""The proof that a notebook shows the numbers of claims: what its cells show, and what their code has typed in it.

A table or a picture that a cell shows has to be the one that the build made. Of what a cell prints, a line with digits
has to say what a claim says. And a number that is typed in code has to be printed by a claim to which that cell holds
its results, so that a reader sees the checked number stand below the typed one. typed.py says what is such a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from nbformat import NotebookNode

from slides.notebooks.live import displayed_picture, displayed_table, statement
from slides.notebooks.typed import typed_in, value_of
from workflow.claims import Equals, Reads
from workflow.ledger import Ledger
from workflow.scan import ScanError, forms, numerals_in, without


class Proof:
    """What a notebook may show.

    Parameters
    ----------
    ledgers
        Those of the lesson.
    tables, pictures
        What the build made of them: tables in Markdown, pictures with their alt texts beside them.
    phrases
        What has digits that come from no claim.
    """

    def __init__(
        self, ledgers: Iterable[Ledger], tables: Iterable[Path], pictures: Iterable[Path], phrases: Iterable[str]
    ) -> None:
        tables, pictures = list(tables), list(pictures)
        self._stated = {ledger.identity: dict(_statements(ledger)) for ledger in ledgers}
        self._shown = [displayed_table(path.read_text(encoding="utf-8")).forms for path in tables]
        self._shown += [displayed_picture(path).forms for path in pictures]
        self._phrases = [*phrases, *(path.stem for path in (*tables, *pictures))]

    def check(self, cell: NotebookNode) -> None:
        """Hold a code cell that was run to the claims.

        Raises
        ------
        ScanError
            If it shows or has typed in it what comes from no claim, if it prints a warning or if it is no plain Python.
        """
        held: set[float] = set()
        for output in cell.outputs:
            match output:
                case {"output_type": "stream", "name": "stdout", "text": text}:
                    held |= self._check_lines(text)
                case {"output_type": "stream", "text": text}:
                    msg = f"it writes to stderr, which a reader would take for a failure: {text.strip()}"
                    raise ScanError(msg)
                case {"data": {"text/plain": text, **others}} if not others:
                    held |= self._check_lines(text)
                case {"data": data} if data not in self._shown:
                    msg = (
                        "the table or picture that it shows is not one that the build made. Run `snakemake`; if that "
                        "does not help, compare the cell with the configuration."
                    )
                    raise ScanError(msg)
        typed = [text for text in typed_in(cell.source, self._phrases) if value_of(text) not in held]
        if typed:
            msg = (
                f"{', '.join(typed)} is typed in the code, and no claim that the cell holds its results to prints it. "
                "Add it to the call of `hold`; what belongs to a formula goes into the head's constants, as a phrase, "
                "with its reason."
            )
            raise ScanError(msg)

    def _check_lines(self, text: str) -> set[float]:
        """Hold lines to what the claims of the ledger named above them say; give the numbers in them."""
        held: set[float] = set()
        stated: dict[str, set[float]] = {}
        for line in text.splitlines():
            if line in self._stated:
                stated = self._stated[line]
            elif line in stated:
                held |= stated[line]
            elif found := numerals_in(without(line, self._phrases)):
                msg = f"it prints {', '.join(found)} in {line!r}, which is not what a claim says. Print it with `hold`."
                raise ScanError(msg)
        return held


def _statements(ledger: Ledger) -> Iterator[tuple[str, set[float]]]:
    """Go through what `hold` may print of a ledger, each line with the sizes of its numbers.

    Sizes, because code writes a minus sign apart from its number.
    """
    for claim in ledger:
        if isinstance(claim, Equals | Reads):
            found = [numeral for _, form in forms(claim) for numeral in numerals_in(form) if numeral[-1].isdecimal()]
            yield statement(claim), {abs(float(numeral.replace(",", ""))) for numeral in found}
