"""Empires: plots, buildings, population, resources, and the yields of them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from cartulary.games.civilization_the_card_game.cards import (
    BOOSTS,
    BUILDING,
    ENGINEERING,
    FOREST,
    HILLS,
    LITERATURE,
    MONOTHEISM,
    MULTIPLIERS,
    PYRAMIDS,
    RIVER,
    TECHNOLOGIES,
    TEMPLE,
    TERRAINS,
    TYPES,
    YIELDS,
    Kind,
)
from cartulary.games.civilization_the_card_game.rules.seats import clockwise, remaining
from cartulary.games.civilization_the_card_game.state import Plot, State
from cartulary.kernel.forms import Choice
from cartulary.kernel.seats import Seat
from cartulary.kernel.zone_json import KEPT

SECOND_BUILDING: Final = 3
"""Population with which a plot holds two (C-24)."""
PYRAMIDS_GIVE: Final = 2
POPULATION_SUPPLY: Final = 48
RESOURCE_SUPPLY: Final = 60
"""Number of each resource in the kit: 20 cards of one and 8 of five (C-17)."""
LEADS_WITH: Final = 2
"""Points that a leader must have (C-71)."""


def has(state: State, seat: Seat, technology: int) -> bool:
    """Whether a seat owns a technology."""
    return state.technologies[seat][technology]


def count_standing(state: State, seat: Seat, building: Kind) -> int:
    """Count the standing buildings of one kind in a seat's empire."""
    return sum([plot.buildings.count(building) for plot in state.plots[seat]])


def standing(state: State, seat: Seat) -> list[Kind]:
    """All buildings and wonders of a seat."""
    return [building for plot in state.plots[seat] for building in plot.buildings]


def population(plots: Sequence[Plot]) -> int:
    """The population of plots."""
    return sum([plot.population for plot in plots])


def wonders(plots: Sequence[Plot]) -> int:
    """Count the wonders on plots."""
    return sum([BUILDING[building].wonder for plot in plots for building in plot.buildings])


def collection(state: State, seat: Seat, chosen: Mapping[str, Sequence[int]]) -> list[int]:
    """Return the collection of a seat, by resource, with its choices by field of `collect`.

    Rulings C-10, C-11, C-12, C-13, C-14, C-15, C-16, C-17.
    """
    return collection_with(state, seat, yield_of_settled(state, seat), chosen)


def collection_with(state: State, seat: Seat, settled: Sequence[int], chosen: Mapping[str, Sequence[int]]) -> list[int]:
    """Return what a seat collects if so much comes without a choice; `asked` tries many choices with one yield."""
    gives = [*settled]
    for each in chain.from_iterable(chosen.values()):
        gives[each] += 1
    if counts_population(state):
        for field, resources in chosen.items():
            for each in multiply_population(state, seat, field, resources):
                gives[each] += 1
    return from_supply(state, gives)


def yield_of_settled(state: State, seat: Seat) -> list[int]:
    """Return the part of a collection that leaves no choice, by resource (C-10, C-11, C-12, C-13)."""
    return yield_from(state.plots[seat], state.technologies[seat], counts_population(state))


def counts_population(state: State) -> bool:
    """Whether Granaries, Forges and Markets multiply what population gives too (C-12)."""
    return state.rules.multipliers == "with_population"


def yield_from(plots: Sequence[Plot], technologies: Sequence[bool], with_population: bool) -> list[int]:
    """The part of a collection that plots and technologies give without a choice, by resource."""
    gives = [0, 0, 0]
    for plot in plots:
        types = TYPES[plot.terrain]
        if len(types) == 1:
            copies = plot.buildings.count(MULTIPLIERS[types[0]]) if with_population else 0
            gives[types[0]] += plot.population * (1 + copies)
        for resource, printed in enumerate(YIELDS[plot.terrain]):
            gives[resource] += printed * (1 + plot.buildings.count(MULTIPLIERS[resource]))
    for resource, (multiplier, boost) in enumerate(zip(MULTIPLIERS, BOOSTS, strict=True)):
        if technologies[boost]:
            gives[resource] += sum([plot.buildings.count(multiplier) for plot in plots])
    return gives


def multiplier_gain(state: State, seat: Seat, plot: Plot, resource: int) -> int | None:
    """Return what one more Granary, Forge or Market on a plot adds to each collection (C-12, C-13).

    None where that depends on what the population of the plot gives.
    """
    return gain_with(plot, resource, tuple(state.technologies[seat]), counts_population(state))


@lru_cache(maxsize=KEPT)
def gain_with(plot: Plot, resource: int, technologies: tuple[bool, ...], with_population: bool) -> int | None:
    """The same by what it depends on. Cached: whoever asks for legal actions is told it for every plot."""
    types = TYPES[plot.terrain]
    if with_population and plot.population and resource in types and len(types) > 1:
        return None
    built = plot._replace(buildings=(*plot.buildings, MULTIPLIERS[resource]))
    after, before = (yield_from([each], technologies, with_population)[resource] for each in (built, plot))
    return after - before


