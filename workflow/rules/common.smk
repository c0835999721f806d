import re

from workflow.environment import PackagesError, check_packages, prepare

prepare(ROOT)
# sys.exit prints its sentence; any other exception would add lines of this file that help nobody.
try:
    check_packages(ROOT)
except PackagesError as error:
    sys.exit(str(error))

# Only now: these import packages that may have been missing.
from workflow.configuration import ConfigurationError, configuration_from
from workflow.plan import Plan
from workflow.sources import SourceError
from workflow.summary import summary

try:
    plan = Plan(configuration_from(config, ROOT), ROOT)
except (ConfigurationError, SourceError) as error:
    sys.exit(str(error))


wildcard_constraints:
    lesson="|".join(plan.lessons),
    figure="|".join(map(re.escape, plan.figures)) or "no-figure",
