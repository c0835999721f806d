import re

from workflow.environment import PackagesError, check_packages, prepare

prepare(ROOT)
# sys.exit prints its sentence; any other exception would add lines of this file that help nobody.
try:
    check_packages(ROOT)
except PackagesError as error:
    sys.exit(str(error))

# Only now: these import packages that may have been missing.
from workflow.configuration import (
    CONFIG_FILE,
    ConfigurationError,
    check_form,
    configuration_from,
)
from workflow.plan import Plan
from workflow.sources import SourceError
from workflow.summary import summary

try:
    check_form(ROOT / CONFIG_FILE)
except ConfigurationError as error:
    sys.exit(str(error))


configfile: ROOT / CONFIG_FILE


try:
    plan = Plan(configuration_from(config, ROOT), ROOT)
except (ConfigurationError, SourceError) as error:
    sys.exit(str(error))


wildcard_constraints:
    lesson="|".join(plan.lessons),
    figure="|".join(map(re.escape, plan.figures)) or "no-figure",
