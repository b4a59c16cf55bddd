"""The price list of a seat on the wire, made by the functions that the rules charge with."""

from typing import Any, TypedDict

from cartulary.games.civilization_the_card_game.cards import (
    BUILDABLE,
    KINDS,
    MULTIPLIERS,
    TECHNOLOGY_NAMES,
    ByBuilding,
    ByTechnology,
)
from cartulary.games.civilization_the_card_game.rules.empire import multiplier_gain
from cartulary.games.civilization_the_card_game.rules.prices import (
    POTTERY_PRICE,
    bank_rate,
    building_price,
    plot_price,
    population_price,
    technology_prices,
)
from cartulary.games.civilization_the_card_game.state import State
from cartulary.kernel.seats import Seat


class Gains(TypedDict):
    """Resources that one more of a building would add to each collection, for each plot of the seat in order."""

    granary: tuple[int | None, ...]
    forge: tuple[int | None, ...]
    market: tuple[int | None, ...]


class PriceList(TypedDict):
    """Prices for a seat now, discounts included, and yields that some buildings would add."""

    technologies: ByTechnology
    buildings: ByBuilding
    plot: int
    population: tuple[int, ...]
    bank: int
    pottery: int
    gains: Gains


def price_list(state: State, seat: Seat) -> dict[str, Any] | None:
    """Return what a seat would pay now, in its own turn or not.

    None before the first turn, and for a seat that has left.
    """
    if state.turn == 0 or not state.present[seat]:
        return None
    plots = state.plots[seat]
    return {
        "technologies": dict(zip(TECHNOLOGY_NAMES, technology_prices(state, seat), strict=True)),
        "buildings": {KINDS[building]: building_price(state, seat, building) for building in BUILDABLE},
        "plot": plot_price(state, seat),
        "population": [population_price(plot) for plot in plots],
        "bank": bank_rate(state, seat),
        "pottery": POTTERY_PRICE,
        "gains": {
            KINDS[multiplier]: [multiplier_gain(state, seat, plot, resource) for plot in plots]
            for resource, multiplier in enumerate(MULTIPLIERS)
        },
    }
