"""The row of a game in the lobby, made from its match."""

from collections.abc import Iterable
from typing import Any

from cartulary.kernel.messages import Event
from cartulary.kernel.seats import Seat
from cartulary.match.events.seating import SeatCleared, SeatLeft, SeatTaken
from cartulary.match.events.substitution import SubstituteSeated
from cartulary.match.state import Match
from cartulary_service.store.append import GameRow


def game_row(match: Match, before: Match) -> GameRow:
    """Build the lobby row, and the seats that have newly become active."""
    plays = match.status == "playing"
    bots, people = (sorted(match.bot_seats()), len(match.people())) if plays else ([], None)
    to_act, awaited = match.to_act(), before.to_act()
    turns = [seat for seat in to_act if seat not in awaited or match.players[seat] != before.players[seat]]
    return GameRow(match.status, result_json(match), match.deadline, to_act, bots, match.vacant_seats(), turns, people)


def seats_taken(events: Iterable[Event]) -> list[tuple[Seat, str]]:
    """Return the seats that players take by these events."""
    return [(each.seat, each.player) for each in events if isinstance(each, SeatTaken | SubstituteSeated)]


def seats_left(events: Iterable[Event]) -> list[Seat]:
    """Return the seats that players leave by these events."""
    return [each.seat for each in events if isinstance(each, SeatLeft | SeatCleared)]


def result_json(match: Match) -> dict[str, Any] | None:
    """Return how the match ended."""
    ended = match.result
    if ended is None:
        return None
    points = None if ended.points is None else {str(each.seat): each.points for each in ended.points}
    return {"kind": match.result_kind, "winners": [*ended.winners], "points": points, "decided_by": [*ended.decided_by]}
