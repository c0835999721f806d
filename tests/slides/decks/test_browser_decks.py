"""In a real browser: decks fit, serve everybody, obey the keyboard alone, and ask for nothing from elsewhere."""

from __future__ import annotations

import importlib.util
import re
import shutil
from pathlib import Path

import pytest

from slides.decks.html import render
from tests.slides.configured import ROOT
from tests.slides.decks.configured import WITH_DECKS, deck

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
MISSING = [name for name in ("playwright", "axe_playwright_python") if importlib.util.find_spec(name) is None]

pytestmark = pytest.mark.skipif(
    BROWSER is None or bool(MISSING), reason=f"needs chromium, {', '.join(MISSING) or 'on PATH'}"
)

SIZES = ((1280, 720), (1920, 1080))
SCHEMES = ("light", "dark")

# What is looked at in each scheme: dark, colours are all that changes.
VIEWS = ((SIZES[0], "light"), (SIZES[1], "light"), (SIZES[0], "dark"))
RULES = {
    "light": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]},
    "dark": {"type": "rule", "values": ["color-contrast"]},
}

# Places are pixels of the slide, whatever the window. A pixel is lost or won where a browser rounds.
MEASURE = """() => {
  const slide = Reveal.getCurrentSlide(), frame = slide.getBoundingClientRect(), scale = frame.width / 1280;
  const shown = [...slide.querySelectorAll(":scope > h1, :scope > h2, :scope > p, .body, .body *")]
    .filter((each) => each.getClientRects().length && !each.closest("dialog, aside"));
  const box = (each) => {
    const place = each.getBoundingClientRect();
    return {
      left: (place.left - frame.left) / scale, right: (place.right - frame.left) / scale,
      top: (place.top - frame.top) / scale, bottom: (place.bottom - frame.top) / scale,
    };
  };
  const told = (each) => `${each.localName} ${each.textContent.trim().slice(0, 40)}`;
  const sticksOut = (a, b) =>
    a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1;
  const overlap = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const page = {left: 48, right: 1232, top: 36, bottom: 680};
  const isHeading = (each) => slide.matches(".figure") && each.localName === "h2";
  const seen = shown.filter((each) => !isHeading(each));
  const groups = new Map();
  for (const each of seen.filter((each) => !each.closest("math"))) {
    groups.set(each.parentElement, [...(groups.get(each.parentElement) ?? []), each]);
  }
  const isBlock = (each) => !["inline", "contents"].includes(getComputedStyle(each).display);
  const pairs = [...groups.values()].map((group) => group.filter(isBlock))
    .flatMap((group) => group.flatMap((one, place) => group.slice(place + 1).map((other) => [one, other])));
  const hasWords = (each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const size = (each) => parseFloat(getComputedStyle(each).fontSize);
  const worded = seen.filter((each) => each.localName === "math" || (hasWords(each) && !each.closest("math")));
  const toolbar = document.querySelector(".bar").getBoundingClientRect();
  const images = [...slide.querySelectorAll("img")].filter((image) => image.getClientRects().length);
  return {
    frame: [frame.left, frame.top, frame.width, frame.height],
    out: seen.filter((each) => sticksOut(box(each), page)).map(told),
    scrolls: [slide, ...seen.filter((each) => each.matches(".body, .tallysheet"))].filter((each) =>
      each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1).map(told),
    formulas: seen.filter((each) => each.localName === "math")
      .filter((math) => sticksOut(box(math), box(math.closest("td, th, caption, li, p")))).map(told),
    overlaps: pairs.filter(([one, other]) => overlap(box(one), box(other))).map((pair) => pair.map(told)),
    inks: [...slide.querySelectorAll(".body math *")]
      .filter((each) => getComputedStyle(each).color !== getComputedStyle(each.closest("math").parentElement).color)
      .map(told),
    rows: [...slide.querySelectorAll(".tallysheet tbody tr")].filter((row) => row.querySelector("mtable"))
      .filter((row) => [...row.cells].some((cell) => getComputedStyle(cell).verticalAlign !== "middle")).map(told),
    tables: worded.filter((each) => each.closest(".tallysheet")).map(size),
    words: worded.filter((each) => !each.closest(".tallysheet")).map(size),
    lines: [...slide.querySelectorAll("span[data-claim]")].filter((each) => each.getClientRects().length > 1).map(told),
    title: slide.matches(".words") ? box(slide.querySelector("h2")) : null,
    bar: (toolbar.top - frame.top) / scale,
    pictures: images.map((image) => [image.className, image.naturalWidth, ...Object.values(box(image))]),
    others: Reveal.getSlides().filter((other) => other !== slide)
      .filter((other) => !other.hidden || other.getAttribute("aria-hidden") !== "true"
        || getComputedStyle(other).visibility !== "hidden").map((other) => other.id),
    status: document.querySelector("[role=status]").textContent,
  };
}"""


