"""A seat that resigns leaves the game; the others go on without it (section 0 of the rules)."""

from cartulary.games.carta_impera_victoria.decide.draft import go_on
from cartulary.games.carta_impera_victoria.decide.turn import begin_turn, end, end_by_majority
from cartulary.games.carta_impera_victoria.events import CultureTokenLost, SeatResigned
from cartulary.games.carta_impera_victoria.rules import first_after_leaving, last_round_over, next_seat, sides
from cartulary.games.carta_impera_victoria.state import State
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.seats import Seat
from cartulary.match.actions import Resign


def resign(decision: GameDecision[State], seat: Seat, _: Resign) -> None:
    """Leave for good; the last seat or team left wins."""
    state = decision.state
    was_last = last_round_over(state, seat)
    decision.emit(SeatResigned(seat=seat, first=first_after_leaving(state, seat)))
    return_token(decision, seat)
    if len(left := sides(state)) == 1:
        end(decision, "resignation", left[0])
    elif state.draft:
        go_on(decision)
    elif seat == state.active and was_last:
        end_by_majority(decision)
    elif seat == state.active:
        begin_turn(decision, next_seat(state, seat))


def return_token(decision: GameDecision[State], seat: Seat) -> None:
    """The culture token goes to the supply when its holder leaves, or the seat before which it lies.

    Any other holder leads still: nobody else has more Culture than before.
    """
    token = decision.state.token
    if token and seat in (token.holder, token.target):
        decision.emit(CultureTokenLost(seat=token.holder, to=None))
