"""Run one computation and write its ledger: `python -m workflow.compute LESSON/NAME --read LEDGER... --output FILE`."""

from __future__ import annotations

import argparse
import importlib
import inspect
import sys
from collections.abc import Sequence
from pathlib import Path

from engine import arithmetic
from workflow.ledger import Ledger, LedgerError
from workflow.receipts import write_receipt
from workflow.stages import told


def compute(identity: str, read: Sequence[Path]) -> Ledger:
    """Run the computation 'lesson/name' on the ledgers that it reads.

    Its `compute` function has one parameter for each of them, called like the ledger.
    """
    module = importlib.import_module(f"workflow.computations.{identity.replace('/', '.')}")
    ledgers = {path.stem: Ledger.read(path) for path in read}
    asked = list(inspect.signature(module.compute).parameters) if hasattr(module, "compute") else None
    if asked != list(ledgers):
        wanted = f"a function `compute` that takes {', '.join(ledgers) or 'nothing'}"
        has = "none" if asked is None else f"one that takes {', '.join(asked) or 'nothing'}"
        msg = f"{identity}: config/config.yaml asks for {wanted}; {module.__name__} has {has}. Make them agree."
        raise LedgerError(msg)
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
    parser.add_argument("--receipt", type=Path, help="where to write down the ledger's digest")
    parser.add_argument("--output", required=True, type=Path, help="where to write the ledger")
    parser.add_argument("--arithmetic", choices=["reproducible", "fast"], default="reproducible")
    options = parser.parse_args(arguments)
    arithmetic.select(options.arithmetic)
    try:
        compute(options.ledger, options.read).write(options.output)
        if options.receipt:
            write_receipt(options.receipt, [options.output])
    except (LedgerError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    except Exception as error:  # noqa: BLE001 - whatever a computation raises is told in the same way
        print(f"{options.ledger}: {told(error)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