class Opened:
    """A deck in a page of the browser."""

    def __init__(self, browser, file, scheme="light"):
        width, height = SIZES[0]
        self.context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        self.requests, self.errors = [], []
        self.context.on("request", lambda request: self.requests.append(request.url))
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(file.as_uri())
        self.page.wait_for_function("Reveal.isReady() && document.querySelector('#_place').textContent")

    def go(self, place):
        self.page.evaluate("(place) => Reveal.slide(place)", place)

    def here(self):
        return self.page.evaluate("Reveal.getIndices().h")

    def panel(self):
        return self.page.evaluate("document.querySelector('dialog[open]')?.id ?? null")

    def focus(self):
        return self.page.evaluate("document.activeElement.id || document.activeElement.textContent")

    def system_is(self, scheme):
        self.page.emulate_media(color_scheme=scheme)
        self.page.wait_for_function("(scheme) => document.documentElement.dataset.scheme === scheme", arg=scheme)

    def scheme(self):
        return self.page.evaluate("document.documentElement.dataset.scheme")


@pytest.fixture(scope="module")
def browser():
    """One browser for everything."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    """The decks, each as a file."""
    folder = tmp_path_factory.mktemp("decks")
    for lesson in WITH_DECKS:
        (folder / f"{lesson}.html").write_bytes(render(deck(lesson)))
    return {lesson: folder / f"{lesson}.html" for lesson in WITH_DECKS}


@pytest.fixture(scope="module", params=WITH_DECKS)
def lesson(request):
    """Each lesson with a deck in turn."""
    return request.param


@pytest.fixture(scope="module")
def measured(browser, files, lesson):
    """What was measured of every slide, by window and scheme; with what was asked for, and what went wrong."""
    opened, found = Opened(browser, files[lesson]), {}
    for (width, height), scheme in VIEWS:
        opened.page.set_viewport_size({"width": width, "height": height})
        opened.system_is(scheme)
        for place in range(len(deck(lesson).slides) + 1):
            opened.go(place)
            found[(width, height), scheme, place] = opened.page.evaluate(MEASURE)
    opened.context.close()
    return found, opened.requests, opened.errors


def complaints(measured, name):
    return {where: each[name] for where, each in measured[0].items() if each[name]}


def test_slides_fill_the_window(measured):
    for (size, _, _), each in measured[0].items():
        assert each["frame"] == [0, 0, *size]


def test_nothing_leaves_the_slide(measured):
    assert complaints(measured, "out") == {}


def test_nothing_is_cut_or_scrolls(measured):
    assert complaints(measured, "scrolls") == {}


def test_no_formula_leaves_its_place(measured):
    assert complaints(measured, "formulas") == {}


def test_nothing_overlaps(measured):
    assert complaints(measured, "overlaps") == {}


def test_no_number_is_broken_over_two_lines(measured):
    assert complaints(measured, "lines") == {}


def test_type_is_large_enough(measured):
    assert min(size for each in measured[0].values() for size in each["words"]) >= 26
    assert min(size for each in measured[0].values() for size in each["tables"]) >= 20


def test_titles_stand_where_those_of_figures_stand(measured):
    places = [each["title"] for each in measured[0].values() if each["title"]]
    assert {(round(place["left"]), round(place["top"])) for place in places} == {(48, 39)}
    assert {round(place["bottom"]) for place in places} == {87}


def test_the_bar_stands_in_the_lower_margin(measured):
    assert min(each["bar"] for each in measured[0].values()) >= 680


def test_a_figure_fills_its_slide_in_the_colours_of_the_scheme(measured, lesson):
    for place, slide in enumerate(deck(lesson).slides, 1):
        for size, scheme in VIEWS if slide.figure else ():
            ((name, width, *box),) = measured[0][size, scheme, place]["pictures"]
            assert (name, width > 0, [round(each) for each in box]) == (scheme, True, [0, 1280, 0, 720])


def test_only_the_present_slide_can_be_reached(measured):
    assert complaints(measured, "others") == {}


def test_a_change_of_slide_is_announced(measured, lesson):
    slides = deck(lesson).slides
    for (_, _, place), each in measured[0].items():
        assert each["status"].startswith(f"Slide {place + 1} of {len(slides) + 1}: ")


def test_a_deck_asks_for_nothing_and_nothing_goes_wrong(measured, files, lesson):
    assert {url for url in measured[1] if not url.startswith("data:")} == {files[lesson].as_uri()}
    assert measured[2] == []


# Accessibility


@pytest.fixture(scope="module")
def axe():
    """The script of axe-core."""
    found = importlib.util.find_spec("axe_playwright_python")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


# What lies on slides that cannot be reached is put aside while axe looks around: it would take most of the time.
AXE = """async (rules) => {
  const others = Reveal.getSlides().filter((slide) => slide !== Reveal.getCurrentSlide())
    .map((slide) => [slide, [...slide.childNodes]]);
  for (const [slide] of others) slide.replaceChildren();
  const found = await axe.run(document, {
    runOnly: rules, resultTypes: ["violations", "incomplete"], preload: false, selectors: false,
  });
  for (const [slide, inside] of others) slide.replaceChildren(...inside);
  const isSign = (node) => node.any.some((check) => check.data?.messageKey === "nonBmp");
  return ["violations", "incomplete"].flatMap((kind) => found[kind].flatMap((each) => each.nodes
    .filter((node) => !isSign(node))
    .map((node) => `${kind} ${each.id} ${node.html.slice(0, 90)} ${node.failureSummary.slice(0, 160)}`)));
}"""


def test_formulas_have_the_colour_of_words(measured):
    """Whether signs such as ∇ stand out is not for axe to say: it takes them for ornaments."""
    assert complaints(measured, "inks") == {}


def test_cells_beside_a_matrix_stand_at_its_middle(measured):
    """Chromium loses baselines where it prints."""
    assert complaints(measured, "rows") == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing(browser, files, lesson, axe, scheme):
    opened = Opened(browser, files[lesson], scheme)
    opened.page.evaluate(axe)
    found = {}
    for place, slide in enumerate([None, *deck(lesson).slides]):
        opened.go(place)
        found[place] = opened.page.evaluate(AXE, RULES[scheme])
        if slide and place % 8 == 0 and deck(lesson).claims(slide):
            opened.page.keyboard.press("e")
            found[place, "evidence"] = opened.page.evaluate(AXE, RULES[scheme])
            opened.page.keyboard.press("Escape")
    opened.page.keyboard.press("?")
    found["keys"] = opened.page.evaluate(AXE, RULES[scheme])
    opened.context.close()
    assert {where: each for where, each in found.items() if each} == {}


@pytest.fixture
def opened(browser, files):
    """The first deck, at a slide with numbers."""
    opened = Opened(browser, files[WITH_DECKS[0]])
    opened.go(place_of(lambda slide, made: len(made.claims(slide)) > 9))
    yield opened
    opened.context.close()


def place_of(condition):
    made = deck(WITH_DECKS[0])
    return next(place for place, slide in enumerate(made.slides, 1) if condition(slide, made))


def test_a_screen_reader_meets_one_slide_and_the_bar(opened):
    tree = opened.page.locator("body").aria_snapshot()
    assert len(re.findall(r"- heading ", tree)) == 1
    assert "- main" in tree
    assert opened.page.locator("[role=application], .aria-status").count() == 0
    assert 'navigation "Slides"' in tree
    assert re.search(r'button "Evidence \(\d+\)"', tree)


# The keyboard


def test_the_evidence_opens_scrolls_and_closes_by_keys(opened):
    here = opened.here()
    opened.page.keyboard.press("Tab")
    assert opened.focus() == "_evidence"
    opened.page.keyboard.press("Enter")
    assert opened.panel().startswith("_evidence-")
    assert opened.focus() == "Close"
    for key in ("ArrowRight", "d", "End"):
        opened.page.keyboard.press(key)
    assert (opened.here(), opened.scheme()) == (here, "light")
    opened.page.keyboard.press("Escape")
    assert (opened.panel(), opened.focus(), opened.page.evaluate("Reveal.isOverview()")) == (None, "_evidence", False)
    opened.page.keyboard.press("Space")
    assert opened.panel()
    opened.page.keyboard.press("Enter")
    assert (opened.panel(), opened.here()) == (None, here)


def test_a_letter_shows_the_evidence_and_a_slide_without_numbers_has_none(opened):
    opened.page.keyboard.press("e")
    assert opened.panel()
    opened.page.keyboard.press("e")
    assert opened.panel() is None
    opened.go(0)
    assert not opened.page.locator("#_evidence").is_visible()
    opened.page.keyboard.press("e")
    assert opened.panel() is None


def test_buttons_of_the_bar_move_one_slide(opened):
    here = opened.here()
    opened.page.focus("#_next")
    opened.page.keyboard.press("Enter")
    assert opened.here() == here + 1
    opened.page.focus("#_previous")
    opened.page.keyboard.press("Space")
    assert opened.here() == here
    opened.page.keyboard.press("ArrowRight")
    assert opened.here() == here + 1


def test_the_scheme_follows_the_system_until_somebody_chooses(opened):
    opened.system_is("dark")
    opened.page.keyboard.press("d")
    assert opened.scheme() == "light"
    opened.page.click("#_scheme")
    assert opened.scheme() == "dark"
    assert opened.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 22, 28)"


def test_letters_can_be_switched_off(opened):
    opened.page.keyboard.press("?")
    assert opened.panel() == "_keys-panel"
    opened.page.keyboard.press("Tab")
    assert opened.focus() == "_letters"
    opened.page.keyboard.press("Space")
    opened.page.keyboard.press("Escape")
    here = opened.here()
    for key in ("e", "d", "?", "b", "n"):
        opened.page.keyboard.press(key)
    assert (opened.panel(), opened.scheme(), opened.here()) == (None, "light", here)
    opened.page.keyboard.press("Space")
    assert opened.here() == here + 1


def test_the_notes_open_beside_and_follow(opened):
    with opened.page.expect_popup() as popup:
        opened.page.keyboard.press("s")
    notes, slides, here = popup.value, deck(WITH_DECKS[0]).slides, opened.here()
    assert notes.locator("h1").text_content().startswith(f"{here + 1}. ")
    assert len(notes.locator("p").all()) > 1
    notes.keyboard.press("ArrowRight")
    assert opened.here() == here + 1
    assert notes.locator("h1").text_content().startswith(f"{here + 2}. ")
    opened.go(len(slides))
    assert "This is the last slide." in notes.locator("body").text_content()
    assert not opened.page.locator("aside.notes").first.is_visible()


# Paper


@pytest.mark.parametrize("query", ["", "?print-pdf"])
def test_paper_is_light_and_has_a_page_for_each_slide(browser, files, query):
    lesson = WITH_DECKS[-1]
    opened = Opened(browser, files[lesson], "dark")
    if query:
        opened.page.goto(files[lesson].as_uri() + query)
        opened.page.wait_for_function("document.querySelectorAll('.pdf-page').length")
    written = opened.page.pdf(prefer_css_page_size=True, print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", written)) == len(deck(lesson).slides) + 1
    assert set(re.findall(rb"/MediaBox\s*\[([^]]*)\]", written)) == {b"0 0 960 540"}
    opened.page.emulate_media(media="print")
    assert opened.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert opened.page.evaluate(PRINTED) == []
    opened.context.close()


# Slides whose words do not stand where they stand on the screen, or whose dark picture would be printed.
PRINTED = """() => [...document.querySelectorAll("section")].filter((slide) => {
  const frame = slide.getBoundingClientRect(), title = slide.querySelector("h2, h1").getBoundingClientRect();
  const isDark = [...slide.querySelectorAll("img.dark")].some((image) => image.getClientRects().length);
  return isDark || frame.width !== 1280 || frame.height !== 720
    || (slide.matches(".words") && Math.round(title.left - frame.left) !== 48);
}).map((slide) => slide.id)"""


# Everything else that a browser opens

OTHERS = sorted([*(ROOT / "results" / "tables").glob("*.html"), *(ROOT / "results" / "figures").glob("*.svg")])


def test_tables_and_figures_ask_for_nothing(browser):
    context = browser.new_context()
    requests = []
    context.on("request", lambda request: requests.append(request.url))
    page = context.new_page()
    for file in OTHERS:
        page.goto(file.as_uri(), wait_until="load")
    context.close()
    assert requests == [file.as_uri() for file in OTHERS]
