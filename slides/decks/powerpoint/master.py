"""The master of a deck: python-pptx's template in 16:9, with the project's fonts and colours, and layouts in use."""

from __future__ import annotations

from typing import Any

from lxml import etree
from pptx import Presentation
from pptx.opc.constants import RELATIONSHIP_TYPE as RT

from slides.decks.powerpoint.drawing import A, P, a, emu, hundredths, p
from slides.decks.powerpoint.runs import BULLET
from slides.decks.powerpoint.style import (
    ACCENT,
    BODY,
    COLOURS,
    DECK_MARK,
    DECK_SUBTITLE,
    DECK_SUBTITLE_SIZE,
    DECK_TITLE,
    DECK_TITLES,
    FONT,
    FRAME,
    FURNITURE_HEIGHT,
    FURNITURE_SIZE,
    FURNITURE_TOP,
    HAIRLINE,
    HEIGHT,
    HIDDEN_TITLE,
    LINE_COLOUR,
    MARGIN,
    MUTED,
    PARAGRAPH_GAP,
    PICTURE,
    RULE,
    RULE_COLOUR,
    SCALES,
    TABLE_STYLE,
    TITLE,
    TITLES,
    WIDTH,
    Box,
)
from slides.decks.powerpoint.text import INDENT

# What the layouts of the template are called, and how they are called here.
OPENING, TEXT, TABLE, FIGURE = "Title Slide", "Title and Content", "Title Only", "Figure"
_KEPT = {"Title Slide": OPENING, "Title and Content": TEXT, "Title Only": TABLE, "Picture with Caption": FIGURE}

_NAMES = {"a": A, "p": P}

_LEVELS = 5

_NO_EDGES: dict[str | bytes, str | bytes] = dict.fromkeys(("lIns", "tIns", "rIns", "bIns"), "0")

# Larger than that of any shape in the template.
_MARK_ID = 20


def presentation() -> Any:
    """Give a presentation without slides."""
    made: Any = Presentation()
    made.slide_width, made.slide_height = emu(WIDTH), emu(HEIGHT)
    del made.element.sldSz.attrib["type"]
    _drop(made.part, RT.PRINTER_SETTINGS)
    for kind in (RT.THUMBNAIL, RT.EXTENDED_PROPERTIES):
        _drop(made.part.package, kind)
    _set_theme(_part(made.slide_master.part, RT.THEME))
    _set_table_style(_part(made.part, RT.TABLE_STYLES))
    _set_master(made.slide_master)
    _set_layouts(made)
    return made


def layout(made: Any, name: str) -> Any:
    """Give a layout by its name."""
    return made.slide_layouts.get_by_name(name)


def _part(part: Any, kind: str) -> Any:
    return part.part_related_by(kind)


def _drop(owner: Any, kind: str) -> None:
    """Leave out a part that the template brings along."""
    relations = getattr(owner, "rels", None) or owner._rels  # noqa: SLF001 - a package keeps its relations to itself
    for name in [name for name, relation in relations.items() if relation.reltype == kind]:
        relations.pop(name)


def _set_theme(part: Any) -> None:
    theme = etree.fromstring(part.blob)
    theme.set("name", "Tallysheet")
    for name, colour in COLOURS.items():
        _only(theme, f".//a:clrScheme/a:{name}")[:] = [a("srgbClr", val=colour)]
    for kind in ("majorFont", "minorFont"):
        _only(theme, f".//a:{kind}/a:latin").set("typeface", FONT)
    part._blob = _bytes(theme)  # noqa: SLF001 - python-pptx keeps a theme as bytes


def _set_table_style(part: Any) -> None:
    """Give the deck a table style: lines above, below and under the heads, thin ones between rows."""

    def style(name: str, *borders: etree._Element, bold: bool = False) -> etree._Element:
        words = a("tcTxStyle", a("fontRef", a("prstClr", val="black"), idx="minor"), a("schemeClr", val="dk1"))
        if bold:
            words.set("b", "on")
        return a(name, words, a("tcStyle", a("tcBdr", *borders), a("fill", a("noFill"))))

    # The order is the schema's.
    parts = (
        style("wholeTbl", _border("top", FRAME), _border("bottom", FRAME), _border("insideH", HAIRLINE)),
        style("lastRow", _border("top", RULE)),
        style("firstRow", _border("bottom", RULE), bold=True),
    )
    written = a("tblStyle", *parts, styleId=TABLE_STYLE, styleName="Tallysheet")
    part._blob = _bytes(a("tblStyleLst", written, **{"def": TABLE_STYLE}))  # noqa: SLF001 - as above


def _border(side: str, points: float) -> etree._Element:
    shade = a("srgbClr", val=LINE_COLOUR) if points == HAIRLINE else a("schemeClr", val=RULE_COLOUR)
    return a(side, a("ln", a("solidFill", shade), w=emu(points), cmpd="sng"))


def _set_master(master: Any) -> None:
    for shape in master.placeholders:
        kind = _only(shape.element, ".//p:ph").get("type")
        if kind in {"title", "body"}:
            _put(shape, TITLE if kind == "title" else BODY)
            body = _only(shape.element, ".//a:bodyPr")
            body[:] = [a("normAutofit")]
            body.attrib.update(_NO_EDGES)
            body.set("anchor", "t")
        else:
            _set_furniture(shape, kind)
    styles = master.element.find(f"{{{P}}}txStyles")
    _set_title_style(_only(styles, "p:titleStyle/a:lvl1pPr"))
    for level in range(1, _LEVELS + 1):
        _set_body_style(_only(styles, f"p:bodyStyle/a:lvl{level}pPr"), level)


