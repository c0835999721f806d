"""The page of a review: everything is in it, nothing foreign becomes markup, and everybody can use it."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import re
import shutil
import time
from dataclasses import is_dataclass, replace
from pathlib import Path

import pytest
from lxml import html

from workflow.review.changes import (
    Cause,
    Cell,
    ClaimChange,
    DeckChange,
    Edit,
    Entry,
    FigureChange,
    FileChange,
    Review,
    SeriesChange,
    SlideChange,
    TableChange,
)
from workflow.review.pictures.pictures import compared
from workflow.review.report.page import LOOKS, page
from workflow.review.report.summary import headline
from workflow.review.verdicts import Verdict

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
MISSING = [name for name in ("playwright", "axe_playwright_python") if importlib.util.find_spec(name) is None]
in_a_browser = pytest.mark.skipif(
    BROWSER is None or bool(MISSING), reason=f"needs chromium, {', '.join(MISSING) or 'on PATH'}"
)

HOSTILE = "</style></script><script>alert(1)</script><img src=x onerror=alert(1)>\"' {{ 7*7 }} \u202etxt.exe\u200b\x07"

CODE = Cause("code", "engine.optim", "", "changed")
PACKAGE = Cause("package", "numpy", "2.4.5", "2.4.6")
EDITS = (Edit("same", "The loss is "), Edit("gone", "0.008"), Edit("new", "0.031"), Edit("same", "."))


def svg(colour, body="", height=120):
    head = f'xmlns="http://www.w3.org/2000/svg" width="200" height="{height}"'
    return (
        f'<svg {head}><rect width="200" height="99" fill="#eee"/><circle r="40" fill="{colour}"/>{body}</svg>'.encode()
    )


@pytest.fixture(scope="session")
def pictures():
    """Two styles that moved, and one that cannot be read."""
    return (
        compared("F1", "page", svg("red"), svg("blue", height=130)),
        compared("F1.slide", "slide", svg("red"), svg("green")),
        compared("F1.slide-dark", "slide-dark", svg("red"), b"<svg"),
    )


@pytest.fixture(scope="session")
def review(pictures):
    """Something of everything."""
    return Review(
        base="main (6449a90c1)",
        head="the working tree",
        compared={
            "claims": 312,
            "claims whose digits are not kept": 100,
            "series": 24,
            "figures": 8,
            "tables": 24,
            "decks": 2,
        },
        claims=(
            ClaimChange(
                identity="l/race.last",
                findings=(Verdict.PRINTED,),
                where="slide 14",
                causes=(CODE,),
                moved_by="code",
                entries=(Entry("[0][1]", "0.008", "0.031"),),
                held_to_before="reads 0.008",
                held_to="reads 0.031",
            ),
            ClaimChange(
                identity="l/race.gap",
                findings=(Verdict.MOVED, Verdict.WEAKER),
                where="figure F1",
                held_to_before="below 1e-12",
                held_to="below 1e-6",
                notes=("Its bound is larger.",),
            ),
            ClaimChange(
                identity="l/race.steps",
                findings=(Verdict.FAILING,),
                where="slide 15",
                held_to="equals 12",
                held_to_before="equals 12",
                causes=(CODE, PACKAGE, CODE),
            ),
            ClaimChange(
                identity="l/race.noise",
                findings=(Verdict.NOISE,),
                where="slide 16",
                held_to="agrees to 1e-12",
                held_to_before="agrees to 1e-12",
            ),
        ),
        series=(
            SeriesChange(identity="l/race.losses", findings=(Verdict.MOVED,), moved=812, size=1000, largest=0.0234),
        ),
        figures=(
            FigureChange(
                identity="F1",
                findings=(Verdict.PIXELS, Verdict.BROKEN),
                pictures=pictures,
                alt_text=EDITS,
                ledger="l/race",
                numbers=("l/race.last", "l/race.losses", "l/race.elsewhere"),
            ),
            FigureChange(identity="F2", findings=(Verdict.BYTES, Verdict.RENAMED), renamed_from="F0", ledger="l/race"),
        ),
        tables=(
            TableChange(
                identity="T1",
                findings=(Verdict.CELLS,),
                words=EDITS,
                cells=(Cell("last", "loss", "0.008", "0.031", ("l/race.last",)),),
            ),
        ),
        decks=(
            DeckChange(
                identity="lecture",
                findings=(Verdict.WORDS,),
                slides=(
                    SlideChange(
                        identity="s",
                        findings=(Verdict.WORDS,),
                        number=14,
                        title="The race",
                        words=EDITS,
                        number_before=13,
                        title_before="A race",
                    ),
                ),
            ),
        ),
        files=(FileChange(identity="figures/odd.png", findings=(Verdict.NEW,)),),
        causes=(CODE, PACKAGE, Cause("edited by hand", "figures/F1.svg")),
        judges=(Cause("code", "workflow.claims", "", "changed"),),
        stale=("figures/F2.svg is older than its sources.",),
        unrecorded="The base has no provenance.",
    )


EMPTY = Review(base="one", head="other", compared={"claims": 1})


@pytest.fixture(scope="session")
def written(review):
    """The page as text."""
    return page(review)


@pytest.fixture(scope="session")
def read(written):
    """The page as a parser reads it."""
    return html.document_fromstring(written)


def words(element):
    return " ".join(element.text_content().split())


def rows(read, section):
    return [words(row) for row in read.xpath(f"//section[@id='{section}']//tbody/tr")]


# What it says


def test_the_verdict_is_its_heading_and_its_title(read, review):
    assert words(read.find(".//h1")) == headline(review)
    assert headline(review) in words(read.find(".//title"))
    assert words(read.find(".//*[@class='states']")).endswith("main (6449a90c1) →compared with the working tree")


def test_tiles_say_at_a_glance_what_moved(read):
    tiles = {words(tile.find("h2")): words(tile) for tile in read.find_class("tile")}

    assert tiles["Checks"] == "Checks ▼ 1 check weaker ✕ 1 failing of 312 claims"
    assert tiles["Numbers"] == "Numbers ≠ 1 printed form changed ~ 2 moved, printed the same ≈ 1 noise of 312 claims"
    assert tiles["Decks"] == "Decks ¶ 1 words changed of 2 decks"
    assert set(tiles) == {"Checks", "Numbers", "Figures", "Tables", "Decks", "Other files"}


def test_tiles_lead_to_sections_of_their_name_and_that_of_checks_to_what_comes_first(read):
    tiles = {words(link): link.get("href")[1:] for link in read.xpath("//*[contains(@class, 'tile ')]/h2/a")}
    quiet = ClaimChange(identity="l/a.b", findings=(Verdict.CHECK,), where="")

    assert tiles.pop("Checks") == "first"
    assert {name: words(read.get_element_by_id(place).find("h2")) for name, place in tiles.items()} == {
        name: name for name in tiles
    }
    assert '<h2><a href="#claims">Checks</a></h2>' in page(replace(EMPTY, claims=(quiet,)))


def test_numbers_come_before_figures_and_why_after_the_changes(read):
    order = ["first", "claims", "series", "figures", "tables", "decks", "files", "why", "identical"]

    assert [section.get("id") for section in read.findall(".//main/section")] == order
    assert [link.get("href")[1:] for link in read.xpath("//nav//a")] == order


def test_what_nobody_may_miss_comes_first(read):
    first = read.get_element_by_id("first")
    headings = [words(each) for each in first.iter("h3")]

    assert read.find(".//main/section") is first
    assert [heading.split()[-1] for heading in headings[:3]] == ["l/race.gap", "l/race.steps", "F1"]
    assert "was below 1e-12 → is below 1e-6" in words(first)
    assert "after: it is not XML" in words(first)
    assert "workflow.claims changed" in words(first)
    assert "older than its sources" in words(first)


def test_of_many_alarms_the_rest_is_folded_away():
    claims = tuple(
        ClaimChange(identity=f"l/a.{number:02}", findings=(Verdict.FAILING,), where="") for number in range(25)
    )
    first = html.document_fromstring(page(replace(EMPTY, claims=claims))).get_element_by_id("first")

    assert len(first.findall("article")) == 20
    assert words(first.find("details/summary")) == "5 more"
    assert [words(each.find("h3")).split()[-1] for each in first.findall("details/article")][-1] == "l/a.24"


def test_causes_are_told_by_kind(read):
    why = read.get_element_by_id("why")

    assert [words(each) for each in why.iter("h3")] == ["Code", "Packages", "Edited by hand"]
    assert "numpy 2.4.5 →to 2.4.6" in words(why)
    assert "The base has no provenance." in words(why)


def test_claims_come_with_all_that_is_known_loudest_first(read):
    found = rows(read, "claims")

    assert [row.split()[0] for row in found] == ["l/race.gap", "l/race.steps", "l/race.last", "l/race.noise"]
    assert found[2] == (
        "l/race.last slide 14 ≠ printed form changed [0][1] was 0.008 → is 0.031 was reads 0.008 → is reads 0.031 "
        "Moved by code. code engine.optim changed"
    )
    assert "3 causes" in found[1]
    assert found[3] == "l/race.noise slide 16 ≈ noise agrees to 1e-12"


def test_of_two_readings_what_differs_is_stressed(read):
    stressed = [words(each) for each in read.xpath("//section[@id='claims']//tr[3]//b")]

    assert stressed == ["08", "31", "08", "31"]


def test_of_one_reading_nothing_is_stressed():
    claim = ClaimChange(identity="l/a.b", findings=(Verdict.NEW,), where="", entries=(Entry("", "", "4.5"),))
    (entry,) = html.document_fromstring(page(replace(EMPTY, claims=(claim,)))).find_class("entry")

    assert words(entry) == "nothing → is 4.5"
    assert "".join(each.text_content() for each in entry.iter("b")) == ""


def test_series_tables_decks_and_files_are_told(read):
    assert rows(read, "series") == ["l/race.losses ~ moved, printed the same 812 of 1,000, by 0.023 at most"]
    assert rows(read, "tables") == ["last loss was 0.008 → is 0.031 l/race.last"]
    deck = words(read.get_element_by_id("decks"))
    assert "Slide 14 (was 13) The race ¶ words changed was A race → is The race The loss is 0.0080.031." in deck
    assert "figures/odd.png + new" in words(read.get_element_by_id("files"))
    assert "claims 312 compared, 308 identical" in words(read.get_element_by_id("identical"))


def test_of_claims_without_digits_no_value_is_called_compared(read):
    identical = words(read.get_element_by_id("identical"))

    assert identical.endswith(" For 100 of the 312 claims only the check is compared, not the value.")
    assert "not kept" not in identical


def test_words_are_marked_as_gone_and_new(read):
    (alt,) = read.find_class("alt")

    assert [(each.tag, each.text) for each in alt.find("p")] == [("del", "0.008"), ("ins", "0.031")]


def test_numbers_under_a_figure_lead_to_their_rows(read):
    links = read.xpath("//*[@class='under']//li/a")

    targets = [read.get_element_by_id(link.get("href")[1:]) for link in links]
    assert [words(target).split()[0] for target in targets] == ["l/race.last", "l/race.losses"]
    assert "No number moved under it, in l/race." in words(read.get_element_by_id("figures"))


def test_pictures_are_counted_and_marked(read, pictures):
    pixels = pictures[0].pixels
    told = words(read.find_class("moved")[0])
    (box, worst) = (read.xpath(f"//rect[@class='{name}']")[0] for name in ("box", "worst"))

    share = f"{100 * pixels.moved / 26_000:.2g} %"
    assert pixels.worst.moved < pixels.moved / 2
    assert told == f"{pixels.moved:,} pixels moved ({share}), {pixels.worst.moved:,} of them inside the frame."
    small = words(read.find_class("moved")[0].getnext())
    assert small.endswith(f"at ({pixels.worst.left}, {pixels.worst.top}) {pixels.worst.moved:,} of 1,024.")
    assert words(read.xpath("//*[contains(@class, 'styles')]/label")[0]) == f"page · {share}"
    assert [int(box.get(key)) for key in ("x", "y", "width", "height")] == [
        pixels.box.left,
        pixels.box.top,
        pixels.box.width,
        pixels.box.height,
    ]
    assert worst.getparent().getparent().get("viewbox") == "0 0 200 130"


@pytest.mark.parametrize(
    ("moved", "told"),
    [(552, "552 pixels moved (2.1 %), most of"), (500, "(1.9 %), all of"), (26_000, "(100 %), 500 of")],
)
def test_how_many_pixels_are_inside_the_frame_is_said_in_words(review, pictures, moved, told):
    pixels = replace(pictures[0].pixels, moved=moved, worst=replace(pictures[0].pixels.worst, moved=500))
    figure = replace(review.figures[0], pictures=(replace(pictures[0], pixels=pixels),))
    (sentence,) = html.document_fromstring(page(replace(EMPTY, figures=(figure,)))).find_class("moved")

    assert f"{told} them inside the frame." in words(sentence)


def test_each_picture_is_in_the_page_once(written, pictures):
    pngs = [png for each in pictures for png in (each.before, each.after, each.difference) if png]

    assert len(pngs) == 7
    for png in set(pngs):
        assert written.count(base64.b64encode(png).decode()) == pngs.count(png)


def test_every_link_has_a_target_and_every_id_is_one(read):
    ids = [each.get("id") for each in read.xpath("//*[@id]")]

    assert len(ids) == len(set(ids))
    assert {link.get("href")[1:] for link in read.iter("a")} <= set(ids)


def test_every_verdict_has_a_look_with_a_sign_of_its_own():
    assert set(LOOKS) == set(Verdict)
    assert len({look.icon for verdict, look in LOOKS.items() if verdict is not Verdict.IDENTICAL}) == len(Verdict) - 1


def test_an_empty_review_is_one_sentence():
    read = html.document_fromstring(page(EMPTY))

    assert words(read.find(".//h1")) == headline(EMPTY)
    assert [section.get("id") for section in read.iter("section")] == ["why", "identical"]
    assert not read.xpath("//input")


# What it is


def test_the_same_review_gives_the_same_bytes(review, written):
    assert page(review) == written


def test_the_policy_lets_in_nothing_but_what_is_in_the_page(read, written):
    policy = read.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]

    assert policy.startswith("default-src 'none'; img-src data:; style-src 'sha256-")
    for tag in ("style", "script"):
        (content,) = re.findall(f"<{tag}>(.*?)</{tag}>", written, re.DOTALL)
        assert base64.b64encode(hashlib.sha256(content.encode()).digest()).decode() in policy
    assert not read.xpath("//@style")
    assert all(each.startswith(("data:image/png;base64,", "#")) for each in read.xpath("//@href | //@src"))


def test_hundreds_of_pictures_take_no_second(review, pictures):
    figures = tuple(
        replace(
            review.figures[0],
            identity=f"F{number}",
            pictures=tuple(replace(each, identity=f"F{number}.{each.style}") for each in pictures),
        )
        for number in range(150)
    )

    start = time.perf_counter()
    page(replace(review, figures=figures))

    assert time.perf_counter() - start < 3  # about 0.4 s; a loaded machine takes longer


def hostile(review):
    """Write that text into everything that comes from results."""

    def text(key, value):
        return value if key in {"kind", "moved_by"} else f"{value}{HOSTILE}" if key == "identity" else HOSTILE

    def part(value):
        return spoilt(value) if is_dataclass(value) else HOSTILE if isinstance(value, str) else value

    def spoilt(each):
        texts = {key: text(key, value) for key, value in vars(each).items() if isinstance(value, str)}
        lists = {key: tuple(map(part, value)) for key, value in vars(each).items() if isinstance(value, tuple)}
        return replace(each, **texts, **lists)

    return spoilt(review)


def test_nothing_hostile_becomes_markup(review, written):
    spoilt = page(hostile(review))
    read, clean = html.document_fromstring(spoilt), html.document_fromstring(written)

    assert spoilt.count("<script") == written.count("<script") == 1
    assert {each.tag for each in read.iter("*")} <= {each.tag for each in clean.iter("*")}
    assert {key for each in read.iter("*") for key in each.attrib} == {
        key for each in clean.iter("*") for key in each.attrib
    }
    assert "alert(1)" in words(read)
    assert "{{ 7*7 }}" in words(read)
    assert not re.search("[\u202e\u200b\x07]", spoilt)
    assert "\\u202etxt.exe\\u200b\\u0007" in words(read).replace("\\u202e ", "\\u202e")


# In a browser


@pytest.fixture(scope="module")
def browser():
    """One browser for everything."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def file(written, tmp_path_factory):
    """The page as a file."""
    path = tmp_path_factory.mktemp("page") / "index.html"
    path.write_text(written, encoding="utf-8")
    return path


