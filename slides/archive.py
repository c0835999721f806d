"""Office files packed so that the same parts give the same bytes, on any day and any machine."""

from __future__ import annotations

import io
import zipfile

# The first date that a zip file can hold.
_DATE = (1980, 1, 1, 0, 0, 0)

# What readers of Office files look for first.
_FIRST = "[Content_Types].xml"

# Zip's number for a file that tells nothing of the system that wrote it.
_ANY_SYSTEM = 0


def repacked(content: bytes) -> bytes:
    """Pack the parts of an Office file anew: the list of contents first, then by name, without a date."""
    packed = io.BytesIO()
    # Stored as they are, because zlib's bytes may differ between machines. Pictures, which weigh most, are compressed
    # by themselves, and git and mail compress the rest.
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as new:
        for name in sorted(old.namelist(), key=lambda name: (name != _FIRST, name)):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.create_system = _ANY_SYSTEM
            new.writestr(entry, old.read(name))
    return packed.getvalue()
