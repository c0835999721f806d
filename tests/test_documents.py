"""What the documents say is true: every command runs, every link leads somewhere, every figure is in the gallery."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import yaml
from pptx import Presentation
from pptx.enum.shapes import MSO_SHAPE
from pptx.util import Inches

ROOT = Path(__file__).resolve().parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
DOCUMENTS = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "config/README.md",
    "docs/embedding.md",
    "docs/reviewing.md",
    "LICENSE-results.md",
]

# Commands that a test cannot run as they stand, each with what stands in for it.
INSTEAD = {
    "make test": "make --dry-run test",  # it is what runs this test
    "python -m slides embed": "python -m slides embed --help",
    "python -m slides embed --check talk.md": "python -m slides embed talk.md; python -m slides embed --check talk.md",
    "python -m slides embed --check ../course/race.md": "python -m slides embed --check ../course/empty.md",
    # Drawing every figure says no more than drawing one.
    "snakemake figures --config 'styles=[page]'": "snakemake figures --config 'styles=[page]' --batch figures=1/8",
    "snakemake figures --config 'formats=[svg]'": "snakemake figures --config 'formats=[svg]' --batch figures=1/8",
    "make bench": "make --dry-run bench",  # takes minutes; tests/benchmarks runs its parts
    "make lock": "make --dry-run lock",  # would pin other packages
    "python3 -m venv .venv": "python3 -m venv --without-pip elsewhere",  # this test's environment stands there
    # It is part of what runs this test.
    "pytest tests/workflow tests/engine tests/figures tests/slides tests/hosting": "pytest --version",
    # What stands in results/ there is what this test's copy of the sources made; a real one is in tests/pipeline.
    "python -m workflow.review HEAD --rebuild": "python -m workflow.review --help",
    "python -m workflow.verify --rebuild": "python -m workflow.verify --help",
    "python -m workflow.review BASE HEAD": "python -m workflow.review HEAD HEAD",
}

# The single checks of `make test`, which ran them just before this test.
CHECKS = [line.strip().replace("$(BIN)/python -m ", "").replace("$(BIN)/", "") for line in MAKEFILE if "$(BIN)" in line]

# Names in the documents that stand for others, and those of the example figure.
EXAMPLES = re.compile(r"NAME|LESSON|epochs|-F99")


def text_of(document):
    return (ROOT / document).read_text(encoding="utf-8")


def commands():
    """List the commands in code blocks and in code type, but for the single checks of `make test`."""
    found = set()
    for document in DOCUMENTS:
        text = text_of(document)
        for block in re.findall(r"```bash\n(.*?)```", text, re.DOTALL):
            found.update(line.split("  #")[0].strip() for line in block.splitlines())
        found.update(re.findall(r"`((?:snakemake|make|pip|python|git|jupyter|lint-imports)\b[^`…\n]*)`", text))
    found -= {"", "pip install torch"}  # the README warns of it
    return sorted(
        command
        for command in found
        if command.removeprefix(".venv/bin/") not in CHECKS and not EXAMPLES.search(command)
    )


@pytest.fixture
def project(built):
    """A built project under git, whose .venv is the environment of this test."""
    (built / ".venv").symlink_to(sys.prefix)
    for command in ("init -q -b main", "add .", "-c user.name=a -c user.email=a@b commit -qm all", "tag v1.0"):
        subprocess.run(["git", *command.split()], cwd=built.root, check=True)
    write_decks_of_an_author(built.root)
    return built


def write_decks_of_an_author(folder):
    """Write what the README embeds into: its example, and slides with a rectangle whose name is a mark."""
    example = re.search(r"````markdown\n(.*?)````", text_of("README.md"), re.DOTALL)[1]
    course = folder.parent / "course"
    course.mkdir()
    for path in (folder / "talk.md", course / "race.md"):
        path.write_text(example, encoding="utf-8")
    (course / "empty.md").write_text("No mark yet.\n", encoding="utf-8")
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    rectangle = slide.shapes.add_shape(MSO_SHAPE.RECTANGLE, Inches(1), Inches(1), Inches(8), Inches(5))
    rectangle.name = "tallysheet: DL01.6.4-F2"
    deck.save(folder / "talk.pptx")


@pytest.mark.parametrize("command", commands())
def test_a_command_in_the_documents_runs(project, command):
    path = os.pathsep.join([str(Path(sys.prefix) / "bin"), os.environ["PATH"]])

    done = subprocess.run(
        ["bash", "-c", INSTEAD.get(command, command)],
        cwd=project.root,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_to_a_file_leads_to_one(document):
    text = text_of(document)
    targets = re.findall(r"\]\(([^)#]+)\)", text) + re.findall(r'(?:src|srcset)="([^"]+)"', text)
    local = [target for target in targets if not target.startswith("http")]

    missing = [target for target in local if not (ROOT / document).parent.joinpath(target).exists()]
    assert missing == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_path_in_code_type_exists(document):
    text = text_of(document)
    paths = re.findall(r"`((?:engine|workflow|figures|slides|tests|profiles|config|benchmarks)/[\w./-]*)`", text)

    missing = [path for path in paths if not (ROOT / path).exists() and not EXAMPLES.search(path)]
    assert missing == []


def test_the_gallery_shows_every_figure_in_light_and_dark():
    lessons = yaml.safe_load(text_of("config/config.yaml"))["lessons"]
    readme = text_of("README.md")
    for figure in (figure for lesson in lessons.values() for figure in lesson["figures"]):
        assert f'src="results/figures/{figure}.svg"' in readme
        assert f'srcset="results/figures/{figure}.dark.svg"' in readme


def test_every_deck_is_linked():
    lessons = yaml.safe_load(text_of("config/config.yaml"))["lessons"]
    for name in (name for name, lesson in lessons.items() if lesson.get("deck")):
        assert f"](results/decks/{name}.md)" in text_of("README.md")


def test_the_gallery_links_every_table_and_shows_one_as_it_is():
    lessons = yaml.safe_load(text_of("config/config.yaml"))["lessons"]
    readme = text_of("README.md")
    tables = [table for lesson in lessons.values() for table in lesson["tables"]]
    assert [table for table in tables if f"](results/tables/{table}.md)" not in readme] == []
    assert text_of("results/tables/L4-09-branch.md") in readme


def test_the_architecture_shows_the_rule_graph_as_snakemake_prints_it(project):
    shown = re.search(r"```mermaid\n(.*?)```", text_of("ARCHITECTURE.md"), re.DOTALL)[1]
    printed = subprocess.run(
        [sys.executable, "-m", "snakemake", "--rulegraph", "mermaid-js"],
        cwd=project.root,
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    # Snakemake prints the arrows in any order.
    assert sorted(shown.splitlines()) == sorted(printed.splitlines())


def test_every_module_stands_in_the_architecture():
    text = text_of("ARCHITECTURE.md")
    modules = {
        path.name
        for folder in ("engine", "workflow", "figures", "slides", "slides/tables", "slides/decks")
        for path in (ROOT / folder).glob("*.py")
        if path.name != "__init__.py"
    }

    assert [name for name in sorted(modules) if name not in text] == []


def test_the_recipes_give_a_figure_a_table_and_a_slide_when_they_are_followed(project):
    recipe = text_of("CONTRIBUTING.md")
    slide = re.search(r"```markdown\n(.*?)```", recipe, re.DOTALL)[1]
    modules = [textwrap.dedent(block) for block in re.findall(r"```python\n(.*?) *```", recipe, re.DOTALL)]
    ledger, figure, table = (
        block.removeprefix("   ") for block in re.findall(r"```yaml\n(.*?) *```", recipe, re.DOTALL)
    )
    new = [f"{folder}/dl01_6_4/epochs.py" for folder in ("workflow/computations", "figures", "slides/tables")]
    for name, module in zip(new, modules, strict=True):
        (project / name).write_text(module, encoding="utf-8")
    project.edit("config/config.yaml", "      DL01.6.4-F1:", f"{figure}      DL01.6.4-F1:")
    project.edit("config/config.yaml", "    figures:", f"{ledger}    figures:")
    project.edit("config/config.yaml", "      DL01.6.4-gradients:", f"{table}      DL01.6.4-gradients:")

    last = "## Three exercises"
    project.edit("slides/decks/dl01_6_4.md.j2", last, f"{slide}\n{last}")

    run = project.snakemake("dl01_6_4")

    assert run.status == 0, run.output
    assert {"dl01_6_4/epochs", "DL01.6.4-F99", "dl01_6_4/tables", "dl01_6_4/deck"} <= run.jobs
    page = (project / "build/decks/dl01_6_4.md").read_text(encoding="utf-8")
    assert "Over 200 epochs, hand and engine stay within 1e-12 of each other:" in page
    # mypy without names would read the whole project and its libraries again; nothing else imports what is new.
    for check in (["ruff", "check"], ["ruff", "format", "--check"], ["mypy", *new]):
        done = subprocess.run(
            [sys.executable, "-m", *check], cwd=project.root, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout
