"""The command that writes a deck: every format or none."""

from __future__ import annotations

import shutil

import pytest

from slides.decks.__main__ import main
from tests.slides.configured import LESSONS, ROOT, ledger_file
from tests.slides.decks.conftest import HEAD
from workflow.names import DECK_FORMATS, deck_template, picture_file
from workflow.receipts import write_receipt

LESSON = "dl01_6_4"
CONTENT = LESSONS[LESSON]
TEMPLATE = ROOT / deck_template(LESSON)


@pytest.fixture
def pictures(tmp_path):
    """Copies of the committed pictures, and placeholders for those that only a build has."""
    folder = tmp_path / "figures"
    shutil.copytree(ROOT / "results" / "figures", folder)
    for figure in CONTENT["figures"]:
        built = ROOT / "build" / "figures" / picture_file(figure, "slide", "png")
        if not built.is_file():
            pytest.skip("the pictures of a build are needed: run snakemake")
        shutil.copy(built, folder)
    ledgers = [ledger_file(f"{LESSON}/{name}") for name in CONTENT["ledgers"]]
    write_receipt(tmp_path / "figures.json", [*ledgers, *sorted(folder.iterdir())])
    return folder


@pytest.fixture
def write(tmp_path, pictures):
    """Write the deck of the lesson from a template."""

    def run(template=TEMPLATE):
        return main(
            [
                *(LESSON, "--template", str(template)),
                *("--ledgers", *(str(ledger_file(f"{LESSON}/{name}")) for name in CONTENT["ledgers"])),
                *("--tables", *(f"{identity}={module}" for identity, module in CONTENT["tables"].items())),
                *("--figures", *(f"{identity}={each['ledger']}" for identity, each in CONTENT["figures"].items())),
                *("--figures-folder", str(pictures), "--receipts", str(tmp_path / "figures.json")),
                *("--folder", str(tmp_path / "decks"), "--receipt", str(tmp_path / "receipt.json")),
            ]
        )

    return run


@pytest.fixture
def refused(tmp_path, write, capsys):
    """Write a deck that cannot be written, and give what is said."""

    def run(*arguments):
        assert write(*arguments) == 1
        assert not (tmp_path / "decks").exists()
        assert not (tmp_path / "receipt.json").exists()
        told = capsys.readouterr().err
        assert told.startswith(f"The deck {LESSON}: ")
        assert "Traceback" not in told
        return told

    return run


def test_every_format_is_written_with_a_receipt(tmp_path, write):
    assert write() == 0
    names = {path.name for path in (tmp_path / "decks").iterdir()}
    assert names == {f"{LESSON}.{format_name}" for format_name in DECK_FORMATS}
    receipt = (tmp_path / "receipt.json").read_text(encoding="utf-8")
    assert all(name in receipt for name in names)


def test_a_mistake_in_the_template_writes_nothing(tmp_path, refused):
    template = tmp_path / "wrong.md.j2"
    template.write_text(f"{HEAD}## A\n\n{{{{ race.last_lost }}}}\n", encoding="utf-8")
    assert "wrong.md.j2, line 11: dl01_6_4/race has no claim called 'last_lost'. Did you mean last_loss" in refused(
        template
    )


def test_a_template_that_is_not_there_is_told(tmp_path, refused):
    assert "nowhere.md.j2 cannot be read (No such file or directory)" in refused(tmp_path / "nowhere.md.j2")


@pytest.mark.parametrize("name", ["DL01.6.4-F2.alt.txt", "DL01.6.4-F2.slide.svg"])
def test_a_picture_or_description_that_was_edited_is_refused(pictures, refused, name):
    path = pictures / name
    path.write_text(path.read_text(encoding="utf-8").replace("1", "2"), encoding="utf-8")
    assert f"{name}: changed after it was made" in refused()


def test_a_writer_that_fails_is_told_with_its_place(refused, monkeypatch):
    from slides.decks import __main__ as command

    monkeypatch.setattr(command, "WRITERS", {"md": lambda _: 1 / 0})
    assert "stopped by ZeroDivisionError" in refused()
