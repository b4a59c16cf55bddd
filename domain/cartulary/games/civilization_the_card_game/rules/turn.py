"""Turns: cards to deal, draw, take and discard, and the seats that the game waits for."""

from collections.abc import Collection
from typing import Final

from cartulary.games.civilization_the_card_game.cards import ASTRONOMY, CODE_OF_LAWS, WONDERS, WRITING, Kind
from cartulary.games.civilization_the_card_game.rules.empire import has, leads
from cartulary.games.civilization_the_card_game.rules.seats import others, remaining
from cartulary.games.civilization_the_card_game.rules.war import pending
from cartulary.games.civilization_the_card_game.state import CULTURE, State
from cartulary.kernel.forms import Choice
from cartulary.kernel.seats import Seat

FIRST_HANDS: Final = (6, 7, 8, 9)
"""Cards dealt to the seats in order, from the first one on (C-06)."""
EQUAL_HANDS: Final = 7
"""Cards dealt to each seat where turns go both ways round (C-06)."""
STARTING_PLOTS: Final = 2
MARKET: Final = 3
STARTING_DISCARDS: Final = 2
DRAW: Final = 4
DISCARD: Final = 2
CODE_OF_LAWS_TAKES: Final = 3
WHEEL_DRAWS: Final = 2


def first_hands(state: State) -> list[int]:
    """Return how many cards each seat is dealt, from the first one on (C-06)."""
    number = len(remaining(state))
    if state.rules.turn_order == "alternating":
        return [EQUAL_HANDS] * number
    if number == 3:
        return [*FIRST_HANDS[:2], state.rules.last_hand_of_three]
    return [*FIRST_HANDS[:number]]


def technologies_left(state: State) -> bool:
    """Whether there is a technology still to be bought."""
    return bool(state.open_technologies)


def taxes_at_once(state: State, technology: int) -> bool:
    """Whether the purchase takes resources of another seat (C-36)."""
    return technology == CODE_OF_LAWS and not state.rules.code_of_laws_every_turn


def may_tax(state: State, seat: Seat) -> bool:
    """Whether Code of Laws can be used, in every turn once (C-36)."""
    return state.rules.code_of_laws_every_turn and has(state, seat, CODE_OF_LAWS) and not state.code_of_laws_used


def targets(state: State, seat: Seat, technology: int) -> list[Seat]:
    """The seats of which the purchase of a technology can take something (C-35, C-36)."""
    if technology == WRITING:
        return stealable(state, seat)
    return taxable(state, seat) if taxes_at_once(state, technology) else []


def stealable(state: State, seat: Seat) -> list[Seat]:
    """The seats of which Writing can take a card (C-35)."""
    return [other for other in others(state, seat) if sum(state.hands[other])]


def taxable(state: State, seat: Seat) -> list[Seat]:
    """The seats of which Code of Laws can take resources (C-36)."""
    return [other for other in others(state, seat) if sum(state.resources[other])]


def tax(state: State, target: Seat) -> Choice:
    """Return the choice of resources that Code of Laws takes from a seat (C-36)."""
    resources = state.resources[target]
    return Choice(dict(enumerate(resources)), min(CODE_OF_LAWS_TAKES, sum(resources)))


def draws(state: State, seat: Seat) -> int:
    """Return the number of cards that a seat draws (C-60)."""
    return DRAW + has(state, seat, ASTRONOMY) + leads(state, seat, CULTURE)


def discards(state: State, seat: Seat) -> int:
    """Return the number of cards that a seat discards after drawing (C-60)."""
    return DISCARD + leads(state, seat, CULTURE)


def cards_to_discard(state: State, seat: Seat) -> int:
    """Return the number of cards due now; a smaller hand is discarded whole (C-07, C-62)."""
    due = STARTING_DISCARDS if state.step == "discards" else state.to_discard
    return min(due, sum(state.hands[seat]))


def in_own_turn(state: State) -> bool:
    """The steps in which the bank is open and partners help (C-32, C-97)."""
    return state.step in ("buy", "draw", "discard")


def may_use_bonus(state: State) -> bool:
    """Whether bonus cards of the active seat can be turned into resources now (C-31)."""
    return state.step == "buy" or (state.rules.bonus_cards == "every_step" and in_own_turn(state))


def may_tear_down(state: State) -> bool:
    """Whether the seat that the game waits for may tear down what it has built (C-26)."""
    return state.rules.tearing_down == "any_moment" or in_own_turn(state)


def kept_standing(state: State) -> Collection[Kind]:
    """Return the kinds of buildings that nobody may tear down (C-26)."""
    return () if state.rules.torn_down_wonders else WONDERS


def to_act(state: State) -> list[Seat]:
    """The seat that the game waits for."""
    if state.step == "over":
        return []
    if state.waiting:
        return [state.waiting[0]]
    waits_for = pending(state)
    return [waits_for.seat if waits_for else state.active]
