"""Prices."""

from typing import Final

from cartulary.games.civilization_the_card_game.cards import BUILDING, COMMERCE, MASONRY, SAILING, TECHNOLOGIES, Kind
from cartulary.games.civilization_the_card_game.rules.empire import has, leads, standing
from cartulary.games.civilization_the_card_game.state import HAPPINESS, Plot, State
from cartulary.kernel.forms import Choice
from cartulary.kernel.seats import Seat

FIRST_POPULATION: Final = 6
NEXT_POPULATION: Final = 2
POTTERY_PRICE: Final = 3


def payment(state: State, seat: Seat, price: int) -> Choice:
    """A price that may be paid with any resources (C-21)."""
    return Choice(dict(enumerate(state.resources[seat])), price)


def only_one(choice: Choice) -> bool:
    """Whether a choice has one outcome only."""
    numbers = [number for number in choice.source.values() if number]
    return choice.number == 0 or len(numbers) <= 1 or sum(numbers) <= choice.number


def plot_price(state: State, seat: Seat) -> int:
    """The fifth plot costs 15, each next one 5 more (C-21)."""
    return 5 * len(state.plots[seat]) - 5


def population_price(plot: Plot) -> int:
    """The first population of a plot costs 6 food, each next one 2 more (C-23)."""
    return FIRST_POPULATION + NEXT_POPULATION * plot.population


def discount(state: State, price: int, discounts: list[int]) -> int:
    """The price after discounts, which never fall below the lowest price (C-30)."""
    off = sum(discounts) if state.rules.discounts == "all" else max(discounts)
    return max(state.rules.lowest_price, price - off)


def technology_price(state: State, seat: Seat, technology: int) -> int:
    """Return the price of a technology for a seat, in commerce (C-28)."""
    return discount(state, TECHNOLOGIES[technology].cost, technology_discounts(state, seat))


def technology_prices(state: State, seat: Seat) -> list[int]:
    """Return the prices of all technologies for a seat, in commerce (C-28)."""
    discounts = technology_discounts(state, seat)
    return [discount(state, each.cost, discounts) for each in TECHNOLOGIES]


def technology_discounts(state: State, seat: Seat) -> list[int]:
    """Return the discounts of a seat, one for each technology (C-28, C-70)."""
    return [leads(state, seat, HAPPINESS), *[BUILDING[building].discount for building in standing(state, seat)]]


def affordable(state: State, seat: Seat, technologies: list[int]) -> list[int]:
    """Return the technologies that a seat can pay for (C-27, C-28)."""
    have = state.resources[seat][COMMERCE]
    if have < state.rules.lowest_price:
        return []
    discounts = technology_discounts(state, seat)
    return [each for each in technologies if have >= discount(state, TECHNOLOGIES[each].cost, discounts)]


def building_price(state: State, seat: Seat, building: Kind) -> int:
    """Return the price of a building or wonder for a seat, in production (C-29)."""
    masonry = has(state, seat, MASONRY) and (state.rules.masonry_wonders or not BUILDING[building].wonder)
    return discount(state, BUILDING[building].cost, [leads(state, seat, HAPPINESS), masonry])


def bank_rate(state: State, seat: Seat) -> int:
    """Return the number of resources that the bank takes for one (C-32)."""
    return 2 if has(state, seat, SAILING) else 3
