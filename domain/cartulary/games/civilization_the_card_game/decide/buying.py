"""Purchases: plots, population, buildings and wonders; bonus cards, the bank, and help between partners."""

from cartulary.games.civilization_the_card_game.actions import (
    Bank,
    Build,
    BuyPlot,
    BuyPopulation,
    Give,
    UseBonus,
)
from cartulary.games.civilization_the_card_game.cards import (
    BONUS,
    COLOSSUS,
    FOOD,
    KINDS,
    PRODUCTION,
    RESOURCES,
    TERRAINS,
)
from cartulary.games.civilization_the_card_game.decide.leaders import settle_leaders
from cartulary.games.civilization_the_card_game.decide.requirements import (
    kinds,
    require_active,
    require_affordable,
    require_choice,
    require_in_hand,
    require_own_turn,
    require_plot,
    require_step,
    terrains,
)
from cartulary.games.civilization_the_card_game.events import (
    BonusUsed,
    BuildingBuilt,
    PlotBought,
    PlotOffered,
    PopulationBought,
    ProtectionSet,
    ResourcesExchanged,
    ResourcesGiven,
)
from cartulary.games.civilization_the_card_game.rules.empire import (
    POPULATION_SUPPLY,
    has_room,
    supplies,
    supplies_population,
)
from cartulary.games.civilization_the_card_game.rules.prices import (
    bank_rate,
    building_price,
    payment,
    plot_price,
    population_price,
)
from cartulary.games.civilization_the_card_game.rules.seats import partner
from cartulary.games.civilization_the_card_game.rules.turn import in_own_turn, may_use_bonus
from cartulary.games.civilization_the_card_game.state import UNKNOWN, State
from cartulary.kernel.forms import Choice
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat


def require_buying(state: State, seat: Seat) -> None:
    """Require the seat's turn and its buy step (C-20)."""
    require_active(state, seat)
    require_step(state, "buy")


def buy_plot(decision: GameDecision[State], seat: Seat, action: BuyPlot) -> None:
    """Buy a plot of the market, which is replaced at once (C-21, C-22)."""
    state = decision.state
    require_buying(state, seat)
    if action.terrain not in state.open_plots:
        raise Rejected(
            "buy_plot.not_offered",
            f"{TERRAINS[action.terrain]} is not for sale; for sale are {terrains(state.open_plots)}.",
            "C-21",
        )
    price, have = plot_price(state, seat), sum(state.resources[seat])
    if have < price:
        raise Rejected("price.too_high", f"It costs {price} resources of any types; you have {have}.", "C-21")
    paid = require_choice(payment(state, seat, price), action.pay, "pay", "pay")
    decision.emit(PlotBought(seat=seat, terrain=action.terrain, paid=paid))
    if state.plot_deck:
        top = state.plot_deck[-1]
        decision.emit(PlotOffered(terrain=None if top == UNKNOWN else top))


def buy_population(decision: GameDecision[State], seat: Seat, action: BuyPopulation) -> None:
    """Buy population for a plot (C-23)."""
    state = decision.state
    require_buying(state, seat)
    price = population_price(require_plot(state, seat, action.plot))
    if not supplies_population(state):
        raise Rejected("supply.population", f"All {POPULATION_SUPPLY} population cards are in play.", "C-17")
    require_affordable(state, seat, FOOD, price)
    decision.emit(PopulationBought(seat=seat, plot=action.plot, paid=price))


def build(decision: GameDecision[State], seat: Seat, action: Build) -> None:
    """Build on a plot that has room (C-24, C-25); the Colossus protects (C-55)."""
    state = decision.state
    require_buying(state, seat)
    require_in_hand(state.hands[seat], (action.building,))
    plot = require_plot(state, seat, action.plot)
    if not has_room(state, seat, plot):
        raise Rejected(
            "build.no_room",
            f"Plot {action.plot} is full: {kinds(plot.buildings)}. Three population or Engineering make room for two;"
            " or tear_down what stands.",
            "C-24",
        )
    price = building_price(state, seat, action.building)
    require_affordable(state, seat, PRODUCTION, price)
    decision.emit(BuildingBuilt(seat=seat, building=action.building, plot=action.plot, paid=price))
    if action.building == COLOSSUS:
        decision.emit(ProtectionSet(seat=seat, turns=state.rules.colossus_turns))
    settle_leaders(decision)


def use_bonus(decision: GameDecision[State], seat: Seat, action: UseBonus) -> None:
    """Turn a bonus card into its resources (C-31)."""
    state = decision.state
    require_active(state, seat)
    if not may_use_bonus(state):
        require_step(state, "buy")
    require_in_hand(state.hands[seat], (action.card,))
    bonus = BONUS[action.card]
    resource = action.resource if bonus.resource is None else bonus.resource
    if resource is None:
        raise Rejected("use_bonus.choose", "A red card gives one type of resource: name it.", "C-31")
    if action.resource not in (None, resource):
        raise Rejected("use_bonus.other_type", f"{KINDS[action.card]} gives {RESOURCES[resource]}.", "C-31")
    decision.emit(BonusUsed(seat=seat, card=action.card, resources=(resource,) * bonus.value))


def bank(decision: GameDecision[State], seat: Seat, action: Bank) -> None:
    """Change several resources of a type for one of another (C-32)."""
    state = decision.state
    require_own_turn(state, seat)
    if action.give == action.take:
        raise Rejected("bank.same_type", "The bank gives another type than it takes.", "C-32")
    rate = bank_rate(state, seat)
    require_affordable(state, seat, action.give, rate)
    if not supplies(state, action.take):
        raise Rejected("supply.resource", f"All {RESOURCES[action.take]} of the supply is in play.", "C-17")
    decision.emit(ResourcesExchanged(seat=seat, given=(action.give,) * rate, taken=action.take))


def give(decision: GameDecision[State], seat: Seat, action: Give) -> None:
    """Hand resources to the partner, in the turn of either (C-97)."""
    state = decision.state
    mate = partner(state, seat)
    if mate is None:
        raise Rejected("give.no_partner", "You have no partner in this game.", "C-97")
    if state.active not in (seat, mate) or not in_own_turn(state):
        raise Rejected(
            "give.not_now",
            "Partners hand each other resources after the collection in the turn of one of them.",
            "C-97",
        )
    count = len(action.resources)
    if not count:
        raise Rejected("give.nothing", "Name the resources that you hand over.", "C-97")
    resources = require_choice(
        Choice(dict(enumerate(state.resources[seat])), count), action.resources, "give", "resources"
    )
    decision.emit(ResourcesGiven(seat=seat, target=mate, resources=resources))
