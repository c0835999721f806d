import os
import sys
import time

from workflow.environment import PackagesError, check_packages, prepare

started = time.time()
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
    configuration_from,
    read_form,
)
from workflow.plan import Plan, one_of
from workflow.sources import SourceError
from workflow.summary import summary

try:
    committed = read_form(ROOT / CONFIG_FILE)
except ConfigurationError as error:
    sys.exit(str(error))


configfile: ROOT / CONFIG_FILE


# Which files to embed into is said for one run, and is no setting: in the file itself it is refused like any other key.
named = [] if "deck" in committed else config.pop("deck", None) or []
decks = [
    os.path.normpath(STARTED_IN / Path(str(path)).expanduser())
    for path in (named if isinstance(named, list) else [named])
]

# So is what to compare with in a review: nothing stands for where the default branch was left.
asked = None if "base" in committed else config.pop("base", None)
if not isinstance(asked, str | None):
    # YAML has made a number of it: 1.10 would be 1.1.
    sys.exit(
        f"--config base={asked!r}: a name of digits needs quotes of its own: --config 'base=\"1.10\"'."
    )
base = [] if asked is None else [asked]
if base and (STARTED_IN / base[0]).exists():
    base = [os.path.normpath(STARTED_IN / base[0])]

try:
    # What results/ holds is what the committed file says: a run with other settings leaves it alone.
    plan = Plan(configuration_from(config, ROOT), ROOT, publishes=config == committed)
except (ConfigurationError, SourceError) as error:
    sys.exit(str(error))


wildcard_constraints:
    lesson=one_of(plan.lessons),
    figure=one_of(plan.figures),
