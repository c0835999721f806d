"""Run computations, write their ledgers: `python -m workflow.compute LESSON/NAME... --read FILE... --folder FOLDER`."""

from __future__ import annotations

import argparse
import importlib
import inspect
import sys
from collections.abc import Sequence
from pathlib import Path

from engine import arithmetic
from workflow.ledger import Ledger, LedgerError
from workflow.stages import add_receipt, told, write_all


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
    """Compute, then write. Nothing is written unless every claim of every ledger holds; every complaint is told."""
    options = _parse(arguments)
    arithmetic.select(options.arithmetic)
    files: dict[Path, bytes] = {}
    failed = False
    for identity in options.ledgers:
        try:
            ledger = compute(identity, options.read)
            ledger.check()
            files[options.folder / f"{identity}.json"] = ledger.to_json().encode()
        except LedgerError as error:
            print(error, file=sys.stderr)
            failed = True
        except Exception as error:  # noqa: BLE001 - whatever a computation raises is told in the same way
            print(f"{identity}: {told(error)}", file=sys.stderr)
            failed = True
    return 1 if failed else write_all(", ".join(options.ledgers), files, options)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m workflow.compute", description="Compute and check ledgers.")
    parser.add_argument("ledgers", nargs="+", help="lesson and name of each, for example dl01_6_4/race")
    parser.add_argument("--read", nargs="*", default=[], type=Path, help="the ledgers that they read")
    add_receipt(parser)
    parser.add_argument("--folder", required=True, type=Path, help="where LESSON/NAME.json goes")
    parser.add_argument("--arithmetic", choices=["reproducible", "fast"], default="reproducible")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
