"""Requirements that several actions share."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, Literal

from cartulary.games.civilization_the_card_game.cards import KINDS, RESOURCES, TERRAINS, Kind, Zone
from cartulary.games.civilization_the_card_game.rules.prices import only_one
from cartulary.games.civilization_the_card_game.rules.turn import in_own_turn
from cartulary.games.civilization_the_card_game.rules.war import Decision, pending
from cartulary.games.civilization_the_card_game.state import Plot, State, Step
from cartulary.kernel.forms import Choice
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat

STEPS: Final[Mapping[Step, str]] = {
    "plots": "take_plot",
    "discards": "discard",
    "settle": "settle",
    "collect": "collect",
    "buy": "purchases, attack and draw",
    "war": "the battles",
    "draw": "draw",
    "discard": "discard",
    "over": "nothing more",
}
"""Words for each step."""


def require_step(state: State, *steps: str) -> None:
    """Require one of these steps."""
    if state.step not in steps:
        raise wrong_step(state.step, "C-20")


def wrong_step(step: Step, ruling: Literal["C-20", "C-32"]) -> Rejected:
    """Return the refusal of an action in a step that has others."""
    return Rejected(f"step.{step}", f"Now is the time for {STEPS[step]}.", ruling)


def require_own_turn(state: State, seat: Seat) -> None:
    """Require the seat's turn, after its collection."""
    require_active(state, seat)
    if not in_own_turn(state):
        raise wrong_step(state.step, "C-32")


def require_active(state: State, seat: Seat) -> None:
    """Require the seat's turn."""
    if state.turn == 0:
        raise Rejected("setup.under_way", f"The first turn has not begun; now is the time for {STEPS[state.step]}.")
    if seat != state.active:
        raise Rejected("turn.not_yours", f"It is the turn of seat {state.active}.")


def require_waited_for(state: State, seat: Seat, step: str) -> None:
    """In that step of the start, it is the seat's turn to choose."""
    require_step(state, step)
    if state.waiting[0] != seat:
        raise Rejected("setup.not_yet", f"Seat {state.waiting[0]} comes first.", "C-04")


def require_decision(state: State, seat: Seat, decision: Decision) -> None:
    """The war waits for that decision of the seat."""
    waits_for = pending(state)
    if waits_for is None:
        raise Rejected("war.none", "There is no war.", "C-40")
    if (waits_for.decision, waits_for.seat) != (decision, seat):
        raise Rejected("war.not_yet", f"The war waits for {waits_for.decision} of seat {waits_for.seat}.", "C-43")


def require_in_hand(hand: Zone, cards: Iterable[Kind]) -> None:
    """The hand holds these cards."""
    for kind, number in Counter(cards).items():
        if hand[kind] < number:
            raise Rejected("hand.missing", f"Your hand has {hand[kind]} × {KINDS[kind]}.")


def require_plot(state: State, seat: Seat, number: int) -> Plot:
    """The plot of that number, which the seat has."""
    if not 0 <= number < len(state.plots[seat]):
        raise Rejected("plot.unknown", f"Your plots are numbered 0 to {len(state.plots[seat]) - 1}.")
    return state.plots[seat][number]


def require_affordable(state: State, seat: Seat, resource: int, price: int) -> None:
    """The seat has enough of a resource."""
    if state.resources[seat][resource] < price:
        raise Rejected(
            "price.too_high", f"It costs {price} {RESOURCES[resource]}; you have {state.resources[seat][resource]}."
        )


ChosenFor = Literal["pay", "give", "take", "collect", "return_walls", "give_up_population", "resettle"]
"""What cards are chosen for, as refusals name it."""


def require_choice(choice: Choice, given: tuple[int, ...] | None, rule: ChosenFor, what: str) -> tuple[int, ...]:
    """Return the choice, or the only possible one. Raises Rejected for one that is not offered."""
    if given is None and only_one(choice):
        return next(choice.combinations())
    if given is None:
        raise Rejected(f"{rule}.choose", f"There is a choice: name {what}, {choice.number} in all.")
    if len(given) != choice.number:
        raise Rejected(f"{rule}.number", f"Choose {choice.number} as {what}; you chose {len(given)}.")
    counted = Counter(given)
    if any(number > choice.source.get(item, 0) for item, number in counted.items()):
        raise Rejected(f"{rule}.not_there", f"There is not so much to choose as {what}.")
    return given


def kinds(cards: Iterable[Kind]) -> str:
    """Cards by name, for a sentence."""
    return ", ".join(KINDS[kind] for kind in cards) or "none"


def terrains(plots: Iterable[int]) -> str:
    """Terrains by name, for a sentence."""
    return ", ".join(TERRAINS[terrain] for terrain in plots) or "none"
