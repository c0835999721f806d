"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from workflow.files import write_bytes, write_text


def test_a_file_is_written_with_its_folders(tmp_path):
    write_text(tmp_path / "a" / "b.txt", "−1\n")

    assert (tmp_path / "a" / "b.txt").read_bytes() == "−1\n".encode()


def test_a_failing_write_leaves_the_earlier_file_and_no_debris(tmp_path, monkeypatch):
    path = tmp_path / "a.txt"
    write_text(path, "earlier")

    def disk_is_full(self, content):
        with self.open("wb") as stream:
            stream.write(content[:3])
        raise OSError(28, "No space left on device", str(self))

    monkeypatch.setattr(Path, "write_bytes", disk_is_full)
    with pytest.raises(OSError, match="No space left"):
        write_bytes(path, b"later")

    assert [each.name for each in tmp_path.iterdir()] == ["a.txt"]
    assert path.read_text(encoding="utf-8") == "earlier"


def test_the_usual_permissions_apply(tmp_path):
    earlier = os.umask(0o022)
    try:
        write_text(tmp_path / "a.txt", "x")
    finally:
        os.umask(earlier)

    assert (tmp_path / "a.txt").stat().st_mode & 0o777 == 0o644
