"""The draft: three secret choices made by all at once, then a pick from the centre."""

from cartulary.games.carta_impera_victoria.actions import DraftKeep, DraftPick
from cartulary.games.carta_impera_victoria.cards import BACKS, KINDS, Cards, Kind, cards, count_known, remove
from cartulary.games.carta_impera_victoria.decide.turn import begin_turn
from cartulary.games.carta_impera_victoria.events import (
    CardExposed,
    CentreCardTaken,
    CentreOpened,
    DraftEnded,
    DraftKept,
    DraftRoundBegan,
    PacketPassed,
)
from cartulary.games.carta_impera_victoria.rules import draft_order, next_seat, remaining, seats_to_choose
from cartulary.games.carta_impera_victoria.state import Draft, State
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat

LAST_ROUND = 3


def require_draft(state: State) -> Draft:
    """The draft must be under way."""
    if state.draft is None:
        raise Rejected("draft.over", "No draft is under way.", "A-07")
    return state.draft


def draft_keep(decision: GameDecision[State], seat: Seat, action: DraftKeep) -> None:
    """Keep one card of the packet; the last one to choose ends the round (A-07, A-08)."""
    state = decision.state
    draft = require_draft(state)
    if draft.picks is not None:
        raise Rejected("draft.centre", "The packets are done; pick a card of the centre.", "A-09")
    if draft.chosen[seat] is not None:
        raise Rejected("draft.already_kept", "You have chosen for this round; wait for the others.", "A-07")
    if not draft.packets[seat][action.card]:
        raise Rejected("draft.not_in_packet", f"{KINDS[action.card]} is not in your packet.", "A-08")
    decision.emit(DraftKept(seat=seat, card=action.card))
    finish_round(decision)


def finish_round(decision: GameDecision[State]) -> None:
    """Once all have chosen, pass what is left to the left, or show it after the third choice (A-06, A-08)."""
    state = decision.state
    draft = require_draft(state)
    if seats_to_choose(state):
        return
    if draft.round == LAST_ROUND:
        open_centre(decision)
        return
    passing = {seat: leftover_cards(draft, seat) for seat in remaining(state)}
    for seat, packet in passing.items():
        decision.emit(PacketPassed(seat=next_seat(state, seat), source=seat, cards=packet))
    decision.emit(DraftRoundBegan(round=draft.round + 1))


def leftover_cards(draft: Draft, seat: Seat) -> Cards | None:
    """Return the cards left in a seat's packet, as far as they are known."""
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


def open_centre(decision: GameDecision[State]) -> None:
    """Put the remaining cards in the centre, and let the seats pick in turn (A-08, A-09, A-10)."""
    state = decision.state
    draft = require_draft(state)
    shown = {seat: exposure_of(draft, seat) for seat in remaining(state)}
    for seat, card in shown.items():
        decision.emit(CardExposed(seat=seat, card=card))
    decision.emit(CentreOpened(picks=tuple(draft_order(state))))


def draft_pick(decision: GameDecision[State], seat: Seat, action: DraftPick) -> None:
    """Take a card of the centre into the area, one's own too (A-09, A-10, A-11)."""
    state = decision.state
    draft = require_draft(state)
    if draft.picks is None:
        raise Rejected("draft.no_centre", "The centre is picked from when all packets are done.", "A-09")
    if draft.picks[:1] != [seat]:
        raise Rejected("draft.not_your_pick", f"Seat {draft.picks[0]} picks now.", "A-09")
    if not draft.centre[action.card]:
        raise Rejected("draft.not_in_centre", f"{KINDS[action.card]} does not lie in the centre.", "A-11")
    decision.emit(CentreCardTaken(seat=seat, card=action.card))
    finish_draft(decision)


def finish_draft(decision: GameDecision[State]) -> None:
    """Move the kept cards to the hands once all seats have picked, and begin the first turn."""
    draft = require_draft(decision.state)
    if draft.picks:
        return
    decision.emit(DraftEnded())
    begin_turn(decision, decision.state.first)


def go_on(decision: GameDecision[State]) -> None:
    """Continue the draft if it waited for a seat that has left."""
    if require_draft(decision.state).picks is None:
        finish_round(decision)
    else:
        finish_draft(decision)
