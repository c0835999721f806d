"""A batch of three examples goes through one dense layer; its loss is a mean."""

from __future__ import annotations

from workflow.computations.lecture4 import by_symbols
from workflow.computations.lecture4.agreement import claim_difference_errors, claim_gradients, claim_values
from workflow.computations.lecture4.routes import by_every_route
from workflow.ledger import Ledger

WHERE = "Lecture 4, checkpoint 12: a batch adds an axis"

VALUES = {
    "X": [[2.0, -1.0], [-1.0, 2.0], [2.0, 2.0]],
    "W": [[1.0, 3.0], [-2.0, 1.0]],
    "b": [0.0, 1.0],
    "Y": [[-5.0, -2.0], [7.0, 1.0], [7.0, -2.0]],
    "Z": [[-1.0, -4.0], [5.0, 5.0], [8.0, -1.0]],
    "R": [[4.0, -2.0], [-2.0, 4.0], [1.0, 1.0]],
    "row_losses": [10.0, 10.0, 1.0],
    "L": 7.0,
}
GRAD_Z = [["1.3333", "-0.6667"], ["-0.6667", "1.3333"], ["0.3333", "0.3333"]]
GRAD_Z_EXACTLY = [["4/3", "-2/3"], ["-2/3", "4/3"], ["1/3", "1/3"]]


def compute() -> Ledger:
    """Compute Z = X W^T + b, R = Z - Y, half the squared error of each row, and L, their mean.

    X, Y, Z and R are (3, 2), an example a row; W is (2, 2), b (2,), the losses of the rows (3,).
    """
    found = by_every_route("batch")
    routes = found.sweeps
    values, gradients = routes["hand"]
    ledger = Ledger("lecture4/batch")
    ledger.equals("n", list(range(1, len(values["X"]) + 1)), [1, 2, 3], where=WHERE)
    ledger.equals("B", len(values["X"]), 3, where=WHERE)
    for name, expected in VALUES.items():
        ledger.equals(name, values[name], expected, where=WHERE)
    ledger.reads("grad_Z", gradients["Z"], GRAD_Z, where=f"{WHERE}: R / B")
    text = by_symbols.text(found.exact.gradients["Z"])
    ledger.equals("grad_Z_exactly", text, GRAD_Z_EXACTLY, where=f"{WHERE}: R / B")
    claim_values(ledger, routes, ("Z", "R", "row_losses", "L"), where=WHERE)
    claim_gradients(ledger, routes, ("Z",), where=WHERE)
    claim_difference_errors(ledger, found, ("Z",), where=WHERE)
    return ledger
