"""The lecture's constants: no route can change them."""

from __future__ import annotations

import pytest

from workflow.computations.lecture4.inputs import INPUTS


@pytest.mark.parametrize(("function", "name"), [(function, name) for function in INPUTS for name in INPUTS[function]])
def test_no_route_can_change_an_input(function, name):
    with pytest.raises(ValueError, match="read-only"):
        INPUTS[function][name][...] = 0.0
