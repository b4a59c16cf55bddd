"""The collection: rulings C-10 to C-17."""

from typing import Any, Final

import pytest

from cartulary.games.civilization_the_card_game import GAME
from cartulary.games.civilization_the_card_game.events import ResourcesCollected
from cartulary.kernel.rejected import Rejected
from tests.cases import cases
from tests.domain.civilization_the_card_game.story import given, seat

YIELDS = {
    "grassland": (2, 0, 0),
    "mountains": (0, 2, 0),
    "coast": (0, 0, 2),
    "hills": (1, 1, 0),
    "river": (1, 0, 1),
    "forest": (0, 1, 1),
}


def fields(terrain: str, one: str, other: str) -> dict[str, Any]:
    """Two of one type and one of the other."""
    return {terrain: {one: 2, other: 1}}


def collected(*plots: str, technologies: str = "") -> tuple[int, int, int]:
    """What a collection without a choice gives."""
    return given(seat(*plots, technologies=technologies), step="collect").resources(0)


@pytest.mark.ruling("C-10", "C-15")
@cases("terrain", YIELDS)
def test_each_terrain_gives_its_printed_yield_by_itself(terrain: str) -> None:
    assert collected(terrain) == YIELDS[terrain]


@pytest.mark.ruling("C-10")
def test_all_plots_give() -> None:
    assert collected("grassland", "hills", "hills", "coast") == (4, 2, 2)


@pytest.mark.ruling("C-11", "C-15")
def test_population_on_a_plot_with_one_type_gives_one_more_of_it_each_without_a_choice() -> None:
    assert collected("grassland 3", "coast 1", "mountains 2") == (5, 4, 3)


@pytest.mark.ruling("C-11")
@cases(
    ("terrain", "one", "other", "resources"),
    [
        ("hills", "food", "production", (3, 2, 0)),
        ("river", "food", "commerce", (3, 0, 2)),
        ("forest", "production", "commerce", (0, 3, 2)),
    ],
)
def test_population_on_a_plot_with_two_types_gives_what_the_owner_chooses(
    terrain: str, one: str, other: str, resources: tuple[int, int, int]
) -> None:
    story = given(seat(f"{terrain} 3"), step="collect")
    assert story.offered("collect") == [
        {"type": "collect", "choose": {terrain: {"from": {one: 3, other: 3}, "count": 3}}}
    ]
    assert story.does("collect", **fields(terrain, one, other)).resources(0) == resources


@cases("resources", [(), (0, 0), (0, 1), (0, 0, 1, 1, 1, 1), (0, 2, 2, 2), (2, 2)])
def test_resources_that_no_choice_gives_tell_no_action(resources: tuple[int, ...]) -> None:
    story = given(seat("hills 1"), step="collect")
    with pytest.raises(LookupError, match="no choice gives these resources"):
        GAME.infer_action(story.state, [ResourcesCollected(seat=0, resources=resources)])


@pytest.mark.ruling("C-11")
def test_the_population_of_several_plots_of_a_terrain_is_chosen_for_together() -> None:
    story = given(seat("hills 1", "hills 2", "forest 1"), step="collect")
    story.does("collect", hills={"food": 3}, forest={"commerce": 1})
    assert story.resources(0) == (5, 3, 2)


@pytest.mark.ruling("C-12")
@cases(
    ("building", "terrain", "resources"),
    [
        ("granary", "grassland", (4, 0, 0)),
        ("granary", "hills", (2, 1, 0)),
        ("granary", "coast", (0, 0, 2)),
        ("forge", "mountains", (0, 4, 0)),
        ("forge", "forest", (0, 2, 1)),
        ("market", "coast", (0, 0, 4)),
        ("market", "river", (1, 0, 2)),
    ],
)
def test_granary_forge_and_market_give_the_printed_resource_once_more(
    building: str, terrain: str, resources: tuple[int, int, int]
) -> None:
    assert collected(f"{terrain} 0 {building}") == resources


@pytest.mark.ruling("C-12")
def test_two_granaries_make_six_food_of_two_and_population_is_not_multiplied() -> None:
    assert collected("grassland 0 granary granary") == (6, 0, 0)
    assert collected("grassland 3 granary granary") == (9, 0, 0)


@pytest.mark.ruling("C-12")
def test_a_granary_works_for_its_own_plot_only() -> None:
    assert collected("coast 0 granary", "grassland") == (2, 0, 2)


@pytest.mark.ruling("C-13")
@cases(
    ("technology", "building", "resources"),
    [
        ("agriculture", "granary", (2, 0, 2)),
        ("iron_working", "forge", (0, 2, 2)),
        ("currency", "market", (0, 0, 8)),
    ],
)
def test_agriculture_iron_working_and_currency_add_one_for_each_building_on_whatever_plot(
    technology: str, building: str, resources: tuple[int, int, int]
) -> None:
    assert collected(f"coast 0 {building} {building}", technologies=technology) == resources
    assert collected("coast", technologies=technology) == (0, 0, 2)


@pytest.mark.ruling("C-14", "C-15")
def test_pyramids_give_two_resources_of_choice() -> None:
    story = given(seat("grassland 0 pyramids"), step="collect")
    assert story.offered("collect")[0]["choose"] == {
        "pyramids": {"from": {"food": 2, "production": 2, "commerce": 2}, "count": 2}
    }
    assert story.does("collect", pyramids=["production", "commerce"]).resources(0) == (2, 1, 1)


