"""In a real browser, on slides of 1280 by 720 with type of 26 pixels: nothing overflows, leaks, shouts or loads."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest
from lxml import html

from tests.slides.configured import CASES, made

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)

pytestmark = pytest.mark.skipif(BROWSER is None, reason=f"needs one of {', '.join(BROWSERS)}")

INKS = {"light": ("#1a1d23", "#ffffff"), "dark": ("#eceff3", "#12161c")}

# What a page may say around a table: nothing, what size it should have, and how reveal.js lays out its own tables.
HOSTS = {
    "none": "",
    "sized": "#sized { --tallysheet-size: 20px; }",
    "reveal": """
.host#reveal { text-align: center; } .reveal table { margin: auto; border-collapse: collapse; border-spacing: 0; }
.reveal table th { font-weight: bold; }
.reveal table th, .reveal table td { text-align: left; padding: .2em .5em; border-bottom: 1px solid; }
.reveal table tbody tr:last-child th, .reveal table tbody tr:last-child td { border-bottom: none; }""",
}

FOREIGN = """<div id="foreign"><table><caption>c</caption><thead><tr><th>a</th><th class="number">b</th></tr></thead>
<tbody><tr><th>a</th><td>1</td></tr><tr><td></td><td class="number">2</td></tr></tbody>
<tfoot><tr><th>a</th><td>3</td></tr></tfoot></table><p>p</p>
<math><mtable><mtr><mtd class="number"><mn>1</mn></mtd></mtr></mtable></math></div>"""

# A pixel is lost or won where a browser rounds.
SCRIPT = """
const sticksOut = (inner, outer) => {
  const a = inner.getBoundingClientRect(), b = outer.getBoundingClientRect();
  return a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1;
};
const isTooWide = (box) => box.scrollWidth > box.clientWidth + 1;
const isTooHigh = (box) => box.scrollHeight > box.clientHeight + 1;
const lines = (cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return new Set([...range.getClientRects()].map((each) => Math.round(each.top))).size;
};
const pointOf = (number) => {
  const text = number.firstChild, point = text.data.indexOf("."), range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(text, point < 0 ? text.length : point);
  return range.getBoundingClientRect().right;
};
const isCrooked = (numbers) => {
  const points = numbers.filter((number) => /^[−0-9,.]+$/.test(number.textContent)).map(pointOf);
  return points.length > 1 && Math.max(...points) - Math.min(...points) > 1;
};
const columnsOf = (block) => [...block.querySelectorAll("table, mtable")].flatMap((grid) => {
  const rows = [...grid.querySelectorAll(grid.localName === "table" ? ":is(tbody, tfoot) > tr" : "mtr")];
  const places = [...rows[0].children].keys();
  return [...places].map((place) => rows
    .filter((row) => row.children[place].classList.contains("number"))
    .map((row) => row.children[place].querySelector("[data-claim]"))
    .filter((number) => number));
});
const textsOf = (columns) => columns.map((column) => column.map((number) => number.textContent));
const style = (element) => getComputedStyle(element);
const sizes = (elements) => [...new Set([...elements].map((each) => style(each).fontSize))];
const measured = {};
for (const slide of document.querySelectorAll("section:is(.light, .dark)")) {
  const block = slide.querySelector(".tallysheet"), cells = [...block.querySelectorAll("th, td, caption, p")];
  const filled = cells.filter((cell) => cell.textContent.trim());
  measured[slide.id] = {
    overflowing: [
      ...[slide, block, ...cells].filter(isTooWide),
      ...[slide, block].filter(isTooHigh),
      ...cells.filter((cell) => sticksOut(cell, slide)),
      ...[...block.querySelectorAll("math")].filter((math) => sticksOut(math, math.closest("th, td, caption, p"))),
      ...[...block.querySelectorAll("mtd")].filter((entry) => sticksOut(entry, entry.closest("mtable"))),
    ].map((box) => box.outerHTML.slice(0, 200)),
    broken: [...block.querySelectorAll("span[data-claim]")].filter((number) => lines(number) > 1)
      .map((number) => number.textContent),
    columns: textsOf(columnsOf(block)),
    crooked: textsOf(columnsOf(block).filter(isCrooked)),
    words: sizes(filled),
    formulas: sizes(block.querySelectorAll("math")),
    inks: [...new Set([...filled, ...block.querySelectorAll("mn, mi, mo")].map((cell) => style(cell).color))],
    grounds: [...new Set([block, ...block.querySelectorAll("*")].map((each) => style(each).backgroundColor))],
    rules: [...new Set([...block.querySelectorAll("thead th")].map((cell) => style(cell).borderTopColor))],
  };
}
const dressed = (place) => [...place.querySelectorAll("caption, tr, th, td, p")].map((each) => [
  "padding", "borderWidth", "borderStyle", "textAlign", "fontWeight", "backgroundColor", "lineHeight",
].map((name) => style(each)[name]));
measured.hosts = Object.fromEntries([...document.querySelectorAll(".host")].map((host) => [host.id, dressed(host)]));
measured.sized = sizes(document.querySelectorAll("#sized :is(caption, th, td, p)"));
const looks = () => JSON.stringify([...document.querySelectorAll("#foreign, #foreign *")]
  .map((each) => [...getComputedStyle(each)].map((name) => getComputedStyle(each)[name])));
