"""The three writers, each on a small table in which everything occurs that a table can hold."""

from __future__ import annotations

import pytest
from lxml import etree, html

from slides.tables import html as html_writer
from slides.tables import latex, markdown, pandoc
from slides.tables.html import FormulaError
from slides.tables.layout import DIGIT_SPACE, POINT_SPACE
from slides.tables.stylesheet import STYLESHEET
from slides.tables.table import Formula, Matrix, Table, formula

ID = "L9-small"


def test_markdown_is_a_pipe_table_with_formulas_in_dollars(small):
    point, digit = POINT_SPACE, DIGIT_SPACE
    matrix = r"$\left\lbrack \begin{array}{rr} 1{,}000 & {-0.5} \cr 12 & 0.5 \end{array} \right\rbrack$"
    row = r"$\lbrack {-0.366} \quad 0.731 \rbrack$"
    lines = markdown.render(ID, small).splitlines()

    assert [[cell.strip(" ") for cell in line.split("|")] for line in lines] == [
        ["**Loss after 1,000 steps**"],
        [""],
        ["", "", r"$\nabla W_1$", "value", ""],
        ["", ":---", ":---", "---:", ""],
        ["", "by hand", matrix, "2.259", ""],
        ["", "", row, f"1,000{point}{digit * 3}", ""],
        ["", "by −0.366", "$x = {-8/3}$", f"−0.5{digit * 2}", ""],
        ["", "gap", "", "2e-16", ""],
        [""],
        ["A_b & c: (2, 3) \\", " −8/3.".strip()],
    ]


def test_latex_is_a_tabular_with_booktabs(small):
    assert (
        latex.render(ID, small)
        == r"""% L9-small: Loss after 1,000 steps
% Needs \usepackage{booktabs} and \usepackage{amsmath}; beamer loads the latter by itself.
\begin{tabular}{@{}llr@{}}
\toprule
 & $\nabla W_1$ & value \\
\midrule
by hand & $\left\lbrack \begin{array}{rr} 1{,}000 & {-0.5} \\ 12 & 0.5 \end{array} \right\rbrack$ & 2.259 \\
\addlinespace
 & $\lbrack {-0.366} \quad 0.731 \rbrack$ & 1,000\phantom{.000} \\
\addlinespace
by $-$0.366 & $x = {-8/3}$ & $-$0.5\phantom{00} \\
\midrule
gap &  & 2e-16 \\
\bottomrule
\end{tabular}

\medskip
A\_b \& c: (2, 3) \textbar{} $-$8/3.
"""
    )


def test_rows_of_one_line_stand_close_and_groups_of_them_apart(shown):
    rows = tuple((head, shown("loss")) for head in ("one", "", "two"))
    spaced = latex.render(ID, Table(caption="", head=("", "loss"), rows=rows))
    close = latex.render(ID, Table(caption="", head=("", "loss"), rows=rows[::2]))
    assert spaced.count(r"\addlinespace") == 1
    assert "\\addlinespace\ntwo" in spaced
    assert r"\addlinespace" not in close


def test_a_table_too_tall_for_a_frame_is_set_in_smaller_type(shown):
    rows = (("steps", shown("steps")),)
    tall, short = (latex.render(ID, Table(caption="", head=("", "value"), rows=rows * count)) for count in (13, 12))
    assert "\n{\\small\n\\begin{tabular}" in tall
    assert tall.rstrip().endswith("\\end{tabular}}")
    assert "small" not in short.removeprefix(f"% {ID}")


def test_a_row_under_a_matrix_keeps_its_distance(shown):
    rows = (("one", shown.matrix("matrix")), ("two", shown("loss")), ("three", shown("loss")))
    lines = latex.render(ID, Table(caption="", head=("", "value"), rows=rows)).splitlines()
    spaces = [place for place, line in enumerate(lines) if line == r"\addlinespace"]
    assert [lines[place + 1].partition(" ")[0] for place in spaces] == ["two"]


def test_a_caption_of_words_with_what_latex_reads_stays_a_comment():
    first, needs, *_ = latex.render(ID, Table(caption="50% & more", head=("a",), rows=())).splitlines()
    assert first == r"% L9-small: 50\% \& more"
    assert needs.startswith("% Needs")


@pytest.fixture
def fragment(small):
    """The small table in HTML, read back."""
    return html.fragment_fromstring(html_writer.render(ID, small))


def words(element):
    return "".join(element.itertext())