@pytest.mark.ruling("C-15")
def test_where_there_is_a_choice_neither_purchases_nor_the_bank_nor_the_draw_come_before_it() -> None:
    story = given(seat("hills 1", "coast 0 walls", commerce=30), step="collect")
    assert story.waits_for() == ("collect", 0)
    story.refuses("draw", "step.collect")
    story.refuses("bank", "step.collect", give="commerce", take="food")
    story.refuses("buy_technology", "step.collect", technology="mining")
    story.refuses("collect", "turn.not_yours", by=1, hills=["food"])


@pytest.mark.ruling("C-15")
def test_a_choice_names_exactly_what_there_is_to_choose() -> None:
    story = given(seat("hills 2"), step="collect")
    story.refuses("collect", "collect.choose")
    story.refuses("collect", "collect.number", hills=["food"])
    story.refuses("collect", "collect.number", hills=["food"] * 3)
    story.refuses("collect", "collect.not_there", hills=["food", "commerce"])
    story.refuses("collect", "collect.nothing_to_choose", hills=["food", "food"], river=["food"])
    story.refuses("collect", "collect.nothing_to_choose", hills=["food", "food"], pyramids=["food", "food"])


@pytest.mark.ruling("C-15")
def test_one_collects_once_a_turn() -> None:
    story = given(seat("hills 1"), step="collect").does("collect", hills=["food"])
    story.refuses("collect", "step.buy", hills=["food"])


@pytest.mark.ruling("C-16")
def test_resources_stay_and_lie_open() -> None:
    story = given(seat("grassland", food=40, commerce=2), seat("coast"), step="collect")
    story.does("draw").does("discard", cards=[])
    story.does("draw").does("discard", cards=[])
    assert story.resources(0) == (44, 0, 2)
    assert story.wire()["seats"][0]["resources"] == {"food": 44, "production": 0, "commerce": 2}


WITH_POPULATION: Final = {"multipliers": "with_population"}


@pytest.mark.ruling("C-12")
@cases(
    ("plot", "resources"),
    [
        ("grassland 3 granary", (10, 0, 0)),
        ("grassland 3 granary granary", (15, 0, 0)),
        ("coast 2 granary", (0, 0, 4)),
        ("mountains 1 forge", (0, 6, 0)),
    ],
)
def test_by_the_option_with_population_a_granary_gives_that_of_the_population_once_more(
    plot: str, resources: tuple[int, int, int]
) -> None:
    assert given(seat(plot), step="collect", options=WITH_POPULATION).resources(0) == resources


@pytest.mark.ruling("C-12")
def test_by_the_option_with_population_a_choice_counts_on_the_plot_where_it_gains_most() -> None:
    empire = seat("hills 1", "hills 1 granary", "hills 1 forge", "river 1 market")
    story = given(empire, step="collect", options=WITH_POPULATION)
    story.does("collect", hills={"food": 1, "production": 2}, river=["food"])
    printed, chosen, multiplied = (5, 4, 2), (2, 2, 0), (1, 1, 0)
    assert story.resources(0) == tuple(map(sum, zip(printed, chosen, multiplied, strict=True)))


@pytest.mark.ruling("C-12")
def test_by_the_option_with_population_pyramids_are_not_multiplied() -> None:
    story = given(seat("grassland 0 granary", "coast 0 pyramids"), step="collect", options=WITH_POPULATION)
    assert story.does("collect", pyramids=["food", "food"]).resources(0) == (6, 0, 2)


KIT: Final = {"supply": "kit"}


@pytest.mark.ruling("C-17")
@cases(("options", "resources"), [(KIT, (60, 0, 0)), ({}, (64, 0, 0))])
def test_a_collection_gives_what_the_supply_still_holds_of_a_resource(
    options: dict[str, Any], resources: tuple[int, int, int]
) -> None:
    assert given(seat("grassland", "grassland", food=60), step="collect", options=options).resources(0) == resources


@pytest.mark.ruling("C-17")
def test_what_all_seats_hold_of_a_resource_counts_against_the_supply() -> None:
    story = given(seat("hills 2", "coast"), seat(food=58), step="collect", options=KIT)
    assert story.does("collect", hills=["food", "food"]).resources(0) == (2, 1, 2)


@pytest.mark.ruling("C-17")
def test_a_supply_without_a_resource_changes_nothing_for_it() -> None:
    story = given(seat(production=9), seat(food=60), options=KIT)
    assert {form["take"] for form in story.offered("bank")} == {"commerce"}
    story.refuses("bank", "supply.resource", give="production", take="food")


@pytest.mark.ruling("C-17")
def test_mining_gives_as_much_as_the_supply_holds() -> None:
    story = given(seat(commerce=12), seat(production=58), options=KIT).does("buy_technology", technology="mining")
    assert story.resources(0) == (0, 2, 0)


@pytest.mark.ruling("C-17")
def test_a_bonus_card_gives_its_resources_whatever_the_supply_holds() -> None:
    story = given(seat(hand="food-3"), seat(food=60), options=KIT).does("use_bonus", card="food-3")
    assert story.resources(0) == (3, 0, 0)


@pytest.mark.ruling("C-17")
def test_population_is_for_sale_until_48_are_in_play() -> None:
    crowd = seat("grassland 20", "grassland 20", "coast", food=20)
    story = given(crowd, seat("grassland 7"), options=KIT).does("buy_population", plot=2)
    story.refuses("buy_population", "supply.population", plot=2)
    assert given(crowd, seat("grassland 8")).offered("buy_population")


@pytest.mark.ruling("C-17")
def test_a_position_has_no_more_population_than_the_kit() -> None:
    given(seat("grassland 48"), options=KIT)
    with pytest.raises(Rejected, match=r"49 population; the kit holds 48\."):
        given(seat("grassland 48"), seat("coast 1"), options=KIT)
