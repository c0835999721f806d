"""Publishing copies what differs, removes what is gone, and notices when results/ was touched."""

from pathlib import Path

import pytest

from workflow.publish import forget_stale_stamp, main, published_files

STAMP = Path("build/published/lesson.json")
ARGUMENTS = ["lesson", "--prefix", "L1", "--stamp", str(STAMP)]
BUILT = {
    "build/ledgers/lesson/race.json": "{}",
    "build/figures/L1-F1.svg": "<svg/>",
    "build/figures/L1-F1.alt.txt": "alt",
}
RESULTS = ["results/figures/L1-F1.alt.txt", "results/figures/L1-F1.svg", "results/ledgers/lesson/race.json"]


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, content in BUILT.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(content, encoding="utf-8")
    return tmp_path


def run():
    return main([*ARGUMENTS, *BUILT])


def published():
    return [path.as_posix() for path in published_files("lesson", "L1")]


def test_built_files_are_copied_and_recorded(project):
    assert run() == 0

    assert published() == RESULTS
    assert all(
        Path(name.replace("build", "results")).read_text(encoding="utf-8") == text for name, text in BUILT.items()
    )
    assert STAMP.is_file()


def test_files_that_are_the_same_are_not_touched(project):
    run()
    before = {name: Path(name).stat().st_mtime_ns for name in RESULTS}
    Path("build/figures/L1-F1.svg").write_text("<svg>new</svg>", encoding="utf-8")

    run()

    after = {name: Path(name).stat().st_mtime_ns for name in RESULTS}
    assert [name for name in RESULTS if after[name] != before[name]] == ["results/figures/L1-F1.svg"]


def test_what_is_no_longer_built_is_removed_and_other_lessons_are_left_alone(project):
    Path("results/figures").mkdir(parents=True)
    for name in ("L1-F9.svg", "L11-F1.svg", "README.md"):
        Path("results/figures", name).touch()

    run()

    assert sorted(path.name for path in Path("results/figures").iterdir()) == [
        "L1-F1.alt.txt",
        "L1-F1.svg",
        "L11-F1.svg",
        "README.md",
    ]


@pytest.mark.parametrize("touch", ["delete", "edit", "add"])
def test_the_stamp_is_forgotten_when_results_no_longer_match_it(project, touch):
    run()
    picture = Path("results/figures/L1-F1.svg")
    if touch == "delete":
        picture.unlink()
    elif touch == "edit":
        picture.write_text("<svg>mine</svg>", encoding="utf-8")
    else:
        Path("results/figures/L1-F9.svg").touch()

    forget_stale_stamp(STAMP, "lesson", "L1", project)

    assert not STAMP.exists()


def test_the_stamp_stays_when_results_match_it_or_another_lesson_changed(project):
    run()
    Path("results/figures/L2-F1.svg").touch()

    forget_stale_stamp(STAMP, "lesson", "L1", project)

    assert STAMP.exists()


def test_a_stamp_that_cannot_be_read_is_forgotten(project):
    run()
    STAMP.write_text("{", encoding="utf-8")

    forget_stale_stamp(STAMP, "lesson", "L1", project)

    assert not STAMP.exists()


def test_a_results_folder_that_cannot_be_written_is_said_in_a_sentence(project, monkeypatch, capsys):
    def refuse(path, content):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("workflow.publish.write_bytes", refuse)

    assert run() == 1
    message = capsys.readouterr().err
    assert "results/ledgers/lesson/race.json: cannot be written (Permission denied)" in message
    assert "run `snakemake` again" in message
    assert not STAMP.exists()
