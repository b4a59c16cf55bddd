"""Questions about a state; numbers in brackets name the rulings."""

from typing import Final, Literal, NamedTuple

from domain.civilization_the_card_game.cards import (
    ARCHER,
    ASTRONOMY,
    BARRACKS,
    BOOSTS,
    BUILDING,
    CATAPULT,
    CODE_OF_LAWS,
    ENGINEERING,
    FOREST,
    GREAT_WALL,
    HILLS,
    LITERATURE,
    MASONRY,
    MATHEMATICS,
    MONOTHEISM,
    MULTIPLIERS,
    PYRAMIDS,
    RIVER,
    SAILING,
    STOPS,
    STRENGTHENED,
    TECHNOLOGIES,
    TEMPLE,
    TERRAINS,
    TYPES,
    UNITS,
    WALLS,
    WRITING,
    YIELDS,
    Kind,
)
from domain.civilization_the_card_game.state import CULTURE, HAPPINESS, Battle, Plot, State, battle_of
from domain.kernel.forms import Choice
from domain.kernel.seats import Seat, following, in_order

TEAM_SEATS: Final = 4
FIRST_HAND: Final = 6
"""Of the first seat; each next one has one more (C-06)."""
STARTING_PLOTS: Final = 2
MARKET: Final = 3
STARTING_DISCARDS: Final = 2
SECOND_BUILDING: Final = 3
"""Population with which a plot holds two (C-24)."""
FIRST_POPULATION: Final = 6
NEXT_POPULATION: Final = 2
DRAW: Final = 4
DISCARD: Final = 2
PYRAMIDS_GIVE: Final = 2
POTTERY_PRICE: Final = 3
CODE_OF_LAWS_TAKES: Final = 3
WHEEL_DRAWS: Final = 2
LEADS_WITH: Final = 2
"""Points that a leader must have (C-71)."""


def remaining(state: State) -> list[Seat]:
    """The seats still in the game."""
    return [seat for seat, present in enumerate(state.present) if present]


def others(state: State, seat: Seat) -> list[Seat]:
    """The other seats still in the game, partners too."""
    return [other for other in remaining(state) if other != seat]


def clockwise(state: State, start: Seat) -> list[Seat]:
    """The seats still in the game, from that one on."""
    return in_order(start, state.present)


def from_first_seat(state: State) -> list[Seat]:
    """The seats still in the game, from the one next to the dealer on (C-01)."""
    return clockwise(state, state.dealer + 1)


def next_seat(state: State, seat: Seat) -> Seat:
    """Whose turn comes after that seat's (C-09)."""
    return following(seat, state.present)


def team(teams: bool, seating: str, seat: Seat) -> int | None:
    """Partners sit opposite or side by side (C-95)."""
    if not teams:
        return None
    return seat % 2 if seating == "opposite" else seat // 2


def team_of(state: State, seat: Seat) -> int | None:
    """The seat's team, if there are teams."""
    return team(state.rules.teams, state.rules.seating, seat)


def sides(state: State) -> list[list[Seat]]:
    """The seats still in the game, partners together."""
    left = remaining(state)
    if not state.rules.teams:
        return [[seat] for seat in left]
    return [side for side in ([seat for seat in left if team_of(state, seat) == each] for each in (0, 1)) if side]


def side_of(state: State, seat: Seat) -> list[Seat]:
    """The seat and its partner, if it is still in the game."""
    return next(side for side in sides(state) if seat in side)


def partner(state: State, seat: Seat) -> Seat | None:
    """The other member of the seat's team, while both are in the game."""
    mates = side_of(state, seat) if state.present[seat] else []
    return next((other for other in mates if other != seat), None)


def has(state: State, seat: Seat, technology: int) -> bool:
    """Whether a seat owns a technology."""
    return state.technologies[seat][technology]


def built(state: State, seat: Seat, building: Kind) -> int:
    """How many of a building a seat has standing."""
    return sum(plot.buildings.count(building) for plot in state.plots[seat])


def standing(state: State, seat: Seat) -> list[Kind]:
    """All buildings and wonders of a seat."""
    return [building for plot in state.plots[seat] for building in plot.buildings]


def population(state: State, seat: Seat) -> int:
    """A seat's population."""
    return sum(plot.population for plot in state.plots[seat])


def wonders(state: State, seat: Seat) -> int:
    """How many wonders a seat has."""
    return sum(BUILDING[building].wonder for building in standing(state, seat))


def settled_yield(state: State, seat: Seat) -> list[int]:
    """What a collection gives without any choice, by resource (C-10 to C-13)."""
    gives = [0, 0, 0]
    for plot in state.plots[seat]:
        types = TYPES[plot.terrain]
        if len(types) == 1:
            gives[types[0]] += plot.population
        for resource, printed in enumerate(YIELDS[plot.terrain]):
            gives[resource] += printed * (1 + plot.buildings.count(MULTIPLIERS[resource]))
    for resource, (multiplier, boost) in enumerate(zip(MULTIPLIERS, BOOSTS, strict=True)):
        if has(state, seat, boost):
            gives[resource] += built(state, seat, multiplier)
    return gives


