"""Run one computation and write its ledger: `python -m workflow.compute LESSON/NAME --read LEDGER... --output FILE`."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from engine import arithmetic
from workflow.ledger import Ledger, LedgerError


def compute(identity: str, read: Sequence[Path]) -> Ledger:
    """Run the computation 'lesson/name' on the ledgers that it reads.

    Its `compute` function has one parameter for each of them, called like the ledger.
    """
    module = importlib.import_module(f"workflow.computations.{identity.replace('/', '.')}")
    ledgers = {path.stem: Ledger.read(path) for path in read}
    ledger = module.compute(**ledgers)
    if not isinstance(ledger, Ledger) or ledger.identity != identity:
        msg = f"{module.__name__}.compute must return the ledger {identity!r}; look at what it gives to Ledger(...)"
        raise LedgerError(msg)
    return ledger


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m workflow.compute", description="Compute and check one ledger.")
    parser.add_argument("ledger", help="lesson and name, for example dl01_6_4/race")
    parser.add_argument("--read", nargs="*", default=[], type=Path, help="the ledgers that it reads")
    parser.add_argument("--output", required=True, type=Path, help="where to write the ledger")
    parser.add_argument("--arithmetic", choices=["reproducible", "fast"], default="reproducible")
    options = parser.parse_args(arguments)
    arithmetic.select(options.arithmetic)
    try:
        compute(options.ledger, options.read).write(options.output)
    except (LedgerError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    except ModuleNotFoundError as error:
        print(
            f"{options.ledger}: the package {error.name!r} is not installed. "
            "Run `make`, or `pip install -r requirements.txt` in the active environment.",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
