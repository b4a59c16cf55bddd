"""Technologies: buying one, and what four of them do at once."""

from cartulary.games.civilization_the_card_game.actions import BuyTechnology, CodeOfLaws
from cartulary.games.civilization_the_card_game.cards import (
    BACK,
    COMMERCE,
    MINING,
    PRODUCTION,
    TECHNOLOGY_NAMES,
    THE_WHEEL,
    WRITING,
    cards,
    one_by_one,
)
from cartulary.games.civilization_the_card_game.decide.buying import require_buying
from cartulary.games.civilization_the_card_game.decide.leaders import settle_leaders
from cartulary.games.civilization_the_card_game.decide.requirements import require_affordable, require_choice
from cartulary.games.civilization_the_card_game.decide.turn import draw_cards, end_by_technologies
from cartulary.games.civilization_the_card_game.events import (
    CardStolen,
    CodeOfLawsUsed,
    ResourcesGained,
    ResourcesTaken,
    TechnologyBought,
    TechnologyOffered,
)
from cartulary.games.civilization_the_card_game.rules.empire import from_supply
from cartulary.games.civilization_the_card_game.rules.prices import technology_price
from cartulary.games.civilization_the_card_game.rules.turn import (
    WHEEL_DRAWS,
    may_tax,
    targets,
    tax,
    taxable,
    taxes_at_once,
    technologies_left,
)
from cartulary.games.civilization_the_card_game.state import UNKNOWN, State
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat


def buy_technology(decision: GameDecision[State], seat: Seat, action: BuyTechnology) -> None:
    """Buy a technology of the market, which is replaced at once; the last one ends the game (C-22, C-27, C-80)."""
    state = decision.state
    technology = action.technology
    require_buying(state, seat)
    if technology not in state.open_technologies:
        open_ones = ", ".join(TECHNOLOGY_NAMES[each] for each in state.open_technologies if each != UNKNOWN)
        raise Rejected(
            "buy_technology.not_offered",
            f"{TECHNOLOGY_NAMES[technology]} is not for sale; for sale are {open_ones or 'none'}.",
            "C-27",
        )
    price = technology_price(state, seat, technology)
    require_affordable(state, seat, COMMERCE, price)
    target = require_target(state, seat, action)
    taken = take_by_law(state, seat, target, action.take) if taxes_at_once(state, technology) else None
    if taken is None and action.take is not None:
        raise Rejected("buy_technology.nothing_to_take", "Nothing is taken; leave take out.", "C-36")
    decision.emit(TechnologyBought(seat=seat, technology=technology, paid=price))
    if state.technology_deck:
        top = state.technology_deck[-1]
        decision.emit(TechnologyOffered(technology=None if top == UNKNOWN else top))
    if technology == MINING:
        decision.emit(ResourcesGained(seat=seat, resources=mining_yield(state, seat)))
    elif technology == THE_WHEEL:
        draw_cards(decision, seat, WHEEL_DRAWS)
    elif technology == WRITING and target is not None:
        steal(decision, seat, target)
    elif taken is not None and target is not None:
        decision.emit(ResourcesTaken(seat=seat, target=target, resources=taken))
    settle_leaders(decision)
    if not technologies_left(state) and state.rules.end == "at_once":
        end_by_technologies(decision)


def mining_yield(state: State, seat: Seat) -> tuple[int, ...]:
    """Return what Mining gives: production for each plot, as far as there is any (C-17, C-33)."""
    wanted = [0, 0, 0]
    wanted[PRODUCTION] = len(state.plots[seat])
    return one_by_one(from_supply(state, wanted))


def require_target(state: State, seat: Seat, action: BuyTechnology) -> Seat | None:
    """The seat of which something is taken, where there is one."""
    possible = targets(state, seat, action.technology)
    if action.seat in possible or (action.seat is None and not possible):
        return action.seat
    wanted = f"name one of the seats {', '.join(map(str, possible))}" if possible else "leave seat out"
    raise Rejected(
        "buy_technology.seat",
        f"{TECHNOLOGY_NAMES[action.technology]}: {wanted}.",
        "C-35" if action.technology == WRITING else "C-36",
    )


def take_by_law(state: State, seat: Seat, target: Seat | None, take: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """The resources that Code of Laws takes, if anybody has any (C-36)."""
    return None if target is None else require_choice(tax(state, target), take, "take", "take")


def steal(decision: GameDecision[State], seat: Seat, target: Seat) -> None:
    """Take a random card of a hand (C-35)."""
    state = decision.state
    hand = cards(state.hands[target])
    card = None
    if decision.chance and BACK not in hand:
        card = hand[decision.chance.stream(f"steal-{decision.position}").uniform(len(hand))]
    decision.emit(CardStolen(seat=seat, target=target, card=card))


def code_of_laws(decision: GameDecision[State], seat: Seat, action: CodeOfLaws) -> None:
    """Take resources once a turn, where the house rules let it (C-36)."""
    state = decision.state
    require_buying(state, seat)
    if not may_tax(state, seat):
        raise Rejected("code_of_laws.not_now", "Code of Laws takes nothing now.", "C-36")
    if action.seat not in (possible := taxable(state, seat)):
        raise Rejected(
            "code_of_laws.seat",
            f"Name a seat that has resources: {', '.join(map(str, possible)) or 'there is none'}.",
            "C-36",
        )
    taken = require_choice(tax(state, action.seat), action.take, "take", "take")
    decision.emit(CodeOfLawsUsed(seat=seat))
    decision.emit(ResourcesTaken(seat=seat, target=action.seat, resources=taken))