const beside = looks();
for (const sheet of document.querySelectorAll(".tallysheet style")) sheet.disabled = true;
measured.leaks = beside !== looks();
measured.loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
document.getElementById("measured").textContent = JSON.stringify(measured);
"""


def page():
    """Put each table on a light slide and on a dark one, and a foreign table before and after them."""
    slides = [
        f'<section id="{theme} {case.identity}" class="{theme}">{made(case).texts["html"]}</section>'
        for theme in INKS
        for case in CASES
    ]
    hosts = [f'<div id="{name}" class="host {name}">{made(CASES[0]).texts["html"]}</div>' for name in HOSTS]
    themes = [f".{theme} {{ color: {ink}; background: {ground}; }}" for theme, (ink, ground) in INKS.items()]
    body = "".join([FOREIGN, *slides, *hosts])
    return f"""<!doctype html><html><head><meta charset="utf-8"><style>
body {{ margin: 0; font: 26px/1.35 "DejaVu Sans", sans-serif; }}
section {{ box-sizing: border-box; width: 1280px; height: 720px; padding: 48px; }}
{" ".join([*themes, *HOSTS.values()])}</style></head><body>{body}<pre id="measured"></pre>
<script>{SCRIPT}</script></body></html>"""


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """What one run of the browser measured, by slide."""
    folder = tmp_path_factory.mktemp("browser")
    (folder / "page.html").write_text(page(), encoding="utf-8")
    options = (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--window-size=1280,720",
        f"--user-data-dir={folder}/user",
    )
    command = [BROWSER, *options, "--dump-dom", (folder / "page.html").as_uri()]
    finished = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60, check=True)
    return json.loads(html.document_fromstring(finished.stdout).get_element_by_id("measured").text)


@pytest.fixture
def slides(measured, case):
    """What was measured of each table, by the theme of the slide."""
    return {theme: measured[f"{theme} {case.identity}"] for theme in INKS}


def test_nothing_overflows(slides):
    assert {theme: slide["overflowing"] for theme, slide in slides.items()} == {"light": [], "dark": []}


def test_no_number_is_broken_over_two_lines(slides):
    assert {theme: slide["broken"] for theme, slide in slides.items()} == {"light": [], "dark": []}


def test_decimal_points_stand_under_each_other(slides):
    assert {theme: slide["crooked"] for theme, slide in slides.items()} == {"light": [], "dark": []}


def test_columns_of_numbers_were_measured(measured):
    columns = measured["light DL01.6.4-race"]["columns"]
    assert [column[:3] for column in columns] == [[], ["354", "150", "32"]]
    assert ["0.366", "−0.366"] in measured["light DL01.6.4-gradients"]["columns"]


def test_the_type_is_that_of_the_slide_and_formulas_are_a_little_larger(slides):
    for slide in slides.values():
        assert slide["words"] == ["26px"]
        assert slide["formulas"] in ([], ["28.6px"])


def test_the_colours_are_those_of_the_slide(slides):
    for theme, slide in slides.items():
        ink = rgb(INKS[theme][0])
        assert slide["inks"] == ["rgb({}, {}, {})".format(*ink)]
        assert slide["grounds"] == ["rgba(0, 0, 0, 0)"]
        (rule,) = slide["rules"]
        channels = rule.removeprefix("color(srgb ").split(" / ")[0].split()
        assert [round(255 * float(channel)) for channel in channels] == ink


def rgb(colour):
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def test_what_reveal_says_of_its_own_tables_changes_nothing(measured):
    assert len(measured["hosts"]["none"]) > 10
    assert measured["hosts"]["reveal"] == measured["hosts"]["none"]


def test_a_page_can_say_how_large_the_type_is(measured):
    assert measured["sized"] == ["20px"]


def test_no_rule_leaks_to_another_table(measured):
    assert measured["leaks"] is False


def test_nothing_is_loaded(measured):
    assert measured["loaded"] == []
