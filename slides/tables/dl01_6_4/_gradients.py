"""The gradients of the running network: how its tables write them."""

from __future__ import annotations

from slides.tables.table import formula

GRADIENTS = {name: formula(rf"\nabla {name[0]}_{name[1]}") for name in ("W1", "b1", "W2", "b2")}

PARAMETER_NAMES = dict.fromkeys(("W_1", "b_1", "W_2", "b_2"), "the name of a parameter")