class Opened:
    """The page in a browser, what it asked for and what it complained of."""

    def __init__(self, browser, file, width=1280, **options):
        self.context = browser.new_context(viewport={"width": width, "height": 800}, **options)
        self.requests, self.errors = [], []
        self.context.on("request", lambda request: self.requests.append(request.url))
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(file.as_uri())

    def shown(self, selector):
        return self.page.evaluate(
            """(selector) => [...document.querySelectorAll(selector)]
              .filter((each) => each.getClientRects().length).length""",
            selector,
        )


@pytest.fixture
def opened(browser, file):
    """Open it in light colours."""
    opened = Opened(browser, file)
    yield opened
    opened.context.close()


@pytest.fixture(scope="module")
def axe():
    """The script of axe-core."""
    found = importlib.util.find_spec("axe_playwright_python")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


# Dark, colours are all that changes.
RULES = {"light": {}, "dark": {"runOnly": ["color-contrast"]}}

AXE = """async (rules) => (await axe.run(document, {...rules, resultTypes: ["violations"]})).violations
  .map((each) => [each.id, each.nodes.map((node) => node.html.slice(0, 200))])"""


@in_a_browser
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 360)])
def test_axe_finds_nothing(browser, file, axe, scheme, width):
    # A policy that lets no script in would keep this one out, too.
    opened = Opened(browser, file, width, color_scheme=scheme, bypass_csp=True)
    opened.page.evaluate(axe)

    found = opened.page.evaluate(AXE, RULES[scheme])

    opened.context.close()
    assert found == []


