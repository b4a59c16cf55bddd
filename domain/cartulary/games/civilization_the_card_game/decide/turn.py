"""The turn: it begins, collects, draws; and how the game ends."""

from collections.abc import Mapping, Sequence

from cartulary.games.civilization_the_card_game.actions import Collect, Draw, Pottery
from cartulary.games.civilization_the_card_game.cards import BACK, POTTERY, Cards, cards, cards_if_known, one_by_one
from cartulary.games.civilization_the_card_game.decide.requirements import (
    require_active,
    require_choice,
    require_step,
)
from cartulary.games.civilization_the_card_game.events import (
    CardBought,
    CardsDrawn,
    DeckReshuffled,
    DiscardStepBegan,
    HandRevealed,
    ResourcesCollected,
    SettlingBegan,
    TurnBegan,
)
from cartulary.games.civilization_the_card_game.rules.empire import collection, collection_choices, has
from cartulary.games.civilization_the_card_game.rules.prices import POTTERY_PRICE, payment
from cartulary.games.civilization_the_card_game.rules.seats import next_seat, remaining
from cartulary.games.civilization_the_card_game.rules.turn import discards, draws, technologies_left
from cartulary.games.civilization_the_card_game.scoring import technologies_result
from cartulary.games.civilization_the_card_game.state import State
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.events.ending import end_game


def begin_turn(decision: GameDecision[State], seat: Seat) -> None:
    """Begin a seat's turn (C-09, C-10)."""
    decision.emit(TurnBegan(seat=seat, turn=decision.state.turn + 1))
    if decision.state.free[seat]:
        decision.emit(SettlingBegan(order=(seat,)))
    else:
        collect_without_choice(decision)


def end_turn(decision: GameDecision[State]) -> None:
    """The next seat's turn begins, or the game ends if the last technology has been bought (C-09, C-80)."""
    state = decision.state
    if technologies_left(state):
        begin_turn(decision, next_seat(state, state.active))
    else:
        end_by_technologies(decision)


def collect_without_choice(decision: GameDecision[State]) -> None:
    """The collection happens by itself where nothing is left to choose (C-15)."""
    state = decision.state
    if not collection_choices(state, state.active):
        emit_collection(decision, {})


def emit_collection(decision: GameDecision[State], chosen: Mapping[str, tuple[int, ...]]) -> None:
    """Collect what comes anyway and what was chosen."""
    seat = decision.state.active
    gives = collection(decision.state, seat, chosen)
    decision.emit(ResourcesCollected(seat=seat, resources=one_by_one(gives)))


def collect(decision: GameDecision[State], seat: Seat, action: Collect) -> None:
    """Choose what population on plots with two types, and Pyramids, give (C-11, C-14, C-15)."""
    state = decision.state
    require_active(state, seat)
    require_step(state, "collect")
    choices = collection_choices(state, seat)
    gains: dict[str, tuple[int, ...]] = {}
    for name in ("hills", "river", "forest", "pyramids"):
        given: tuple[int, ...] | None = getattr(action, name)
        if name in choices:
            gains[name] = require_choice(choices[name], given, "collect", name)
        elif given is not None:
            raise Rejected("collect.nothing_to_choose", f"Nothing is chosen for {name}; leave it out.", "C-15")
    emit_collection(decision, gains)


def draw(decision: GameDecision[State], seat: Seat, _: Draw) -> None:
    """Draw; what is to be discarded afterwards is settled now (C-60)."""
    state = decision.state
    require_active(state, seat)
    require_step(state, "buy", "draw")
    count = discards(state, seat)
    draw_cards(decision, seat, draws(state, seat))
    decision.emit(DiscardStepBegan(seat=seat, count=count))


def draw_cards(decision: GameDecision[State], seat: Seat, count: int) -> None:
    """Draw as many cards as there are, at most `count`; the discard pile becomes the deck when that is empty (C-63)."""
    state = decision.state
    while count:
        if not state.deck:
            if not sum(state.discard):
                return
            reshuffle(decision)
        drawn = tuple(state.deck[: -count - 1 : -1])
        decision.emit(CardsDrawn(seat=seat, count=len(drawn), cards=cards_if_known(drawn)))
        count -= len(drawn)


def reshuffle(decision: GameDecision[State]) -> None:
    """The discard pile becomes the deck (C-63)."""
    state = decision.state
    pile = cards(state.discard)
    deck: Cards | None = None
    if decision.chance and BACK not in pile:
        deck = tuple(decision.chance.stream(f"reshuffle-{state.reshuffles + 1}").shuffled(pile))
    decision.emit(DeckReshuffled(count=len(pile), deck=deck))


def pottery(decision: GameDecision[State], seat: Seat, action: Pottery) -> None:
    """Pay any three resources for one more card (C-61)."""
    state = decision.state
    require_active(state, seat)
    require_step(state, "discard")
    if not has(state, seat, POTTERY):
        raise Rejected("pottery.not_yours", "You have no Pottery.", "C-61")
    if state.pottery_used:
        raise Rejected("pottery.used", "Pottery has been used this turn.", "C-61")
    if sum(state.resources[seat]) < POTTERY_PRICE:
        raise Rejected("price.too_high", f"It costs {POTTERY_PRICE} resources.", "C-61")
    paid = require_choice(payment(state, seat, POTTERY_PRICE), action.pay, "pay", "pay")
    decision.emit(CardBought(seat=seat, paid=paid))
    draw_cards(decision, seat, 1)


def end_by_technologies(decision: GameDecision[State]) -> None:
    """Count the points and end the game (C-80, C-81, C-82)."""
    result = technologies_result(decision.state)
    end(decision, "technologies", result.winners, points=result.points, decided_by=result.tie_breaks)


def end(
    decision: GameDecision[State],
    kind: str,
    winners: list[Seat],
    *,
    points: dict[Seat, int] | None = None,
    decided_by: Sequence[str] = (),
) -> None:
    """Show the hands and end the game (C-83)."""
    state = decision.state
    for seat in remaining(state):
        decision.emit(HandRevealed(seat=seat, cards=cards_if_known(cards(state.hands[seat]))))
    decision.emit(end_game(kind, winners, points, decided_by))
