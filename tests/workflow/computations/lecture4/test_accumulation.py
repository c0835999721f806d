"""Clearing a gradient: whoever does not clear it is found out."""

from __future__ import annotations

from engine.optim import SGD
from workflow.computations.lecture4 import accumulation, by_pytorch


def test_an_engine_that_keeps_a_cleared_gradient_is_found_out(monkeypatch, failing):
    monkeypatch.setattr(SGD, "zero_grad", lambda self: None)
    assert "grad_w_is_none_after_zero_grad" in failing(accumulation.compute())


def test_an_engine_that_sets_it_to_zero_is_found_out(monkeypatch, failing):
    def zero_grad(self):
        for parameter in self.params:
            parameter.grad[...] = 0.0

    monkeypatch.setattr(SGD, "zero_grad", zero_grad)
    assert failing(accumulation.compute()) == {"grad_w_is_none_after_zero_grad"}


def test_a_gradient_of_pytorchs_that_is_not_zeroed_is_found_out(monkeypatch, failing):
    right = by_pytorch._grad_of
    # `_gradient_of` reads what `_grad_of` gives; zero_() then acts on a copy.
    monkeypatch.setattr(by_pytorch, "_grad_of", lambda tensor: right(tensor).clone())
    assert {"grad_w_after_zeroing", "grad_w_afresh_pytorch"} <= failing(accumulation.compute())
