"""Publishing copies what differs, removes what is gone, and notices when results/ was touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from workflow.publish import main, token_of
from workflow.receipts import write_receipt

STAMP = Path("build/published/lesson.json")
BUILT = {
    "build/ledgers/lesson/race.json": "{}",
    "build/figures/L1-F1.svg": "<svg/>",
    "build/figures/L1-F1.png": "pixels",
    "build/figures/L1-F1.alt.txt": "alt",
    "build/decks/lesson.md": "# Deck",
    "build/decks/lesson.html": "<html>",
    "build/decks/lesson.ipynb": "{}",
}
RECEIPT = "build/receipts/lesson.json"
RESULTS = [
    "results/decks/lesson.md",
    "results/figures/L1-F1.alt.txt",
    "results/figures/L1-F1.svg",
    "results/ledgers/lesson/race.json",
]


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, content in BUILT.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(content, encoding="utf-8")
    write_receipt(Path(RECEIPT), map(Path, BUILT))
    return tmp_path


def run(under="first"):
    return main(
        ["lesson", "--prefix", "L1", "--stamp", str(STAMP), "--token", under, "--receipts", RECEIPT, "--files", *BUILT]
    )


def token():
    return token_of(STAMP, "lesson", "L1", Path.cwd())


def files(place):
    return sorted(path.as_posix() for path in Path(place).rglob("*") if path.is_file())


def test_text_is_copied_and_pixels_stay(project):
    assert run() == 0

    assert files("results") == RESULTS
    for name in RESULTS:
        assert Path(name).read_bytes() == Path(name.replace("results", "build")).read_bytes()


def test_files_that_are_the_same_are_not_touched(project):
    run()
    before = {name: Path(name).stat().st_mtime_ns for name in RESULTS}
    Path("build/figures/L1-F1.svg").write_text("<svg>new</svg>", encoding="utf-8")
    write_receipt(Path(RECEIPT), map(Path, BUILT))

    run()

    after = {name: Path(name).stat().st_mtime_ns for name in RESULTS}
    assert [name for name in RESULTS if after[name] != before[name]] == ["results/figures/L1-F1.svg"]


def test_what_is_no_longer_built_is_removed_and_other_lessons_are_left_alone(project):
    for place in ("results/figures", "build/figures"):
        Path(place).mkdir(parents=True, exist_ok=True)
        for name in ("L1-F9.svg", "L11-F1.svg", "README.md"):
            Path(place, name).touch()

    for place in ("results/decks", "build/decks"):
        Path(place).mkdir(parents=True, exist_ok=True)
        for name in ("lesson.pptx", "lesson_two.md", "lessons.md"):
            Path(place, name).touch()

    run()

    assert sorted(path.name for path in Path("results/decks").iterdir()) == ["lesson.md", "lesson_two.md", "lessons.md"]
    assert not Path("build/decks/lesson.pptx").exists()
    others = ["L11-F1.svg", "README.md"]
    assert sorted(path.name for path in Path("results/figures").iterdir()) == ["L1-F1.alt.txt", "L1-F1.svg", *others]
    assert sorted(path.name for path in Path("build/figures").iterdir()) == [
        "L1-F1.alt.txt",
        "L1-F1.png",
        "L1-F1.svg",
        *others,
    ]


@pytest.mark.parametrize("name", BUILT)
def test_a_built_file_that_was_edited_is_not_published(project, capsys, name):
    path = Path(name)
    path.write_text(path.read_text(encoding="utf-8") + " ", encoding="utf-8")

    assert run() == 1
    assert f"{name}: changed after it was made" in capsys.readouterr().err
    assert files("results") == []


def test_a_receipt_that_cannot_be_read_is_said_in_a_sentence(project, capsys):
    Path(RECEIPT).write_text("[", encoding="utf-8")

    assert run() == 1
    assert f"{RECEIPT}: the receipt, or a file in it, cannot be read" in capsys.readouterr().err


def test_a_file_that_no_receipt_names_is_not_published(project, capsys):
    Path(RECEIPT).write_text("{}", encoding="utf-8")

    assert run() == 1
    assert "build/figures/L1-F1.svg" in capsys.readouterr().err
    assert files("results") == []


def test_before_the_first_publication_there_is_no_token_to_keep(project):
    assert token() == "never published"


@pytest.mark.parametrize("touch", ["delete", "edit", "add", "link"])
def test_another_token_is_asked_for_when_results_no_longer_match_the_stamp(project, touch):
    for kept in ("first", "second"):
        run(kept)
        assert token() == kept
        picture = Path("results/figures/L1-F1.svg")
        if touch == "delete":
            picture.unlink()
        elif touch == "edit":
            picture.write_text("<svg>mine</svg>", encoding="utf-8")
        elif touch == "link":
            picture.rename("elsewhere.svg")
            picture.symlink_to(Path.cwd() / "elsewhere.svg")
        else:
            Path("results/figures/L1-F9.svg").touch()

        assert token() not in {kept, "never published"}
        assert token() == token()


def test_the_same_edit_made_twice_is_noticed_twice(project):
    tokens = [run() or token()]
    for _ in range(3):
        Path("results/figures/L1-F1.svg").unlink()
        tokens.append(token())
        run(tokens[-1])

    assert len(set(tokens)) == len(tokens)


def test_the_token_stays_when_another_lesson_changed(project):
    run()
    Path("results/figures/L2-F1.svg").touch()

    assert token() == "first"


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "null"])
def test_a_stamp_that_cannot_be_read_asks_for_another_token(project, text):
    run()
    STAMP.write_text(text, encoding="utf-8")

    assert token() not in {"first", "never published"}


def test_a_results_folder_that_cannot_be_written_is_said_in_a_sentence(project, monkeypatch, capsys):
    def refuse(path, content):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("workflow.publish.write_bytes", refuse)

    assert run() == 1
    message = capsys.readouterr().err
    assert "results/ledgers/lesson/race.json: cannot be written (Permission denied)" in message
    assert "run `snakemake` again" in message
    assert not STAMP.exists()


def test_a_folder_in_the_place_of_a_result_is_named(project, capsys):
    Path("results/figures/L1-F1.svg").mkdir(parents=True)

    assert run() == 1
    assert "results/figures/L1-F1.svg: cannot be written" in capsys.readouterr().err
    assert token() == "never published"
