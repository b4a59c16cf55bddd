"""Seats: their order, and partners."""

from typing import Final

from cartulary.games.civilization_the_card_game.state import State
from cartulary.kernel.seats import Seat, following, in_order

TEAM_SEATS: Final = 4


def remaining(state: State) -> list[Seat]:
    """The seats still in the game."""
    return [seat for seat, present in enumerate(state.present) if present]


def others(state: State, seat: Seat) -> list[Seat]:
    """The other seats still in the game, partners too."""
    return [other for other in remaining(state) if other != seat]


def clockwise(state: State, start: Seat) -> list[Seat]:
    """The seats still in the game, from that one on."""
    return in_order(start, state.present)


def from_first_seat(state: State) -> list[Seat]:
    """The seats still in the game, from the one next to the dealer on (C-01)."""
    return clockwise(state, state.dealer + 1)


def next_seat(state: State, seat: Seat) -> Seat:
    """Return whose turn comes after that seat's (C-09)."""
    if state.rules.turn_order == "one_way":
        return following(seat, state.present)
    waiting = [each for each in in_order(seat, state.present, state.direction) if each not in state.had_turn]
    return waiting[0] if waiting else in_order(seat, state.present, -state.direction)[0]


def team(teams: bool, seating: str, seat: Seat) -> int | None:
    """Partners sit opposite or side by side (C-95)."""
    if not teams:
        return None
    return seat % 2 if seating == "opposite" else seat // 2


def team_of(state: State, seat: Seat) -> int | None:
    """The seat's team, if there are teams."""
    return team(state.rules.teams, state.rules.seating, seat)


def sides(state: State) -> list[list[Seat]]:
    """The seats still in the game, partners together."""
    left = remaining(state)
    if not state.rules.teams:
        return [[seat] for seat in left]
    return [side for side in ([seat for seat in left if team_of(state, seat) == each] for each in (0, 1)) if side]


def side_of(state: State, seat: Seat) -> list[Seat]:
    """The seat and its partner, if it is still in the game."""
    if not state.rules.teams:
        return [seat]
    return next(side for side in sides(state) if seat in side)


def partner(state: State, seat: Seat) -> Seat | None:
    """The other member of the seat's team, while both are in the game."""
    if not state.rules.teams:
        return None
    mates = side_of(state, seat) if state.present[seat] else []
    return next((other for other in mates if other != seat), None)
