"""Playing on from a version of another match: how things stood there, and what each seat knew."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from cartulary.kernel.messages import Event
from cartulary.kernel.seats import Seat
from cartulary.match.events.fork import ForkBegan, SeatSaw
from cartulary.match.snapshot import dump_state
from cartulary.match.state import Match

WHOLE, SEATS, TABLE = "whole", "seats", "table"
"""The parts of the position from which a fork begins."""


class Knowledge(NamedTuple):
    """A state, and the same as each seat and a spectator see it."""

    whole: Any
    seats: Sequence[Any]
    table: Any

    def position(self) -> dict[str, Any]:
        """Return the position that a fork begins from, as JSON."""
        return {
            WHOLE: dump_state(self.whole),
            SEATS: [dump_state(each) for each in self.seats],
            TABLE: dump_state(self.table),
        }


def imagine(seen: Match, viewer: Seat | None, table: Any, random: Random) -> Knowledge:
    """A state that is possible for whoever sees the match so; others know in it what they hold, and what lies open."""
    game = seen.game
    whole = game.determinize(seen.state, random)
    seats = [seen.state if seat == viewer else game.mask(whole, seat) for seat in range(seen.setup.seats)]
    return Knowledge(whole, seats, table)


def fork_events(match: Match) -> list[Event]:
    """Return the events that begin a fork once all seats are taken."""
    position = match.terms.position
    assert position is not None
    seen: list[Event] = [SeatSaw(seat=seat, state=state) for seat, state in enumerate(position[SEATS])]
    return [*seen, ForkBegan(state=position[TABLE], whole=position[WHOLE])]
