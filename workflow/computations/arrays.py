"""What the arrays of the computations are called, and how a constant becomes one."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def fixed(values: ArrayLike) -> Floats:
    """Give a float64 array that nothing can write to, so that no route can change what the next one reads."""
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array
