"""`python -m slides COMMAND`: what a teacher calls. `embed` fills marked places in files of their own."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from slides.embed.command import main as embed

COMMANDS = {"embed": embed}


def main(arguments: Sequence[str] | None = None) -> int:
    """Hand what stands behind a command's name to the command."""
    parser = argparse.ArgumentParser(prog="python -m slides", description=__doc__)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="see `python -m slides COMMAND --help`")
    options = parser.parse_args(arguments)
    return COMMANDS[options.command](options.arguments)


if __name__ == "__main__":
    sys.exit(main())
