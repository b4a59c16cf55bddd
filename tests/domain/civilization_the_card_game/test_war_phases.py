"""A war against two defenders: ruling C-43, by phases together and battle by battle."""

import pytest

from cartulary.games.civilization_the_card_game.events import BattleBegan, BattleEnded
from tests.cases import cases
from tests.domain.civilization_the_card_game.story import Json, Story, given, seat

ONE_BY_ONE = {"war_phases": "one_by_one"}


def at_war(first: str, second: str, *defenders: Json, options: Json | None = None) -> Story:
    """Seat 0 attacks seat 1 with some units, then seat 2 with all others."""
    story = given(seat("river", "hills", hand=f"{first} {second}"), *defenders, options=options)
    return story.does("attack", seat=1, units=first.split()).does("attack", seat=2, units=second.split())


def battles(story: Story) -> list[int]:
    """Against whom they are fought, the current one first."""
    return [each["defender"] for each in story.wire()["war"]["battles"]]


@pytest.mark.ruling("C-43", "C-44", "C-45")
def test_catapults_return_walls_of_all_before_any_walls_send_back() -> None:
    units = "axeman catapult chariot"
    story = at_war(units, units, seat("coast 0 walls great_wall"), seat("coast 0 walls", "hills 0 walls"))
    assert story.happened() == ["AttackLaid", "BattleBegan", "WallsReturned", "BattleBegan"]
    assert (story.waits_for(), battles(story)) == (("return_walls", 2), [2, 1])
    story.does("return_walls", plots={"0": 1})
    assert story.happened() == ["WallsReturned", "BattleResumed"]
    assert (story.waits_for(), battles(story)) == (("send_back", 1), [1, 2])
    story.does("send_back", unit="chariot")
    assert story.happened() == ["UnitSentBack", "BattleResumed"]
    assert (story.waits_for(), battles(story)) == (("send_back", 2), [2, 1])


@pytest.mark.ruling("C-43", "C-46")
def test_all_send_back_before_anybody_defends_and_all_defend_before_any_damage() -> None:
    story = at_war(
        "axeman chariot", "axeman chariot", seat("coast 2", hand="archer"), seat("hills 2 walls", hand="archer archer")
    )
    assert story.happened() == ["AttackLaid", "BattleBegan"]
    assert (story.waits_for(), battles(story)) == (("send_back", 2), [2, 1])
    story.does("send_back", unit="axeman")
    assert story.happened() == ["UnitSentBack", "BattleBegan"]
    assert story.waits_for() == ("defend", 1)
    story.does("defend", unit="archer", stops="axeman")
    assert story.happened() == ["UnitStopped", "DefenceEnded", "BattleResumed"]
    assert story.waits_for() == ("defend", 2)
    assert story.plots(1) == ["coast 2"]
    story.does("let_through")
    assert story.happened()[:3] == ["DefenceEnded", "BattleResumed", "PopulationTaken"]


@pytest.mark.ruling("C-43")
def test_the_second_defender_sees_what_the_first_has_played() -> None:
    story = at_war("axeman chariot", "axeman", seat("coast 2", hand="archer walls"), seat("hills 2", hand="archer"))
    story.does("defend", unit="archer", stops="chariot").does("let_through")
    assert story.waits_for() == ("defend", 2)
    first = story.wire(2)["war"]["battles"][1]
    assert (first["defender"], first["attacking"]) == (1, {"axeman": 1})
    assert (first["stopped"], first["defending"], first["buildings"]) == ({"chariot": 1}, {"archer": 1}, 0)


