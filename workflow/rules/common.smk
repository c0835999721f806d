import re

from workflow.environment import MissingPackagesError, differences, prepare

prepare(ROOT)
try:
    for difference in differences(ROOT):
        print(difference, file=sys.stderr)
except MissingPackagesError as error:
    sys.exit(str(error))

# Only now: these import packages that may have been missing.
from workflow.configuration import ConfigurationError, configuration_from
from workflow.plan import Plan
from workflow.publish import forget_stale_stamp
from workflow.sources import Sources
from workflow.summary import summary

try:
    plan = Plan(configuration_from(config, ROOT), Sources(ROOT))
except ConfigurationError as error:
    sys.exit(
        str(error)
    )  # a WorkflowError would add a line of the rule file that helps nobody

# Snakemake does not watch results/, which belongs to git: a lesson whose published files were edited, deleted or checked out
# is published again because its stamp is gone.
for name, lesson in plan.lessons.items():
    forget_stale_stamp(Path(plan.stamp(name)), name, lesson.prefix, ROOT)


wildcard_constraints:
    lesson="|".join(plan.lessons),
    figure="|".join(map(re.escape, plan.figures)) or "no-figure",
