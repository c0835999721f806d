"""A review as canonical JSON, for scripts: every verdict and every text, and no picture."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from workflow.review.changes import Change, Review
from workflow.review.report.headline import headline

# Counts up when something that a script may read is called otherwise, or is gone.
FORM = 1


def plain(review: Review) -> str:
    """Give the JSON: sorted keys, verdicts by their names in small letters, and nothing but ASCII."""
    content = {"form": FORM, "headline": headline(review), "verdict": _plain(review.verdict), **_fields(review)}
    return json.dumps(content, sort_keys=True, indent=1, allow_nan=False) + "\n"


def _fields(record: Any) -> dict[str, Any]:
    named = {each.name: getattr(record, each.name) for each in fields(record)}
    content = {name: _plain(value) for name, value in named.items() if not isinstance(value, bytes)}
    return {**content, "verdict": _plain(record.verdict)} if isinstance(record, Change) else content


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return _fields(value) if is_dataclass(value) else value
