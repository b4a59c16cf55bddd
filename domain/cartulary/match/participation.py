"""The part that each player had in a match, worked out from the record: result, departure, turns by the clock."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal, NamedTuple

from cartulary.kernel.messages import Event
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import SPECTATOR
from cartulary.match.events.clock import ClockStopped, GamePaused, TimeClaimed, TimeExpired
from cartulary.match.events.ending import DRAW, EndAgreed
from cartulary.match.events.seating import OpeningsExpired
from cartulary.match.events.substitution import SubstituteSeated
from cartulary.match.evolve import fold, follow
from cartulary.match.game import Game
from cartulary.match.history import counting
from cartulary.match.state import Match
from cartulary.match.vacancies import FormerPlayer
from cartulary.record.decode import log_entries
from cartulary.record.event import RecordedEvent

Result = Literal["won", "drawn", "lost", "void"]
Departure = Literal["stayed", "conceded", "resigned", "timed_out", "replaced", "handed_over"]
"""How a seat left. `conceded`: it resigned, which ended the match. `resigned`: the others had to go on without it.
`timed_out`: the clock made it resign, the others freed it after that, or it let the deadline of the opening pass.
`replaced`: a bot played on. `handed_over`: its player offered the seat, and a substitute took it."""


class Participation(NamedTuple):
    """The part that a player had in a match that is over."""

    seat: Seat
    player: str
    result: Result | None
    """None for who gave up the seat to a substitute."""
    departure: Departure
    turns_in_time: int
    """Number of times that the player acted before the clock ran out."""
    turns_late: int
    """Number of times that a deadline of the player passed."""


def list_participations(game: Game[Any], game_id: str, record: Sequence[RecordedEvent]) -> list[Participation]:
    """Return each player's part in a match, from its record or the public part of it; last those who gave up a seat.

    Events that were taken back do not count. There is none before the end, nor if the table did not fill.
    """
    tally, match = Tally(), fold(game, game_id, [])
    for _, rows in groupby(counting(record), key=lambda row: row.ply):
        entries = log_entries(game.event_types, [*rows])
        after = follow(match, entries, SPECTATOR)
        tally.count_ply(match, [each.event for each in entries], after)
        match = after
    if match.result is None or None in match.players:
        return []
    parts = [tally.sum_up(match, seat, player) for seat, player in enumerate(match.players) if player is not None]
    return [*parts, *map(tally.sum_up_former, match.former)]


@dataclass(slots=True)
class Tally:
    """Turns and departures so far."""

    in_time: Counter[str | None] = field(default_factory=Counter)
    """By player, as `late`."""
    late: Counter[str | None] = field(default_factory=Counter)
    departures: dict[Seat, Departure] = field(default_factory=dict)
    former: dict[FormerPlayer, Departure] = field(default_factory=dict)

    def count_ply(self, before: Match, events: Sequence[Event], after: Match) -> None:
        """Count one ply."""
        for seat in list_late_seats(events):
            self.late[before.players[seat]] += 1
        for seat in list_unopened_seats(events):
            self.departures[seat] = "timed_out"
        if before.status != "playing":
            return
        for each in events:
            if isinstance(each, SubstituteSeated):
                self.note_substitute(before, each.seat)
        gone = {*before.game.remaining(before.state)} - {*after.game.remaining(after.state)}
        self.departures |= {seat: how_resigned(seat, events, after) for seat in gone}
        actor = timely_actor(before, events, after)
        if actor is not None and actor not in gone:
            self.in_time[before.players[actor]] += 1

    def note_substitute(self, before: Match, seat: Seat) -> None:
        """Note why a player has given up the seat."""
        player, offered = before.players[seat], seat in before.vacancies.offered
        assert player is not None
        self.former[FormerPlayer(seat, player)] = "handed_over" if offered else "timed_out"

    def sum_up(self, match: Match, seat: Seat, player: str) -> Participation:
        """Return the part of a seat in the match that ended so."""
        replaced = match.clocks is not None and seat in match.clocks.bots and seat not in match.bots
        departure = self.departures.get(seat, "replaced" if replaced else "stayed")
        return Participation(seat, player, result_of(match, seat), departure, self.in_time[player], self.late[player])

    def sum_up_former(self, gone: FormerPlayer) -> Participation:
        """Return the part of a player whose seat a substitute has taken."""
        in_time, late = self.in_time[gone.player], self.late[gone.player]
        return Participation(gone.seat, gone.player, None, self.former[gone], in_time, late)


def list_late_seats(events: Sequence[Event]) -> list[Seat]:
    """The seats of which a deadline passed."""
    return [each.seat for each in events if isinstance(each, TimeExpired)] + list_unopened_seats(events)


def list_unopened_seats(events: Sequence[Event]) -> list[Seat]:
    """The seats that did not open what they had committed to."""
    return [seat for each in events if isinstance(each, OpeningsExpired) for seat in each.seats]


def how_resigned(seat: Seat, events: Sequence[Event], after: Match) -> Departure:
    """Tell a loss on time from a resignation, and that from one that ended the match."""
    expired = {each.seat for each in events if isinstance(each, TimeExpired)}
    claimed = {each.expired for each in events if isinstance(each, TimeClaimed)}
    if seat in expired | claimed:
        return "timed_out"
    return "resigned" if after.result is None else "conceded"


def timely_actor(before: Match, events: Sequence[Event], after: Match) -> Seat | None:
    """Return the seat that ended its turn by this ply, with time left.

    A clock runs for as long as the match waits for its seat, whatever number of actions that takes.
    """
    actor: Seat | None = getattr(events[0], "seat", None)
    if before.clocks is None or actor not in before.clocks.running:
        return None
    if any(isinstance(each, TimeExpired | TimeClaimed | GamePaused | EndAgreed) for each in events):
        return None
    stopped = {each.seat for each in events if isinstance(each, ClockStopped)}
    return actor if actor in stopped or after.result is not None else None


def result_of(match: Match, seat: Seat) -> Result:
    """Return how the match ended for a seat."""
    assert match.result is not None
    if match.status == "abandoned":
        return "void"
    if seat not in match.result.winners:
        return "lost"
    return "drawn" if match.result.kind == DRAW else "won"
