r"""What every table of Lecture 4 says: its heads, its rules, and the claim in each place of each cell.

A table is written down as one reads it: caption, head, rows, below a line of === its foot, below one of --- its notes.
A number is the name of its claim, `<grad_w>`; a vector or a matrix has its shape too, `<w 2x1>`, so that one that
stands and one that lies are told apart; `<W2 3x2 transposed>` shows row i, column j of the claim in row j, column i.
"Routes agree on m a" stands for the note that the routes agree, on these quantities.
"""

from __future__ import annotations

import re
from textwrap import dedent

import pytest

from slides.tables.lecture4._routes import agreement
from slides.tables.rows import find_rows
from slides.tables.table import Formula, Matrix, Number
from tests.slides import configured
from tests.slides.configured import CASES, claims, made, words
from workflow.ledger import Ledger

CONFIGURED = {case.module: case for case in CASES if case.lesson == "lecture4"}

# The ledger whose claims stand without its name, where it is not called as the table.
LEDGERS = {
    "pytorch_ledger": "recorded_graph",
    "outer_products": "batch_gradients",
    "batch_gradients_exactly": "batch_gradients",
    "tiny_mlp_backward": "tiny_mlp",
    "tiny_mlp_gradients": "tiny_mlp",
}

AGREED = {
    "": "Hand, engine, SymPy and PyTorch agree within 1e-12.",
    " with differences": "Hand, engine, SymPy and PyTorch agree within 1e-12; central differences within 1e-8.",
}
AGREE_ON = re.compile(r"Routes( with differences|) agree on ([\w ]+)$")

