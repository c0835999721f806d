"""A presentation as bytes that are the same whenever they are written."""

from __future__ import annotations

import io
import zipfile

from pptx.presentation import Presentation

# The first moment that a ZIP file can name.
_DATE = (1980, 1, 1, 0, 0, 0)


def saved(presentation: Presentation) -> bytes:
    """Give the file of a presentation, with one fixed date on all its parts, in the order of its relations."""
    written, repacked = io.BytesIO(), io.BytesIO()
    presentation.save(written)
    with zipfile.ZipFile(written) as parts, zipfile.ZipFile(repacked, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in parts.infolist():
            entry = zipfile.ZipInfo(part.filename, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, parts.read(part))
    return repacked.getvalue()
