"""The same parts give the same bytes: in one order, of one date, from any system, without zlib."""

from __future__ import annotations

import io
import zipfile

import pytest

from slides.archive import repacked

PARTS = {
    "ppt/slides/slide10.xml": b"<b/>",
    "_rels/.rels": b"<r/>",
    "[Content_Types].xml": b"<t/>",
    "A.png": b"\x89" * 99,
}


def packed(names, date=(2020, 2, 2, 2, 2, 2), system=3, compression=zipfile.ZIP_DEFLATED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            entry = zipfile.ZipInfo(name, date)
            entry.create_system, entry.compress_type = system, compression
            archive.writestr(entry, PARTS[name])
    return file.getvalue()


def test_the_parts_stay_as_they_are():
    with zipfile.ZipFile(io.BytesIO(repacked(packed(PARTS)))) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == PARTS
        assert archive.testzip() is None


@pytest.mark.parametrize(
    "other",
    [
        packed(reversed(PARTS)),
        packed(PARTS, date=(1999, 9, 9, 9, 9, 8)),
        packed(PARTS, system=0),
        packed(PARTS, compression=zipfile.ZIP_STORED),
        repacked(packed(PARTS)),
    ],
    ids=["order", "date", "system", "compression", "repacked"],
)
def test_how_they_were_packed_before_makes_no_difference(other):
    assert repacked(other) == repacked(packed(PARTS))


def test_the_list_of_contents_comes_first_and_nothing_tells_of_a_machine():
    with zipfile.ZipFile(io.BytesIO(repacked(packed(PARTS)))) as archive:
        entries = archive.infolist()
    assert [entry.filename for entry in entries] == [
        "[Content_Types].xml",
        "A.png",
        "_rels/.rels",
        "ppt/slides/slide10.xml",
    ]
    assert {(entry.date_time, entry.create_system) for entry in entries} == {((1980, 1, 1, 0, 0, 0), 0)}
    assert {entry.compress_type for entry in entries} == {zipfile.ZIP_STORED}
