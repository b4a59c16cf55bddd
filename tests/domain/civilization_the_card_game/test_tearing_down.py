"""Tearing down: ruling C-26, at each moment at which a game can wait for the owner."""

import pytest

from tests.cases import cases
from tests.domain.civilization_the_card_game.story import Story, begun, given, seat

OWN_STEPS = {"tearing_down": "own_steps"}
WONDERS = ("hanging_gardens", "colossus", "great_library", "great_wall", "pyramids")


@pytest.mark.ruling("C-26")
@cases("tearing_down", ["any_moment", "own_steps"])
@cases("step", ["buy", "draw", "discard"])
def test_a_building_is_torn_down_in_each_step_after_the_collection(step: str, tearing_down: str) -> None:
    story = given(
        seat("coast 0 walls"), step="draw" if step == "discard" else step, options={"tearing_down": tearing_down}
    )
    if step == "discard":
        story.does("draw")
    story.does("tear_down", building="walls", plot=0)
    assert story.plots(0) == ["coast"]
    assert story.wire()["discard"] == {"walls": 1}
    story.refuses("tear_down", "tear_down.not_there", building="walls", plot=0)


@pytest.mark.ruling("C-26")
def test_nobody_tears_down_while_the_game_waits_for_another_or_what_is_anothers() -> None:
    story = given(seat("coast"), seat("coast 0 walls"))
    story.refuses("tear_down", "tear_down.not_now", by=1, building="walls", plot=0)
    story.refuses("tear_down", "tear_down.not_there", building="walls", plot=0)


@pytest.mark.ruling("C-26")
@cases("wonder", WONDERS)
def test_a_wonder_is_torn_down_only_where_that_is_chosen(wonder: str) -> None:
    given(seat(f"coast 0 {wonder}")).refuses("tear_down", "tear_down.wonder", building=wonder, plot=0)
    story = given(seat(f"coast 0 {wonder}"), options={"torn_down_wonders": True})
    assert story.does("tear_down", building=wonder, plot=0).wire()["discard"] == {wonder: 1}


@pytest.mark.ruling("C-26")
def test_the_building_frees_its_place_for_another() -> None:
    story = given(seat("coast 0 walls", hand="temple", production=4))
    story.refuses("build", "build.no_room", building="temple", plot=0)
    story.does("tear_down", building="walls", plot=0).does("build", building="temple", plot=0)
    assert story.plots(0) == ["coast temple"]


@pytest.mark.ruling("C-26", "C-15")
def test_a_building_is_torn_down_before_the_collection_and_gives_nothing_then() -> None:
    story = given(seat("hills 1 granary"), step="collect").does("tear_down", building="granary", plot=0)
    assert story.does("collect", hills=["food"]).resources(0) == (2, 1, 0)
    before = given(seat("hills 1 granary"), step="collect", options=OWN_STEPS)
    before.refuses("tear_down", "step.collect", building="granary", plot=0)


@pytest.mark.ruling("C-26", "C-15")
def test_where_nothing_is_left_to_choose_the_collection_happens_by_itself() -> None:
    story = given(seat("coast 0 pyramids walls"), step="collect", options={"torn_down_wonders": True})
    story.does("tear_down", building="walls", plot=0)
    assert story.waits_for() == ("collect", 0)
    story.does("tear_down", building="pyramids", plot=0)
    assert story.happened() == ["BuildingTornDown", "ResourcesCollected"]
    assert story.wire()["step"] == "buy"


@pytest.mark.ruling("C-26", "C-08")
def test_before_anything_stands_there_is_nothing_to_tear_down() -> None:
    for story in (begun(), begun(free_population="first_turn")):
        assert story.offered("tear_down") == []
        story.refuses("tear_down", "plot.unknown", building="walls", plot=9)


# in a war


def attacked(hand: str, *plots: str, defenders_hand: str = "", **options: object) -> Story:
    """Seat 0 attacks seat 1 with all it has."""
    sides = (seat("river", "forest 0 barracks", hand=hand), seat(*plots, hand=defenders_hand))
    return given(*sides, options=options).does("attack", seat=1, units=hand.split())


@pytest.mark.ruling("C-26", "C-42")
def test_the_attacker_tears_down_before_the_battles_begin() -> None:
    story = given(seat("coast 0 temple", hand="axeman axeman"), seat(), seat())
    story.does("attack", seat=1, units=["axeman"]).does("tear_down", building="temple", plot=0)
    assert story.happened() == ["BuildingTornDown"]
    assert story.waits_for() == ("attack", 0)
    own_steps = given(seat("coast 0 temple", hand="axeman axeman"), seat(), seat(), options=OWN_STEPS)
    own_steps.does("attack", seat=1, units=["axeman"]).refuses("tear_down", "step.war", building="temple", plot=0)


@pytest.mark.ruling("C-26", "C-44")
def test_of_walls_torn_down_fewer_return() -> None:
    story = attacked("catapult catapult", "coast 0 walls", "hills 0 walls", "river 0 walls")
    assert story.wire()["pending"] == {"type": "return_walls", "seat": 1, "count": 2}
    story.refuses("tear_down", "tear_down.not_now", by=0, building="barracks", plot=1)
    story.does("tear_down", building="walls", plot=1)
    assert story.happened() == ["BuildingTornDown", "WallsReturned", "DefenceEnded", "BattleEnded", "WarEnded"]
    assert (story.hand(1), story.wire()["discard"]) == ({"walls": 2}, {"walls": 1, "catapult": 2})


