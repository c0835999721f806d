"""What became of a picture, pixel by pixel: one renderer draws both sides, so that every difference is one."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from workflow.names import StyleName
from workflow.review.changes import PictureChange, Pixels, Window
from workflow.review.pictures.drawing import Drawn, PictureError, drawn
from workflow.review.verdicts import Verdict

# The side of the window in which the most pixels moved: about what an eye takes in at once.
WINDOW = 32

# A moved pixel has a border of this many, or nobody would find a single one.
BORDER = 3

# What moved and its border: strong on a pale picture, and on a dim one.
ON_LIGHT = ((200, 0, 100), (255, 176, 214))
ON_DARK = ((255, 110, 190), (110, 30, 78))


def compared(
    identity: str, style: StyleName, before: bytes | str | None, after: bytes | str | None
) -> PictureChange | None:
    """Tell what became of a picture.

    Parameters
    ----------
    before, after
        The SVG; None where there is none, a text where it cannot be had, which says why.

    Returns
    -------
    The change; None when both files have the same bytes.
    """
    if before == after and not isinstance(after, str):
        return None
    older, newer = _side(before), _side(after)
    if isinstance(older, Drawn) and isinstance(newer, Drawn):
        return _of_both(identity, style, older, newer)
    wrong = tuple(f"{name}: {side}." for name, side in (("before", older), ("after", newer)) if isinstance(side, str))
    finding = Verdict.BROKEN if wrong else Verdict.NEW if older is None else Verdict.GONE
    return PictureChange(
        identity=identity, findings=(finding,), notes=wrong, style=style, before=_png(older), after=_png(newer)
    )


def _side(content: bytes | str | None) -> Drawn | str | None:
    """Draw a side; a text says why it cannot be drawn."""
    if not isinstance(content, bytes):
        return content
    try:
        return drawn(content)
    except PictureError as error:
        return str(error)


def _png(side: Drawn | str | None) -> bytes | None:
    return side.png if isinstance(side, Drawn) else None


def _of_both(identity: str, style: StyleName, older: Drawn, newer: Drawn) -> PictureChange:
    findings, notes = [], []
    if older.pixels.shape != newer.pixels.shape:
        notes.append(f"The canvas was {_size(older)} and is {_size(newer)}.")
    if older.words != newer.words:
        findings.append(Verdict.WORDS)
        notes.append("Its title, its description or a text that is not drawn here reads otherwise.")
    sides = _on_one_canvas(older.pixels, newer.pixels)
    moved = (sides[0] != sides[1]).any(axis=2)
    if not moved.any():
        found = tuple(findings or [Verdict.BYTES])
        return PictureChange(identity=identity, findings=found, notes=tuple(notes), style=style)
    return PictureChange(
        identity=identity,
        findings=(*findings, Verdict.PIXELS),
        notes=tuple(notes),
        style=style,
        pixels=_counted(moved),
        before=older.png,
        after=newer.png,
        difference=_difference(sides[1], moved),
    )


def _size(side: Drawn) -> str:
    height, width, _ = side.pixels.shape
    return f"{width}x{height}"


def _on_one_canvas(*pictures: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """Lay pictures on a canvas that holds them all, the upper left corners together.

    Returns
    -------
    One array a picture, of shape (height, width, 5): the last channel says where there is a picture at all.
    """
    height, width = (max(picture.shape[axis] for picture in pictures) for axis in (0, 1))
    canvases = [np.zeros((height, width, 5), np.uint8) for _ in pictures]
    for canvas, picture in zip(canvases, pictures, strict=True):
        part = canvas[: picture.shape[0], : picture.shape[1]]
        part[..., :4], part[..., 4] = picture, 1
    return canvases


# Where it moved


def _counted(moved: NDArray[np.bool_]) -> Pixels:
    """Count what moved: `moved` has shape (height, width), and something in it is true."""
    height, width = moved.shape
    return Pixels(width, height, int(moved.sum()), _box(moved), worst(moved))


def _box(moved: NDArray[np.bool_]) -> Window:
    rows, columns = (np.flatnonzero(moved.any(axis=axis)) for axis in (1, 0))
    top, left = int(rows[0]), int(columns[0])
    return Window(left, top, int(columns[-1]) + 1 - left, int(rows[-1]) + 1 - top, int(moved.sum()))


def worst(moved: NDArray[np.bool_]) -> Window:
    """Find the window with the most moved pixels; of several the one nearest to their middle, then the upper left.

    Parameters
    ----------
    moved : ndarray of shape (height, width)
        A window is smaller than `WINDOW` only where the picture is.
    """
    height, width = (min(WINDOW, size) for size in moved.shape)
    sums = np.pad(moved.cumsum(axis=0, dtype=np.int64).cumsum(axis=1), ((1, 0), (1, 0)))
    counts = sums[height:, width:] - sums[:-height, width:] - sums[height:, :-width] + sums[:-height, :-width]
    most = int(counts.max())
    places = np.argwhere(counts == most)
    distances = ((places - places.mean(axis=0).round()) ** 2).sum(axis=1)
    top, left = map(int, places[distances.argmin()])
    return Window(left, top, width, height, most)


# The difference as a picture


def _difference(newer: NDArray[np.uint8], moved: NDArray[np.bool_]) -> bytes:
    """Draw what moved in a strong colour over a pale form of the newer picture, in shades of grey.

    Parameters
    ----------
    newer : ndarray of shape (height, width, 5)
    moved : ndarray of shape (height, width)
    """
    grey = _grey(newer)
    is_light = grey.mean() >= 128
    pale = 255 - (255 - grey) // 4 if is_light else grey // 3
    strong, border = ON_LIGHT if is_light else ON_DARK
    # 128 shades of grey leave room for the two colours in the palette of a PNG.
    shades = (pale // 2).astype(np.uint8)
    around = Image.fromarray(moved.astype(np.uint8)).filter(ImageFilter.MaxFilter(2 * BORDER + 1))
    shades[np.asarray(around) > 0] = 128
    shades[moved] = 129
    image = Image.fromarray(shades, mode="L").convert("P")
    image.putpalette([*np.repeat(np.arange(0, 256, 2), 3).tolist(), *border, *strong])
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()


def _grey(picture: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Give how light each pixel looks on white paper, from 0 to 255, in whole numbers."""
    channels = picture.astype(np.int64)
    opacity = channels[..., 3]
    light = (299 * channels[..., 0] + 587 * channels[..., 1] + 114 * channels[..., 2]) // 1000
    return (light * opacity + 255 * (255 - opacity)) // 255