TABLES = {
    "local_rules": r"""
        Local rules: each operand gets upstream times local
        operation | forward | upstream g_v (given) | local derivative | returned
        v = u^2 | <square_u> \cdot <square_u> = <square_v> | <square_grad_v> \
            | \partial v / \partial u = 2u = 2 \cdot <square_u> = <square_local_derivative> | g_u = <square_grad_u>
        v = a + b | <addition_a> + <addition_b> = <addition_v> | <addition_grad_v> \
            | \partial v / \partial a = 1 | g_a = <addition_grad_a>
        | | <addition_grad_v> | \partial v / \partial b = 1 | g_b = <addition_grad_b>
        v = ab | <multiplication_a> \cdot <multiplication_b> = <multiplication_v> | <multiplication_grad_v> \
            | \partial v / \partial a = b = <multiplication_b> | g_a = <multiplication_grad_a>
        | | <multiplication_grad_v> | \partial v / \partial b = a = <multiplication_a> | g_b = <multiplication_grad_b>
        ---
        Routes with differences agree on square_grad_u addition_grad_a addition_grad_b \
            multiplication_grad_a multiplication_grad_b""",
    "forward": r"""
        The graph of L = (wx + b - y)^2, forward
        stored | operation | with numbers | value
        m | wx | <w> \cdot <x> | <m>
        a | m + b | <m> + <b> | <a>
        e | a - y | <a> - <y> | <e>
        L | e^2 | (<e>) \cdot (<e>) | <L>
        ---
        Inputs: x = <x>, w = <w>, b = <b>, y = <y>.
        Routes agree on m a e L""",
    "reverse_sweep": r"""
        The graph of L = (wx + b - y)^2, backward
        q | value | upstream × local | with numbers | g_q = \partial L / \partial q
        L | <L> | seed \partial L / \partial L | | <grad_L>
        e | <e> | g_L \cdot 2e | <grad_L> \cdot 2 \cdot (<e>) | <grad_e>
        a | <a> | g_e \cdot 1 | <grad_e> \cdot 1 | <grad_a>
        m | <m> | g_a \cdot 1 | <grad_a> \cdot 1 | <grad_m>
        w | <w> | g_m \cdot x | <grad_m> \cdot <x> | <grad_w>
        x | <x> | g_m \cdot w | <grad_m> \cdot <w> | <grad_x>
        b | <b> | g_a \cdot 1 | <grad_a> \cdot 1 | <grad_b>
        y | <y> | g_e \cdot (-1) | <grad_e> \cdot (-1) | <grad_y>
        ---
        Routes with differences agree on grad_L grad_e grad_a grad_m grad_w grad_x grad_b grad_y""",
    "two_checks": r"""
        The gradients of L = (wx + b - y)^2, checked in two ways
        q | reverse sweep | symbolic derivative | at this point | central difference
        w | <grad_w> | 2(wx + b - y) x | <grad_w_by_symbols> | <grad_w_by_differences>
        x | <grad_x> | 2(wx + b - y) w | <grad_x_by_symbols> | <grad_x_by_differences>
        b | <grad_b> | 2(wx + b - y) | <grad_b_by_symbols> | <grad_b_by_differences>
        y | <grad_y> | -2(wx + b - y) | <grad_y_by_symbols> | <grad_y_by_differences>
        ---
        Central difference (8 decimals): (L(q + h) - L(q - h)) / (2h), h = <step>; \
            no truncation error (third derivatives vanish), rounding error below <rounding_bounds.bound>.
        Routes with differences agree on grad_w grad_x grad_b grad_y""",
    "gradient_step": r"""
        One gradient step lowers the loss
        quantity | before | gradient | after | as a fraction
        w | <w> | <grad_w> | <w_new> | <w_new_exactly>
        b | <b> | <grad_b> | <b_new> | <b_new_exactly>
        prediction wx + b | <prediction> | | <prediction_new> | <prediction_new_exactly>
        loss L | <L> | | <L_new> | <L_new_exactly>
        ---
        Each parameter q becomes q - \eta g_q, \eta = <eta>.
        Routes agree on w_new b_new prediction_new L_new""",
    "pytorch_ledger": r"""
        PyTorch's graph of L = (wx + b - y)^2
        node | stored value | .grad after backward()
        L | <L_by_pytorch> | <grad_L_by_pytorch>
        e | <e_by_pytorch> | <grad_e_by_pytorch>
        a | <a_by_pytorch> | <grad_a_by_pytorch>
        m | <m_by_pytorch> | <grad_m_by_pytorch>
        w | <w_by_pytorch> | <grad_w_by_pytorch>
        x | <x_by_pytorch> | <grad_x_by_pytorch>
        b | <b_by_pytorch> | <grad_b_by_pytorch>
        y | <y_by_pytorch> | <grad_y_by_pytorch>
        ---
        m, a, e and L keep .grad only after retain_grad().
        Routes agree on L e a m w x b y grad_L grad_e grad_a grad_m grad_w grad_x grad_b grad_y""",
    "accumulation": r"""
        backward() adds to w.grad
        backward call | adds | w.grad
        <calls[0]> | <grad_w_each_call[0]> | <grad_w[0]>
        <calls[1]> | <grad_w_each_call[1]> | <grad_w[1]>
        <calls[2]> | <grad_w_each_call[2]> | <grad_w[2]>
        ===
        after w.grad.zero_() | | <grad_w_after_zeroing>
        ---
        A fresh graph of L = (wx + b - y)^2 for every call, the same leaf w.
        optimizer.zero_grad() sets w.grad to None instead; so does our engine, which has no part in the last row.
        Routes with differences agree on grad_w""",
    "branch": r"""
        At a branch, contributions add
        path | value | upstream × local | with numbers | contribution
        u = x^2 | <u> | g_u \cdot 2x | <grad_u> \cdot 2 \cdot <x> | <grad_x_through_u>
        v = <factor>x | <v> | g_v \cdot <factor> | <grad_v> \cdot <factor> | <grad_x_through_v>
        ===
        sum at x | | g_x | <grad_x_through_u> + <grad_x_through_v> | <grad_x>
        ---
        x = <x>, L = u + v = <u> + <v> = <L>.
        Routes with differences agree on grad_x_through_u grad_x_through_v grad_x""",
    "vector_neuron": r"""
        A vector neuron, backward
        q | value | upstream × local | with numbers | g_q = \partial L / \partial q
        L | <L> | seed \partial L / \partial L | | <grad_L>
        z | <z> | g_L \cdot 2z | <grad_L> \cdot 2 \cdot (<z>) | <grad_z>
        w | <w 2x1> | g_z \cdot x | <grad_z> \cdot <x 2x1> | <grad_w 2x1>
        x | <x 2x1> | g_z \cdot w | <grad_z> \cdot <w 2x1> | <grad_x 2x1>
        b | <b> | g_z \cdot 1 | <grad_z> \cdot 1 | <grad_b>
        ---
        z = w^\top x + b, L = z^2.
        Routes with differences agree on grad_L grad_z grad_w grad_x grad_b""",
    "dense_vjp": r"""
        Vector-Jacobian product of a dense layer, row by row
        recipient | from z_1 | from z_2 | together | result | shape
        x | <grad_x_rows[0] 2x1> | <grad_x_rows[1] 2x1> | add: W^\top g_z | <grad_x 2x1> | <grad_x_shape>
        W | <grad_W[0] 1x2> | <grad_W[1] 1x2> | stack: g_z x^\top | <grad_W 2x2> | <grad_W_shape>
        b | <grad_b[0]> | <grad_b[1]> | stack: g_z | <grad_b 2x1> | <grad_b_shape>
        ---
        z = Wx + b = <z 2x1>, W = <W 2x2>, x = <x 2x1>, b = <b 2x1>; g_z = <grad_z 2x1> is given.
        Routes with differences agree on grad_x_rows grad_x grad_W grad_b""",
    "batch": r"""
        A batch: one example per row
        n | (x^{(n)})^\top | (z^{(n)})^\top | (y^{(n)})^\top | (r^{(n)})^\top | row of G_Z | \ell_n
        <n[0]> | <X[0] 1x2> | <Z[0] 1x2> | <Y[0] 1x2> | <R[0] 1x2> | <grad_Z_exactly[0] 1x2> | <row_losses[0]>
        <n[1]> | <X[1] 1x2> | <Z[1] 1x2> | <Y[1] 1x2> | <R[1] 1x2> | <grad_Z_exactly[1] 1x2> | <row_losses[1]>
        <n[2]> | <X[2] 1x2> | <Z[2] 1x2> | <Y[2] 1x2> | <R[2] 1x2> | <grad_Z_exactly[2] 1x2> | <row_losses[2]>
        ===
        L, mean of \ell_n | | | | | | <L>
        ---
        Z = X W^\top + b, b added to every row; W = <W 2x2>, b = <b 1x2>.
        x^{(n)}, z^{(n)}, y^{(n)} and r^{(n)} are columns; (r^{(n)})^\top is row n of R = Z - Y.
        G_Z = R / B, B = <B>; \ell_n = \frac{1}{2} \lVert z^{(n)} - y^{(n)} \rVert^2.
        Routes agree on Z R row_losses L""",
    "outer_products": r"""
        One outer product per example
        n | r^{(n)} | (x^{(n)})^\top | r^{(n)} (x^{(n)})^\top
        <batch.n[0]> | <batch.R[0] 2x1> | <batch.X[0] 1x2> | <grad_W_each[0] 2x2>
        <batch.n[1]> | <batch.R[1] 2x1> | <batch.X[1] 1x2> | <grad_W_each[1] 2x2>
        <batch.n[2]> | <batch.R[2] 2x1> | <batch.X[2] 1x2> | <grad_W_each[2] 2x2>
        ===
        mean, G_W | | | <grad_W 2x2>
        ---
        r^{(n)} and x^{(n)} are columns: (r^{(n)})^\top is row n of R, (x^{(n)})^\top of X.
        Routes with differences agree on grad_W_each grad_W""",
    "batch_gradients": r"""
        Gradients of the mean loss, by hand and by autograd
        gradient | by hand (4 decimals) | PyTorch (4 decimals) | shape
        G_Z | <grad_Z 3x2> | <grad_Z_by_pytorch 3x2> | <grad_Z_shape>
        G_W | <grad_W 2x2> | <grad_W_by_pytorch 2x2> | <grad_W_shape>
        G_b | <grad_b 1x2> | <grad_b_by_pytorch 1x2> | <grad_b_shape>
        G_X | <grad_X 3x2> | <grad_X_by_pytorch 3x2> | <grad_X_shape>
        ---
        Routes with differences agree on grad_Z grad_W grad_b grad_X""",
    "batch_gradients_exactly": r"""
        Gradients of the mean loss, exactly
        rule | exactly | 4 decimals
        G_Z = R / B | <grad_Z_exactly 3x2> | <grad_Z 3x2>
        G_W = R^\top X / B | <grad_W 2x2> |
        G_b: mean of the rows of R | <grad_b 1x2> |
        G_X = R W / B | <grad_X_exactly 3x2> | <grad_X 3x2>
        ---
        B = <B>; b is added to every row, so b and G_b are rows here. \
            Routes with differences agree on grad_Z grad_W grad_b grad_X""",
    "microbatches": r"""
        Microbatches add up to the gradient of the batch
        after microbatch | W.grad exactly | W.grad (4 decimals) | b.grad exactly
        <n[0]> | <grad_W_exactly[0] 2x2> | <grad_W[0] 2x2> | <grad_b_exactly[0] 1x2>
        <n[1]> | <grad_W_exactly[1] 2x2> | <grad_W[1] 2x2> | <grad_b_exactly[1] 1x2>
        <n[2]> | <grad_W_exactly[2] 2x2> | <grad_W[2] 2x2> | <grad_b_exactly[2] 1x2>
        ===
        full batch | <full_grad_W 2x2> | <full_grad_W 2x2> | <full_grad_b 1x2>
        ---
        Clear once; call backward() on \ell_n / B for each n (B = <batch.B>); update only at the end.
        Routes with differences agree on grad_W grad_b""",
    "sgd_step": r"""
        One SGD step lowers the mean loss of the batch
        quantity | before | gradient | after | as a fraction
        W | <W 2x2> | <grad_W 2x2> | <W_new 2x2> | <W_new_exactly 2x2>
        b | <b 1x2> | <grad_b 1x2> | <b_new 1x2> | <b_new_exactly 1x2>
        mean loss L | <L> | | <L_new> | <L_new_exactly>
        ---
        Each parameter \theta becomes \theta - \eta G_\theta, \eta = <eta>.
        b is added to every row, so b and G_b are rows here.
        Routes agree on W_new b_new L_new""",
    "tiny_mlp": r"""
        A tiny MLP, forward: dense, ReLU, dense
        stage | formula | with numbers | value
        dense | z = W_1 x + b_1 | <W1 3x2>\ <x 2x1> + <b1 3x1> | <z 3x1>
        ReLU | h = \max(0, z) | \max(0, <z 1x3>^\top) | <h 1x3>^\top
        dense | \hat{y} = W_2 h + b_2 | <W2 2x3>\ <h 3x1> + <b2 2x1> | <prediction 2x1>
        loss | L = \lVert \hat{y} - y \rVert^2 | \lVert <prediction 1x2>^\top - <y 1x2>^\top \rVert^2 | <loss>
        ---
        Routes agree on z h prediction loss""",
    "tiny_mlp_backward": r"""
        The tiny MLP, backward through the ReLU
        gradient | rule | with numbers | value
        g_{\hat{y}} | 2(\hat{y} - y) | 2 \left( <prediction 2x1> - <y 2x1> \right) | <grad_prediction 2x1>
        g_h | W_2^\top g_{\hat{y}} | <W2 3x2 transposed>\ <grad_prediction 2x1> | <grad_h 3x1>
        g_z | g_h \odot \lbrack z > 0 \rbrack | <grad_h 3x1> \odot <active 3x1> | <grad_z 3x1>
        ---
        Unit <inactive_units[0]> is inactive, z_2 = <z[1]>: its <grad_h[1]> is cut to <grad_z[1]>.
        Routes with differences agree on grad_prediction grad_h grad_z""",
    "tiny_mlp_gradients": r"""
        The tiny MLP, backward: a gradient for every parameter
        parameter | rule | with numbers | gradient | shape of both
        W_2 | g_{\hat{y}} h^\top | <grad_prediction 2x1>\ <h 1x3> | <grad_W2 2x3> | <grad_W2_shape>
        b_2 | g_{\hat{y}} | | <grad_b2 1x2>^\top | <grad_b2_shape>
        W_1 | g_z x^\top | <grad_z 3x1>\ <x 1x2> | <grad_W1 3x2> | <grad_W1_shape>
        b_1 | g_z | | <grad_b1 1x3>^\top | <grad_b1_shape>
        ---
        Unit <inactive_units[0]> is inactive: \
            its row of W_1, bias in b_1 and column of W_2 get gradient <grad_z_inactive[0]>.
        Routes with differences agree on grad_W2 grad_b2 grad_W1 grad_b1""",
}

