"""Discarding: of the first hand, and at the end of a turn."""

from domain.civilization_the_card_game.actions import Discard
from domain.civilization_the_card_game.cards import Cards
from domain.civilization_the_card_game.decide.requirements import (
    require_active,
    require_in_hand,
    require_step,
    require_waited_for,
)
from domain.civilization_the_card_game.decide.setup import go_on
from domain.civilization_the_card_game.decide.turn import end_turn
from domain.civilization_the_card_game.events import CardsDiscarded
from domain.civilization_the_card_game.rules.turn import cards_to_discard
from domain.civilization_the_card_game.state import State
from domain.kernel.game_decision import GameDecision
from domain.kernel.rejected import Rejected
from domain.kernel.seats import Seat


def discard(unfolding: GameDecision[State], seat: Seat, action: Discard) -> None:
    """Discard two cards of the first hand (C-07), or what the turn asks for, which ends it (C-62)."""
    state = unfolding.state
    if state.step == "discards":
        require_waited_for(state, seat, "discards")
        discarded(unfolding, seat, action.cards)
        go_on(unfolding)
        return
    require_active(state, seat)
    require_step(state, "discard")
    discarded(unfolding, seat, action.cards)
    end_turn(unfolding)


def discarded(unfolding: GameDecision[State], seat: Seat, cards: Cards) -> None:
    """Discard exactly as many cards as are due."""
    count = cards_to_discard(unfolding.state, seat)
    if len(cards) != count:
        raise Rejected("discard.number", f"Discard {count} cards; you chose {len(cards)}.", "C-62")
    require_in_hand(unfolding.state.hands[seat], cards)
    unfolding.happens(CardsDiscarded(seat=seat, cards=tuple(sorted(cards))))
