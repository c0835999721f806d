"""The same slides give the same bytes: parts in a fixed order, of one date."""

from __future__ import annotations

import io
import zipfile

# The first date that a zip file can hold.
_DATE = (1980, 1, 1, 0, 0, 0)

# What a reader of Office files looks for first.
_FIRST = "[Content_Types].xml"


def repacked(content: bytes) -> bytes:
    """Pack the parts of an Office file anew."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(packed, "w") as new:
        for name in sorted(old.namelist(), key=lambda name: (name != _FIRST, name)):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 0
            new.writestr(entry, old.read(name))
    return packed.getvalue()
