"""War: legal targets, damage, and the decisions that a war waits for."""

from typing import Final, Literal, NamedTuple

from cartulary.games.civilization_the_card_game.cards import (
    ARCHER,
    BARRACKS,
    BUILDING,
    CATAPULT,
    GREAT_WALL,
    MATHEMATICS,
    STOPS,
    STRENGTHENED,
    UNITS,
    WALLS,
    Kind,
)
from cartulary.games.civilization_the_card_game.rules.empire import count_standing, has, population
from cartulary.games.civilization_the_card_game.rules.seats import clockwise
from cartulary.games.civilization_the_card_game.state import Battle, State, battle_of
from cartulary.kernel.forms import Choice
from cartulary.kernel.seats import Seat, following


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
    """Return the number of Walls that the Catapults return (C-44)."""
    return min(battle.attacking[CATAPULT] - battle.worked, count_standing(state, battle.defender, WALLS))


def returnable(state: State, battle: Battle) -> list[Kind]:
    """The attacking units that the defender's walls may send back (C-45)."""
    walled = count_standing(state, battle.defender, WALLS) or count_standing(state, battle.defender, GREAT_WALL)
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
    """Return the population that the attackers take, at most all of it (C-49, C-50)."""
    barracks = count_standing(state, state.active, BARRACKS)
    more = barracks if state.rules.barracks_add else min(1, barracks)
    strength = [unit.takes + (more if kind in STRENGTHENED else 0) for kind, unit in enumerate(UNITS)]
    takes = sum(number * strength[kind] for kind, number in enumerate(battle.attacking))
    return min(takes, population(state.plots[battle.defender]))


def destructible(state: State, seat: Seat) -> list[tuple[int, Kind]]:
    """The buildings that a war can destroy, with their plots (C-52)."""
    return [
        (number, building)
        for number, plot in enumerate(state.plots[seat])
        for building in plot.buildings
        if not BUILDING[building].wonder
    ]


def buildings_at_stake(state: State, battle: Battle) -> int:
    """Return the number of buildings that the attackers destroy, at most all of them (C-49, C-50)."""
    destroys = sum(number * UNITS[kind].destroys for kind, number in enumerate(battle.attacking))
    return min(destroys, len(destructible(state, battle.defender)))


def buildings_due(state: State, battle: Battle) -> int:
    """Return the number of buildings still to be destroyed; buildings torn down meanwhile are gone (C-26, C-50)."""
    return min(battle.buildings, len(destructible(state, battle.defender)))


def walls_choice(state: State, battle: Battle) -> Choice:
    """Return the choice of plots from which Walls return (C-44)."""
    walls = {number: plot.buildings.count(WALLS) for number, plot in enumerate(state.plots[battle.defender])}
    return Choice(walls, walls_to_return(state, battle))


def population_choice(state: State, battle: Battle) -> Choice:
    """Return the choice of plots from which population is taken (C-51)."""
    lives = {number: plot.population for number, plot in enumerate(state.plots[battle.defender])}
    return Choice(lives, battle.population)


def resettling_choice(state: State, battle: Battle) -> Choice:
    """On which plots of the attacker it settles (C-51)."""
    return Choice(dict.fromkeys(range(len(state.plots[state.active])), battle.captives), battle.captives)


Decision = Literal[
    "attack", "return_walls", "send_back", "defend", "give_up_population", "resettle", "give_up_building", "end"
]


PHASES: Final[dict[Decision, int]] = {
    "return_walls": 0,
    "send_back": 1,
    "defend": 2,
    "give_up_population": 3,
    "resettle": 3,
    "give_up_building": 3,
    "end": 4,
}
"""Phases of a war: Catapults, walls, defence, damage, and the end, when all units are discarded (C-43)."""


class Pending(NamedTuple):
    """The decision that a war waits for, and its seat."""

    decision: Decision
    seat: Seat


def pending(state: State) -> Pending | None:
    """Return the next decision of a war, whether or not it leaves a choice.

    Rulings C-42, C-43, C-44, C-45, C-46, C-47, C-48, C-49, C-50, C-51, C-52.
    """
    if state.war is None:
        return None
    if not state.war.begun:
        return Pending("attack", state.active)
    return next_decision(state, battle_of(state)) if state.war.battles else None


def next_decision(state: State, battle: Battle) -> Pending:
    """Return the next decision of a battle, whether or not it leaves a choice.

    Rulings C-44, C-45, C-46, C-47, C-48, C-49, C-50, C-51, C-52.
    """
    if walls_to_return(state, battle) > 0:
        return Pending("return_walls", battle.defender)
    if not battle.defended:
        return Pending("send_back" if returnable(state, battle) else "defend", battle.defender)
    if battle.population:
        return Pending("give_up_population", battle.defender)
    if battle.captives:
        return Pending("resettle", state.active)
    return Pending("give_up_building" if buildings_due(state, battle) else "end", battle.defender)


def next_battle(state: State) -> Battle | None:
    """The battle that goes on: the first clockwise from the attacker, of those in the earliest phase (C-43)."""
    assert state.war is not None
    around = clockwise(state, state.active)
    battles = sorted(state.war.battles, key=lambda battle: around.index(battle.defender))
    if state.rules.war_phases == "together":
        battles.sort(key=lambda battle: PHASES[next_decision(state, battle).decision])
    return battles[0] if battles else None