@pytest.mark.ruling("C-26", "C-44")
def test_what_is_not_walls_can_be_torn_down_before_the_choice_of_walls() -> None:
    story = attacked("catapult", "coast 0 walls", "hills 0 walls", "river 0 temple")
    story.does("tear_down", building="temple", plot=2)
    assert story.happened() == ["BuildingTornDown"]
    assert story.waits_for() == ("return_walls", 1)


@pytest.mark.ruling("C-26", "C-45")
def test_with_the_last_walls_torn_down_nothing_is_sent_back() -> None:
    story = attacked("axeman chariot", "coast 1 walls", "hills 0 walls", defenders_hand="archer")
    story.does("tear_down", building="walls", plot=0)
    assert story.waits_for() == ("send_back", 1)
    story.does("tear_down", building="walls", plot=1)
    assert story.waits_for() == ("defend", 1)
    assert "UnitSentBack" not in story.happened()


@pytest.mark.ruling("C-26", "C-45")
def test_the_great_wall_sends_back_though_the_walls_are_torn_down() -> None:
    story = attacked("axeman chariot", "coast 1 walls", "hills 0 great_wall")
    story.does("tear_down", building="walls", plot=0)
    assert story.waits_for() == ("send_back", 1)
    story.refuses("tear_down", "tear_down.wonder", building="great_wall", plot=1)


@pytest.mark.ruling("C-26", "C-49")
def test_what_is_torn_down_in_defence_cannot_be_destroyed_any_more() -> None:
    story = attacked("axeman axeman", "coast 0 temple", "hills 0 forge", "river 0 market", defenders_hand="food-2")
    for building, number in (("temple", 0), ("forge", 1)):
        story.does("tear_down", building=building, plot=number)
        assert story.waits_for() == ("defend", 1)
    story.does("let_through")
    assert story.hand(1) == {"food-2": 1, "market": 1}
    assert story.wire()["discard"] == {"temple": 1, "forge": 1, "axeman": 2}


@pytest.mark.ruling("C-26", "C-51", "C-50")
def test_buildings_torn_down_while_population_is_given_up_are_not_there_to_be_destroyed() -> None:
    story = attacked("swordsman", "coast 1 temple", "hills 2 forge", barracks_add=False)
    assert story.waits_for() == ("give_up_population", 1)
    story.does("tear_down", building="temple", plot=0)
    assert story.wire()["war"]["battles"][0]["buildings"] == 1
    story.does("tear_down", building="forge", plot=1)
    assert story.wire()["war"]["battles"][0]["buildings"] == 0
    assert story.wire()["pending"] == {"type": "give_up_population", "seat": 1, "count": 2}
    story.does("give_up_population", plots={"0": 1, "1": 1}).does("resettle", plots={"0": 2})
    assert story.happened() == ["PopulationResettled", "BattleEnded", "WarEnded"]
    assert story.hand(1) == {}


@pytest.mark.ruling("C-26", "C-51", "C-49")
def test_barracks_torn_down_while_population_settles_have_worked_already() -> None:
    story = attacked("chariot", "coast 3")
    assert story.wire()["pending"] == {"type": "resettle", "seat": 0, "count": 2}
    story.refuses("tear_down", "tear_down.not_now", by=1, building="temple", plot=0)
    story.does("tear_down", building="barracks", plot=1)
    assert story.happened() == ["BuildingTornDown"]
    assert story.wire()["pending"] == {"type": "resettle", "seat": 0, "count": 2}


@pytest.mark.ruling("C-26", "C-52", "C-50")
def test_buildings_torn_down_instead_of_being_given_up_do_not_count() -> None:
    story = attacked("axeman axeman", "coast 0 temple", "hills 0 forge", "river 0 market")
    assert story.wire()["pending"] == {"type": "give_up_building", "seat": 1, "count": 2}
    story.does("tear_down", building="temple", plot=0)
    assert story.happened()[:3] == ["BuildingTornDown", "BuildingReturned", "BuildingReturned"]
    assert story.hand(1) == {"forge": 1, "market": 1}
    assert story.wire()["step"] == "draw"


@pytest.mark.ruling("C-26", "C-53")
def test_what_happens_by_itself_leaves_no_moment_to_tear_down() -> None:
    story = attacked("axeman", "coast 0 temple")
    assert story.hand(1) == {"temple": 1}


@pytest.mark.ruling("C-26", "C-73")
def test_leaders_change_at_once_when_something_is_torn_down_in_anothers_turn() -> None:
    sides = (seat("coast 0 temple temple", hand="axeman"), seat("hills 0 colosseum", "river", hand="archer"))
    story = given(*sides, leaders={"happiness": 1, "culture": 0}).does("attack", seat=1, units=["axeman"])
    assert story.waits_for() == ("defend", 1)
    story.does("tear_down", building="colosseum", plot=0)
    assert story.happened() == ["BuildingTornDown", "LeaderChanged"]
    assert story.wire()["leaders"]["happiness"] == 0


@pytest.mark.ruling("C-26")
@cases(("wonders", "offered"), [(False, ["temple"]), (True, ["temple", "colossus"])])
def test_what_can_be_torn_down_is_offered_plot_by_plot_each_kind_once(wonders: bool, offered: list[str]) -> None:
    story = given(seat("coast 0 temple colossus", "hills 0 walls walls"), options={"torn_down_wonders": wonders})
    assert [form["building"] for form in story.offered("tear_down") if form["plot"] == 0] == offered
    assert [form["building"] for form in story.offered("tear_down") if form["plot"] == 1] == ["walls"]
