"""Discarding: of the first hand, and at the end of a turn."""

from cartulary.games.civilization_the_card_game.actions import Discard
from cartulary.games.civilization_the_card_game.cards import Cards
from cartulary.games.civilization_the_card_game.decide.requirements import (
    require_active,
    require_in_hand,
    require_step,
    require_waited_for,
)
from cartulary.games.civilization_the_card_game.decide.setup import go_on
from cartulary.games.civilization_the_card_game.decide.turn import end_turn
from cartulary.games.civilization_the_card_game.events import CardsDiscarded
from cartulary.games.civilization_the_card_game.rules.turn import cards_to_discard
from cartulary.games.civilization_the_card_game.state import State
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat


def discard(decision: GameDecision[State], seat: Seat, action: Discard) -> None:
    """Discard two cards of the first hand (C-07), or what the turn asks for, which ends it (C-62)."""
    state = decision.state
    if state.step == "discards":
        require_waited_for(state, seat, "discards")
        emit_discard(decision, seat, action.cards)
        go_on(decision)
        return
    require_active(state, seat)
    require_step(state, "discard")
    emit_discard(decision, seat, action.cards)
    end_turn(decision)


def emit_discard(decision: GameDecision[State], seat: Seat, cards: Cards) -> None:
    """Discard exactly as many cards as are due."""
    count = cards_to_discard(decision.state, seat)
    if len(cards) != count:
        raise Rejected("discard.number", f"Discard {count} cards; you chose {len(cards)}.", "C-62")
    require_in_hand(decision.state.hands[seat], cards)
    decision.emit(CardsDiscarded(seat=seat, cards=tuple(sorted(cards))))
