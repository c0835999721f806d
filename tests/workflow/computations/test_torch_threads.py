"""One thread for a while: by default, after an exception, and nested."""

from __future__ import annotations

import pytest
import torch

from workflow.computations.torch_threads import one_thread


@pytest.fixture(autouse=True)
def two_threads():
    """Start from another number than one, and restore what was there."""
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(before)


def test_there_is_one_thread_and_then_as_many_as_before():
    with one_thread():
        assert torch.get_num_threads() == 1
    assert torch.get_num_threads() == 2


def test_the_threads_come_back_after_an_exception():
    with pytest.raises(ZeroDivisionError), one_thread():
        1 / 0  # noqa: B018 - it is the error that is wanted
    assert torch.get_num_threads() == 2


def test_blocks_nest():
    with one_thread():
        with one_thread():
            pass
        assert torch.get_num_threads() == 1
    assert torch.get_num_threads() == 2
