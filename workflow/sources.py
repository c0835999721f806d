"""Digests of source code, so that a job runs again when any module that it can reach has changed.

Snakemake compares the text of a rule, not the modules behind its command. Each rule therefore carries the digest of
its modules as a parameter. A digest covers the syntax tree of a module and of every first-party module that it
imports, directly or not, other files, and the pinned packages. Comments, blank lines and line breaks are not in a
syntax tree: editing them runs nothing.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import io
import json
import tokenize
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import grimp

from workflow.environment import pinned
from workflow.files import digest_of, write_text

PACKAGES = ("engine", "figures", "slides", "workflow")


class SourceError(Exception):
    """The sources cannot be read; the text is the whole message for a person."""


class Sources:
    """The first-party modules under a root folder, which has to be on `sys.path`.

    Raises
    ------
    SourceError
        If one of the files is not valid Python.
    """

    def __init__(self, root: Path) -> None:
        try:
            # Without a cache: building the graph takes milliseconds, and a cache could be stale.
            self._graph = grimp.build_graph(*PACKAGES, cache_dir=None)
        except grimp.exceptions.SourceSyntaxError as error:
            raise SourceError(_invalid(Path(error.filename), root, error.lineno)) from None
        except UnicodeError as error:
            msg = f"a source file is not UTF-8 ({error}); mend it and run again."
            raise SourceError(msg) from None
        _refuse_unseen(self._graph.modules, root)
        self._root = root
        self._trees = _tree_digests(self._graph.modules, root)
        self.packages = pinned(root)

    def digest(self, *modules: str, texts: Iterable[str] = (), settings: Mapping[str, str] | None = None) -> str:
        """Give the SHA-256 of modules, of all that they import, of texts, of settings, and of the pinned packages.

        Raises
        ------
        SourceError
            If there is no such module, or no __init__.py in its folder, or if a text cannot be read.
        """
        parts = {
            "modules": {name: self.tree(name) for name in self.reach(modules)},
            "texts": {text: self.text(text) for text in texts},
            "settings": dict(settings or {}),
            "packages": self.packages,
        }
        return _sha256(json.dumps(parts, sort_keys=True))

    def reach(self, modules: Iterable[str]) -> set[str]:
        """Name these modules and all that importing them runs."""
        return reach(modules, self.imports)

    def imports(self, module: str) -> set[str]:
        """Name the first-party modules that a module itself imports."""
        if module not in self._graph.modules:
            msg = f"there is no module {module}, or no __init__.py in its folder"
            raise SourceError(msg)
        return self._graph.find_modules_directly_imported_by(module)

    def tree(self, module: str) -> str:
        """Give the digest of a module's syntax tree."""
        return self._trees[module]

    def text(self, name: str) -> str:
        """Give the digest of a file that is not Python, by its path from the root; of rules, without comments."""
        path = self._root / name
        try:
            return _rules_digest(path.read_bytes()) if path.suffix == ".smk" else digest_of(path)
        except OSError as error:
            msg = f"{name}: cannot be read ({error.strerror})."
            raise SourceError(msg) from None


def reach(modules: Iterable[str], imports: Callable[[str], Iterable[str]]) -> set[str]:
    """Name modules and all that importing them runs: what they import, and the packages that hold them."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += imports(module)
            # Importing a.b.c runs a/__init__.py and a/b/__init__.py too.
            waiting += filter(None, [module.rpartition(".")[0]])
    return found


def _refuse_unseen(modules: Iterable[str], root: Path) -> None:
    """Refuse a module whose folder has no __init__.py: no import of it would be seen, and no edit of it noticed."""
    seen = {_file_of(module, root) for module in modules}
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            if path not in seen:
                msg = f"{path.relative_to(root)}: there is no __init__.py in its folder, or in one above; add it."
                raise SourceError(msg)


def _tree_digests(modules: Iterable[str], root: Path) -> dict[str, str]:
    """Take the digest of each module's syntax tree, parsing only files whose bytes are new."""
    store = root / "build" / ".cache" / "syntax-trees.json"
    try:
        known: dict[str, str] = json.loads(store.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        known = {}
    if not isinstance(known, dict):
        known = {}
    digests, current = {}, {}
    for name in modules:
        path = _file_of(name, root)
        content = path.read_bytes()
        key = hashlib.sha256(content).hexdigest()
        current[key] = digests[name] = known.get(key) or _tree_digest(content, path, root)
    if current != known:
        with contextlib.suppress(OSError):  # it only saves time
            write_text(store, json.dumps(current, sort_keys=True))
    return digests


def _rules_digest(content: bytes) -> str:
    """Take the digest of a file of rules without its comments and blank lines.

    Rules are no Python, but made of its tokens. These differ between versions of Python; where comments are does not.
    """
    lines = content.decode("utf-8", "backslashreplace").splitlines()
    with contextlib.suppress(tokenize.TokenError, SyntaxError):
        for token in tokenize.generate_tokens(io.StringIO("\n".join([*lines, ""])).readline):
            if token.type == tokenize.COMMENT:
                line, column = token.start
                lines[line - 1] = lines[line - 1][:column]
    return _sha256("\n".join(filter(None, map(str.rstrip, lines))))


def _file_of(module: str, root: Path) -> Path:
    stem = root.joinpath(*module.split("."))
    package = stem / "__init__.py"  # beside a module may stand a folder of its name, with what it reads
    return package if package.is_file() else stem.with_suffix(".py")


def _tree_digest(content: bytes, path: Path, root: Path) -> str:
    try:
        return _sha256("\n".join(_walk(ast.parse(content))))
    except SyntaxError as error:
        raise SourceError(_invalid(path, root, error.lineno)) from None


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
        yield f"{type(node).__name__} {node!a}"


def _invalid(path: Path, root: Path, line: int | None) -> str:
    return f"{path.relative_to(root)}, line {line}: this is not valid Python; mend it and run again."


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
