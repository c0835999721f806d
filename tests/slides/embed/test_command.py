"""The command: all files or none, every complaint at once, and what `--check` says."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from slides.__main__ import main as slides
from slides.embed.command import main
from tests.slides.configured import ROOT

FIGURE = "<!-- tallysheet: L4-F2 -->\n<!-- /tallysheet -->\n"
VALUE = "The loss is <!-- tallysheet: dl01_6_4/race.last_loss -->0.009<!-- /tallysheet -->.\n"
WRONG = "a\n\n<!-- tallysheet: L4-F22 -->\n<!-- /tallysheet -->\n"


@pytest.fixture
def deck(tmp_path):
    """A file with a figure and a value."""
    path = tmp_path / "deck.md"
    path.write_text(FIGURE + VALUE, encoding="utf-8")
    return path


def files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_file_is_filled_and_its_pictures_stand_beside_it(deck, project, capsys):
    assert main([str(deck)], project) == 0
    assert "0.008<!--" in deck.read_text(encoding="utf-8")
    picture = (project / "build/figures/L4-F2.slide.svg").read_bytes()
    assert files(deck.parent) == {"deck.md": deck.read_bytes(), "tallysheet/L4-F2.slide.svg": picture}
    assert capsys.readouterr().out == (
        f"{deck}: 2 of 2 places filled anew, pictures copied to {deck.parent / 'tallysheet'}.\n"
    )


def test_a_second_run_writes_nothing(deck, project, capsys):
    assert main([str(deck)], project) == 0
    before = {path: path.stat().st_mtime_ns for path in deck.parent.rglob("*")}
    inodes = {path: path.stat().st_ino for path in deck.parent.rglob("*")}
    assert main([str(deck)], project) == 0
    assert {path: path.stat().st_mtime_ns for path in deck.parent.rglob("*")} == before
    assert {path: path.stat().st_ino for path in deck.parent.rglob("*")} == inodes
    assert capsys.readouterr().out.endswith(f"{deck}: current.\n")


def test_nothing_is_written_if_one_file_has_a_complaint_and_all_are_told(deck, project, capsys):
    wrong, unknown = deck.with_name("wrong.md"), deck.with_name("notes.txt")
    wrong.write_text(WRONG, encoding="utf-8")
    unknown.write_text("", encoding="utf-8")
    before = files(deck.parent)
    assert main([str(deck), str(wrong), str(unknown), str(deck.with_name("none.md"))], project) == 1
    assert files(deck.parent) == before
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith(
        f"{wrong}, line 3: there is no figure, table or value called 'L4-F22'. Did you mean L4-F2"
    )
    assert told[1].startswith(f"{unknown}: marks are known in files that end in .md, ")
    assert told[2] == f"{deck.with_name('none.md')}: cannot be read: No such file or directory."
    assert len(told) == 3


def test_check_names_every_stale_place_and_writes_nothing(deck, project, capsys):
    before = files(deck.parent)
    assert main(["--check", str(deck)], project) == 1
    assert files(deck.parent) == before
    first, second, third = capsys.readouterr().err.splitlines()
    assert first.startswith(f"{deck}, line 1: L4-F2 shows nothing, it should show '![")
    assert second == f"{deck}, line 3: dl01_6_4/race.last_loss shows '0.009', it should show '0.008'"
    copy = deck.parent / "tallysheet/L4-F2.slide.svg"
    assert third == f"{deck}: {copy} is missing, it should be a copy of build/figures/L4-F2.slide.svg"


def test_check_is_content_with_what_was_filled(deck, project):
    assert main([str(deck)], project) == 0
    assert main(["--check", str(deck)], project) == 0


def test_a_copy_that_is_another_picture_is_stale_and_copied_again(deck, project, capsys):
    assert main([str(deck)], project) == 0
    copy = deck.parent / "tallysheet/L4-F2.slide.svg"
    right = copy.read_bytes()
    copy.write_bytes(b"old")
    assert main(["--check", str(deck)], project) == 1
    assert capsys.readouterr().err == f"{deck}: {copy} shows another picture than build/figures/L4-F2.slide.svg\n"
    assert main([str(deck)], project) == 0
    assert copy.read_bytes() == right


def test_pictures_are_written_before_the_file_that_shows_them(deck, project, monkeypatch):
    written = recorded(monkeypatch, "replace")
    assert main([str(deck)], project) == 0
    assert [path.name for path in written] == ["L4-F2.slide.svg", "deck.md"]


def recorded(monkeypatch, method, fails=lambda path: False, first=lambda path: None):
    """Let a method of Path run `first`, or fail as on a full disk; give the files that it was called for."""
    called, own = [], getattr(Path, method)

    def instead(path, *arguments):
        target = arguments[0] if method == "replace" else path
        first(target)
        if fails(target):
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        called.append(target)
        return own(path, *arguments)

    monkeypatch.setattr(Path, method, instead)
    return called


@pytest.fixture
def second(deck):
    """A second file, to be filled after the first."""
    path = deck.with_name("second.md")
    path.write_text(VALUE, encoding="utf-8")
    return path


def test_a_disk_that_is_full_at_the_second_file_leaves_the_first_as_it_was(deck, second, project, capsys, monkeypatch):
    before = files(deck.parent)
    recorded(monkeypatch, "write_bytes", fails=lambda path: "second" in path.name)
    assert main([str(deck), str(second)], project) == 1
    assert files(deck.parent) == before
    assert capsys.readouterr().err == f"{second}: cannot be written: No space left on device. No file was changed.\n"


def test_a_file_that_somebody_saves_meanwhile_is_not_overwritten(deck, second, project, capsys, monkeypatch):
    def save(path):
        if "second" in path.name:
            second.write_text("mine", encoding="utf-8")

    before = files(deck.parent)
    recorded(monkeypatch, "write_bytes", first=save)
    assert main([str(deck), str(second)], project) == 1
    assert files(deck.parent) == before | {"second.md": b"mine"}
    assert capsys.readouterr().err == (
        f"{second}: it was changed while it was filled. Run this again. No file was changed.\n"
    )


def test_what_was_written_before_a_rename_fails_is_named(deck, second, project, capsys, monkeypatch):
    before = second.read_bytes()
    recorded(monkeypatch, "replace", fails=lambda path: path.name == "second.md")
    assert main([str(deck), str(second)], project) == 1
    assert second.read_bytes() == before
    assert "0.008<!--" in deck.read_text(encoding="utf-8")
    copy = deck.parent / "tallysheet/L4-F2.slide.svg"
    assert capsys.readouterr().err == (
        f"{second}: cannot be written: No space left on device. Written before: {copy}, {deck}.\n"
    )
    assert not list(deck.parent.rglob("*.partial"))


def test_a_read_only_file_is_refused(deck, second, project, capsys):
    second.chmod(0o444)
    before = files(deck.parent)
    assert main([str(deck), str(second)], project) == 1
    assert files(deck.parent) == before
    assert capsys.readouterr().err == (
        f"{second}: it is read-only. Make it writable, or leave it out. No file was changed.\n"
    )
    assert main(["--check", str(second)], project) == 1


def test_a_read_only_file_that_is_current_may_stay_so(second, project):
    assert main([str(second)], project) == 0
    second.chmod(0o444)
    assert main([str(second)], project) == 0


def test_a_read_only_copy_of_a_picture_is_refused(deck, project, capsys):
    assert main([str(deck)], project) == 0
    copy = deck.parent / "tallysheet/L4-F2.slide.svg"
    copy.write_bytes(b"old")
    copy.chmod(0o400)
    assert main([str(deck)], project) == 1
    assert copy.read_bytes() == b"old"
    assert f"{copy}: it is read-only." in capsys.readouterr().err


def test_two_files_may_show_the_same_picture(deck, second, project, monkeypatch):
    second.write_text(FIGURE, encoding="utf-8")
    written = recorded(monkeypatch, "replace")
    assert main([str(deck), str(second)], project) == 0
    assert [path.name for path in written] == ["L4-F2.slide.svg", "deck.md", "second.md"]


def test_a_link_and_the_rights_of_a_file_stay(deck, project, tmp_path):
    deck.chmod(0o640)
    link = tmp_path / "link.md"
    link.symlink_to(deck)
    assert main([str(link)], project) == 0
    assert link.is_symlink()
    assert "0.008<!--" in deck.read_text(encoding="utf-8")
    assert deck.stat().st_mode & 0o777 == 0o640


def test_a_file_that_is_named_twice_is_filled_once(deck, project, capsys):
    assert main([str(deck), str(deck.parent / "." / "deck.md")], project) == 0
    assert main(["--check", str(deck), str(deck.parent.parent / deck.parent.name / "deck.md")], project) == 0
    link = deck.with_name("link.md")
    link.symlink_to(deck)
    capsys.readouterr()
    assert main([str(deck), str(link)], project) == 0
    assert capsys.readouterr().out == f"{link}: current.\n"


def test_a_folder_that_cannot_be_written_is_a_sentence(deck, project, capsys):
    (deck.parent / "tallysheet").write_text("in the way", encoding="utf-8")
    before = deck.read_bytes()
    assert main([str(deck)], project) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"{deck.parent / 'tallysheet/L4-F2.slide.svg'}: cannot be read: ")
    assert deck.read_bytes() == before


def test_a_file_without_marks_is_told_so(tmp_path, project, capsys):
    path = tmp_path / "plain.MD"
    path.write_bytes(b"\xef\xbb\xbfplain\r\n")
    assert main([str(path)], project) == 0
    assert path.read_bytes() == b"\xef\xbb\xbfplain\r\n"
    assert capsys.readouterr().out == f"{path}: there is no mark in it.\n"


def test_an_encoding_can_be_named(tmp_path, project):
    path = tmp_path / "old.tex"
    path.write_bytes(b"caf\xe9\n% tallysheet: dl01_6_4/race.last_loss\n% /tallysheet\n")
    assert main(["--encoding", "latin-1", str(path)], project) == 0
    assert path.read_bytes() == b"caf\xe9\n% tallysheet: dl01_6_4/race.last_loss\n0.008%\n% /tallysheet\n"


def test_a_package_that_is_not_installed_is_a_sentence(tmp_path, project, capsys, monkeypatch):
    path = tmp_path / "talk.pptx"
    path.write_bytes(b"")
    monkeypatch.delitem(sys.modules, "slides.embed.powerpoint.deck", raising=False)
    monkeypatch.setitem(sys.modules, "pptx", None)
    assert main([str(path)], project) == 1
    assert capsys.readouterr().err.startswith(f"{path}: the package 'pptx' is not installed. Run `make`")


@pytest.mark.parametrize("arguments", [["embed", "--help"], ["--help"]])
def test_help_says_what_there_is(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        slides(arguments)
    assert stopped.value.code == 0
    told = capsys.readouterr().out
    assert ("--check" if len(arguments) > 1 else "{embed}") in told


def test_filling_text_imports_nothing_that_only_presentations_need(deck):
    program = "import sys; from slides.__main__ import main; main(['embed', sys.argv[1]]); print(*sys.modules)"
    command = [sys.executable, "-c", program, str(deck)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=deck.parent, env=environment, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "slides.embed.markdown" in loaded
    unwanted = {"pptx", "lxml", "PIL", "slides.tables.pandoc", "matplotlib", "torch", "engine", "workflow.computations"}
    assert unwanted & loaded == set()


def test_without_a_file_it_says_how_to_name_one(project, capsys):
    assert main([], project) == 1
    assert "snakemake embed --config deck=talk.md" in capsys.readouterr().err


def test_pictures_of_a_linked_file_stand_beside_the_file_itself(deck, project, tmp_path):
    (tmp_path / "sub").mkdir()
    there = deck.rename(tmp_path / "sub" / "deck.md")
    link = tmp_path / "link.md"
    link.symlink_to(there)
    assert main([str(link)], project) == 0
    assert (tmp_path / "sub/tallysheet/L4-F2.slide.svg").is_file()
    assert main(["--check", str(there), str(link)], project) == 0


def test_whatever_goes_wrong_in_one_file_is_told_and_the_others_are_looked_at(
    deck, project, tmp_path, capsys, monkeypatch
):
    from slides.embed import latex

    monkeypatch.setattr(latex, "fill", lambda *_: 1 / 0)
    other, wrong = tmp_path / "a.tex", tmp_path / "b.md"
    other.write_text("x", encoding="utf-8")
    wrong.write_text(WRONG, encoding="utf-8")
    assert main([str(other), str(wrong), str(deck)], project) == 1
    told = capsys.readouterr().err
    assert f"{other}: stopped by ZeroDivisionError" in told
    assert "L4-F22" in told
    assert "0.009" in deck.read_text(encoding="utf-8")
