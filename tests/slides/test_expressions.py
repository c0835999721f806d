"""Expressions in texts: they print claims and nothing else, digits come from nowhere else, and mistakes have lines."""

from __future__ import annotations

import pytest

from slides import expressions
from slides.expressions import ExpressionError
from slides.tables.table import Formula, Matrix, Number
from slides.values import Place, Tokens


@pytest.fixture
def filled(ledger):
    """A function that fills a text, checks it, and takes it apart."""

    def of(text, *phrases):
        names = expressions.names_of({"small": ledger}) | {"table": expressions.placing("table", {"small": 0})}
        tokens = Tokens()
        text = expressions.fill(text, names, tokens)
        expressions.check(text, tokens, phrases)
        return list(tokens.parts(text))

    return of


@pytest.mark.parametrize(
    ("expression", "claim", "text"),
    [
        ("small.loss", "loss", "2.259"),
        ("small['loss']", "loss", "2.259"),
        ("small.steps", "steps", "1,000"),
        ("small.third", "third", "−8/3"),
        ("small.matrix[1][0]", "matrix[1][0]", "12"),
        ("small.vector[0]", "vector[0]", "−0.366"),
        ("small.gap.bound", "gap.bound", "1e-12"),
    ],
)
def test_a_number_knows_its_claim(filled, expression, claim, text):
    assert filled(f"{{{{ {expression} }}}}") == [Number(f"lesson/small.{claim}", text)]


@pytest.mark.parametrize(
    ("expression", "rows"),
    [
        ("small.vector", [["−0.366", "0.731"]]),
        ("small.vector.column", [["−0.366"], ["0.731"]]),
        ("small.matrix", [["1,000", "−0.5"], ["12", "0.5"]]),
        ("small.matrix[1]", [["12", "0.5"]]),
        ("small.matrix[1].column", [["12"], ["0.5"]]),
    ],
)
def test_vectors_and_matrices_become_formulas(filled, expression, rows):
    [formula] = filled(f"{{{{ {expression} }}}}")
    assert isinstance(formula, Formula)
    [matrix] = formula.pieces
    assert isinstance(matrix, Matrix)
    assert [[number.text for number in row] for row in matrix.rows] == rows


def test_values_stand_in_their_places_in_the_order_of_the_text(filled):
    first, steps, second, loss, third, place, last = filled(
        "From {{ small.steps }} to {{ small.loss }}:\n\n{{ table('small') }}\n"
    )
    assert (first, second, third, last) == ("From ", " to ", ":\n\n", "\n")
    assert (steps.text, loss.text) == ("1,000", "2.259")
    assert place == Place("table", "small")


def test_lines_keep_their_numbers_and_comments_are_left_out(filled):
    assert filled("a <!-- 5\nsecret {{ -->\nb\n") == ["a \n\nb\n"]


def test_braces_of_attributes_and_formulas_are_no_expressions(filled):
    text = "## A {#one}\n\n$\\frac{a}{b}$, $x_{b}$ and {# none #}"
    assert filled(text) == [text]


def test_a_phrase_is_excused_as_a_whole(filled):
    assert filled("$W_1$ and layer 2", "W_1", "layer 2") == ["$W_1$ and layer 2"]
    with pytest.raises(ExpressionError, match="12 is typed by hand"):
        filled("layer 12", "layer 1")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{{ small.lost }}", "lesson/small has no claim called 'lost'. Did you mean loss?"),
        ("{{ small['lost'] }}", "lesson/small has no claim called 'lost'"),
        ("{{ small.nothing.bound }}", "has no claim called 'nothing'"),
        ("{{ smal.loss }}", "there is no ledger 'smal' in this lesson. Did you mean small?"),
        ("{{ smal }}", "there is no ledger 'smal'"),
        ("{{ small.loss[0] }}", "prints '2.259', which has no entry 0"),
        ("{{ small.vector[2] }}", "which has no entry 2"),
        ("{{ small.loss.bound }}", "lesson/small.loss is held under no bound"),
        ("{{ small }}", "comes from no claim"),
        ("{{ 'seven' }}", "'seven' comes from no claim"),
        ("{{ 7 }}", "7 comes from no claim"),
        ("{{ none }}", "None comes from no claim"),
        ("{{ small.loss | string }}", "No filter named"),
        ("{{ small.steps + 1 }}", "unsupported operand"),
        ("{{ table('smal') }}", "there is no table 'smal'. Did you mean small?"),
        ("{{ small.loss }", "unexpected '}'"),
        ("{{ small. }}", "expected name or number"),
        ("{% set x = small.loss %}", "a text has expressions, {{ ledger.claim }}, and no statements."),
        ("{%- if small.loss %}so{% endif %}", "and no statements."),
        ("{% raw %}{{ small.loss }}{% endraw %}", "and no statements."),
        ("About 7 steps.", "7 is typed by hand"),
        ("From 7 to 8.", "7, 8 is typed by hand"),
        ("{{ small.loss }}7", "7 is typed by hand"),
        ("x²", "² is typed by hand"),
        ("{{ small.steps }}{{ small.loss }}", "would be read as a part of the number"),
        ("{{ small.steps }}.{{ small.loss }}", "would be read as a part of the number"),
        ("= -{{ small.steps }}", "would be read as a part of the number"),
    ],
)
def test_a_mistake_is_told_with_its_line(filled, line, complaint):
    with pytest.raises(ExpressionError) as caught:
        filled(f"One\n<!-- and\nmore -->\n{line}\nand on\n")
    assert complaint in str(caught.value)
    assert caught.value.line == 4


def test_an_expression_without_an_end_is_told(filled):
    with pytest.raises(ExpressionError, match="unexpected end of template"):
        filled("One\n{{ small.loss")
