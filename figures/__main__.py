"""Draw one figure in every style and format that is asked for: `python -m figures DL01.6.4-F2 --drawing ...`.

One process draws them all, because importing matplotlib costs more than drawing.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.util
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol, cast

from matplotlib.figure import Figure

from figures.save import FORMATS, Picture, render
from figures.scan import words_in
from figures.style import STYLES, Style, settings
from workflow.ledger import Ledger, LedgerError
from workflow.names import SUFFIXES, FormatName, StyleName, alt_text_file, has, picture_file
from workflow.nearest import nearest
from workflow.scan import ScanError, check
from workflow.stages import add_receipt, told, write_all


class Drawing(Protocol):
    """What a module in `figures.<lesson>` has."""

    TITLE: str
    CONSTANTS: Mapping[str, str]

    def draw(self, ledger: Ledger, style: Style) -> Figure:
        """Place what the ledger holds."""

    def alt_text(self, ledger: Ledger) -> str:
        """Say what the picture shows."""


class FigureError(Exception):
    """A figure that cannot be drawn as asked; its text is the whole message for a person."""


def find_drawing(name: str) -> Drawing:
    """Import the drawing 'lesson/drawing'.

    Raises
    ------
    FigureError
        If there is no such module.
    """
    folder = Path(__file__).parent
    if not (folder / f"{name}.py").is_file():
        known = [path.relative_to(folder).with_suffix("").as_posix() for path in folder.glob("*/*.py")]
        msg = f"there is no drawing called {name!r}. {nearest(name, known)}"
        raise FigureError(msg)
    return cast("Drawing", importlib.import_module(f"figures.{name.replace('/', '.')}"))


def render_all(
    figure: str, drawing: Drawing, ledger: Ledger, styles: Sequence[StyleName], formats: Sequence[FormatName]
) -> Iterator[tuple[str, bytes]]:
    """Give the name and the content of every file of a figure, each digit in it held to the claims."""
    description = drawing.alt_text(ledger)
    check(alt_text_file(figure), [drawing.TITLE, description], ledger, drawing.CONSTANTS)
    yield alt_text_file(figure), f"{description}\n".encode()
    for style in (STYLES[name] for name in styles):
        with settings():
            stem = f"{figure}{SUFFIXES[style.name]}"
            picture = Picture(drawing.draw(ledger, style), style, stem, drawing.TITLE, description)
            check(stem, words_in(picture.figure), ledger, drawing.CONSTANTS)
            for format_name in formats:
                if has(style.name, format_name):
                    yield picture_file(figure, style.name, format_name), render(picture, format_name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw, then write. Nothing is written unless everything could be drawn."""
    options = _parse(arguments)
    try:
        drawing = find_drawing(options.drawing)
        ledger = Ledger.read(options.ledger)
        files = list(render_all(options.figure, drawing, ledger, options.styles, options.formats))
    except ScanError as error:
        print(error, file=sys.stderr)
        return 1
    except (FigureError, LedgerError, OSError) as error:
        print(f"{options.figure}: {error}", file=sys.stderr)
        return 1
    except Exception as error:  # noqa: BLE001 - whatever a drawing raises is told in the same way
        print(f"{options.figure}: {told(error)}", file=sys.stderr)
        return 1
    return write_all(options.figure, {options.folder / name: content for name, content in files}, options)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m figures", description="Draw one figure from its ledger.")
    parser.add_argument("figure", help="the figure's id, which its files are named after")
    parser.add_argument("--drawing", required=True, help="the module that draws it, as lesson/drawing")
    parser.add_argument("--ledger", required=True, type=Path, help="the ledger that it is drawn from")
    parser.add_argument("--styles", nargs="+", choices=sorted(STYLES), default=sorted(STYLES))
    parser.add_argument("--formats", nargs="+", choices=sorted(FORMATS), default=sorted(FORMATS))
    add_receipt(parser)
    parser.add_argument("--folder", required=True, type=Path, help="where the files go")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    gc.disable()  # a process this short gains a tenth of its time and never needs the memory back
    sys.exit(main())
