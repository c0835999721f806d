"""Tallysheet: figures for teaching backpropagation, drawn from numbers that were just computed and checked."""

import sys
from pathlib import Path

from snakemake.utils import min_version

min_version("9.0")

ROOT = Path(workflow.basedir)
sys.path.insert(0, str(ROOT))
# Where the person is who runs this: paths of their own files are meant from here.
STARTED_IN = Path.cwd()


workdir: ROOT


report: "workflow/report/workflow.rst"


include: "workflow/rules/common.smk"
include: "workflow/rules/ledgers.smk"
include: "workflow/rules/figures.smk"
include: "workflow/rules/tables.smk"
include: "workflow/rules/decks.smk"
include: "workflow/rules/publish.smk"
include: "workflow/rules/embed.smk"
include: "workflow/rules/review.smk"


rule all:
    """Compute, check, draw and publish everything."""
    default_target: True
    input:
        plan.everything(),
    message:
        "Everything is built, checked and published."


for lesson in plan.lessons:

    rule:
        """Compute, check, draw and publish one lesson."""
        name:
            lesson
        input:
            plan.everything_of(lesson),


onsuccess:
    print(
        summary(
            plan.all_ledgers(),
            plan.outputs(),
            plan.stamps(),
            started,
        ),
        file=sys.stderr,
    )


onerror:
    print(
        "Not everything was built. The message of each failed job stands above; each file in results/ is whole.",
        file=sys.stderr,
    )