@in_a_browser
def test_nothing_is_asked_for_and_nothing_complains(opened, file):
    opened.page.locator("[value=overlay]").first.check(force=True)

    assert [url for url in opened.requests if not url.startswith("data:")] == [file.as_uri()]
    assert opened.errors == []


@in_a_browser
def test_nothing_hostile_runs_even_where_it_would_be_markup(browser, review, tmp_path):
    file = tmp_path / "index.html"
    file.write_text(page(hostile(review)).replace("</main>", "<script>document.title = 'run'</script></main>"), "utf-8")
    opened = Opened(browser, file)

    assert opened.page.title() != "run"
    (error,) = opened.errors
    assert "Content Security Policy" in error
    opened.context.close()


@in_a_browser
def test_a_narrow_window_scrolls_in_one_direction(browser, file):
    opened = Opened(browser, file, 360)

    assert opened.page.evaluate("document.documentElement.scrollWidth") == 360
    opened.context.close()


@in_a_browser
def test_without_scripts_everything_is_shown(browser, file, pictures):
    opened = Opened(browser, file, java_script_enabled=False)

    assert opened.shown(".view") == 7
    assert opened.shown("[data-scripted]") == 0
    assert opened.shown("#claims tbody tr") == 4
    opened.context.close()


@in_a_browser
def test_filters_hide_rows_and_sections_and_say_so(opened):
    status = opened.page.locator("[role=status]")
    assert status.text_content() == "10 of 10 shown below; 3 to look at first always stay on top"

    for name in ("NOISE", "MOVED", "WEAKER"):
        opened.page.locator(f".filters [value={name}]").uncheck()

    assert opened.shown("#claims tbody tr") == 2
    assert opened.shown("#series, nav") == 1
    assert opened.shown("#first article") == 5  # whatever is filtered
    assert status.text_content() == "7 of 10 shown below; 3 to look at first always stay on top"

    opened.page.get_by_role("button", name="Show all").click()
    assert opened.shown("#claims tbody tr") == 4
    assert status.text_content() == "10 of 10 shown below; 3 to look at first always stay on top"


