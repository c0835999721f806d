"""The inactive unit of the tiny network: whatever comes back through it is noticed, where it arrives."""

from __future__ import annotations

import numpy as np
import pytest

from workflow.computations.lecture4 import by_hand, tiny_mlp

UNIT = 1  # the second of three


@pytest.mark.parametrize(
    ("name", "place"),
    [("z", UNIT), ("b1", UNIT), ("W1", (UNIT, 0)), ("W1", (UNIT, 1)), ("W2", (0, UNIT)), ("W2", (1, UNIT))],
)
def test_a_gradient_of_the_inactive_unit_is_noticed(monkeypatch, failing, name, place):
    right = by_hand.tiny_mlp

    def leaking(**inputs):
        sweep = right(**inputs)
        gradient = np.array(sweep.gradients[name])
        gradient[place] += 1.0
        return sweep._replace(gradients=sweep.gradients | {name: gradient})

    monkeypatch.setattr(by_hand, "tiny_mlp", leaking)
    assert f"grad_{name}_inactive" in failing(tiny_mlp.compute())
