"""Reliability of players: a figure worked out from how they kept to the clock and to their games."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

HALF_LIFE: Final = timedelta(days=90)
FEWEST: Final = 3
"""Games with turns by the clock, below which there is no figure."""
MOST: Final = 500
"""The newest games of a player that count."""
LEFT: Final = "resigned"
TIMED_OUT: Final = frozenset(("timed_out", "replaced"))


class PlayedGame(NamedTuple):
    """A player's part in a game, as far as it tells of reliability. `match.participation` defines departures."""

    ended_at: datetime
    departure: str
    turns_in_time: int
    turns_late: int

    @property
    def has_turns(self) -> bool:
        """Whether the clock ran for the player."""
        return self.turns_in_time + self.turns_late > 0

    @property
    def is_kept(self) -> bool:
        """Whether the player was there until the end, or ended the game by resigning."""
        return self.departure != LEFT and self.departure not in TIMED_OUT


def assess(games: Sequence[PlayedGame]) -> dict[str, Any]:
    """Return a player's reliability on the wire: its value from 0 to 100, or None, and the counts it is made of."""
    return {
        "value": value(games),
        "turns_in_time": sum(each.turns_in_time for each in games),
        "turns_late": sum(each.turns_late for each in games),
        "games_left": sum(each.departure == LEFT for each in games),
        "games_timed_out": sum(each.departure in TIMED_OUT for each in games),
        "games_counted": len(games),
    }


def weigh(age: timedelta) -> float:
    """Return the weight of a game by its age."""
    return float(0.5 ** (age / HALF_LIFE))


def value(games: Sequence[PlayedGame]) -> int | None:
    """Multiply the share of turns in time by the share of games kept; None if too few games had a clock.

    A game's weight halves with each `HALF_LIFE` between its end and that of the newest game.
    """
    if sum(each.has_turns for each in games) < FEWEST:
        return None
    newest = max(each.ended_at for each in games)
    weighted = [(weigh(newest - each.ended_at), each) for each in games]
    in_time = sum(weight * each.turns_in_time for weight, each in weighted)
    late = sum(weight * each.turns_late for weight, each in weighted)
    kept = sum(weight * each.is_kept for weight, each in weighted)
    return round(100 * in_time / (in_time + late) * kept / sum(weight for weight, _ in weighted))