@in_a_browser
def test_a_count_stays_on_one_line_and_why_has_room(opened):
    count = opened.page.locator(".filters label > .small").first
    widths = opened.page.locator("#claims thead th").evaluate_all("(all) => all.map((each) => each.offsetWidth)")

    assert count.evaluate("(each) => getComputedStyle(each).whiteSpace + getComputedStyle(each).flex") == (
        "nowrap0 0 auto"
    )
    assert widths[4] / sum(widths) == pytest.approx(0.3, abs=0.01)


@in_a_browser
def test_what_was_found_twice_is_shown_while_one_of_both_is_wanted(opened):
    opened.page.locator(".filters [value=WEAKER]").uncheck()

    assert opened.shown("#claims tbody tr") == 4


@in_a_browser
def test_a_link_to_what_is_filtered_shows_it(opened):
    opened.page.locator(".filters [value=PRINTED]").uncheck()
    assert opened.shown("#claims tbody tr") == 3

    opened.page.locator(".under li a").first.click()

    assert opened.shown("#claims tbody tr:target") == 1


@in_a_browser
def test_the_keyboard_alone_is_enough(opened):
    press, focus = opened.page.keyboard.press, "document.activeElement"
    press("Tab")
    assert opened.page.evaluate(f"{focus}.className") == "skip"
    press("Enter")
    assert opened.page.evaluate(f"{focus}.id") == "main"

    opened.page.locator(".filters input").nth(1).focus()
    press("Space")
    assert (
        opened.page.locator("[role=status]").text_content()
        == "9 of 10 shown below; 3 to look at first always stay on top"
    )
    press("Space")

    opened.page.locator(".styles input").first.focus()
    press("ArrowRight")
    assert opened.shown(".picture") == 1
    assert opened.page.evaluate(f"{focus}.labels[0].textContent.trim().split(' ')[0]") == "slide"
    assert opened.page.evaluate(f"getComputedStyle({focus}.nextElementSibling).outlineStyle") == "solid"

    press("Tab")
    press("ArrowRight")
    assert opened.page.evaluate(f"{focus}.value") == "overlay"
    press("Tab")
    press("End")
    assert opened.page.evaluate("[...document.querySelectorAll('.after')].map((each) => each.style.opacity)")[1] == "1"


