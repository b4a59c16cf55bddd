"""A seat that resigns leaves the game; the others go on without it (section 0 of the rules)."""

from domain.carta_impera_victoria.decide.draft import go_on
from domain.carta_impera_victoria.decide.turn import begin_turn, end, end_by_majority
from domain.carta_impera_victoria.events import CultureTokenLost, SeatResigned
from domain.carta_impera_victoria.rules import first_after_leaving, last_round_over, next_seat, sides
from domain.carta_impera_victoria.state import State
from domain.kernel.game_decision import GameDecision
from domain.kernel.seats import Seat
from domain.match.actions import Resign


def resign(unfolding: GameDecision[State], seat: Seat, _: Resign) -> None:
    """Leave for good; the last seat or team left wins."""
    state = unfolding.state
    was_last = last_round_over(state, seat)
    unfolding.happens(SeatResigned(seat=seat, first=first_after_leaving(state, seat)))
    return_token(unfolding, seat)
    if len(left := sides(state)) == 1:
        end(unfolding, "resignation", left[0])
    elif state.draft:
        go_on(unfolding)
    elif seat == state.active and was_last:
        end_by_majority(unfolding)
    elif seat == state.active:
        begin_turn(unfolding, next_seat(state, seat))


def return_token(unfolding: GameDecision[State], seat: Seat) -> None:
    """The culture token goes to the supply when its holder leaves, or the seat before which it lies.

    Any other holder leads still: nobody else has more Culture than before.
    """
    token = unfolding.state.token
    if token and seat in (token.holder, token.target):
        unfolding.happens(CultureTokenLost(seat=token.holder, to=None))
