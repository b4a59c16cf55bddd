"""Pace of a game: a coarse measure of its clock, by which people choose tables."""

from typing import Final, Literal

from cartulary.match.clock.settings import Clock

Pace = Literal["none", "live", "daily", "slow"]
LIVE_SECONDS: Final = 3 * 3_600
LIVE_WAIT_SECONDS: Final = 15 * 60
"""How long at most a table stays open to anybody whose clock would run while its players are elsewhere."""
DAILY_SECONDS: Final = 86_400


def pace_of(clock: Clock | None) -> Pace:
    """Return the pace by the time that a seat has at first: for a turn, or in its bank. A window does not count."""
    if clock is None:
        return "none"
    if clock.seconds <= LIVE_SECONDS:
        return "live"
    return "daily" if clock.seconds <= DAILY_SECONDS else "slow"
