"""Made changes of committed tables, one by one: what is told of each."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import html as lxml_html

from workflow.review.changes import Cell
from workflow.review.states import State
from workflow.review.texts import cells
from workflow.review.texts.formulas import line
from workflow.review.texts.sheet import sheet
from workflow.review.texts.tables import is_of_table, tables
from workflow.review.verdicts import Verdict

RESULTS = Path(__file__).resolve().parents[4] / "results" / "tables"
RACE = "DL01.6.4-race"
LOSS = "dl01_6_4/race.last_loss"
ROW = '<tr>\n<th scope="row">first loss</th>'
NEW_ROW = '<tr>\n<th scope="row">best loss</th>\n<td class="number">0.004</td>\n</tr>\n'


def files_of(*tables_of):
    return {
        f"tables/{identity}.{suffix}": (RESULTS / f"{identity}.{suffix}").read_bytes()
        for identity in tables_of
        for suffix in ("html", "md", "tex")
    }


def changed(old, new, suffixes=("html", "md", "tex")):
    """Replace something in files of the race."""
    files = files_of(RACE)
    for suffix in suffixes:
        path = f"tables/{RACE}.{suffix}"
        text = files[path].decode()
        assert old in text
        files[path] = text.replace(old, new).encode()
    return files


def compare(after, before=None, unreadable=None):
    return tables(State("old", files_of(RACE) if before is None else before), State("new", after, unreadable or {}))


def only(*arguments, **options):
    [change] = compare(*arguments, **options)
    return change


def test_nothing_is_told_of_what_is_identical():
    assert compare(files_of(RACE)) == ()


def test_a_number_is_a_cell_with_its_row_its_column_and_its_claim():
    change = only(changed("0.008", "0.031"))
    assert change.findings == (Verdict.CELLS,)
    assert change.cells == (Cell("last loss", "value", "0.008", "0.031", (LOSS,)),)
    assert (change.identity, change.words, change.notes) == (RACE, (), ())


def test_one_inserted_row_is_one_row_new():
    change = only(changed(ROW, NEW_ROW + ROW, ["html"]))
    assert change.cells == (
        Cell("best loss", "quantity", "", "best loss"),
        Cell("best loss", "value", "", "0.004"),
    )


def test_a_removed_row_is_gone_beside_a_number_that_changed():
    files = changed(ROW, NEW_ROW + ROW, ["html"])
    change = only(changed("0.008", "0.031", ["html"]), before=files)
    assert [(cell.row, cell.before, cell.after) for cell in change.cells] == [
        ("best loss", "best loss", ""),
        ("best loss", "0.004", ""),
        ("last loss", "0.008", "0.031"),
    ]


def test_a_head_of_a_row_and_of_a_column_is_a_cell():
    assert only(changed(">value<", ">reading<", ["html"])).cells == (Cell("", "reading", "value", "reading"),)
    [cell] = only(changed("last loss", "final loss")).cells
    assert cell == Cell("final loss", "quantity", "last loss", "final loss")


def test_a_new_column_leaves_the_others_alone():
    wider = changed(
        '<th scope="col" class="number">value</th>', '<th scope="col">unit</th><th scope="col">value</th>', ["html"]
    )
    text = wider[f"tables/{RACE}.html"].decode().replace('<td class="number">', "<td>nat</td><td>")
    change = only(wider | {f"tables/{RACE}.html": text.encode()})
    assert {(cell.column, cell.before) for cell in change.cells} == {("unit", "")}
    assert len(change.cells) == 10


def test_caption_and_notes_are_compared_by_word():
    change = only(changed("The race, by the engine", "The race, by hand"))
    assert change.findings == (Verdict.WORDS,)
    assert [(edit.kind, edit.text) for edit in change.words][:3] == [
        ("same", "The race, by "),
        ("gone", "the engine"),
        ("new", "hand"),
    ]


@pytest.mark.parametrize("suffix", ["html", "md", "tex"])
def test_blanks_are_only_bytes(suffix):
    change = only(changed("\n", "\n\n", [suffix]))
    assert change.findings == (Verdict.BYTES,)
    assert change.notes


def test_a_format_that_changed_alone_is_told():
    change = only(changed("0.008", "0.031", ["tex"]))
    assert change.findings == (Verdict.WORDS,)
    assert change.notes == ("Its LaTeX reads otherwise, though its HTML does not.",)
    assert ("new", "0.031") in [(edit.kind, edit.text) for edit in change.words]
    change = only(changed("0.008", "0.031", ["html"]))
    assert change.notes == ("Not every format of it changed, though its HTML reads otherwise.",)


@pytest.mark.parametrize(
    ("old", "new"),
    [("padding: .2em", "padding: .4em"), ('class="number"', 'hidden="hidden"'), ("<p>", "<p><script></script>")],
)
def test_what_changes_the_look_is_no_byte(old, new):
    change = only(changed(old, new, ["html"]))
    assert change.findings == (Verdict.PIXELS,)
    assert "may look otherwise" in change.notes[0]


def test_a_number_of_another_claim_is_noted():
    change = only(changed(LOSS, "dl01_6_4/race.other", ["html"]))
    assert change.findings == (Verdict.BYTES,)
    assert "name other claims" in change.notes[0]


def test_new_gone_and_renamed():
    [new] = compare(files_of(RACE, "DL01.6.4-batch"))
    assert (new.identity, new.findings) == ("DL01.6.4-batch", (Verdict.NEW,))
    [gone] = compare({})
    assert (gone.identity, gone.findings) == (RACE, (Verdict.GONE,))
    renamed = only({path.replace("race", "the-race"): content for path, content in files_of(RACE).items()})
    assert (renamed.identity, renamed.findings) == ("DL01.6.4-the-race", (Verdict.RENAMED,))
    assert renamed.notes == (f"It was called {RACE}.",)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff</div>",
        files_of(RACE)[f"tables/{RACE}.html"][:2000],
        b"<div>" * 300 + b"<table></table></div>",
        b"<div><p>no table</p></div>",
        b"<div><table><tr><td>" + b"<span>" * 300 + b"hidden" + b"</span>" * 300 + b"</td></tr></table></div>",
        b"<div><table></table><table></table></div>",
        b"<div><table><tr><td>\0</td></tr></table></div>",
    ],
)
@pytest.mark.parametrize("is_after", [True, False])
def test_what_cannot_be_read_is_told(content, is_after):
    files = files_of(RACE) | {f"tables/{RACE}.html": content}
    change = only(files) if is_after else only(files_of(RACE), before=files)
    assert change.findings == (Verdict.BROKEN,)
    assert change.notes[0].startswith("Its HTML cannot be read" if is_after else "Its HTML could not be read")


def test_a_link_and_a_missing_format_are_told():
    files = files_of(RACE)
    del files[f"tables/{RACE}.html"], files[f"tables/{RACE}.md"]
    change = only(files, unreadable={f"tables/{RACE}.html": "a link"})
    assert change.findings == (Verdict.BROKEN,)
    assert set(change.notes) == {"Its HTML cannot be read: a link.", "Its Markdown is gone."}


def test_text_that_is_not_utf_8_is_told():
    change = only(files_of(RACE) | {f"tables/{RACE}.tex": b"\xff"})
    assert change.notes == ("Its LaTeX cannot be read: it is not UTF-8.",)


def test_formulas_are_read_on_one_line():
    read = sheet((RESULTS / "L4-16-tiny-mlp.html").read_bytes())
    assert read.rows[2].texts == (
        "dense",
        "ŷ = W_2 h + b_2",
        "[0.4, 0.3, 1; 0.7, −0.2, 0] [2.5; 0; 3] + [0; 0]",
        "[4; 1.75]",
    )
    assert sheet((RESULTS / "L4-12-batch.html").read_bytes()).columns[1] == "(x^(n))^\N{DOWN TACK}"


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("<mfrac><mrow><mi>R</mi><mo>+</mo><mn>1</mn></mrow><mn>2</mn></mfrac>", "(R + 1)/2"),
        ("<mo>−</mo><mi>x</mi>", "−x"),
        ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", "√(x + 1)"),
        ("<msubsup><mi>W</mi><mn>2</mn><mi>t</mi></msubsup><mi>g</mi>", "W_2^t g"),
        ("<msub><mi>W</mi></msub>", "W"),
        ("<mover><mi>xy</mi><mo>^</mo></mover>", "xy^"),
    ],
)
def test_a_formula_is_one_line(formula, expected):
    assert line(lxml_html.fragment_fromstring(f"<math>{formula}</math>")) == expected


def test_a_row_without_a_head_is_called_after_the_one_above():
    names = [row.name for row in sheet((RESULTS / "DL01.6.4-exercises.html").read_bytes()).rows]
    assert names[:2] == ["graph, batch of 32", "graph, batch of 32, hidden layers"]


def test_endless_tables_are_compared_in_their_order():
    rows = [f"<tr><th>row {place}</th><td>{place}</td></tr>" for place in range(cells.MOST_LINES + 1)]
    old, new = (f"<div><table>{''.join(each)}</table></div>".encode() for each in (rows, rows[1:]))
    assert len(cells.cells(sheet(old), sheet(new))) == 2 * len(rows)


@pytest.mark.parametrize("path", ["tables/a.json", "tables/x/a.md", "decks/a.md", "tables/.html", "a.html"])
def test_other_files_are_of_no_table(path):
    assert not is_of_table(path)
    assert tables(State("old", {}), State("new", {path: b""})) == ()
