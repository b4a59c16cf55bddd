"""The draft: three secret choices made by all at once, then a pick from the centre."""

from domain.carta_impera_victoria.actions import DraftKeep, DraftPick
from domain.carta_impera_victoria.cards import BACKS, KINDS, Cards, Kind, cards, count_known, remove
from domain.carta_impera_victoria.decide.turn import begin_turn
from domain.carta_impera_victoria.events import (
    CardExposed,
    CentreCardTaken,
    CentreOpened,
    DraftEnded,
    DraftKept,
    DraftRoundBegan,
    PacketPassed,
)
from domain.carta_impera_victoria.rules import draft_order, next_seat, remaining, undecided
from domain.carta_impera_victoria.state import Draft, State
from domain.kernel.game_decision import GameDecision
from domain.kernel.rejected import Rejected
from domain.kernel.seats import Seat

LAST_ROUND = 3


def require_draft(state: State) -> Draft:
    """The draft must be under way."""
    if state.draft is None:
        raise Rejected("draft.over", "No draft is under way.", "A-07")
    return state.draft


def draft_keep(unfolding: GameDecision[State], seat: Seat, action: DraftKeep) -> None:
    """Keep one card of the packet; the last one to choose ends the round (A-07, A-08)."""
    state = unfolding.state
    draft = require_draft(state)
    if draft.picks is not None:
        raise Rejected("draft.centre", "The packets are done; pick a card of the centre.", "A-09")
    if draft.chosen[seat] is not None:
        raise Rejected("draft.already_kept", "You have chosen for this round; wait for the others.", "A-07")
    if not draft.packets[seat][action.card]:
        raise Rejected("draft.not_in_packet", f"{KINDS[action.card]} is not in your packet.", "A-08")
    unfolding.happens(DraftKept(seat=seat, card=action.card))
    finish_round(unfolding)


def finish_round(unfolding: GameDecision[State]) -> None:
    """Once all have chosen, pass what is left to the left, or show it after the third choice (A-06, A-08)."""
    state = unfolding.state
    draft = require_draft(state)
    if undecided(state):
        return
    if draft.round == LAST_ROUND:
        open_centre(unfolding)
        return
    passing = {seat: leftover_cards(draft, seat) for seat in remaining(state)}
    for seat, packet in passing.items():
        unfolding.happens(PacketPassed(seat=next_seat(state, seat), source=seat, cards=packet))
    unfolding.happens(DraftRoundBegan(round=draft.round + 1))


def leftover_cards(draft: Draft, seat: Seat) -> Cards | None:
    """What a seat has left in its packet, as far as that is known."""
    packet, chosen = draft.packets[seat][:], draft.chosen[seat]
    assert chosen is not None
    if chosen >= BACKS:
        return None
    remove(packet, chosen)
    return count_known(cards(packet))


def exposure_of(draft: Draft, seat: Seat) -> Kind | None:
    """The card that a seat shows after the third choice, as far as that is known."""
    packet = leftover_cards(draft, seat)
    return packet[0] if packet else None


def open_centre(unfolding: GameDecision[State]) -> None:
    """The cards not kept go to the centre, and the seats pick in turn (A-08 to A-10)."""
    state = unfolding.state
    draft = require_draft(state)
    shown = {seat: exposure_of(draft, seat) for seat in remaining(state)}
    for seat, card in shown.items():
        unfolding.happens(CardExposed(seat=seat, card=card))
    unfolding.happens(CentreOpened(picks=tuple(draft_order(state))))


def draft_pick(unfolding: GameDecision[State], seat: Seat, action: DraftPick) -> None:
    """Take a card of the centre into the area, one's own too (A-09 to A-11)."""
    state = unfolding.state
    draft = require_draft(state)
    if draft.picks is None:
        raise Rejected("draft.no_centre", "The centre is picked from when all packets are done.", "A-09")
    if draft.picks[:1] != [seat]:
        raise Rejected("draft.not_your_pick", f"Seat {draft.picks[0]} picks now.", "A-09")
    if not draft.centre[action.card]:
        raise Rejected("draft.not_in_centre", f"{KINDS[action.card]} does not lie in the centre.", "A-11")
    unfolding.happens(CentreCardTaken(seat=seat, card=action.card))
    finish_draft(unfolding)


def finish_draft(unfolding: GameDecision[State]) -> None:
    """When all have picked, the kept cards go to the hands and the first seat begins."""
    draft = require_draft(unfolding.state)
    if draft.picks:
        return
    unfolding.happens(DraftEnded())
    begin_turn(unfolding, unfolding.state.first)


def go_on(unfolding: GameDecision[State]) -> None:
    """Whoever was waited for may have left."""
    if require_draft(unfolding.state).picks is None:
        finish_round(unfolding)
    else:
        finish_draft(unfolding)