def test_html_is_one_block_with_style_table_and_notes(fragment):
    assert (fragment.tag, fragment.get("class"), fragment.get("id")) == ("div", "tallysheet", ID)
    assert [child.tag for child in fragment] == ["style", "table", "p"]
    assert fragment[0].text == STYLESHEET
    assert words(fragment.find(".//caption")) == "Loss after 1,000 steps"
    assert words(fragment.find("p")) == "A_b & c: (2, 3) | −8/3."


def test_heads_say_what_they_head_and_an_empty_cell_heads_nothing(fragment):
    cells = [[(cell.tag, cell.get("scope")) for cell in row] for row in fragment.iter("tr")]
    assert cells == [
        [("td", None), ("th", "col"), ("th", "col")],
        [("th", "row"), ("td", None), ("td", None)],
        [("td", None), ("td", None), ("td", None)],
        [("th", "row"), ("td", None), ("td", None)],
        [("th", "row"), ("td", None), ("td", None)],
    ]


def test_numbers_stand_at_the_right_and_nothing_has_a_style_of_its_own(fragment):
    assert [[cell.get("class") for cell in row] for row in fragment.iter("tr")] == [[None, None, "number"]] * 5
    assert [entry.get("class") for entry in fragment.iter("mtd")] == ["number"] * 4
    assert [element for element in fragment.iter() if "style" in element.attrib] == []


def test_a_short_number_is_filled_up_with_blanks(fragment):
    column = [words(row[-1]) for row in fragment.iter("tr")]
    blank = f"{POINT_SPACE}{DIGIT_SPACE * 3}"
    assert column == ["value", "2.259", f"1,000{blank}", f"−0.5{DIGIT_SPACE * 2}", "2e-16"]


def test_every_number_names_its_claim_with_its_sign(fragment, small):
    found = [(element.get("data-claim"), words(element)) for element in fragment.iterfind(".//*[@data-claim]")]
    assert found == [(part.claim, part.text) for part in small.parts() if not isinstance(part, str)]
    assert {element.tag for element in fragment.iterfind(".//*[@data-claim]")} == {"span", "mn"}


def test_formulas_are_mathml_without_their_source(fragment):
    math = fragment.find(".//thead//math")
    assert etree.tostring(math, with_tail=False, encoding="unicode", method="html") == (
        "<math><mrow><mi>∇</mi><msub><mi>W</mi><mn>1</mn></msub></mrow></math>"
    )
    assert [fragment.find(f".//{tag}") for tag in ("annotation", "semantics")] == [None, None]


def test_a_short_entry_of_a_matrix_is_filled_up_beside_its_number(shown):
    table = Table(caption="", head=("head",), rows=((Formula((Matrix(((shown("loss"),), (shown("steps"),))),)),),))
    cells = html.fragment_fromstring(html_writer.render(ID, table)).findall(".//mtd")
    texts = [[(part.get("data-claim"), part.text) for part in cell.iter("mn", "mtext")] for cell in cells]
    assert texts == [
        [("lesson/small.loss", "2.259")],
        [("lesson/small.steps", "1,000"), (None, POINT_SPACE + DIGIT_SPACE * 3)],
    ]


def test_a_hat_is_a_character_of_its_own():
    table = Table(caption="", head=(formula(r"\hat y"),), rows=())
    (hat,) = html.fragment_fromstring(html_writer.render(ID, table)).findall(".//mover/mo")
    assert hat.text == "^"


def test_html_is_ascii(small):
    rendered = html_writer.render(ID, small)
    assert rendered.isascii()
    assert "&minus;0.366" in rendered
    assert "&nabla;" in rendered
    assert "&#8199;" in rendered


def test_a_formula_whose_numbers_are_lost_on_the_way_is_refused(small, monkeypatch):
    convert = pandoc.convert
    monkeypatch.setattr(pandoc, "convert", lambda *args: convert(*args).replace("12</mtext>", "13</mtext>"))
    with pytest.raises(FormulaError, match=r"has the numbers \['1,000', '−0.5', '13', '0.5'\] in MathML"):
        html_writer.render(ID, small)


def test_a_formula_stands_where_the_text_has_it(shown):
    cell = ("a ", formula("x = ", shown("third")), " b ", shown("loss"), " c")
    table = Table(caption=cell, head=("head",), rows=())
    assert markdown.render(ID, table).startswith("**a $x = {-8/3}$ b 2.259 c**")
    assert latex.render(ID, table).startswith("% L9-small: a $x = {-8/3}$ b 2.259 c\n")
    assert words(html.fragment_fromstring(html_writer.render(ID, table)).find(".//caption")) == "a x=−8/3 b 2.259 c"