def multiply_population(state: State, seat: Seat, field: str, chosen: Sequence[int]) -> list[int]:
    """Return what Granaries, Forges and Markets add to the population's choice on plots with two types (C-12).

    Each choice counts where it gains most: the population is ranked by what it gains with the first type rather than
    the second.
    """
    if field == "pyramids":
        return []
    terrain = TERRAINS.index(field)
    first, second = TYPES[terrain]
    plots = [plot for plot in state.plots[seat] if plot.terrain == terrain for _ in range(plot.population)]
    gains = [tuple(plot.buildings.count(MULTIPLIERS[each]) for each in (first, second)) for plot in plots]
    gains.sort(key=lambda gain: gain[1] - gain[0])
    split = list(chosen).count(first)
    return [first] * sum(gain[0] for gain in gains[:split]) + [second] * sum(gain[1] for gain in gains[split:])


def from_supply(state: State, wanted: Sequence[int]) -> list[int]:
    """Return what the supply gives of so many of each resource (C-17)."""
    if state.rules.supply == "unlimited":
        return [*wanted]
    left = [max(0, RESOURCE_SUPPLY - sum(held)) for held in zip(*state.resources, strict=True)]
    return [*map(min, wanted, left)]


def supplies(state: State, resource: int) -> bool:
    """Whether the supply holds a resource (C-17)."""
    one = [0, 0, 0]
    one[resource] = 1
    return sum(from_supply(state, one)) == 1


def supplies_population(state: State) -> bool:
    """Whether the supply holds population (C-17)."""
    return state.rules.supply == "unlimited" or sum(map(population, state.plots)) < POPULATION_SUPPLY


def collection_choices(state: State, seat: Seat) -> dict[str, Choice]:
    """Return the choices of the owner at a collection, by the field of `collect` (C-11, C-14, C-15)."""
    choices: dict[str, Choice] = {}
    for terrain in (HILLS, RIVER, FOREST):
        if number := sum(plot.population for plot in state.plots[seat] if plot.terrain == terrain):
            choices[TERRAINS[terrain]] = Choice(dict.fromkeys(TYPES[terrain], number), number)
    if pyramids := count_standing(state, seat, PYRAMIDS) * PYRAMIDS_GIVE:
        choices["pyramids"] = Choice(dict.fromkeys(range(3), pyramids), pyramids)
    return choices


def capacity(state: State, seat: Seat, plot: Plot) -> int:
    """Return the number of buildings and wonders that a plot can hold (C-24)."""
    return capacity_with(has(state, seat, ENGINEERING), plot)


def capacity_with(engineering: bool, plot: Plot) -> int:
    """Return the number of buildings and wonders that a plot can hold, with or without Engineering (C-24)."""
    return 2 if plot.population >= SECOND_BUILDING or engineering else 1


def has_room(state: State, seat: Seat, plot: Plot) -> bool:
    """Whether something can be built on a plot."""
    return len(plot.buildings) < capacity(state, seat, plot)


def leads(state: State, seat: Seat, leader: int) -> bool:
    """Whether a seat holds a leader card."""
    return state.leaders[leader] == seat


def points_of(state: State, seat: Seat) -> tuple[int, int]:
    """A seat's happiness and culture (C-37, C-70)."""
    return points_from(state.plots[seat], state.technologies[seat])


def points_from(plots: Sequence[Plot], technologies: Sequence[bool]) -> tuple[int, int]:
    """The happiness and culture that plots and technologies give."""
    counting = [building for plot in plots for building in plot.buildings]
    if technologies[MONOTHEISM]:
        counting += [TEMPLE] * counting.count(TEMPLE)
    literature = TECHNOLOGIES[LITERATURE].culture if technologies[LITERATURE] else 0
    happiness = sum([BUILDING[building].happiness for building in counting])
    return happiness, literature + sum([BUILDING[building].culture for building in counting])


def rightful_leader(state: State, leader: int) -> Seat | None:
    """Return the rightful holder of a leader card (C-71, C-72)."""
    points = {seat: points_of(state, seat)[leader] for seat in remaining(state)}
    most = max(points.values())
    holder = state.leaders[leader]
    if most < LEADS_WITH:
        return None
    if holder is not None and points.get(holder) == most:
        return holder
    front = [seat for seat in remaining(state) if points[seat] == most]
    if len(front) == 1:
        return front[0]
    if holder is None or state.rules.leader_tie == "nobody":
        return None
    return next(seat for seat in clockwise(state, holder) if seat in front)
