"""Determinization: possible whole states from the view of a seat, and masking of whole states."""

from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random

from cartulary.games.civilization_the_card_game.cards import (
    BACK,
    COPIES,
    LANDS,
    PLOTS_OF_EACH,
    TECHNOLOGIES,
    Kind,
    Zone,
    cards,
    empty,
)
from cartulary.games.civilization_the_card_game.state import UNKNOWN, State, fork
from cartulary.kernel.seats import Seat


def determinize(state: State, random: Random) -> State:
    """A whole state that looks like this one: what is unknown becomes what is not known to be elsewhere."""
    world = fork(state)
    unseen = left_of(COPIES, visible_cards(state), random)
    for hand in world.hands:
        turn_up(hand, unseen)
    world.deck = [unseen.pop() if kind == BACK else kind for kind in world.deck]
    plots = left_of([PLOTS_OF_EACH] * len(LANDS), visible_plots(state), random)
    world.plot_deck = [plots.pop() if terrain == UNKNOWN else terrain for terrain in world.plot_deck]
    technologies = left_of([1] * len(TECHNOLOGIES), visible_technologies(state), random)
    world.technology_deck = [technologies.pop() if each == UNKNOWN else each for each in world.technology_deck]
    return world


def left_of(copies: Sequence[int], seen: Iterable[int], random: Random) -> list[int]:
    """Return the cards whose place is unknown, in random order."""
    left = list(copies)
    for kind in seen:
        left[kind] -= 1
    unseen = [kind for kind, number in enumerate(left) for _ in range(number)]
    unseen.sort(key=lambda _: random.random())
    return unseen


def visible_cards(state: State) -> list[Kind]:
    """Every playing card that is known to be somewhere."""
    zones = [*state.hands, state.discard]
    if state.war:
        zones += [
            units for battle in state.war.battles for units in (battle.attacking, battle.stopped, battle.defending)
        ]
    lying = chain.from_iterable(cards(zone) for zone in zones)
    built = (building for plots in state.plots for plot in plots for building in plot.buildings)
    return [kind for kind in chain(lying, built, state.deck) if kind != BACK]


def visible_plots(state: State) -> list[int]:
    """Every plot that is known to be somewhere."""
    owned = (plot.terrain for plots in state.plots for plot in plots)
    return [terrain for terrain in chain(owned, state.open_plots, state.plot_deck) if terrain != UNKNOWN]


def visible_technologies(state: State) -> list[int]:
    """Every technology that is known to be somewhere."""
    owned = (each for has in state.technologies for each, own in enumerate(has) if own)
    return [each for each in chain(owned, state.open_technologies, state.technology_deck) if each != UNKNOWN]


def turn_up(zone: Zone, unseen: list[Kind]) -> None:
    """Replace the backs in a zone by cards."""
    for _ in range(zone[BACK]):
        zone[unseen.pop()] += 1
    zone[BACK] = 0


def mask(state: State, viewer: Seat | None) -> State:
    """A whole state as it looks to somebody who has not seen how it came about."""
    view = fork(state)
    view.hands = [hand if seat == viewer else backs(hand) for seat, hand in enumerate(view.hands)]
    view.deck = [BACK] * len(view.deck)
    view.plot_deck = [UNKNOWN] * len(view.plot_deck)
    view.technology_deck = [UNKNOWN] * len(view.technology_deck)
    return view


def backs(zone: Zone) -> Zone:
    """Return a zone with as many backs and no known card."""
    unknown = empty()
    unknown[BACK] = sum(zone)
    return unknown
