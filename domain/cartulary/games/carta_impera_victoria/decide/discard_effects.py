"""The discard effects: a card of the area is paid, once a turn for each sphere."""

from cartulary.games.carta_impera_victoria import actions as a
from cartulary.games.carta_impera_victoria.cards import (
    ECONOMY,
    MILITARY,
    RELIGION,
    SCIENCE,
    SPHERES,
    UTOPIA,
    backs,
    backs_of,
    cards,
    count_known,
    lowest,
)
from cartulary.games.carta_impera_victoria.decide.requirements import (
    paying,
    require_cards,
    require_discard_effect,
    require_seat,
)
from cartulary.games.carta_impera_victoria.decide.token import settle_token
from cartulary.games.carta_impera_victoria.decide.turn import draw
from cartulary.games.carta_impera_victoria.events import (
    AttackMade,
    BreakthroughBegun,
    BreakthroughDiscarded,
    DemocracyPlaced,
    EmbargoLaid,
    InquisitionBegun,
    InquisitionExchanged,
    Loss,
)
from cartulary.games.carta_impera_victoria.rules import (
    BREAKTHROUGH_CARDS,
    left_after_paying,
    markable,
    others,
)
from cartulary.games.carta_impera_victoria.state import Discarding, Exchange, State
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat


def attack(decision: GameDecision[State], action: a.Attack) -> None:
    """Attack: pay a military card and give up one of a sphere; each other seat loses one of it, if it can.

    Rulings A-41, A-42, A-43, A-43b, A-43c, A-43d, A-43e, A-43f, A-43g, A-43h.
    """
    state = decision.state
    require_discard_effect(state, MILITARY)
    if not left_after_paying(state, state.active, MILITARY)[action.sphere]:
        sphere = SPHERES[action.sphere]
        raise Rejected(
            "attack.nothing_left",
            f"After paying, no {sphere} card would be left in your area to give up.",
            "A-42",
        )
    paid = paying(state, MILITARY, action.pay)
    given_up = second_card(state, action, paid)
    losses = tuple(
        Loss(seat, lowest(state.areas[seat], action.sphere))
        for seat in others(state, state.active)
        if state.face_up[seat][action.sphere]
    )
    decision.emit(AttackMade(seat=state.active, sphere=action.sphere, paid=paid, given_up=given_up, losses=losses))
    settle_token(decision)


def second_card(state: State, action: a.Attack, paid: int) -> int:
    """The card given up, which is another one than the card paid."""
    left = [number - (kind == paid) for kind, number in enumerate(state.areas[state.active])]
    given_up = lowest(left, action.sphere) if action.give_up is None else paying(state, action.sphere, action.give_up)
    if not left[given_up]:
        raise Rejected("attack.nothing_left", "The card that you give up is the one that you pay with.", "A-42")
    return given_up


def inquisition(decision: GameDecision[State], action: a.Inquisition) -> None:
    """Inquisition: pay a religion card and take another seat's whole hand (A-51d, A-51e, A-51f, A-51g, A-51h)."""
    state = decision.state
    require_discard_effect(state, RELIGION)
    require_seat(state, action.seat)
    if action.seat == state.active:
        raise Rejected("inquisition.self", "Choose another seat, not yourself.", "A-51d")
    hand = state.hands[action.seat]
    paid = paying(state, RELIGION, action.pay)
    decision.emit(
        InquisitionBegun(
            seat=state.active, target=action.seat, paid=paid, backs=backs(hand), cards=count_known(cards(hand))
        )
    )


def inquisition_exchange(decision: GameDecision[State], action: a.InquisitionExchange) -> None:
    """Give back as many cards as were taken, from both hands as one likes (A-51f)."""
    state = decision.state
    pending = state.pending
    if not isinstance(pending, Exchange):
        raise Rejected(
            "inquisition_exchange.nothing_taken", "No Inquisition waits for cards to be given back.", "A-51f"
        )
    if len(action.give_back) != (taken := sum(pending.taken)):
        raise Rejected(
            "inquisition_exchange.wrong_number",
            f"{taken} cards were taken; give back as many, not {len(action.give_back)}.",
            "A-51f",
        )
    require_cards(state.hands[state.active], action.give_back, "hand", "A-51f")
    given = tuple(sorted(action.give_back))
    decision.emit(InquisitionExchanged(seat=state.active, target=pending.target, backs=backs_of(given), cards=given))


