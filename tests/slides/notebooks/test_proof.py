"""What cells show and have typed in them: every digit is a claim's."""

from __future__ import annotations

import pytest
from nbformat import NotebookNode

from slides.notebooks.live import displayed_picture, displayed_table
from slides.notebooks.proof import Proof
from tests.slides.notebooks.conftest import LEDGERS, PICTURES, TABLES
from workflow.ledger import Ledger
from workflow.scan import ScanError

PROOF = Proof([Ledger.read(path) for path in LEDGERS], TABLES, PICTURES, ["2 * h", "PowBackward0", "axis=1"])
TABLE = TABLES[0].read_text(encoding="utf-8")
HELD = "lecture4/branch\n  x = 4\n  L = 28\n"


# Code, and the number in it that the claims of HELD, 4 and 28, do not print.
TYPED = {
    "x = .5": ".5",
    "x = 1_000": "1_000",
    "x = 0x1F": "0x1F",
    "x = 4j": "4j",
    "y * 5": "5",
    "y*5": "5",
    "y ** 0.5": "0.5",
    "y ** -2": "2",
    "y**12": "12",
    "f(**{'a': 5})": "5",
    "sum(axis=1.5)": "1.5",
    "2 * half": "2",
    "'about 5'": "5",
    "float('.5')": ".5",
    "sympify('y**2')": "2",
    r"'\n5'": "5",
    "f'{x}5'": "5",
    '"""one\ntwo 5"""': "5",
    "x  # 1e-7": "1e-7",
    "x  # x²": "²",
    "a = 4  # 4, 6": "6",
}


def cell(source, *outputs):
    return NotebookNode(source=source, outputs=list(outputs))


def printed(text, name="stdout"):
    return {"output_type": "stream", "name": name, "text": text}


def result(**data):
    return {"output_type": "execute_result", "data": {f"text/{name}": text for name, text in data.items()}}


def displayed(shown):
    return {"output_type": "display_data", "data": dict(shown.forms)}


@pytest.mark.parametrize(
    "right",
    [
        cell("x = 4.0", printed(HELD)),
        cell("f(-28, x4, 'L4-09-branch', (2 * h), x ** 2, y**2)", printed(HELD)),
        cell("0x4 + 28. - y_0 ** 3 * (x4)**2 + f('W1, \\n', axis=1)  # 28, as L4-F1 shows", printed(HELD)),
        cell("step = 1e-5", printed("lecture4/two_checks\n  step = 0.00001\n")),
        cell("", printed("words\nPowBackward0\n"), result(plain="words")),
        cell("", displayed(displayed_table(TABLE))),
        cell("", displayed(displayed_picture(PICTURES[0]))),
    ],
)
def test_what_claims_say_may_be_shown(right):
    PROOF.check(right)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (cell("", printed("28\n")), "it prints 28 in '28'"),
        (cell("", result(plain="28")), "it prints 28 in '28'"),
        (cell("", printed("  x = 4\n")), "it prints 4 in '  x = 4'"),
        (cell("", printed("lecture4/branch\n  x = 5\n")), "it prints 5 in '  x = 5'"),
        (cell("", printed("lecture4/dense_vjp\n  L = 28\n")), "it prints 28"),
        (cell("", printed("lecture4/branch extra\n")), "it prints 4"),
        (cell("x = 5.0", printed(HELD)), "5.0 is typed in the code"),
        (cell("x = 4.0  # 29", printed(HELD)), "29 is typed in the code"),
        (cell("x = 4.0"), "4.0 is typed in the code"),
        *((cell(code, printed(HELD)), f"{typed} is typed in the code") for code, typed in TYPED.items()),
        (cell("%time hold(ledger, x=x)", printed(HELD)), "it is no plain Python"),
        (cell("", printed("oh", "stderr")), "it writes to stderr, which a reader would take for a failure: oh"),
        (cell("", displayed(displayed_table(TABLE.replace("6", "7")))), "not one that the build made"),
        (cell("", result(html="<b>words</b>", plain="words")), "not one that the build made"),
    ],
)
def test_what_no_claim_says_is_refused(wrong, complaint):
    with pytest.raises(ScanError) as caught:
        PROOF.check(wrong)
    assert complaint in str(caught.value)
