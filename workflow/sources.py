"""Digests of source code, so that a job runs again when any module that it can reach has changed.

Snakemake compares the text of a rule, not the modules behind its command. Each rule therefore carries the digest of its
modules as a parameter. A digest covers the syntax tree of a module and of every first-party module that it imports, directly
or not, and the pinned packages. Comments, blank lines and line breaks are not in a syntax tree: editing them runs nothing.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import grimp

from workflow.files import write_text

PACKAGES = ("engine", "figures", "workflow")
LOCK_FILE = "requirements.txt"


class Sources:
    """The first-party modules under a root folder, which has to be on `sys.path`."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._store = root / "build" / ".cache" / "syntax-trees.json"

    def digest(self, *modules: str) -> str:
        """Give the SHA-256 of the modules, of all that they import, and of the pinned packages.

        Raises
        ------
        ValueError
            If there is no such module, or one of the files is not valid Python; the message names it.
        """
        reached = sorted({name for module in modules for name in self._reach(module)})
        parts = [f"{name} {self._tree_digests[name]}" for name in reached]
        return _sha256("\n".join([*parts, self._packages]))

    def _reach(self, module: str) -> Iterator[str]:
        if module not in self._graph.modules:
            msg = f"there is no module {module} to take the digest of"
            raise ValueError(msg)
        for name in {module, *self._graph.find_upstream_modules(module)}:
            # Importing a.b.c runs a/__init__.py and a/b/__init__.py too.
            yield from _with_packages(name)

    @cached_property
    def _graph(self) -> grimp.ImportGraph:
        try:
            return grimp.build_graph(*PACKAGES, cache_dir=None)
        except grimp.exceptions.SourceSyntaxError as error:
            raise ValueError(_invalid(error.filename, error.lineno)) from None

    @cached_property
    def _packages(self) -> str:
        lines = (self._root / LOCK_FILE).read_text(encoding="utf-8").splitlines()
        return "\n".join(sorted(filter(None, (line.split("#")[0].strip() for line in lines))))

    @cached_property
    def _tree_digests(self) -> dict[str, str]:
        """The digest of each module's syntax tree, parsed only when the bytes of its file are new."""
        try:
            known: dict[str, str] = json.loads(self._store.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            known = {}
        digests, current = {}, {}
        for name in self._graph.modules:
            path = self._file(name)
            content = path.read_bytes()
            key = hashlib.sha256(content).hexdigest()
            current[key] = digests[name] = known.get(key) or _tree_digest(path, content)
        if current != known:
            write_text(self._store, json.dumps(current, sort_keys=True))
        return digests

    def _file(self, module: str) -> Path:
        stem = self._root.joinpath(*module.split("."))
        return stem / "__init__.py" if stem.is_dir() else stem.with_suffix(".py")


def _with_packages(module: str) -> Iterator[str]:
    while module:
        yield module
        module = module.rpartition(".")[0]


def _tree_digest(path: Path, content: bytes) -> str:
    try:
        return _sha256("\n".join(_walk(ast.parse(content, filename=str(path)))))
    except SyntaxError as error:
        raise ValueError(_invalid(str(path), error.lineno)) from None


def _walk(node: Any) -> Iterator[str]:
    """Spell out a syntax tree without positions.

    `ast.dump` would do, but newer Pythons add fields to it; those are None or empty in code that older ones can read.
    """
    if isinstance(node, ast.AST):
        yield type(node).__name__
        for name, value in ast.iter_fields(node):
            if value is None or value == [] or name == "type_comment":
                continue
            yield f".{name}"
            yield from _walk(value)
    elif isinstance(node, list):
        yield f"[{len(node)}"
        for item in node:
            yield from _walk(item)
    else:
        yield f"{type(node).__name__} {ascii(node)}"


def _invalid(filename: str, line: int | None) -> str:
    return f"{filename}, line {line}: this is not valid Python; mend it and run again"


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