@pytest.mark.ruling("C-43", "C-51", "C-52", "C-54")
def test_all_damage_is_done_seat_by_seat_before_the_units_of_both_sides_are_discarded() -> None:
    defenders = (seat("coast 1 temple", "hills 1 forge"), seat("river 1 market", "forest 1 library"))
    story = at_war("swordsman", "chariot", *defenders)
    assert story.happened() == [
        "AttackLaid",
        "BattleBegan",
        "DefenceEnded",
        "BattleBegan",
        "DefenceEnded",
        "BattleResumed",
    ]
    waited_for = []
    while story.wire()["step"] == "war":
        kind, _ = waits = story.waits_for() or ("", 0)
        waited_for.append(waits)
        assert story.wire()["discard"] == {}
        building = {"plot": 0, "building": "temple" if waits[1] == 1 else "market"}
        story.does(kind, **(building if kind == "give_up_building" else {"plots": {"0": 1}}))
    assert waited_for == [
        (kind, 0 if kind == "resettle" else number)
        for number in (1, 2)
        for kind in ("give_up_population", "resettle", "give_up_building")
    ]
    assert story.happened() == ["BuildingReturned", "BattleEnded", "BattleEnded", "WarEnded"]
    assert [event.seat for event in story.events if isinstance(event, BattleEnded)] == [1, 2]
    assert story.wire()["discard"] == {"swordsman": 1, "chariot": 1}
    assert story.plots(0) == ["river 2", "hills"]


@pytest.mark.ruling("C-43")
def test_within_a_phase_the_next_seat_clockwise_from_the_attacker_comes_first() -> None:
    story = given(seat(), seat(hand="walls"), seat(hand="axeman spearman"), seat(hand="walls"), active=2)
    story.does("attack", seat=1, units=["axeman"]).does("attack", seat=3, units=["spearman"])
    assert story.waits_for() == ("defend", 3)
    story.does("let_through")
    assert story.waits_for() == ("defend", 1)


@pytest.mark.ruling("C-43")
@cases("seats", [2, 3])
def test_against_one_defender_nothing_differs(seats: int) -> None:
    told = []
    for phases in ("together", "one_by_one"):
        attacker = seat("river", "hills", hand="catapult axeman chariot")
        sides = (attacker, seat("coast 2 walls great_wall", "hills 1 temple", hand="archer"), seat())
        story = given(*sides[:seats], options={"war_phases": phases})
        story.does("attack", seat=1, units=["axeman", "catapult", "chariot"]).does("send_back", unit="axeman")
        story.does("let_through").does("give_up_population", plots={"0": 1}).does("resettle", plots={"1": 1})
        told.append((story.all_events, story.wire(1)))
    assert told[0] == told[1]
    assert told[0][1]["step"] == "draw"


@pytest.mark.ruling("C-43")
def test_one_by_one_each_battle_is_fought_to_its_end_and_its_units_are_discarded() -> None:
    defenders = (seat("coast 2", hand="archer"), seat("hills 0 walls", "river 0 walls", hand="archer"))
    story = at_war("axeman chariot", "catapult", *defenders, options=ONE_BY_ONE)
    assert (story.waits_for(), battles(story)) == (("defend", 1), [1, 2])
    story.does("defend", unit="archer", stops="axeman").does("resettle", plots={"0": 1})
    assert story.happened() == ["PopulationResettled", "BattleEnded", "BattleBegan"]
    assert story.wire()["discard"] == {"archer": 1, "axeman": 1, "chariot": 1}
    assert (story.waits_for(), battles(story)) == (("return_walls", 2), [2])


# tearing down between the phases


@pytest.mark.ruling("C-43", "C-26")
def test_what_is_torn_down_in_one_phase_lets_the_war_turn_to_the_other_defender() -> None:
    units = "axeman chariot"
    story = at_war(units, units, seat("coast 1 great_wall"), seat("hills 1 walls", "river 0 temple", hand="archer"))
    story.does("send_back", unit="axeman")
    assert story.waits_for() == ("send_back", 2)
    story.does("tear_down", building="walls", plot=0)
    assert story.happened() == ["BuildingTornDown", "BattleResumed", "DefenceEnded", "BattleResumed"]
    assert story.waits_for() == ("defend", 2)


@pytest.mark.ruling("C-49", "C-26")
def test_how_much_population_is_taken_is_settled_when_the_defence_ends() -> None:
    attacker = seat("river 0 barracks", "hills", hand="chariot swordsman")
    story = given(attacker, seat("coast 2"), seat("hills 2"))
    story.does("attack", seat=1, units=["chariot"]).does("attack", seat=2, units=["swordsman"])
    assert story.wire()["pending"] == {"type": "resettle", "seat": 0, "count": 2}
    story.does("tear_down", building="barracks", plot=0).does("resettle", plots={"0": 2})
    assert story.wire()["pending"] == {"type": "resettle", "seat": 0, "count": 2}


