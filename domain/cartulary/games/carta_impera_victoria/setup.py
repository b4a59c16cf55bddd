"""The start of a game: the deck shuffled epoch by epoch, the first seat drawn, hands or packets dealt."""

from itertools import groupby
from typing import Final

from cartulary.games.carta_impera_victoria.cards import (
    COPIES,
    EPOCH_OF,
    EPOCHS,
    SET_ASIDE,
    Cards,
    Kind,
    Pile,
    backs_of,
)
from cartulary.games.carta_impera_victoria.decide.turn import begin_turn
from cartulary.games.carta_impera_victoria.events import CardsDealt, DraftRoundBegan, GameStarted, PacketDealt
from cartulary.games.carta_impera_victoria.rules import TEAM_SEATS, seats
from cartulary.games.carta_impera_victoria.state import State
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.randomness import Chance
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import in_order
from cartulary.match.game import Setup

HAND: Final = 3
PACKET: Final = 4
CARDS_OF: Final = {
    epoch: [kind for kind, copies in enumerate(COPIES) if EPOCH_OF[kind] == epoch for _ in range(copies)]
    for epoch in EPOCHS
}
"""The whole pile of each epoch, before it is shuffled."""


def require_offered(setup: Setup) -> None:
    """Teams are for four seats (A-123)."""
    if setup.options["teams"] and setup.seats != TEAM_SEATS:
        raise Rejected("setup.teams", f"Teams need {TEAM_SEATS} seats, two against two.", "A-123")


def shuffle_deck(number_of_seats: int, chance: Chance) -> list[Kind]:
    """Shuffle each epoch by itself; with two or three seats leave three cards out; top first (A-01, A-02, A-03)."""
    deck: list[Kind] = []
    for epoch in EPOCHS:
        order = chance.stream(f"epoch-{epoch}").shuffled(CARDS_OF[epoch])
        deck += order if number_of_seats == TEAM_SEATS else order[:-SET_ASIDE]
    return deck


def piles(deck: Cards) -> tuple[Pile, ...]:
    """The deck by its backs, top first."""
    return tuple(Pile(epoch, len([*run])) for epoch, run in groupby(EPOCH_OF[kind] for kind in deck))


def start(decision: GameDecision[State], setup: Setup, chance: Chance) -> None:
    """Shuffle the deck, draw the first seat, and deal from it on, a seat's cards at a time (A-04, A-05)."""
    state, draft = decision.state, setup.options["deal"] == "draft"
    deck = tuple(shuffle_deck(seats(state), chance))
    first = chance.stream("first").uniform(seats(state))
    decision.emit(GameStarted(first=first, piles=piles(deck), deck=deck))
    dealt = PacketDealt if draft else CardsDealt
    size = PACKET if draft else HAND
    for place, seat in enumerate(in_order(first, state.present)):
        cards = deck[place * size : (place + 1) * size]
        decision.emit(dealt(seat=seat, backs=backs_of(cards), cards=cards))
    if draft:
        decision.emit(DraftRoundBegan(round=1))
    else:
        begin_turn(decision, first)
