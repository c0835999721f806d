"""PyTorch's settings are its user's: the computation leaves them as they were, and stores none of its digits."""

from __future__ import annotations

import torch

from workflow.claims import Agree
from workflow.computations.dl01_6_4 import pytorch


def test_the_default_dtype_is_left_alone(ledgers):
    assert torch.get_default_dtype() is torch.float32


def test_networks_are_float64_without_it():
    network = pytorch.build(list(pytorch.PARAMETERS.values()))
    assert {parameter.dtype for parameter in network.parameters()} == {torch.float64}


def test_every_agreement_has_pytorch_among_its_routes(ledgers):
    agreements = [claim for claim in ledgers["pytorch"] if isinstance(claim, Agree)]
    assert len(agreements) == 21
    assert all("pytorch" in claim.routes and len(claim.routes) >= 2 for claim in agreements)


def test_no_digit_of_pytorch_is_stored(ledgers):
    stored = [claim.kept() for claim in ledgers["pytorch"] if isinstance(claim, Agree)]
    assert all(route is None for claim in stored for route in claim.routes.values())
