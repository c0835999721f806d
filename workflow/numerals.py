"""How a number is printed. The only place where digits become text, so that every output shows the same form."""

from __future__ import annotations

import re
from typing import Any, overload

MINUS = "\N{MINUS SIGN}"

# Below this, a size is printed with an exponent.
SMALL = 1e-3

_FILLED = re.compile(r"(?<=\d)e(-?)\+?0(?=\d)")
_NUMERAL = re.compile(r"-?[\d,]+(?:\.(?P<decimals>\d+))?(?P<exponent>e[+-]?\d+)?")


def like(pattern: str, value: float) -> str:
    """Print `value` with as many digits as the numeral `pattern` has, in ASCII.

    >>> like("1.313", 1.31326), like("3.0e-08", 2.96e-8), like("122,568", 122568)
    ('1.313', '3.0e-08', '122,568')

    Raises
    ------
    ValueError
        If `pattern` is not a numeral.
    """
    numeral = check(pattern)
    decimals = len(numeral["decimals"] or "")
    if numeral["exponent"]:
        return f"{value:z.{decimals}e}"
    grouping = "," if "," in pattern else ""
    return f"{value:z{grouping}.{decimals}f}"


def check(pattern: Any) -> re.Match[str]:
    """Take a numeral apart; see `like` for what is raised."""
    numeral = _NUMERAL.fullmatch(pattern) if isinstance(pattern, str) else None
    if numeral is None:
        msg = f"an expected form must be a numeral such as '1.313' or '3.0e-08'; got {pattern!r}"
        raise ValueError(msg)
    return numeral


def exact(value: Any) -> Any:
    """Print a value that is shown whole: integers with thousands separators, floats in their shortest form (1, 0.2).

    Text is printed as it is, but for the sign of a fraction such as '-10/3'.

    A nested list gives a nested list of the same shape.
    """
    if isinstance(value, list):
        return [exact(item) for item in value]
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return finished(f"{value:,d}")
    if isinstance(value, float):
        return finished(f"{value:z}".removesuffix(".0"))
    return finished(str(value))


def magnitude(value: float) -> str:
    """Print the size of a gap or a bound to one significant digit: '0', '2e-16', '1e-8', '1'."""
    return finished(f"{value:.0e}" if 0 < value < SMALL else f"{value:.1g}")


@overload
def finished(text: str) -> str: ...
@overload
def finished(text: list[Any]) -> list[Any]: ...
def finished(text: Any) -> Any:
    """Set a numeral as a typesetter does: a minus sign for the hyphen in front, and no zero that fills an exponent."""
    if isinstance(text, list):
        return [finished(item) for item in text]
    text = _FILLED.sub(r"e\g<1>", text)
    return MINUS + text[1:] if text.startswith("-") else text