def embargo(decision: GameDecision[State], action: a.Embargo) -> None:
    """Embargo: lay an economy card face down on a sphere; on oneself it lies to the end of the next turn.

    Rulings A-63, A-63b, A-64, A-64b, A-65, A-65b, A-65c, A-66, A-67, A-67b, A-68, A-68b, A-68c, A-68d.
    """
    state = decision.state
    require_discard_effect(state, ECONOMY)
    require_seat(state, action.seat)
    if bars_target(state, action.seat):
        raise Rejected("embargo.self", "In this edition it is laid on another seat, not on yourself.", "A-63")
    if not markable(state, state.active, ECONOMY, action.seat)[action.sphere]:
        raise Rejected(
            "embargo.empty_sphere",
            f"Seat {action.seat} has no face-up {SPHERES[action.sphere]} card for it to lie on.",
            "A-65",
        )
    decision.emit(
        EmbargoLaid(
            seat=state.active,
            target=action.seat,
            sphere=action.sphere,
            card=paying(state, ECONOMY, action.pay),
            turns=2 if action.seat == state.active else 1,
        )
    )


def democracy(decision: GameDecision[State], action: a.Democracy) -> None:
    """Democracy: lay a utopia card face down on a sphere that a seat has, to the end of the game.

    Rulings A-81, A-82, A-83, A-84, A-85, A-86, A-87, A-88, A-89.
    """
    state = decision.state
    require_discard_effect(state, UTOPIA)
    require_seat(state, action.seat)
    if bars_target(state, action.seat):
        raise Rejected("democracy.self", "In this edition it is laid on another seat, not on yourself.", "A-81")
    if not markable(state, state.active, UTOPIA, action.seat)[action.sphere]:
        raise Rejected(
            "democracy.empty_sphere",
            f"Seat {action.seat} has no face-up {SPHERES[action.sphere]} card for it to lie on.",
            "A-82",
        )
    decision.emit(DemocracyPlaced(seat=state.active, target=action.seat, sphere=action.sphere))


def bars_target(state: State, seat: Seat) -> bool:
    """Whether the edition bars the active seat from laying a marker on that seat: on itself."""
    return seat == state.active and not state.rules.edition.may_target_self


def breakthrough(decision: GameDecision[State], action: a.Breakthrough) -> None:
    """Breakthrough: pay a science card, draw five cards or all that are left, and discard as many.

    Rulings A-74, A-75, A-76, A-77.
    """
    state = decision.state
    require_discard_effect(state, SCIENCE)
    paid = paying(state, SCIENCE, action.pay)
    number = min(BREAKTHROUGH_CARDS, len(state.deck))
    decision.emit(BreakthroughBegun(seat=state.active, paid=paid, count=number))
    draw(decision, number)


def breakthrough_discard(decision: GameDecision[State], action: a.BreakthroughDiscard) -> None:
    """Discard as many cards as were drawn, drawn or old (A-74, A-75, A-78)."""
    state = decision.state
    pending = state.pending
    if not isinstance(pending, Discarding):
        raise Rejected("breakthrough_discard.nothing_drawn", "No Breakthrough waits for cards to be discarded.", "A-74")
    if len(action.discard) != pending.number:
        raise Rejected(
            "breakthrough_discard.wrong_number",
            f"{pending.number} cards were drawn; discard as many, not {len(action.discard)}.",
            "A-75",
        )
    require_cards(state.hands[state.active], action.discard, "hand", "A-74")
    decision.emit(BreakthroughDiscarded(seat=state.active, cards=action.discard))
