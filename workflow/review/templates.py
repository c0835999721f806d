"""What the pages of a review share: templates that escape every text, and a policy that lets nothing else in.

What they show may come from strangers.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from pathlib import Path

import jinja2
from markupsafe import Markup


def environment(folder: Path, finalize: Callable[[object], object]) -> jinja2.Environment:
    """Make an environment for the templates in a folder; `finalize` gets every value before it is escaped."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def as_it_is(text: str) -> Markup:
    """Take a text for markup: a file of this project, base64, or what was escaped."""
    return Markup(text)  # noqa: S704 - this is the one place for it


def png(content: bytes) -> Markup:
    """Give a picture as an address that holds it."""
    return as_it_is(f"data:image/png;base64,{base64.b64encode(content).decode('ascii')}")


def policy_hash(text: str) -> str:
    """Give the digest by which a page's policy lets a style sheet or a script of its own work."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}"
