"""Optimizers: what to do with the gradients of a training step.

Source: lesson DL01.6.3; Goodfellow, Bengio and Courville, Deep Learning, 2016, section 8.3.1 (SGD).
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from engine.tensor import Tensor


class SGD:
    """Stochastic gradient descent: data -= lr * grad, for every parameter.

    Parameters
    ----------
    params
        The tensors to train, as ``Module.parameters`` lists them.
    lr
        Learning rate, a positive number.

    Raises
    ------
    ValueError
        If there is no parameter, or the learning rate is not a positive finite number.
    """

    def __init__(self, params: Iterable[Tensor], lr: float) -> None:
        self.params = list(params)
        self.lr = lr
        if not self.params:
            msg = "SGD: got no parameters to train: pass module.parameters()"
            raise ValueError(msg)
        if not (lr > 0 and math.isfinite(lr)):
            msg = f"SGD: the learning rate must be a positive finite number, got {lr}"
            raise ValueError(msg)

    def zero_grad(self) -> None:
        """Forget all gradients, so that the next ``backward`` starts from nothing."""
        for param in self.params:
            param.grad = None

    def step(self) -> None:
        """Move every parameter against its gradient, in place; one without a gradient does not move.

        A graph made before the step reads the moved data: call ``backward`` first.

        Raises
        ------
        RuntimeError
            If no parameter has a gradient.
        """
        moved = False
        for param in self.params:
            if param.grad is not None:
                param.data -= self.lr * param.grad
                moved = True
        if not moved:
            msg = "SGD.step: no parameter has a gradient: call backward() on the loss first"
            raise RuntimeError(msg)