def collection_choices(state: State, seat: Seat) -> dict[str, Choice]:
    """What the owner chooses at a collection, by the field of `collect` (C-11, C-14, C-15)."""
    choices: dict[str, Choice] = {}
    for terrain in (HILLS, RIVER, FOREST):
        if number := sum(plot.population for plot in state.plots[seat] if plot.terrain == terrain):
            choices[TERRAINS[terrain]] = Choice(dict.fromkeys(TYPES[terrain], number), number)
    if pyramids := built(state, seat, PYRAMIDS) * PYRAMIDS_GIVE:
        choices["pyramids"] = Choice(dict.fromkeys(range(3), pyramids), pyramids)
    return choices


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


def capacity(state: State, seat: Seat, plot: Plot) -> int:
    """How many buildings and wonders a plot holds (C-24)."""
    return 2 if plot.population >= SECOND_BUILDING or has(state, seat, ENGINEERING) else 1


def has_room(state: State, seat: Seat, plot: Plot) -> bool:
    """Whether something can be built on a plot."""
    return len(plot.buildings) < capacity(state, seat, plot)


def discounted(state: State, price: int, discounts: list[int]) -> int:
    """The price after discounts, which never fall below the lowest price (C-30)."""
    off = sum(discounts) if state.rules.discounts == "all" else max(discounts)
    return max(state.rules.lowest_price, price - off)


def technology_price(state: State, seat: Seat, technology: int) -> int:
    """What a technology costs a seat in commerce (C-28)."""
    discounts = [BUILDING[building].discount for building in standing(state, seat)]
    discounts.append(leads(state, seat, HAPPINESS))
    return discounted(state, TECHNOLOGIES[technology].cost, discounts)


def building_price(state: State, seat: Seat, building: Kind) -> int:
    """What a building or wonder costs a seat in production (C-29)."""
    masonry = has(state, seat, MASONRY) and (state.rules.masonry_wonders or not BUILDING[building].wonder)
    return discounted(state, BUILDING[building].cost, [leads(state, seat, HAPPINESS), masonry])


def bank_rate(state: State, seat: Seat) -> int:
    """How many resources the bank takes for one (C-32)."""
    return 2 if has(state, seat, SAILING) else 3


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
    """What Code of Laws takes of a seat (C-36)."""
    resources = state.resources[target]
    return Choice(dict(enumerate(resources)), min(CODE_OF_LAWS_TAKES, sum(resources)))


def leads(state: State, seat: Seat, leader: int) -> bool:
    """Whether a seat holds a leader card."""
    return state.leaders[leader] == seat


def points_of(state: State, seat: Seat) -> tuple[int, int]:
    """A seat's happiness and culture (C-37, C-70)."""
    counting = standing(state, seat)
    if has(state, seat, MONOTHEISM):
        counting += [TEMPLE] * built(state, seat, TEMPLE)
    literature = TECHNOLOGIES[LITERATURE].culture if has(state, seat, LITERATURE) else 0
    happiness = sum(BUILDING[building].happiness for building in counting)
    return happiness, literature + sum(BUILDING[building].culture for building in counting)


def rightful_leader(state: State, leader: int) -> Seat | None:
    """Who should hold a leader card (C-71, C-72)."""
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


def draws(state: State, seat: Seat) -> int:
    """How many cards a seat draws (C-60)."""
    return DRAW + has(state, seat, ASTRONOMY) + leads(state, seat, CULTURE)


def discards(state: State, seat: Seat) -> int:
    """How many cards a seat discards after drawing (C-60)."""
    return DISCARD + leads(state, seat, CULTURE)


def cards_to_discard(state: State, seat: Seat) -> int:
    """How many cards are due now; a hand that has fewer goes whole (C-07, C-62)."""
    due = STARTING_DISCARDS if state.step == "discards" else state.to_discard
    return min(due, sum(state.hands[seat]))


def in_own_turn(state: State) -> bool:
    """The steps in which the bank is open, buildings are torn down and partners help (C-26, C-32, C-97)."""
    return state.step in ("buy", "draw", "discard")


def neighbours(state: State, seat: Seat) -> list[Seat]:
    """The next seats clockwise and counter-clockwise (C-40)."""
    both = (following(seat, state.present), following(seat, state.present, -1))
    return list(dict.fromkeys(both))


def attackable(state: State, seat: Seat) -> list[Seat]:
    """The neighbours that can be attacked and are not yet (C-40, C-42, C-55)."""
    attacked = [battle.defender for battle in state.war.battles] if state.war else []
    return [other for other in neighbours(state, seat) if other not in attacked and not state.protected[other]]


def may_attack_another(state: State) -> bool:
    """Whether, before the battles, the game waits for one more attack (C-42)."""
    return bool(attackable(state, state.active)) and sum(state.hands[state.active]) > 0


