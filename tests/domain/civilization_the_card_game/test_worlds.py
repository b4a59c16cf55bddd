"""Worlds that are possible for who sees a game, and what a world looks like to a seat."""

from random import Random

from cartulary.games.civilization_the_card_game import GAME
from cartulary.games.civilization_the_card_game.cards import (
    BACK,
    COPIES,
    KINDS,
    LANDS,
    PLOTS_OF_EACH,
    TECHNOLOGIES,
    cards,
)
from cartulary.games.civilization_the_card_game.determinize import determinize, mask
from cartulary.games.civilization_the_card_game.state import UNKNOWN, State
from tests.cases import cases
from tests.domain.civilization_the_card_game.story import CHANCE, begun, given, seat


def after(seats: int, moves: int, seed: int = 1) -> State:
    """A game that went on by chance."""
    random, state = Random(seed), begun(seats, bytes([seed])).state
    for move in range(moves):
        acting = GAME.to_act(state)[0]
        form = random.choice([*GAME.legal_actions(state, acting)])
        state = GAME.apply(state, acting, form.any_action(random), CHANCE, move).state
    return state


def at_war() -> State:
    """The first seat attacks the second, which has stopped one of his units with one of its own."""
    lying = ["axeman", "chariot", "swordsman", "spearman", "archer", "walls", "temple"]
    deck = [name for name, copies in zip(KINDS, COPIES, strict=True) for _ in range(copies - lying.count(name))]
    story = given(
        seat(hand="axeman chariot swordsman"),
        seat("grassland", "mountains", "coast", "hills 1 walls temple", hand="spearman archer"),
        deck=" ".join(deck),
    )
    story.does("attack", seat=1, units=["axeman", "chariot", "swordsman"]).does("send_back", unit="chariot")
    return story.does("defend", unit="archer", stops="axeman").state


def all_cards(state: State) -> list[int]:
    """How many there are of each card, backs last."""
    battles = state.war.battles if state.war else []
    zones = [*state.hands, state.discard]
    lying = [kind for zone in zones for kind in cards(zone)]
    for battle in battles:
        for units in (battle.attacking, battle.stopped, battle.defending):
            lying += [kind for kind, number in enumerate(units) for _ in range(number)]
    lying += [building for plots in state.plots for plot in plots for building in plot.buildings]
    return [[*lying, *state.deck].count(kind) for kind in range(BACK + 1)]


def all_plots(state: State) -> list[int]:
    """How many there are of each plot."""
    terrains = [plot.terrain for plots in state.plots for plot in plots]
    return [[*terrains, *state.open_plots, *state.plot_deck].count(each) for each in range(len(LANDS))]


def all_technologies(state: State) -> list[int]:
    """How many there are of each technology."""
    owned = [each for has in state.technologies for each, own in enumerate(has) if own]
    return [[*owned, *state.open_technologies, *state.technology_deck].count(each) for each in range(len(TECHNOLOGIES))]


@cases("moves", [0, 5, 20, 80, 250])
def test_in_a_world_everything_lies_somewhere_and_nothing_twice(moves: int) -> None:
    state = after(3, moves)
    for viewer in (None, 0, 2):
        world = determinize(mask(state, viewer), Random(moves))
        assert all_cards(world) == all_cards(state) == [*COPIES, 0]
        assert all_plots(world) == all_plots(state) == [PLOTS_OF_EACH] * len(LANDS)
        assert all_technologies(world) == all_technologies(state) == [1] * len(TECHNOLOGIES)
        assert mask(world, viewer) == mask(state, viewer)


def test_units_at_war_and_buildings_that_stand_are_nowhere_else_in_a_world() -> None:
    state = at_war()
    assert state.war is not None
    assert all_cards(state) == [*COPIES, 0]
    for viewer in (None, 0, 1):
        for seed in range(5):
            world = determinize(mask(state, viewer), Random(seed))
            assert all_cards(world) == [*COPIES, 0]
            assert world.war == state.war


def test_of_what_is_hidden_one_world_has_it_so_and_another_otherwise() -> None:
    seen = mask(after(2, 30), 0)
    worlds = [determinize(seen, Random(seed)) for seed in range(4)]
    for part in ("hands", "deck", "plot_deck", "technology_deck"):
        assert len({str(getattr(world, part)) for world in worlds}) == 4, part


def test_what_is_known_of_a_deck_or_a_hand_is_so_in_every_world() -> None:
    state = after(2, 30)
    seen = mask(state, 0)
    seen.deck[:3], seen.plot_deck[:3], seen.technology_deck[:3] = (
        each[:3] for each in (state.deck, state.plot_deck, state.technology_deck)
    )
    seen.hands[1] = state.hands[1][:]
    for seed in range(5):
        world = determinize(seen, Random(seed))
        assert world.hands == state.hands
        for part in ("deck", "plot_deck", "technology_deck"):
            assert getattr(world, part)[:3] == getattr(state, part)[:3]


def test_a_mask_leaves_ones_own_hand_and_of_all_else_that_is_hidden_how_much_it_is() -> None:
    state = after(3, 60)
    for viewer in (None, 0, 2):
        seen = mask(state, viewer)
        for number, hand in enumerate(seen.hands):
            own = state.hands[number]
            assert hand == (own if number == viewer else [*[0] * BACK, sum(own)])
        assert seen.deck == [BACK] * len(state.deck)
        assert seen.plot_deck == [UNKNOWN] * len(state.plot_deck)
        assert seen.technology_deck == [UNKNOWN] * len(state.technology_deck)
        assert seen.deck
    assert state == after(3, 60)
