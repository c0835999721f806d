"""What a template prints comes from claims; whatever else it says is refused with its line."""

from __future__ import annotations

import pytest

from slides.decks.template import TemplateError, fill
from slides.tables.table import Formula, Matrix, Number
from tests.slides.decks.conftest import BODY, HEAD


@pytest.fixture
def filled(template, ledger):
    def of(body: str, head: str = HEAD):
        return fill(template(body, head), {"small": ledger}, {"small": 0}, {"F": 0})

    return of


@pytest.fixture
def values(filled):
    def of(expression: str):
        result = filled(f"## A\n\n{{{{ {expression} }}}}\n")
        return [part for part in result.tokens.parts(result.text) if not isinstance(part, str)]

    return of


@pytest.mark.parametrize(
    ("expression", "number"),
    [
        ("small.loss", Number("lesson/small.loss", "2.259")),
        ("small.steps", Number("lesson/small.steps", "1,000")),
        ("small.matrix[1][0]", Number("lesson/small.matrix[1][0]", "12")),
        ("small.vector[0]", Number("lesson/small.vector[0]", "−0.366")),
        ("small.gap.bound", Number("lesson/small.gap.bound", "1e-12")),
    ],
)
def test_a_number_knows_its_claim(values, expression, number):
    assert values(expression) == [number]


@pytest.mark.parametrize(
    ("expression", "rows"),
    [
        ("small.vector", [["−0.366", "0.731"]]),
        ("small.vector.column", [["−0.366"], ["0.731"]]),
        ("small.matrix", [["1,000", "−0.5"], ["12", "0.5"]]),
        ("small.matrix[1]", [["12", "0.5"]]),
    ],
)
def test_vectors_and_matrices_become_formulas(values, expression, rows):
    [formula] = values(expression)
    assert isinstance(formula, Formula)
    [matrix] = formula.pieces
    assert isinstance(matrix, Matrix)
    assert [[number.text for number in row] for row in matrix.rows] == rows


def test_values_stand_where_they_were_named(filled):
    result = filled("## A\n\nFrom {{ small.steps }} to {{ small.loss }}.\n")
    parts = ["" if isinstance(part, str) else part.text for part in result.tokens.parts(result.text)]
    assert parts == ["", "1,000", "", "2.259", ""]
    assert "1,000" not in result.text


def test_the_head_is_read_and_lines_keep_their_numbers(filled):
    result = filled("## A\n")
    assert (result.head.title, result.head.subtitle, result.head.lang) == ("A small deck", "For tests", "en")
    assert result.text.splitlines().index("## A") == HEAD.count("\n")


def test_comments_stay_in_the_template(filled):
    assert "secret" not in filled("## A\n<!-- secret 5 -->\n").text


def test_braces_of_attributes_and_formulas_are_no_expressions(filled):
    assert "{#one}" in filled("## A {#one}\n\n$\\frac{a}{b}$ and $x_{b}$\n").text


LINE = HEAD.count("\n") + 3

WRONG = [
    ("{{ small.lost }}", "lesson/small has no claim called 'lost'. Did you mean loss?"),
    ("{{ smal.loss }}", "there is no ledger 'smal' in this lesson. Did you mean small?"),
    ("{{ small.loss[0] }}", "prints '2.259', which has no entry 0"),
    ("{{ small.vector[2] }}", "which has no entry 2"),
    ("{{ small.loss.bound }}", "lesson/small.loss is held under no bound"),
    ("{{ small }}", "comes from no claim"),
    ("{{ 'seven' }}", "comes from no claim"),
    ("{{ 7 }}", "comes from no claim"),
    ("{{ small.loss | string }}", "No filter named"),
    ("{{ table('smal') }}", "there is no table 'smal'. Did you mean small?"),
    ("{{ figure('G') }}", "there is no figure 'G'"),
    ("{{ small.loss }", "unexpected '}'"),
    ("{{ small.loss", "unexpected end of template"),
    ("About 7 steps.", "7 is typed by hand"),
    ("$x^2$", "2 is typed by hand"),
    ("x²", "² is typed by hand"),
    ("{{ small.steps }}{{ small.loss }}", "would be read as a part of the number"),
    ("= -{{ small.steps }}", "would be read as a part of the number"),
    ("{{ small.nothing.bound }}", "has no claim called 'nothing'"),
    ("{{ nothing }}", "there is no ledger 'nothing'"),
    ("{{ small.steps }}\u200b{{ small.loss }}", "U+200B stands here, which nobody sees"),
    ("-\u2060{{ small.loss }}", "U+2060 stands here"),
    ("\u202e{{ small.loss }}\u202c", "U+202E, U+202C stands here"),
    ("\ue0000\ue001", "U+E000, U+E001 stands here"),
    ("{{ ''.__class__ }}", "this cannot be worked out"),
    ("{{ range(3) }}", "there is no ledger 'range'"),
    ("{% raw %}{{ 42 }}{% endraw %}", "expressions, {{ ledger.claim }}, and no statements"),
    ("{{ small.loss + small.loss }}", "this cannot be worked out"),
    ("{{ 1 / 0 }}", "this cannot be worked out"),
    ("the loss is −{{ small.loss }}", "would be read as a part of the number"),
    ("$L \\approx -{{ small.loss }}$", "would be read as a part of the number"),
    ("{{ small.steps }}e-{{ small.steps }}", "would be read as a part of the number"),
]


@pytest.mark.parametrize(("line", "complaint"), WRONG)
def test_a_mistake_is_told_with_its_file_and_line(filled, line, complaint):
    with pytest.raises(TemplateError) as error:
        filled(f"## A\n\n{line}\n")
    assert complaint in str(error.value)
    place = str(error.value).split(": ")[0]
    assert place.endswith(f"lesson.md.j2, line {LINE}") or "end of template" in complaint


@pytest.mark.parametrize(
    ("head", "complaint"),
    [
        ("## No head\n", "line 1: a template begins with a head"),
        ("---\ntitle: [\n---\n", "the head is not valid YAML"),
        ("---\ntitle: A\nlang: en\n---\n", "subtitle: Field required"),
        ("---\ntitle: A\nsubtitle: B\nlang: en\nauthor: C\n---\n", "author: Extra inputs are not permitted"),
        ("---\ntitle: A\nsubtitle: B\nlang: en\nconstants: {'7': digits}\n---\n", "excuses '7'"),
        ("---\ntitle: A\nsubtitle: B\nlang: 'en\"'\n---\n", "lang: String should match pattern"),
        ("---\ntitle: ''\nsubtitle: B\nlang: en\n---\n", "title: String should have at least 1 character"),
        ("---\ntitle: Lecture 4\nsubtitle: B\nlang: en\n---\n", "4 is typed by hand"),
        ("---\ntitle: A\nsubtitle: Part 2\nlang: en\n---\n", "2 is typed by hand"),
    ],
)
def test_a_head_that_does_not_fit_is_told(filled, head, complaint):
    with pytest.raises(TemplateError) as error:
        filled(BODY, head)
    assert "lesson.md.j2, line 1: " in str(error.value)
    assert complaint in str(error.value)


def test_a_file_that_is_not_utf_8_is_told(tmp_path):
    path = tmp_path / "lesson.md.j2"
    path.write_bytes(HEAD.encode() + "## Größe\n".encode("latin-1"))
    with pytest.raises(TemplateError, match=r"lesson.md.j2, line 1: the file is not UTF-8"):
        fill(path, {}, {}, {})
