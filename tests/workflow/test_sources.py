"""A digest changes with what code does, and with nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from workflow.sources import SourceError, Sources, _tree_digest

ROOT = Path(__file__).resolve().parents[2]

CODE = """
def scale(values, factor=2.0):
    return [value * factor for value in values]
"""


def tree(text):
    return _tree_digest(text.encode(), Path("a/module.py"), Path("a"))


@pytest.mark.parametrize(
    "edited",
    [
        "# a comment\n" + CODE,
        CODE.replace("return", "\n    # why\n    return"),
        CODE.replace("factor=2.0", "factor = 2.0"),
        CODE.replace("(values, factor=2.0)", "(\n    values,\n    factor=2.0,\n)"),
        CODE.replace("2.0", "2.00"),
    ],
)
def test_comments_blank_lines_and_layout_do_not_count(edited):
    assert edited != CODE
    assert tree(edited) == tree(CODE)


@pytest.mark.parametrize(
    "edited",
    [
        CODE.replace("2.0", "3.0"),
        CODE.replace("2.0", "2"),
        CODE.replace("*", "+"),
        CODE.replace("=2.0", ""),
        CODE.replace("factor", "times"),
        CODE.replace("[value * factor", "[(value, factor)"),
        CODE + "EDITED = None\n",
        CODE + "import os\n",
    ],
)
def test_every_real_edit_counts(edited):
    assert edited != CODE
    assert tree(edited) != tree(CODE)


def test_a_file_that_is_not_python_is_named_with_its_line():
    with pytest.raises(SourceError, match=r"module.py, line 3: this is not valid Python"):
        tree("a = 1\nb = 2\ndef (\n")


DIGEST = """
import sys
from pathlib import Path
sys.path.insert(0, ".")
from workflow.sources import Sources
print(Sources(Path.cwd()).digest(*sys.argv[1:]))
"""


@pytest.fixture
def project(tmp_path):
    for name, text in {
        "engine/__init__.py": "from engine.graph import Y\n",
        "engine/graph.py": "from engine.looks import Z\nY = Z\n",
        "engine/looks.py": "Z = 1\n",
        "engine/looks/looks.css": "",
        "engine/tensor.py": "X = 1\n",
        "figures/__init__.py": "",
        "figures/lesson/__init__.py": "",
        "figures/lesson/race.py": "from figures.lesson import late\n",
        "figures/lesson/late.py": "def draw():\n    from engine import tensor\n    return tensor\n",
        "figures/lesson/other.py": "X = 1\n",
        "slides/__init__.py": "",
        "requirements.txt": "numpy==2.4.6  # why\n    # via scipy\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    ignore = shutil.ignore_patterns("computations", "__pycache__")
    shutil.copytree(ROOT / "workflow", tmp_path / "workflow", ignore=ignore)
    return tmp_path


def digest(project, module="figures.lesson.race"):
    command = [sys.executable, "-c", DIGEST, module]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    ("name", "reaches"),
    [
        ("figures/lesson/race.py", True),
        ("figures/lesson/late.py", True),
        ("figures/lesson/__init__.py", True),
        ("engine/tensor.py", True),
        ("engine/__init__.py", True),
        ("engine/graph.py", True),
        ("engine/looks.py", True),
        ("figures/lesson/other.py", False),
        ("workflow/ledger.py", False),
    ],
)
def test_a_digest_covers_what_a_module_imports_directly_or_not_and_nothing_else(project, name, reaches):
    before = digest(project)
    path = project / name
    path.write_text(path.read_text(encoding="utf-8") + "\nEDITED = True\n", encoding="utf-8")

    assert (digest(project) != before) is reaches


@pytest.fixture
def sources(tmp_path):
    """The digest of a job with one text and one setting, of a project without modules."""
    made = Sources.__new__(Sources)
    made._root, made.packages = tmp_path, {"numpy": "2.4.6"}

    def digest(text, content, **settings):
        path = tmp_path / text
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        return made.digest(texts=[text], settings=settings)

    return digest


def test_texts_count_by_their_place_and_content_and_settings_by_their_value(sources, tmp_path):
    before = sources("page/deck.css", "a {}", styles="[page]")
    os.utime(tmp_path / "page/deck.css", (0, 0))
    assert sources("page/deck.css", "a {}", styles="[page]") == before
    others = [
        sources("page/deck.css", "b {}", styles="[page]"),
        sources("deck.css", "a {}", styles="[page]"),
        sources("page/deck.css", "a {}", styles="[slide]"),
        sources("page/deck.css", "a {}", formats="[page]"),
    ]
    assert len({before, *others}) == 5


RULES = '''
rule figure:
    """Draw."""
    output:
        f"build/{name}.svg",  # one
    shell:
        "python -m figures # not a comment"
'''


@pytest.mark.parametrize(
    ("edited", "counts"),
    [
        ("# A remark.\n" + RULES, False),
        (RULES.replace("# one", "# only one"), False),
        (RULES.replace("  # one", ""), False),
        (RULES.replace("    output", "\n    # why\n    output"), False),
        (RULES.replace("-m figures", "-B -m figures"), True),
        (RULES.replace("# not a comment", "# another"), True),
        (RULES + "    message: 1\n", True),
    ],
)
def test_of_rules_all_counts_but_comments(sources, edited, counts):
    assert edited != RULES
    assert (sources("a.smk", edited) != sources("a.smk", RULES)) is counts


def test_what_is_no_list_of_rules_counts_too(sources):
    assert sources("a.smk", '"""') != sources("a.smk", '"""\n(')


def test_a_text_that_is_not_there_is_named(tmp_path):
    made = Sources.__new__(Sources)
    made._root = tmp_path
    with pytest.raises(SourceError, match=r"slides/a\.md\.j2: cannot be read \(No such file"):
        made.text("slides/a.md.j2")


def test_a_newly_imported_module_is_covered_from_then_on(project):
    race = project / "figures" / "lesson" / "race.py"
    race.write_text(race.read_text(encoding="utf-8") + "from figures.lesson import other\n", encoding="utf-8")
    before = digest(project)
    (project / "figures" / "lesson" / "other.py").write_text("X = 2\n", encoding="utf-8")

    assert digest(project) != before


def test_pinned_packages_count_and_the_comments_beside_them_do_not(project):
    before = digest(project)
    lock = project / "requirements.txt"
    lock.write_text("# a remark\nnumpy==2.4.6\n", encoding="utf-8")
    assert digest(project) == before
    lock.write_text("numpy==2.4.7\n", encoding="utf-8")
    assert digest(project) != before


def test_a_digest_does_not_depend_on_the_cache_or_the_folder(project, tmp_path_factory):
    before = digest(project)
    assert digest(project) == before
    shutil.rmtree(project / "build")
    assert digest(project) == before
    elsewhere = tmp_path_factory.mktemp("else where")
    shutil.copytree(project, elsewhere, dirs_exist_ok=True)
    assert digest(elsewhere) == before


def test_an_unknown_module_is_an_error():
    with pytest.raises(SourceError, match=r"there is no module figures\.nowhere"):
        Sources(ROOT).digest("figures.nowhere")


def test_a_module_that_no_import_could_be_followed_to_is_refused(project):
    (project / "figures" / "extra").mkdir()
    (project / "figures" / "extra" / "words.py").write_text("WORD = 1\n", encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "-c", DIGEST, "figures.lesson.race"], cwd=project, capture_output=True, text=True, check=False
    )

    assert "figures/extra/words.py: there is no __init__.py in its folder" in done.stderr