# How the claims end whose bound a note on routes shows; of several that have one bound, it may be any.
BOUNDS = ("_agreement.bound", "_pytorch.bound", "_difference.bound")

every_table = pytest.mark.parametrize("module", CONFIGURED)


def said(cell, ledger):
    """Give a cell with the names of claims in the places of the numbers."""
    match cell:
        case Number(claim=claim, text=text):
            name = claim.removeprefix(f"lecture4/{ledger}.").removeprefix("lecture4/")
            return text if claim.endswith(BOUNDS) else f"<{name}>"
        case Matrix(rows=rows):
            return _matrix([[said(number, ledger) for number in row] for row in rows])
        case Formula(pieces=pieces) | (*pieces,):
            return "".join(said(piece, ledger) for piece in pieces)
    return cell


def _matrix(names):
    """Name a matrix by the claim whose entries it shows in their places; else list them."""
    height, width = len(names), len(names[0])
    ways = {"": "[{2}]>"} if 1 in (height, width) else {"": "[{0}][{1}]>", " transposed": "[{1}][{0}]>"}
    for way, place in ways.items():
        stem = names[0][0].removesuffix(place.format(0, 0, 0))
        entries = [[stem + place.format(row, column, row + column) for column in range(width)] for row in range(height)]
        if names == entries:
            return f"{stem} {height}x{width}{way}>"
    return str(names)


def lines_of(table, ledger):
    """Write a table as it is written down here."""
    rows = table.head, *table.rows, *table.foot
    lines = [" | ".join(said(cell, ledger) for cell in row) for row in rows]
    if table.foot:
        lines.insert(1 + len(table.rows), "===")
    return [said(table.caption, ledger), *lines, "---", *(said(note, ledger) for note in table.notes)]


def written(module):
    """Give the lines that are written here, each with its continuations."""
    return re.sub(r"\\\n\s*", "", dedent(TABLES[module])).strip().splitlines()


def evenly(lines):
    return [re.sub(r" *\| *", " | ", line).strip() for line in lines]


@every_table
def test_a_table_says_what_is_written_here(module):
    *lines, last = written(module)
    found = lines_of(made(CONFIGURED[module]).table, LEDGERS.get(module, module))
    assert evenly(found) == evenly([*lines, AGREE_ON.sub(lambda match: AGREED[match[1]], last)])


@every_table
def test_mathematics_stands_in_formulas(module):
    table = made(CONFIGURED[module]).table
    assert [piece for piece in table.pieces() if isinstance(piece, str) and re.search(r"[\\^]", piece)] == []


@every_table
def test_routes_agree_on_every_result(module):
    """Without the claim about PyTorch for one of them, the note names PyTorch no more."""
    identity, rows = f"lecture4/{LEDGERS.get(module, module)}", find_rows(f"lecture4/{module}")
    for quantity in AGREE_ON.search(written(module)[-1])[2].split():
        ledgers = configured._ledgers(CONFIGURED[module])
        (ledger,) = (each for each in ledgers if each.identity == identity)
        del ledger._claims[f"{quantity}_pytorch"]
        assert "PyTorch" not in words(rows.table(*ledgers).notes[-1]), quantity


