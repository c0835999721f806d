"""`python -m slides embed PATH...`: what a teacher calls, to fill marked places in files of their own."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from slides.embed.command import main as embed


def main(arguments: Sequence[str] | None = None) -> int:
    """Hand what stands behind the command's name to the command."""
    parser = argparse.ArgumentParser(prog="python -m slides", description=__doc__)
    parser.add_argument("command", choices=["embed"])
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="see `python -m slides embed --help`")
    return embed(parser.parse_args(arguments).arguments)


if __name__ == "__main__":
    sys.exit(main())
