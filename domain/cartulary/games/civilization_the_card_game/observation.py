"""Civilization as numbers."""

from collections.abc import Sequence
from typing import Final

from cartulary.games.civilization_the_card_game import cards
from cartulary.games.civilization_the_card_game.cards import BACK, MOST_PLOTS
from cartulary.games.civilization_the_card_game.state import Battle, Plot, State, War
from cartulary.kernel.seats import Seat
from cartulary.match.observation import MOST_SEATS, Observation, Parts, marks, one_of, pad

STEPS: Final = ("plots", "discards", "settle", "collect", "buy", "war", "draw", "discard", "over")
BUILDINGS_ON_PLOT: Final = 2
MOST_BATTLES: Final = 3
LANDS: Final = len(cards.LANDS)
TECHNOLOGIES: Final = len(cards.TECHNOLOGIES)
UNITS: Final = len(cards.UNITS)
PLOT: Final = 2 + BUILDINGS_ON_PLOT
BATTLE: Final = MOST_SEATS + 3 * UNITS + 7
SIZES: Final = (
    ("step", len(STEPS)),
    ("turn", 1),
    ("active", MOST_SEATS),
    ("dealer", MOST_SEATS),
    ("present", MOST_SEATS),
    ("waiting", MOST_SEATS),
    ("free_population", MOST_SEATS),
    ("had_turn", MOST_SEATS),
    ("clockwise", 1),
    ("row", 1),
    ("deck_sizes", 3),
    ("reshuffles", 1),
    ("discard", BACK),
    ("hand", BACK),
    ("hand_sizes", MOST_SEATS),
    ("resources", MOST_SEATS * 3),
    ("protected", MOST_SEATS),
    ("technologies", MOST_SEATS * TECHNOLOGIES),
    ("open_technologies", TECHNOLOGIES),
    ("open_plots", LANDS),
    ("happiness_leader", MOST_SEATS),
    ("culture_leader", MOST_SEATS),
    ("to_discard", 1),
    ("pottery_used", 1),
    ("code_of_laws_used", 1),
    ("war_begun", 1),
    ("battles", MOST_BATTLES * BATTLE),
    ("plots", MOST_SEATS * MOST_PLOTS * PLOT),
)


def parts_of(state: State, viewer: Seat) -> Parts:
    """The table of Civilization."""
    happiness, culture = state.leaders
    return {
        "step": one_of(len(STEPS), STEPS.index(state.step)),
        "turn": (state.turn,),
        "active": one_of(MOST_SEATS, state.active),
        "dealer": one_of(MOST_SEATS, state.dealer),
        "present": pad([[each] for each in state.present], 1),
        "waiting": marks(MOST_SEATS, state.waiting),
        "free_population": pad([[each] for each in state.free], 1),
        "had_turn": marks(MOST_SEATS, state.had_turn),
        "clockwise": (state.direction == 1,),
        "row": (state.row,),
        "deck_sizes": (len(state.deck), len(state.plot_deck), len(state.technology_deck)),
        "reshuffles": (state.reshuffles,),
        "discard": state.discard[:BACK],
        "hand": state.hands[viewer][:BACK],
        "hand_sizes": pad([[sum(each)] for each in state.hands], 1),
        "resources": pad(state.resources, 3),
        "protected": pad([[each] for each in state.protected], 1),
        "technologies": pad(state.technologies, TECHNOLOGIES),
        "open_technologies": marks(TECHNOLOGIES, [each for each in state.open_technologies if each >= 0]),
        "open_plots": marks(LANDS, [each for each in state.open_plots if each >= 0]),
        "happiness_leader": one_of(MOST_SEATS, happiness),
        "culture_leader": one_of(MOST_SEATS, culture),
        "to_discard": (state.to_discard,),
        "pottery_used": (state.pottery_used,),
        "code_of_laws_used": (state.code_of_laws_used,),
        **war_parts(state.war),
        "plots": pad([plots_of(each) for each in state.plots], MOST_PLOTS * PLOT),
    }


def plots_of(plots: Sequence[Plot]) -> list[int]:
    """Return terrain and buildings of each plot, counted from 1, and its population."""
    numbers = list[int]()
    for terrain, population, buildings in plots:
        first, second, *_ = (*buildings, -1, -1)
        numbers += (terrain + 1, population, first + 1, second + 1)
    return numbers + [0] * (MOST_PLOTS * PLOT - len(numbers))


def war_parts(war: War | None) -> Parts:
    """The battles of a war, the current one first."""
    if war is None:
        return {"war_begun": (0,), "battles": [0] * (MOST_BATTLES * BATTLE)}
    numbers = [number for battle in war.battles for number in battle_numbers(battle)]
    return {"war_begun": (war.begun,), "battles": numbers + [0] * (MOST_BATTLES * BATTLE - len(numbers))}


def battle_numbers(battle: Battle) -> list[int]:
    """Return defender, units attacking, stopped and defending, and what is still due."""
    return [
        *one_of(MOST_SEATS, battle.defender),
        *battle.attacking,
        *battle.stopped,
        *battle.defending,
        battle.worked,
        battle.sent_back,
        battle.defended,
        battle.population,
        battle.captives,
        battle.buildings,
        battle.begun,
    ]


OBSERVATION: Final = Observation(SIZES, parts_of)