def test_every_table_of_the_lecture_is_read_here():
    assert set(TABLES) == set(CONFIGURED)


@pytest.fixture
def routes():
    """Quantities that all routes found, or that some of them did."""
    ledger = Ledger("lesson/routes")
    for name, tolerance, found_by in (
        ("all_agreement", 1e-12, ("hand", "engine", "symbolic")),
        ("all_pytorch", 1e-12, ("hand", "engine", "symbolic", "pytorch")),
        ("all_difference", 1e-8, ("hand", "difference")),
        ("zeroed_agreement", 1e-12, ("hand", "symbolic")),
        ("zeroed_pytorch", 1e-12, ("hand", "pytorch")),
        ("run_agreement", 1e-12, ("engine", "symbolic")),
        ("run_difference", 1e-8, ("hand", "difference")),
        ("loose_agreement", 1e-12, ("hand", "engine")),
        ("loose_pytorch", 1e-9, ("hand", "pytorch")),
    ):
        ledger.agree(name, dict.fromkeys(found_by, 1.0), tolerance=tolerance, where="tests/slides")
    return ledger


@pytest.mark.parametrize(
    ("quantities", "note"),
    [
        ("all", AGREED[" with differences"]),
        ("zeroed", "Hand, SymPy and PyTorch agree within 1e-12."),
        ("loose", "Hand and engine agree within 1e-12; PyTorch within 1e-9."),
        ("all zeroed", "Hand, SymPy and PyTorch agree within 1e-12."),
        ("all run", "Engine and SymPy agree within 1e-12; hand and central differences within 1e-8."),
    ],
)
def test_a_route_is_named_where_it_found_every_quantity(routes, quantities, note):
    found = agreement(routes, *quantities.split())
    assert words(found) == note
    assert {claim.split(".")[1].partition("_")[0] for claim in claims(found)} <= set(quantities.split())
