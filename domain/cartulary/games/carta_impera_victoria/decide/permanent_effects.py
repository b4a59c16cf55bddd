"""The permanent effects, one's own and copied by Inspiration."""

from collections.abc import Callable
from typing import Any, Final

from cartulary.games.carta_impera_victoria import actions as a
from cartulary.games.carta_impera_victoria.cards import CULTURE, Cards, add_all
from cartulary.games.carta_impera_victoria.decide.requirements import (
    require_cards,
    require_effects,
    require_level,
    require_permanent_slot,
    require_playable,
    require_seat,
)
from cartulary.games.carta_impera_victoria.decide.token import settle_token
from cartulary.games.carta_impera_victoria.effects import EFFECT_OF
from cartulary.games.carta_impera_victoria.events import (
    AreaDiscarded,
    AreaTaken,
    CardsPlayed,
    DiscardTaken,
    EffectCopied,
    HandDiscarded,
)
from cartulary.games.carta_impera_victoria.rules import leads_culture
from cartulary.games.carta_impera_victoria.state import State
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.rejected import Rejected


def own_effect(decision: GameDecision[State], action: a.PermanentEffect) -> None:
    """Begin an effect that the seat's own cards give, checked right before it starts (A-24, A-25, A-26, A-27, A-28)."""
    state, effect = decision.state, EFFECT_OF[type(action)]
    require_effects(state)
    require_permanent_slot(state, effect, copies=False)
    require_level(state, state.active, effect, "A-26")
    PERMANENT[type(action)](decision, action)


def inspiration(decision: GameDecision[State], action: a.Inspiration) -> None:
    """Copy an effect that another seat's cards give, for one's own use.

    Rulings A-90, A-91, A-92, A-93, A-94, A-95, A-96, A-97, A-98, A-99, A-100, A-101, A-102, A-103, A-106, A-107, A-108,
    A-109.
    """
    state, effect = decision.state, EFFECT_OF[type(action.effect)]
    require_inspiration(state)
    require_seat(state, action.seat)
    if action.seat == state.active:
        raise Rejected("inspiration.self", "Copy an effect of another seat, not your own.", "A-90")
    require_permanent_slot(state, effect, copies=True)
    require_level(state, action.seat, effect, "A-91")
    decision.emit(EffectCopied(seat=state.active, target=action.seat, sphere=effect.sphere, effect=effect.name))
    PERMANENT[type(action.effect)](decision, action.effect)


def require_inspiration(state: State) -> None:
    """Require the only copy of the turn, and strictly more Culture than each other seat (A-95, A-96)."""
    require_effects(state)
    if state.used_permanent[CULTURE]:
        raise Rejected("inspiration.used", "Inspiration copies one effect a turn.", "A-95")
    if not leads_culture(state, state.active):
        raise Rejected("inspiration.no_lead", "Inspiration needs more Culture than each other seat.", "A-96")


def discard_from_hand(decision: GameDecision[State], action: a.Assassination | a.Purge) -> None:
    """Discard cards of one's own hand (A-32, A-33, A-40)."""
    state = decision.state
    require_cards(state.hands[state.active], action.discard, "hand", "A-33")
    decision.emit(HandDiscarded(seat=state.active, effect=action.NAME, cards=action.discard))


def raise_hand_limit(decision: GameDecision[State], action: a.HolyBook | a.DivineRight) -> None:
    """The copied limit applies when cards are drawn, as EffectCopied says (A-44, A-97)."""


def replace_in_area(decision: GameDecision[State], action: a.Development | a.Monopoly) -> None:
    """Discard from the area, then play as many from hand (A-60, A-61, A-62, A-62b, A-62c, A-62d)."""
    state = decision.state
    require_cards(state.areas[state.active], action.discard, "area", "A-62d")
    require_to_play(state, action.play, ())
    decision.emit(AreaDiscarded(seat=state.active, effect=action.NAME, cards=action.discard))
    settle_token(decision)
    play_cards(decision, action.play)


def rework_area(decision: GameDecision[State], action: a.Experiment | a.Research) -> None:
    """Take from the area to hand, then play as many, the same ones too (A-69, A-70, A-71, A-72, A-73)."""
    state = decision.state
    require_cards(state.areas[state.active], action.take, "area", "A-73")
    require_to_play(state, action.play, action.take)
    decision.emit(AreaTaken(seat=state.active, effect=action.NAME, cards=action.take))
    settle_token(decision)
    play_cards(decision, action.play)


def require_to_play(state: State, play: Cards, taken: Cards) -> None:
    """The cards are in hand, those just taken included, and playable: what starts is finished (A-31, A-60)."""
    hand = state.hands[state.active]
    if taken:
        hand = hand[:]
        add_all(hand, taken)
    require_cards(hand, play, "hand", "A-60")
    require_playable(state, play)


def play_cards(decision: GameDecision[State], these: Cards) -> None:
    """The second half of an effect that plays cards."""
    decision.emit(CardsPlayed(seat=decision.state.active, cards=these))
    settle_token(decision)


def take_from_discard(decision: GameDecision[State], action: a.Oligarchy | a.Republic) -> None:
    """Take cards of the discard pile to hand (A-32, A-33, A-79)."""
    state = decision.state
    require_cards(state.discard, action.take, "discard", "A-32")
    decision.emit(DiscardTaken(seat=state.active, effect=action.NAME, cards=action.take))


PERMANENT: Final[dict[type[a.PermanentEffect], Callable[[GameDecision[State], Any], None]]] = {
    a.Assassination: discard_from_hand,
    a.Purge: discard_from_hand,
    a.HolyBook: raise_hand_limit,
    a.DivineRight: raise_hand_limit,
    a.Development: replace_in_area,
    a.Monopoly: replace_in_area,
    a.Experiment: rework_area,
    a.Research: rework_area,
    a.Oligarchy: take_from_discard,
    a.Republic: take_from_discard,
}
