"""A picture in a shape's place: in the same box, whole and undistorted."""

from __future__ import annotations

import copy
import io
from typing import Any

from pptx.oxml.ns import qn
from pptx.oxml.shapes.picture import CT_Picture

from slides.embed.contents import Picture

_WHOLE = 100_000  # PowerPoint counts parts of a picture in thousandths of a percent

# Less than this, nobody sees.
_TOLERANCE = 0.01


def show(shape: Any, picture: Picture, mark: str, stretch: float) -> list[str]:
    """Let a shape show a picture, with its alt text; say what it showed before, nothing if the same.

    stretch : how much wider than high the groups around the shape make it
    """
    was: list[str] = []
    element = shape._element  # noqa: SLF001 - python-pptx has no way to change a shape's kind or picture
    if element.tag != qn("p:pic"):
        was.append("no picture")
        element = _into_picture(shape)
    part = shape.part
    image, relation = part.get_or_add_image_part(io.BytesIO(picture.content))
    blip = element.find(f"{qn('p:blipFill')}/{qn('a:blip')}")
    shown = part.rels.get(blip.get(qn("r:embed")))
    if shown is None or shown.target_part is not image or blip.find(qn("a:extLst")) is not None:
        was += [] if was else ["another picture"]
        _replace(part, blip, relation)
    width, height = image.image.size
    if _fit(element, width / height, stretch):
        was += [] if was else ["its picture distorted"]
    properties = element.find(f"{qn('p:nvPicPr')}/{qn('p:cNvPr')}")
    if mark not in {properties.get(place, "").strip() for place in ("title", "name")}:
        # It stands where the alt text has to; LibreOffice forgets titles.
        properties.set("name", mark)
    if properties.get("descr") != picture.alt_text:
        was += [] if was else ["another alt text"]
        properties.set("descr", picture.alt_text)
    return was


def _into_picture(shape: Any) -> Any:
    """Put an empty picture in the place of a shape, with its box, its number, its name and its place in a layout."""
    old = shape._element  # noqa: SLF001 - as above
    names = old.find(f"{qn('p:nvSpPr')}/{qn('p:cNvPr')}")
    own = old.find(f"{qn('p:spPr')}/{qn('a:xfrm')}")
    box = (shape.left, shape.top, shape.width, shape.height)
    new = CT_Picture.new_pic(shape.shape_id, "", "", "", *box)  # type: ignore[no-untyped-call] # it has no types
    properties = new.find(qn("p:nvPicPr"))
    properties.replace(properties.find(qn("p:cNvPr")), names)
    properties.replace(properties.find(qn("p:nvPr")), old.find(f"{qn('p:nvSpPr')}/{qn('p:nvPr')}"))
    if own is not None:  # it may be turned
        new.find(qn("p:spPr")).replace(new.find(f"{qn('p:spPr')}/{qn('a:xfrm')}"), copy.deepcopy(own))
    old.getparent().replace(old, new)
    return new


def _replace(part: Any, blip: Any, relation: str) -> None:
    """Show another image; let go of the one before, and of its SVG, which PowerPoint would prefer."""
    dropped = {each.get(qn("r:embed")) for each in blip.iter()} - {relation, "", None}
    blip.set(qn("r:embed"), relation)
    blip.attrib.pop(qn("r:link"), None)
    for extension in blip.findall(qn("a:extLst")):
        blip.remove(extension)
    in_use = set(part._element.xpath("//@r:*"))  # noqa: SLF001 - the slide's XML, where others may show it too
    for old in dropped - in_use:
        part.rels.pop(old)


def _fit(element: Any, aspect: float, stretch: float) -> bool:
    """Crop with a minus sign, which leaves room at two sides of the box; an own crop that distorts nothing stays."""
    fill = element.find(qn("p:blipFill"))
    size = element.find(f"{qn('p:spPr')}/{qn('a:xfrm')}/{qn('a:ext')}")
    if size is None:  # a picture in a layout's place, whose box PowerPoint made for it
        return False
    wanted = int(size.get("cx")) * stretch / (int(size.get("cy")) or 1) / aspect
    crop = fill.find(qn("a:srcRect"))
    sides = {side: int((crop.attrib if crop is not None else {}).get(side, 0)) / _WHOLE for side in "lrtb"}
    seen = (1 - sides["l"] - sides["r"]) / (1 - sides["t"] - sides["b"])
    if abs(seen / wanted - 1) <= _TOLERANCE:
        return False
    room = round((1 - max(wanted, 1 / wanted)) / 2 * _WHOLE)
    if crop is None:
        crop = fill.makeelement(qn("a:srcRect"))
        fill.find(qn("a:blip")).addnext(crop)
    crop.attrib.clear()
    for side in "lr" if wanted > 1 else "tb":
        crop.set(side, str(room))
    return True