@in_a_browser
def test_each_view_shows_what_it_says(opened):
    def views():
        return [name for name in ("before", "after", "difference") if opened.shown(f".picture .view.{name}")]

    def boxes():
        return [opened.page.locator(f".view.{name} svg").first.bounding_box() for name in ("before", "after")]

    assert views() == ["before", "after"]
    assert boxes()[0]["x"] < boxes()[1]["x"]
    opened.page.locator("[value=overlay]").first.check(force=True)
    assert views() == ["before", "after"]
    assert boxes()[0] == boxes()[1]
    assert opened.page.locator(".after").first.evaluate("(each) => getComputedStyle(each).opacity") == "0.5"
    opened.page.locator("[value=difference]").first.check(force=True)
    assert views() == ["difference"]
    opened.page.locator("[value=side]").first.check(force=True)
    assert opened.page.locator(".after").first.evaluate("(each) => getComputedStyle(each).opacity") == "1"


@in_a_browser
def test_marks_can_be_put_away(opened):
    assert opened.shown(".before .worst") == 1

    opened.page.locator(".mark").first.uncheck()

    assert opened.shown(".before .worst") == 0


@in_a_browser
def test_the_window_in_which_most_moved_is_shown_enlarged(opened, pictures):
    enlarged = opened.page.locator(".closer svg").first
    worst = pictures[0].pixels.worst

    assert enlarged.get_attribute("viewBox") == f"{worst.left} {worst.top} {worst.width} {worst.height}"
    assert enlarged.evaluate("(svg) => svg.getBBox().width") == 200


@in_a_browser
def test_a_printed_page_has_every_picture(opened):
    opened.page.emulate_media(media="print")

    assert opened.shown(".view") == 7
    assert opened.shown("[data-scripted]") == 0


@in_a_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_follows_the_scheme_of_the_system(browser, file, scheme):
    opened = Opened(browser, file, color_scheme=scheme)

    ground = opened.page.evaluate("getComputedStyle(document.body).backgroundColor")

    assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(18, 22, 28)"}[scheme]
    opened.context.close()


@in_a_browser
def test_nothing_glides_for_those_who_do_not_want_it(browser, file):
    opened = Opened(browser, file, reduced_motion="reduce")

    assert opened.page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
    opened.context.close()
