"""A built project to embed from: what is committed of a build, and a plain picture for every other one."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path
from typing import get_args

from PIL import Image

from tests.slides.configured import LESSONS, ROOT
from workflow.names import SUFFIXES, StyleName, TableFormatName, alt_text_file, has, picture_file, table_file
from workflow.receipts import write_receipt

SIZES = {"page": (72, 48), "page-dark": (72, 48), "slide": (128, 72), "slide-dark": (128, 72)}


def build(root):
    """Make the project; give its root."""
    for folder in ("config", "figures", "slides", "workflow"):
        (root / folder).symlink_to(ROOT / folder)
    shutil.copytree(ROOT / "results/ledgers", root / "build/ledgers")
    shutil.copytree(ROOT / "results/tables", root / "build/tables")
    shutil.copytree(ROOT / "results/figures", root / "build/figures")
    with contextlib.chdir(root):
        for lesson, content in LESSONS.items():
            write_receipts_of_ledgers(lesson, content)
            formats = get_args(TableFormatName)
            tables = [table_file(table, each) for table in content["tables"] for each in formats]
            write_receipt(Path(f"build/receipts/tables/{lesson}.json"), [Path("build/tables", each) for each in tables])
            for number, figure in enumerate(content["figures"]):
                files = [Path("build/figures", each) for each in [alt_text_file(figure), *pictures(figure, number)]]
                write_receipt(Path(f"build/receipts/{figure}.json"), files)
    return root


def write_receipts_of_ledgers(lesson, content):
    """Write down the ledgers as their jobs do: together if one job makes them all, else each by itself."""
    files = [Path(f"build/ledgers/{lesson}/{name}.json") for name in content["ledgers"]]
    if content.get("one_job"):
        write_receipt(Path(f"build/receipts/ledgers/{lesson}.json"), files)
    else:
        for file in files:
            write_receipt(Path(f"build/receipts/{lesson}/{file.name}"), [file])


def pictures(figure, number):
    """Draw the pictures that are not committed, in a colour of their own; name them all."""
    for place, style in enumerate(get_args(StyleName)):
        yield picture_file(figure, style, "svg")
        for ending in ("png", "pdf"):
            if has(style, ending):
                name = picture_file(figure, style, ending)
                Image.new("RGB", SIZES[style], (20 * number, 60 * place, 90)).save(Path("build/figures", name))
                yield name


def built(project, figure, style, ending):
    """Give the bytes of a picture."""
    return (project / "build/figures" / f"{figure}{SUFFIXES[style]}.{ending}").read_bytes()


def alt_text(project, figure):
    """Give what describes a figure."""
    return (project / "build/figures" / f"{figure}.alt.txt").read_text(encoding="utf-8").strip()