# leaving at each of the twelve decisions of a war


def long_war(story: Story) -> Story:
    """Seat 0 attacks seat 1, which has walls, and seat 2, so that there is something to decide in every phase."""
    story.does("attack", seat=1, units=["axeman", "catapult", "chariot"])
    return story.does("attack", seat=2, units=["axeman", "chariot"])


SIDES = (
    seat("river", "hills", hand="axeman axeman catapult chariot chariot"),
    seat("coast 1 walls", "hills 1 walls", "forest 0 great_wall", "mountains 0 temple", "river 0 forge", hand="archer"),
    seat("grassland 1 market", "hills 1 monastery", "coast 0 library", hand="archer"),
)
DECISIONS = range(12)
CHOICES: dict[str, Json] = {
    "return_walls": {"plots": {"0": 1}},
    "send_back": {"unit": "catapult"},
    "give_up_population": {"plots": {"0": 1}},
    "resettle": {"plots": {"1": 1}},
}


def decide(story: Story) -> None:
    """Make the decision that the war waits for, and stop nobody."""
    kind, _ = story.waits_for() or ("", 0)
    if kind == "give_up_building":
        form = story.offered(kind)[0]
        story.does(kind, plot=form["plot"], building=form["building"])
    else:
        story.does("let_through" if kind == "defend" else kind, **CHOICES.get(kind, {}))


def fight_out(story: Story) -> Story:
    """Make all decisions that are left."""
    while story.wire()["step"] == "war":
        decide(story)
    return story


def left(story: Story, number: int) -> tuple[int, int]:
    """Population and buildings of a seat."""
    plots = story.seat(number)["plots"]
    return sum(plot["population"] for plot in plots), sum(len(plot["buildings"]) for plot in plots)


@pytest.mark.ruling("C-43")
@cases("phases", ["together", "one_by_one"])
def test_both_ways_do_the_same_where_no_decision_depends_on_another(phases: str) -> None:
    story = long_war(given(*SIDES, options={"war_phases": phases}))
    for _ in DECISIONS:
        assert story.wire()["step"] == "war"
        decide(story)
    assert (story.wire()["step"], left(story, 0), left(story, 1), left(story, 2)) == ("draw", (2, 0), (1, 2), (1, 1))
    assert story.wire()["discard"] == {"axeman": 2, "chariot": 2}
    assert [event.seat for event in story.all_events if isinstance(event, BattleBegan)] == [1, 2]


@pytest.mark.ruling("C-43", "C-93")
@cases("phases", ["together", "one_by_one"])
@cases("made", DECISIONS)
@cases(("leaver", "stays", "lost"), [(1, 2, (1, 1)), (2, 1, (1, 2))])
def test_when_a_defender_leaves_at_any_decision_the_other_battle_is_fought_to_its_end(
    leaver: int, stays: int, lost: tuple[int, int], made: int, phases: str
) -> None:
    story = long_war(given(*SIDES, options={"war_phases": phases}))
    for _ in range(made):
        decide(story)
    fighting = [each["defender"] for each in story.wire()["war"]["battles"]]
    story.does("resign", by=leaver)
    assert story.happened()[0] == ("BattleEnded" if leaver in fighting else "SeatResigned")
    fight_out(story)
    assert (story.wire()["step"], left(story, stays)) == ("draw", lost)
    assert story.wire()["discard"].get("chariot") == 2


@pytest.mark.ruling("C-43", "C-93")
@cases("made", DECISIONS)
def test_when_the_attacker_leaves_at_any_decision_all_units_are_discarded(made: int) -> None:
    story = long_war(given(*SIDES))
    for _ in range(made):
        decide(story)
    catapult = {} if story.hand(0) else {"catapult": 1}
    story.does("resign", by=0)
    assert (story.wire()["active"], story.wire()["war"]) == (1, None)
    assert story.wire()["discard"] == {"axeman": 2, "chariot": 2, **catapult}
