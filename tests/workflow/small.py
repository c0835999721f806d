"""A small project for tests: two lessons, made files in the place of computing, digests in the place of modules."""

from __future__ import annotations

import hashlib
from pathlib import Path
from unittest.mock import patch

from workflow.configuration import Configuration
from workflow.plan import Plan
from workflow.publish import publish
from workflow.receipts import write_receipt
from workflow.sources import SourceError, Sources

CONFIGURATION = {
    "lessons": {
        "lesson": {
            "prefix": "L1",
            "ledgers": {"moons": [], "race": ["moons"], "alone": []},
            "figures": {
                "L1-F1": {"drawing": "race", "ledger": "race"},
                "L1-F2": {"drawing": "moons", "ledger": "moons"},
            },
            "tables": {"L1-rows": "rows"},
            "deck": True,
            "notebook": True,
        },
        "other": {"prefix": "L2", "one_job": True, "ledgers": {"one": [], "two": []}},
    },
    "styles": ["page", "page-dark", "slide", "slide-dark"],
    "formats": ["svg", "png"],
}

# What each module imports; the packages that hold them import nothing.
IMPORTS = {
    "engine.nn": [],
    "figures.__main__": ["figures.style", "workflow.ledger"],
    "figures.lesson.moons": [],
    "figures.lesson.race": ["figures.style"],
    "figures.style": [],
    "slides.decks.__main__": ["slides.tables.__main__"],
    "slides.notebooks.__main__": ["workflow.ledger"],
    "slides.tables.__main__": ["workflow.ledger"],
    "slides.tables.lesson.rows": [],
    "workflow.claims": [],
    "workflow.computations.lesson.alone": [],
    "workflow.computations.lesson.moons": [],
    "workflow.computations.lesson.race": ["engine.nn"],
    "workflow.computations.other.one": [],
    "workflow.computations.other.two": [],
    "workflow.compute": ["workflow.ledger"],
    "workflow.ledger": ["workflow.claims"],
}

TEXTS = {
    "slides/decks/lesson.md.j2": "# Deck\n",
    "slides/decks/page/deck.css": "a {}\n",
    "slides/notebooks/lesson.md": "# Notebook\n",
    **{f"workflow/rules/{name}.smk": f"rule {name}:\n" for name in ("decks", "figures", "ledgers", "tables")},
}


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


class MadeSources(Sources):
    """Modules that are but names."""

    def __init__(self, root, modules, packages):
        self._root, self._modules, self.packages = root, modules, dict(packages)

    def imports(self, module):
        if module not in self._modules:
            raise SourceError(module)
        return set(self._modules[module][1])

    def tree(self, module):
        return sha256(self._modules[module][0])


class Small:
    """The project in the current folder. What is in its fields may be changed; `publish` pretends to build it anew."""

    def __init__(self):
        self.configuration = CONFIGURATION
        self.modules = {name: (name, imported) for name, imported in IMPORTS.items()}
        for name in IMPORTS:
            for end in range(1, len(name.split("."))):
                self.modules.setdefault(".".join(name.split(".")[:end]), ("", []))
        self.packages = {"numpy": "2.4.6", "torch": "2.13.0"}
        self.marks = {}  # what is added to a built file, by its path under build/
        for name, text in TEXTS.items():
            self.write(name, text)

    def write(self, name, text):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")

    def edit(self, module, *imported):
        """Change the code of a module, and let it import more."""
        text, before = self.modules[module]
        self.modules[module] = (text + " edited", [*before, *imported])

    def configure(self, lesson, **changes):
        lessons = self.configuration["lessons"]
        self.configuration = self.configuration | {"lessons": lessons | {lesson: lessons[lesson] | changes}}

    def plan(self):
        def sources(root):
            return MadeSources(root, self.modules, self.packages)

        with patch("workflow.plan.Sources", sources):
            return Plan(Configuration.model_validate(self.configuration), Path(), publishes=True)

    def build(self, lesson):
        """Make the files of every job, and their receipts."""
        plan = self.plan()
        for job in plan.jobs(lesson):
            for path in job.makes:
                self.write(path, f"{path}{self.marks.get(path.removeprefix('build/'), '')}\n")
            write_receipt(Path(job.receipt), map(Path, job.makes), plan.source(job))

    def publish(self):
        """Build and publish every lesson."""
        for lesson in self.configuration["lessons"]:
            self.build(lesson)
            publish(self.plan(), lesson, "token")
        return self