def may_attack(unit: Kind) -> bool:
    """Archers only defend (C-41)."""
    return unit < len(UNITS) and unit != ARCHER


def walls_to_return(state: State, battle: Battle) -> int:
    """How many Walls the Catapults return (C-44)."""
    return min(battle.attacking[CATAPULT] - battle.worked, built(state, battle.defender, WALLS))


def returnable(state: State, battle: Battle) -> list[Kind]:
    """The attacking units that the defender's walls may send back (C-45)."""
    walled = built(state, battle.defender, WALLS) or built(state, battle.defender, GREAT_WALL)
    if battle.sent_back or not walled:
        return []
    worked = 0 if state.rules.worked_catapult_returns else battle.worked
    return [kind for kind, number in enumerate(battle.attacking) if number > (worked if kind == CATAPULT else 0)]


def stops(state: State, defender: Seat, unit: Kind, attacker: Kind) -> bool:
    """Whether a unit of the defender stops an attacking one (C-47)."""
    if unit == CATAPULT and has(state, defender, MATHEMATICS):
        return attacker != CATAPULT
    return attacker in STOPS[unit]


def may_defend(state: State, battle: Battle) -> bool:
    """Whether the game waits for the defender's units; what its hand holds does not show in it (C-48)."""
    stoppable = any(number for kind, number in enumerate(battle.attacking) if kind != CATAPULT)
    return not battle.defended and stoppable and sum(state.hands[battle.defender]) > 0


def defences(state: State, battle: Battle) -> list[tuple[Kind, Kind]]:
    """The pairs of a unit in the defender's hand and an attacker that it stops."""
    attacking = [kind for kind, number in enumerate(battle.attacking) if number]
    units = [unit for unit in range(len(UNITS)) if state.hands[battle.defender][unit]]
    return [(unit, each) for unit in units for each in attacking if stops(state, battle.defender, unit, each)]


def population_at_stake(state: State, battle: Battle) -> int:
    """How much population the attackers take, as far as there is any (C-49, C-50)."""
    barracks = built(state, state.active, BARRACKS)
    more = barracks if state.rules.barracks_add else min(1, barracks)
    strength = [unit.takes + (more if kind in STRENGTHENED else 0) for kind, unit in enumerate(UNITS)]
    takes = sum(number * strength[kind] for kind, number in enumerate(battle.attacking))
    return min(takes, population(state, battle.defender))


def destructible(state: State, seat: Seat) -> list[tuple[int, Kind]]:
    """The buildings that a war can destroy, with their plots (C-52)."""
    return [
        (number, building)
        for number, plot in enumerate(state.plots[seat])
        for building in plot.buildings
        if not BUILDING[building].wonder
    ]


def buildings_at_stake(state: State, battle: Battle) -> int:
    """How many buildings the attackers destroy, as far as there are any (C-49, C-50)."""
    destroys = sum(number * UNITS[kind].destroys for kind, number in enumerate(battle.attacking))
    return min(destroys, len(destructible(state, battle.defender)))


def walls_choice(state: State, battle: Battle) -> Choice:
    """From which plots Walls return (C-44)."""
    walls = {number: plot.buildings.count(WALLS) for number, plot in enumerate(state.plots[battle.defender])}
    return Choice(walls, walls_to_return(state, battle))


def population_choice(state: State, battle: Battle) -> Choice:
    """From which plots population goes (C-51)."""
    lives = {number: plot.population for number, plot in enumerate(state.plots[battle.defender])}
    return Choice(lives, battle.population)


def resettling_choice(state: State, battle: Battle) -> Choice:
    """On which plots of the attacker it settles (C-51)."""
    return Choice(dict.fromkeys(range(len(state.plots[state.active])), battle.captives), battle.captives)


Decision = Literal[
    "attack", "return_walls", "send_back", "defend", "give_up_population", "resettle", "give_up_building", "end"
]


class Pending(NamedTuple):
    """What a war waits for, and whom."""

    decision: Decision
    seat: Seat


def pending(state: State) -> Pending | None:
    """The next decision of a war, whether or not it leaves a choice (C-42 to C-52)."""
    if state.war is None:
        return None
    if not state.war.begun:
        return Pending("attack", state.active)
    if not state.war.battles:
        return None
    battle = battle_of(state)
    if walls_to_return(state, battle) > 0:
        return Pending("return_walls", battle.defender)
    if not battle.defended:
        return Pending("send_back" if returnable(state, battle) else "defend", battle.defender)
    if battle.population:
        return Pending("give_up_population", battle.defender)
    if battle.captives:
        return Pending("resettle", state.active)
    return Pending("give_up_building" if battle.buildings else "end", battle.defender)


def to_act(state: State) -> list[Seat]:
    """The seat that the game waits for."""
    if state.step == "over":
        return []
    if state.waiting:
        return [state.waiting[0]]
    waits_for = pending(state)
    return [waits_for.seat if waits_for else state.active]