def _set_furniture(shape: Any, kind: str | None) -> None:
    _put(shape, _furniture(kind))
    _only(shape.element, ".//a:bodyPr").attrib.update(_NO_EDGES)
    look = _only(shape.element, ".//a:lvl1pPr/a:defRPr")
    look.set("sz", str(hundredths(FURNITURE_SIZE)))
    _only(look, "a:solidFill")[:] = [a("schemeClr", val=MUTED)]


def _furniture(kind: str | None) -> Box:
    """Give the places of date and footer, which an author may switch on, and of the number."""
    top, height = FURNITURE_TOP, FURNITURE_HEIGHT
    match kind:
        case "dt":
            return Box(MARGIN, top, 200, height)
        case "ftr":
            return Box(WIDTH / 2 - 200, top, 400, height)
    return Box(WIDTH - MARGIN - 200, top, 200, height)


def _set_title_style(style: etree._Element) -> None:
    style.set("algn", "l")
    look = _only(style, "a:defRPr")
    look.set("sz", str(hundredths(TITLES[0][0])))
    look.set("b", "1")


def _set_body_style(style: etree._Element, level: int) -> None:
    """Let the first level be plain paragraphs, and those below lists."""
    points = max(SCALES[0].text - 2 * max(level - 2, 0), SCALES[-1].text)
    hanging = emu(INDENT * points)
    etree.strip_attributes(style, "marL", "indent")
    bullets = [element for element in style if etree.QName(element).localname.startswith("bu")]
    if level == 1:
        # No indent at all, not one of nothing: see `text` for what LibreOffice makes of that.
        bullets[0].addprevious(a("buNone"))
        for element in bullets:
            style.remove(element)
    else:
        style.set("marL", str(hanging * (level - 1)))
        style.set("indent", str(-hanging))
        bullets[0].addprevious(a("buClr", a("schemeClr", val=ACCENT)))
        _only(style, "a:buChar").set("char", BULLET)
    _only(style, "a:spcBef")[:] = [a("spcPts", val=hundredths(PARAGRAPH_GAP * points))]
    _only(style, "a:defRPr").set("sz", str(hundredths(points)))


def _set_layouts(made: Any) -> None:
    for each in list(made.slide_layouts):
        if each.name not in _KEPT:
            made.slide_layouts.remove(each)
            continue
        each.name = _KEPT[each.name]
    for each in made.slide_layouts:
        for shape in list(each.placeholders):
            box = _place(each.name, _only(shape.element, ".//p:ph").get("type", "obj"))
            if box is _DROPPED:
                shape.element.getparent().remove(shape.element)
            elif box is not None:
                _put(shape, box)
    _set_opening(layout(made, OPENING))
    _set_figure(layout(made, FIGURE))


_DROPPED = Box(0, 0, 0, 0)


def _place(name: str, kind: str) -> Box | None:
    """Give the place of a layout's placeholder; None where it is the master's."""
    match name, kind:
        case "Title Slide", "ctrTitle":
            return DECK_TITLE
        case "Title Slide", "subTitle":
            return DECK_SUBTITLE
        case "Figure", "title":
            return HIDDEN_TITLE
        case "Figure", "pic":
            return PICTURE
        case "Figure", _:
            return _DROPPED
    return None


def _set_opening(opening: Any) -> None:
    opening.shapes._spTree.append(_mark())  # noqa: SLF001 - python-pptx adds no shapes to a layout
    sizes = {"ctrTitle": (DECK_TITLES[0][0], "tx1", "b"), "subTitle": (DECK_SUBTITLE_SIZE, MUTED, "t")}
    for shape in opening.placeholders:
        kind = _only(shape.element, ".//p:ph").get("type")
        if kind in sizes:
            points, colour, anchor = sizes[kind]
            _only(shape.element, ".//a:bodyPr").set("anchor", anchor)
            look = a("defRPr", a("solidFill", a("schemeClr", val=colour)), sz=hundredths(points))
            _only(shape.element, ".//a:lstStyle")[:] = [a("lvl1pPr", a("buNone"), look, marL=0, indent=0, algn="l")]


def _mark() -> etree._Element:
    """Give the bar between title and subtitle, the one decoration of the deck."""
    box = DECK_MARK
    place = a("xfrm", a("off", x=emu(box.left), y=emu(box.top)), a("ext", cx=emu(box.width), cy=emu(box.height)))
    fill = a("solidFill", a("schemeClr", val=ACCENT))
    look = p("spPr", place, a("prstGeom", a("avLst"), prst="rect"), fill, a("ln", a("noFill")))
    named = p("nvSpPr", p("cNvPr", id=_MARK_ID, name="Mark"), p("cNvSpPr"), p("nvPr", userDrawn=True))
    words = p("txBody", a("bodyPr"), a("lstStyle"), a("p", a("endParaRPr", lang="en-US")))
    return p("sp", named, look, words)


def _set_figure(figure: Any) -> None:
    for style in figure.element.iter(f"{{{A}}}lstStyle"):
        style[:] = []
    del figure.element.attrib["type"]  # it was that of a picture with a caption


def _put(shape: Any, box: Box) -> None:
    shape.left, shape.top, shape.width, shape.height = map(emu, (box.left, box.top, box.width, box.height))


def _only(element: etree._Element, path: str) -> etree._Element:
    found = element.find(path, _NAMES)
    if found is None:
        msg = f"the template has no {path}"
        raise LookupError(msg)
    return found


def _bytes(element: etree._Element) -> bytes:
    return etree.tostring(element, xml_declaration=True, encoding="UTF-8", standalone=True)
