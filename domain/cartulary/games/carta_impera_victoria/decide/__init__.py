"""Decisions: one function for each action, which emits events or raises Rejected."""

from collections.abc import Callable
from typing import Any, Final

from cartulary.games.carta_impera_victoria import actions as a
from cartulary.games.carta_impera_victoria.decide.discard_effects import (
    attack,
    breakthrough,
    breakthrough_discard,
    democracy,
    embargo,
    inquisition,
    inquisition_exchange,
)
from cartulary.games.carta_impera_victoria.decide.draft import draft_keep, draft_pick
from cartulary.games.carta_impera_victoria.decide.leaving import resign
from cartulary.games.carta_impera_victoria.decide.permanent_effects import inspiration, own_effect
from cartulary.games.carta_impera_victoria.decide.turn import end_turn, play, skip_play
from cartulary.games.carta_impera_victoria.state import State
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.actions import Resign

Act = Callable[[GameDecision[State], Any], None]
OWN_EFFECTS: Final[dict[type[Action], Act]] = {kind: own_effect for kind in a.PERMANENT_EFFECTS if kind in a.ACTIONS}
OF_THE_TURN: Final[dict[type[Action], Act]] = {
    a.Play: play,
    a.SkipPlay: skip_play,
    a.Attack: attack,
    a.Inquisition: inquisition,
    a.InquisitionExchange: inquisition_exchange,
    a.Embargo: embargo,
    a.Breakthrough: breakthrough,
    a.BreakthroughDiscard: breakthrough_discard,
    a.Democracy: democracy,
    a.Inspiration: inspiration,
    a.EndTurn: end_turn,
    **OWN_EFFECTS,
}

OF_ANY_SEAT: Final[dict[type[Action], Callable[[GameDecision[State], Seat, Any], None]]] = {
    a.DraftKeep: draft_keep,
    a.DraftPick: draft_pick,
    Resign: resign,
}


def decide(decision: GameDecision[State], seat: Seat, action: Action) -> None:
    """Decide an action of `seat`. Raises Rejected."""
    state = decision.state
    if state.step == "over":
        raise Rejected("game.over", "The game is over.")
    if not state.present[seat]:
        raise Rejected("seat.out", "You have left this game.")
    if act := OF_ANY_SEAT.get(type(action)):
        act(decision, seat, action)
        return
    if state.draft:
        raise Rejected("draft.under_way", "The draft comes first: keep or pick a card.", "A-07")
    if seat != state.active:
        raise Rejected("turn.not_yours", f"It is the turn of seat {state.active}.")
    OF_THE_TURN[type(action)](decision, action)
