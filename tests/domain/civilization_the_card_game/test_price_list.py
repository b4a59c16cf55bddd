"""The price list that a seat reads is what the rules charge it."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from cartulary.games.civilization_the_card_game import GAME
from cartulary.games.civilization_the_card_game.actions import (
    Bank,
    Build,
    BuyPlot,
    BuyPopulation,
    BuyTechnology,
    Pottery,
)
from cartulary.games.civilization_the_card_game.cards import KINDS, TECHNOLOGY_NAMES
from cartulary.games.civilization_the_card_game.events import (
    BuildingBuilt,
    CardBought,
    PlotBought,
    PopulationBought,
    ResourcesExchanged,
    TechnologyBought,
)
from cartulary.games.civilization_the_card_game.state import State
from cartulary.kernel.messages import Event
from cartulary.kernel.randomness import Chance
from cartulary.kernel.seats import Seat
from cartulary.match.actions import Resign
from tests.cases import cases
from tests.domain.civilization_the_card_game.story import FOUR, begun, given, seat, setup

HOUSE_RULES: Final[list[dict[str, Any]]] = [
    {},
    {"discounts": "largest", "masonry_wonders": False, "lowest_price": 0},
    {"multipliers": "with_population", "supply": "kit"},
]
PURCHASES: Final = (Bank, Build, BuyPlot, BuyPopulation, BuyTechnology, Pottery)
MOVES: Final = 700
RICH: Final = {"food": 99, "production": 99, "commerce": 99}
DISCOUNTS: Final = seat("grassland 0 colosseum library", "river 0 great_library", *FOUR[2:], technologies="masonry")
MULTIPLIERS: Final = {"granary": "food", "forge": "production", "market": "commerce"}


def prices_of(state: State, of: Seat = 0) -> dict[str, Any]:
    """The price list of a seat that has one."""
    prices = GAME.price_list(state, of)
    assert prices is not None
    return prices


def charged(event: Event) -> Iterator[tuple[str, Any, int]]:
    """What an event charges: the part of the price list, the entry there, the price."""
    match event:
        case TechnologyBought(technology=technology, paid=paid):
            yield "technologies", TECHNOLOGY_NAMES[technology], paid
        case BuildingBuilt(building=building, paid=paid):
            yield "buildings", KINDS[building], paid
        case PopulationBought(plot=plot, paid=paid):
            yield "population", plot, paid
        case PlotBought(paid=resources):
            yield "plot", None, len(resources)
        case ResourcesExchanged(given=resources):
            yield "bank", None, len(resources)
        case CardBought(paid=resources):
            yield "pottery", None, len(resources)


@cases("options", HOUSE_RULES)
def test_each_purchase_of_a_game_is_charged_as_listed_before_it(options: dict[str, Any]) -> None:
    random, seen = Random(4), set[str]()
    for game in range(4):
        decision = GAME.begin(setup(3, **options), Chance(bytes([game]) * 32, "prices", ()))
        for move in range(MOVES):
            state = decision.state
            if not (acting := GAME.to_act(state)):
                break
            forms = GAME.legal_actions(state, acting[0])
            purchases = [form for form in forms if form.action in PURCHASES]
            form = random.choice(purchases if purchases and random.random() < 0.5 else forms)
            before = GAME.price_list(state, acting[0])
            decision = GAME.apply(state, acting[0], form.any_action(random), Chance(b"p" * 32, "prices", ()), move)
            for part, entry, price in (each for event in decision.events for each in charged(event)):
                listed = (before or {})[part]
                assert (listed if entry is None else listed[entry]) == price, part
                seen.add(part)
    assert seen >= {"technologies", "buildings", "plot", "population", "bank"}


@cases("options", HOUSE_RULES[:2])
def test_what_is_listed_is_enough_and_one_less_is_not(options: dict[str, Any]) -> None:
    prices = prices_of(given(DISCOUNTS, options=options).state)
    assert prices["technologies"]["astronomy"] < 24
    assert prices["buildings"]["walls"] < 4
    purchases: list[tuple[str, int, dict[str, Any]]] = [
        ("commerce", prices["technologies"]["astronomy"], {"kind": "buy_technology", "technology": "astronomy"}),
        ("production", prices["buildings"]["walls"], {"kind": "build", "building": "walls", "plot": 2}),
        ("production", prices["buildings"]["pyramids"], {"kind": "build", "building": "pyramids", "plot": 2}),
        ("food", prices["population"][3], {"kind": "buy_population", "plot": 3}),
        ("food", prices["bank"], {"kind": "bank", "give": "food", "take": "commerce"}),
    ]
    for resource, price, action in purchases:
        action = dict(action)
        kind = action.pop("kind")
        given(owning({resource: price}), options=options).does(kind, **action)
        given(owning({resource: price - 1}), options=options).refuses(kind, "price.too_high", **action)


def owning(resources: Mapping[str, int]) -> dict[str, Any]:
    """The seat with discounts, with cards to build and so many resources."""
    return DISCOUNTS | {"hand": {"walls": 1, "pyramids": 1}, "resources": dict(resources)}


def test_a_seat_is_told_its_prices_while_another_acts() -> None:
    state = given(seat(), DISCOUNTS).state
    mine, theirs = prices_of(state, 0), prices_of(state, 1)
    assert GAME.to_act(state) == [0]
    assert theirs["technologies"]["astronomy"] < mine["technologies"]["astronomy"] == 24
    assert (mine["plot"], mine["population"]) == (15, [6, 6, 6, 6])


@cases("building", MULTIPLIERS)
@cases("technologies", ["", "agriculture iron_working currency"])
@cases("options", [{}, {"multipliers": "with_population"}])
def test_a_building_adds_to_each_collection_what_is_listed(
    building: str, technologies: str, options: dict[str, Any]
) -> None:
    lands = ("grassland 1", "mountains 2", "coast 1", "hills", "river", "forest")
    bare = collected(lands, technologies, options)
    gains = prices_of(given(seat(*lands, technologies=technologies), options=options).state)["gains"][building]
    for number, land in enumerate(lands):
        with_it = (*lands[:number], f"{land} {building}" if land[-1].isdigit() else f"{land} 0 {building}")
        after = collected((*with_it, *lands[number + 1 :]), technologies, options)
        place = list(MULTIPLIERS).index(building)
        assert gains[number] == after[place] - bare[place], land


def collected(lands: tuple[str, ...], technologies: str, options: dict[str, Any]) -> tuple[int, int, int]:
    """What a seat has after its collection, which leaves it no choice."""
    return given(seat(*lands, technologies=technologies), options=options, step="collect").resources(0)


def test_what_a_building_adds_is_left_open_where_the_population_decides() -> None:
    lands = ("hills 1", "hills", "grassland 1")
    counted = {"multipliers": "with_population"}
    assert prices_of(given(seat(*lands), options=counted).state)["gains"]["granary"] == [None, 1, 3]
    assert prices_of(given(seat(*lands)).state)["gains"]["granary"] == [1, 1, 2]


def test_there_is_no_price_list_before_the_first_turn_nor_for_a_seat_that_has_left() -> None:
    assert [GAME.price_list(begun().state, each) for each in (0, 1)] == [None, None]
    left = GAME.apply(given(seat(), seat(), seat()).state, 2, Resign()).state
    assert GAME.price_list(left, 2) is None
    assert GAME.price_list(left, 1) is not None
