"""A state is read whole into memory; nothing is followed or unpacked, and what cannot be read is named."""

from __future__ import annotations

import subprocess
import zipfile

import pytest

from workflow.review import states
from workflow.review.states import StateError, of_commit, of_folder, of_zip, state_of

CONTENT = {"ledgers/a/b.json": b"{}", "figures/F.svg": b"<svg/>\n"}


def written(folder, content=CONTENT):
    for name, each in content.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(each)
    return folder


def zipped(path, content=CONTENT, top=""):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, each in content.items():
            archive.writestr(top + name, each)
    return path


def committed(folder):
    author = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for command in (["init", "--quiet"], ["add", "."], [*author, "commit", "--quiet", "--message", "all"]):
        subprocess.run(["git", *command], cwd=folder, check=True)


def test_a_project_and_its_results_are_the_same_state(tmp_path):
    written(tmp_path / "results")

    assert of_folder(tmp_path).files == of_folder(tmp_path / "results").files == CONTENT


@pytest.mark.parametrize("top", ["", "results/", "project-1.0/results/", "a/b/c/results/"])
def test_a_zip_file_may_hold_results_at_any_depth(tmp_path, top):
    assert of_zip(zipped(tmp_path / "a.zip", top=top)).files == CONTENT


def test_a_folder_of_this_name_elsewhere_in_a_zip_file_holds_no_results(tmp_path):
    content = {"project/slides/tables/x.py": b"", **{f"project/results/{name}": each for name, each in CONTENT.items()}}

    assert of_zip(zipped(tmp_path / "a.zip", content)).files == CONTENT


def test_a_commit_is_the_state_that_it_holds(tmp_path):
    written(tmp_path / "results")
    (tmp_path / "results/figures/link.svg").symlink_to("/etc/hostname")
    committed(tmp_path)

    state = of_commit("HEAD", tmp_path)

    assert state.files == CONTENT
    assert state.unreadable == {"figures/link.svg": "a link"}
    assert state.name.startswith("HEAD (")


def test_what_a_folder_links_to_is_not_read(tmp_path):
    written(tmp_path)
    (tmp_path / "figures/link.svg").symlink_to("/etc/hostname")
    (tmp_path / "decks").symlink_to("/etc")

    assert of_folder(tmp_path).unreadable == {"decks": "a link", "figures/link.svg": "a link"}


def test_a_place_is_a_folder_a_zip_file_or_a_reference(tmp_path):
    written(tmp_path / "results")

    assert state_of(str(tmp_path), tmp_path).files == CONTENT
    assert state_of(str(zipped(tmp_path / "a.zip")), tmp_path).files == CONTENT
    assert state_of("HEAD", states.Path(__file__).parents[3]).name.startswith("HEAD (")


def test_a_reference_comes_before_a_folder_of_its_name(tmp_path, monkeypatch):
    written(tmp_path / "results")
    committed(tmp_path)
    subprocess.run(["git", "tag", "old"], cwd=tmp_path, check=True)
    written(tmp_path / "old/results", {"ledgers/a/c.json": b"[]"})
    monkeypatch.chdir(tmp_path)

    assert state_of("old", tmp_path).files == CONTENT
    assert set(state_of("./old", tmp_path).files) == {"ledgers/a/c.json"}


@pytest.mark.parametrize("name", ["", " "])
def test_an_empty_name_is_refused(tmp_path, name):
    with pytest.raises(StateError, match="an empty name stands for no state"):
        state_of(name, tmp_path)


def test_a_project_whose_results_are_gone_has_none(tmp_path):
    written(tmp_path, {"figures/style.py": b""})

    with pytest.raises(StateError, match="there are no results here"):
        of_folder(tmp_path)
    with pytest.raises(StateError, match="there are no results in it"):
        of_zip(zipped(tmp_path / "a.zip", {"figures/style.py": b"", "slides/tables/x.py": b""}))


def test_a_folder_without_results_is_refused(tmp_path):
    with pytest.raises(StateError, match="there are no results here"):
        of_folder(tmp_path)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(b"", "not a zip file"), (b"PK\x03\x04 and no more", "not a zip file"), (None, "cannot be read")],
)
def test_what_is_no_zip_file_is_refused(tmp_path, content, complaint):
    path = tmp_path / "a.zip"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(StateError, match=complaint):
        of_zip(path)


def test_a_zip_file_without_results_is_refused(tmp_path):
    with pytest.raises(StateError, match="there are no results in it"):
        of_zip(zipped(tmp_path / "a.zip", {"notes.txt": b""}))


def test_a_damaged_file_in_a_zip_file_is_named_and_the_others_read(tmp_path):
    path = zipped(tmp_path / "a.zip", {"ledgers/a/b.json": b"{}", "ledgers/a/c.json": b"x" * 5000})
    content = bytearray(path.read_bytes())
    place = content.index(b"c.json") + 8  # in the packed bytes
    content[place : place + 4] = b"\xff\xff\xff\xff"
    path.write_bytes(content)

    state = of_zip(path)

    assert state.files == {"ledgers/a/b.json": b"{}"}
    assert state.unreadable["ledgers/a/c.json"].startswith("cannot be unpacked")


def test_a_bomb_is_not_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr(states, "LARGEST_FILE", 1000)
    path = zipped(tmp_path / "a.zip", {"ledgers/a/b.json": b"0" * 1001, "ledgers/a/c.json": b"0" * 1000})

    state = of_zip(path)

    assert state.unreadable == {"ledgers/a/b.json": "too large"}
    assert set(state.files) == {"ledgers/a/c.json"}


def test_many_files_that_are_large_together_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(states, "LARGEST_STATE", 1000)
    content = {f"ledgers/a/{number}.json": b"0" * 600 for number in range(2)}

    with pytest.raises(StateError, match="more than 1,000 bytes"):
        of_zip(zipped(tmp_path / "a.zip", content))
    with pytest.raises(StateError, match="more than 1,000 bytes"):
        of_folder(written(tmp_path / "folder", content))


def test_a_zip_file_with_a_name_twice_is_refused(tmp_path):
    path = zipped(tmp_path / "a.zip")
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("ledgers/a/b.json", b"[]")

    with pytest.raises(StateError, match="a name stands in it twice"):
        of_zip(path)


def test_a_commit_without_results_is_refused(tmp_path):
    written(tmp_path, {"a": b"1"})
    committed(tmp_path)

    with pytest.raises(StateError, match="there are no results in this commit"):
        of_commit("HEAD", tmp_path)


def test_names_that_lead_out_of_a_zip_file_lead_nowhere(tmp_path):
    content = {"ledgers/../../../evil": b"1", "/ledgers/a/b.json": b"2", **CONTENT}

    state = of_zip(zipped(tmp_path / "a.zip", content))

    assert not list(tmp_path.parent.rglob("evil"))
    assert set(state.files) >= set(CONTENT)
