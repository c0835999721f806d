"""Text out of bytes and back, so that every byte that nobody touched comes out as it went in."""

from __future__ import annotations

import codecs

from slides.embed.mark import MarkError

_BY_BOM = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def decoded(content: bytes, asked: str | None) -> tuple[str, str]:
    """Give the text of a file, a byte order mark as its first character, and the encoding that it is written in.

    A byte order mark says which encoding that is; a file without one is in the encoding asked for, or UTF-8.

    Raises
    ------
    MarkError
        If the bytes are not text in that encoding, or would not be the same again.
    """
    encoding = next((name for bom, name in _BY_BOM.items() if content.startswith(bom)), asked or "utf-8")
    try:
        text = content.decode(encoding)
        is_same = text.encode(encoding) == content
    except LookupError:
        msg = f"there is no encoding {encoding!r}. Python's names are meant: utf-8, latin-1, cp1252."
        raise MarkError(msg) from None
    except UnicodeError as error:
        msg = f"it is not text in {encoding} ({error}). Name its encoding by --encoding, or save it as UTF-8."
        raise MarkError(msg) from None
    if not is_same:
        msg = f"its text could not be written in {encoding} as it stands there. Save it as UTF-8."
        raise MarkError(msg)
    return text, encoding


def check_writable(text: str, encoding: str) -> None:
    """Refuse text that an encoding has no bytes for, with a MarkError that names the first such character."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError as error:
        character = text[error.start]
        msg = f"{character!r} (U+{ord(character):04X}) cannot be written in {encoding}. Save the file as UTF-8."
        raise MarkError(msg) from None
