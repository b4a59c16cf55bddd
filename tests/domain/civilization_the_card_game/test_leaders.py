"""The leader cards: rulings C-70 to C-73."""

import pytest

from tests.cases import cases
from tests.domain.civilization_the_card_game.story import given, seat

POINTS = {
    "walls": (0, 0), "temple": (1, 1), "colosseum": (2, 0), "barracks": (0, 0), "granary": (0, 0), "forge": (0, 0),
    "market": (0, 0), "monastery": (0, 2), "library": (0, 1), "hanging_gardens": (3, 1), "colossus": (0, 1),
    "great_library": (0, 1), "great_wall": (0, 0), "pyramids": (0, 0),
}  # fmt: skip


@pytest.mark.ruling("C-70")
@cases("building", POINTS)
def test_happiness_and_culture_of_each_building_and_wonder(building: str) -> None:
    seen = given(seat(f"coast 0 {building}")).seat(0)
    assert (seen["happiness"], seen["culture"]) == POINTS[building]


@pytest.mark.ruling("C-71")
def test_a_leader_needs_two_points() -> None:
    story = given(seat("coast 0 temple", "hills", hand="temple", production=4))
    assert story.wire()["leaders"] == {"happiness": None, "culture": None}
    story.does("build", building="temple", plot=1)
    assert story.wire()["leaders"] == {"happiness": 0, "culture": 0}
    assert story.happened() == ["BuildingBuilt", "LeaderChanged", "LeaderChanged"]


@pytest.mark.ruling("C-71")
def test_a_holder_stays_leader_on_a_tie_and_is_passed_with_one_more() -> None:
    story = given(seat("coast", "river", hand="colosseum temple", production=8), seat("hills 0 colosseum"))
    story.does("build", building="colosseum", plot=0)
    assert story.wire()["leaders"]["happiness"] == 1
    story.does("build", building="temple", plot=1)
    assert story.wire()["leaders"]["happiness"] == 0


@pytest.mark.ruling("C-71")
def test_of_several_who_come_to_the_front_together_nobody_leads() -> None:
    story = given(seat("coast 0 colosseum"), seat("hills 0 colosseum"))
    assert story.wire()["leaders"]["happiness"] is None


@pytest.mark.ruling("C-72", "C-73")
def test_a_holder_who_falls_below_two_loses_the_card_at_once() -> None:
    story = given(seat("coast 0 temple temple"), seat("hills 0 temple"))
    story.does("tear_down", building="temple", plot=0)
    assert story.wire()["leaders"] == {"happiness": None, "culture": None}


@pytest.mark.ruling("C-72")
def test_a_holder_who_falls_behind_loses_the_card_to_the_seat_in_front() -> None:
    story = given(
        seat("coast 0 monastery library"), seat("hills 0 monastery"), leaders={"happiness": None, "culture": 0}
    )
    story.does("tear_down", building="library", plot=0)
    assert story.wire()["leaders"]["culture"] == 0
    story.does("tear_down", building="monastery", plot=0)
    assert story.wire()["leaders"]["culture"] == 1


@pytest.mark.ruling("C-72")
def test_where_two_tie_in_front_nobody_may_lead_until_one_is_alone() -> None:
    story = given(
        seat("coast 0 hanging_gardens", "river", hand="colosseum", production=9),
        seat("hills 0 colosseum"),
        seat("river 0 temple temple"),
        options={"leader_tie": "nobody", "torn_down_wonders": True},
    )
    assert story.wire()["leaders"]["happiness"] == 0
    story.does("tear_down", building="hanging_gardens", plot=0)
    assert story.wire()["leaders"]["happiness"] is None


@pytest.mark.ruling("C-72")
@cases(("active", "first"), [(0, 2), (3, 0)])
def test_where_two_tie_in_front_the_first_clockwise_leads(active: int, first: int) -> None:
    plots = ["coast 0 colosseum", "hills", "river 0 colosseum", "forest"]
    plots[active] = "coast 0 hanging_gardens"
    if active == 0:
        plots[3] = "forest 0 temple temple"
    story = given(*map(seat, plots), active=active, options={"torn_down_wonders": True})
    story.does("tear_down", building="hanging_gardens", plot=0)
    assert story.wire()["leaders"]["happiness"] == first


@pytest.mark.ruling("C-73")
def test_a_war_changes_leaders_at_once() -> None:
    story = given(seat("coast 0 temple", "forest 0 temple", hand="axeman"), seat("hills 0 colosseum", "river 0 temple"))
    assert story.wire()["leaders"] == {"happiness": 1, "culture": 0}
    story.does("attack", seat=1, units=["axeman"]).does("give_up_building", plot=0, building="colosseum")
    assert story.wire()["leaders"] == {"happiness": 0, "culture": 0}


@pytest.mark.ruling("C-73")
def test_a_technology_changes_leaders_at_once() -> None:
    story = given(seat("coast 0 temple", commerce=12), seat("hills 0 monastery"), for_sale="monotheism mining writing")
    story.does("buy_technology", technology="monotheism")
    assert story.wire()["leaders"] == {"happiness": 0, "culture": 1}


@pytest.mark.ruling("C-71")
def test_leading_in_happiness_and_in_culture_are_apart() -> None:
    story = given(seat("coast 0 colosseum"), seat("hills 0 monastery"))
    assert story.wire()["leaders"] == {"happiness": 0, "culture": 1}
