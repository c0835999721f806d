"""A notebook in one fixed form: the same source, ledgers and packages give the same bytes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import nbformat
from nbformat import NotebookNode

from slides.notebooks.source import Cell

# Without the version of Python, which says nothing about the notebook.
_LANGUAGE = {
    "name": "python",
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "pygments_lexer": "ipython3",
    "codemirror_mode": {"name": "ipython", "version": 3},
}
_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def assemble(cells: Iterable[tuple[Cell, str]]) -> NotebookNode:
    """Put cells together that were not run yet, each with its text; their names become their ids."""
    return _node({"cells": [_cell(*each) for each in cells], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def _cell(cell: Cell, text: str) -> dict[str, Any]:
    parts = {"id": cell.name, "metadata": {}, "source": text}
    if cell.kind == "prose":
        return parts | {"cell_type": "markdown"}
    return parts | {"cell_type": "code", "execution_count": None, "outputs": []}


def written(notebook: NotebookNode, title: str) -> bytes:
    """Give the bytes of a notebook that was run, without whatever else the run left in it.

    Raises
    ------
    nbformat.ValidationError
        If it is no valid notebook.
    """
    cells = [{**cell, "metadata": {}} for cell in notebook.cells]
    metadata = {"kernelspec": _KERNEL, "language_info": _LANGUAGE, "title": title}
    finished = _node({**notebook, "cells": cells, "metadata": metadata})
    nbformat.validate(finished)
    text: str = nbformat.writes(finished)  # type: ignore[no-untyped-call]
    return f"{text}\n".encode()


def _node(content: dict[str, Any]) -> NotebookNode:
    node: NotebookNode = nbformat.from_dict(content)  # type: ignore[no-untyped-call]
    return node
