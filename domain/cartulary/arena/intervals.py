"""Confidence intervals of shares."""

from math import sqrt
from typing import Final, NamedTuple

Z: Final = 1.959964
"""Standard deviations of a normal distribution that hold 95 % of it."""
CONFIDENCE: Final = 0.95


class Interval(NamedTuple):
    """Bounds of a share."""

    low: float
    high: float


def wilson(score: float, games: int) -> Interval:
    """Return the Wilson score interval of a share of wins, at 95 %.

    A shared win counts as a part of one. Games of one deal are not independent: from both sides a deal tends to even
    out, so with two seats the interval is rather too wide than too narrow.
    """
    share, over = score / games, Z * Z / games
    middle = (share + over / 2) / (1 + over)
    reach = Z / (1 + over) * sqrt(share * (1 - share) / games + over / (4 * games))
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))
