"""The end, leaving, and teams: rulings C-80 to C-97."""

from typing import Any

import pytest

from cartulary.games.civilization_the_card_game import GAME
from tests.cases import cases
from tests.domain.civilization_the_card_game.story import Story, begun, given, seat


def last_bought(*seats: dict[str, Any], options: dict[str, Any] | None = None, **more: Any) -> Story:
    """The active seat buys the last technology, Mining."""
    return given(*seats, for_sale="mining", options=options, **more).does("buy_technology", technology="mining")


@pytest.mark.ruling("C-80", "C-81")
def test_the_last_technology_ends_the_game_at_once() -> None:
    story = last_bought(seat("coast 2 pyramids", commerce=12, hand="axeman"), seat("coast 3"))
    assert story.result() == ("technologies", [0], {0: 4, 1: 3}, [])
    assert story.wire()["step"] == "over"
    story.refuses("draw", "game.over", by=0)
    story.refuses("resign", "game.over", by=1)
    assert GAME.to_act(story.state) == []
    assert [list(GAME.legal_actions(story.state, number)) for number in (0, 1)] == [[], []]


@pytest.mark.ruling("C-80")
def test_what_the_last_technology_does_at_once_is_finished_first() -> None:
    story = last_bought(seat("coast", "hills", commerce=12), seat())
    assert story.resources(0) == (0, 2, 0)


@pytest.mark.ruling("C-80")
def test_while_a_technology_is_left_the_game_goes_on() -> None:
    story = given(seat(commerce=40), for_sale="mining sailing").does("buy_technology", technology="mining")
    assert story.wire()["step"] == "buy"
    assert story.does("buy_technology", technology="sailing").wire()["step"] == "over"


@pytest.mark.ruling("C-80")
def test_the_game_may_end_with_the_turn_instead() -> None:
    story = last_bought(seat("coast", commerce=12, food=6), seat("coast 1"), options={"end": "end_of_turn"})
    story.does("buy_population", plot=0).does("draw").does("discard", cards=[])
    assert story.result() == ("technologies", [0], {0: 2, 1: 1}, [])


@pytest.mark.ruling("C-81")
def test_each_technology_wonder_and_population_is_a_point_and_buildings_are_none() -> None:
    technologies = "sailing pottery"
    rich = seat("coast 2 pyramids temple", "hills 1 great_wall", technologies=technologies, commerce=12, food=9)
    assert last_bought(rich, seat("coast")).result()[2] == {0: 3 + 3 + 2, 1: 0}
    assert given(rich).seat(0)["points"] == 7


@pytest.mark.ruling("C-82")
@cases(
    ("mine", "others", "winners", "decided_by"),
    [
        (seat("coast 1", commerce=12), seat("coast 2"), [0], ["technologies"]),
        (seat("coast 2", commerce=12), seat("coast 1", technologies="sailing pottery"), [1], ["technologies"]),
        (
            seat("coast 1", commerce=12),
            seat("coast 0 pyramids", technologies="sailing"),
            [0],
            ["technologies", "population"],
        ),
        (
            seat("coast 0 pyramids", commerce=12),
            seat("coast 1", technologies="sailing"),
            [1],
            ["technologies", "population"],
        ),
        (
            seat("coast 1", commerce=12),
            seat("hills 1", technologies="sailing"),
            [0, 1],
            ["technologies", "population", "wonders"],
        ),
    ],
)
def test_ties_go_by_technologies_then_population_then_wonders_then_are_shared(
    mine: dict[str, Any], others: dict[str, Any], winners: list[int], decided_by: list[str]
) -> None:
    kind, won, points, decided = last_bought(mine, others).result()
    assert (kind, won, decided) == ("technologies", winners, decided_by)
    assert points is not None
    assert points[0] == points[1]


@pytest.mark.ruling("C-82")
def test_only_who_is_tied_in_front_goes_on_to_the_tie_breaks() -> None:
    mine, second = seat("coast 2", commerce=12), seat("hills 3")
    third = seat("river", technologies="sailing pottery")
    assert last_bought(mine, second, third).result()[1:] == ([0], {0: 3, 1: 3, 2: 2}, ["technologies"])


@pytest.mark.ruling("C-83")
def test_hands_are_shown_at_the_end() -> None:
    story = last_bought(seat(commerce=12, hand="walls"), seat(hand="archer archer"))
    assert [each["hand"] for each in story.wire()["seats"]] == [{"walls": 1}, {"archer": 2}]


# leaving


@pytest.mark.ruling("C-80", "C-94")
def test_the_game_ends_when_the_buyer_of_the_last_technology_leaves_its_turn() -> None:
    seats = [seat("coast 5", commerce=12), seat("coast 1"), seat("hills 2")]
    story = last_bought(*seats, options={"end": "end_of_turn"}).does("resign")
    assert story.result() == ("technologies", [2], {1: 1, 2: 2}, [])


@pytest.mark.ruling("C-90", "C-94")
def test_who_resigns_is_out_with_all_it_has_and_the_next_turn_begins() -> None:
    story = given(
        seat("coast 2 colossus", hand="walls", technologies="sailing", food=3, protected=2),
        seat("mountains"),
        seat("mountains"),
    )
    story.does("resign")
    gone = story.wire()["seats"][0]
    assert (gone["hand_count"], gone["plots"], gone["technologies"], gone["points"]) == (0, [], [], 0)
    assert gone["protected"] == 0
    assert gone["resources"] == {"food": 0, "production": 0, "commerce": 0}
    assert (gone["present"], story.wire()["active"], story.wire()["turn"]) == (False, 1, 2)
    story.refuses("draw", "seat.out", by=0)
    assert story.wire()["discard"] == {}


@pytest.mark.ruling("C-90")
def test_neighbours_close_ranks() -> None:
    story = given(seat(hand="axeman"), seat(), seat(), seat("river")).does("resign", by=1)
    assert [form["seat"] for form in story.offered("attack")] == [2, 3]
    assert story.wire()["active"] == 0
    story.does("draw").does("discard", cards=["axeman"])
    assert story.wire()["active"] == 2


@pytest.mark.ruling("C-90")
@cases(("tie", "leader"), [("nobody", None), ("clockwise", 3)])
def test_leader_cards_pass_on_when_their_holder_leaves(tie: str, leader: int | None) -> None:
    plots = ["coast 0 colosseum", "hills", "river 0 hanging_gardens", "forest 0 colosseum"]
    story = given(*map(seat, plots), options={"leader_tie": tie}).does("resign", by=2)
    assert story.wire()["leaders"] == {"happiness": leader, "culture": None}


@pytest.mark.ruling("C-91")
def test_the_last_seat_left_wins() -> None:
    story = given(seat(), seat(), seat(hand="walls")).does("resign", by=1).does("resign", by=0)
    assert story.result() == ("resignation", [2], None, [])


@pytest.mark.ruling("C-91")
def test_the_last_team_left_wins() -> None:
    options = {"teams": True, "seating": "side_by_side"}
    story = given(seat("coast"), seat("coast"), seat("river"), seat("river"), options=options)
    story.does("resign", by=1)
    assert story.wire()["step"] == "buy"
    assert story.does("resign", by=0).result() == ("resignation", [2, 3], None, [])


@pytest.mark.ruling("C-92")
def test_at_the_start_the_others_go_on_without_whoever_leaves() -> None:
    story = begun(4)
    first = story.to_act()
    second = (first + 1) % 4
    story.does("resign", by=second).does("take_plot", terrain=story.wire()["plots"]["open"][0])
    assert story.to_act() == (first + 2) % 4
    for _ in range(2):
        story.does("take_plot", terrain=story.wire()["plots"]["open"][0])
    assert len(story.wire()["plots"]["open"]) == 3
    assert story.to_act() == story.wire()["dealer"]
    story.does("resign")
    while story.wire()["step"] == "plots":
        story.does("take_plot", terrain=story.wire()["plots"]["open"][0])
    assert [story.wire()["seats"][(first + place) % 4]["hand_count"] for place in range(4)] == [6, 0, 7, 0]
    story.does("resign")
    assert story.result() == ("resignation", [(first + 2) % 4], None, [])


@pytest.mark.ruling("C-92")
@cases("free_population", ["setup", "first_turn"])
def test_the_last_one_waited_for_may_leave_at_any_part_of_the_start(free_population: str) -> None:
    for step in ("plots", "discards", "settle"):
        story = begun(3, free_population=free_population)
        while story.wire()["step"] != step or len(story.state.waiting) > 1:
            form = story.offered(story.wire()["pending"]["type"])[0]
            cards = {"cards": [kind for kind, n in story.hand(story.to_act()).items() for _ in range(n)][:2]}
            fields = {name: value for name, value in form.items() if name not in ("type", "choose")}
            story.does(form["type"], **(cards if step and form["type"] == "discard" else fields))
        leaver = story.to_act()
        story.does("resign")
        assert story.to_act() != leaver
        assert GOES_ON[step, free_population] == story.wire()["step"] or story.wire()["turn"] > 0


GOES_ON = {
    ("plots", "setup"): "plots",
    ("plots", "first_turn"): "plots",
    ("discards", "setup"): "settle",
    ("discards", "first_turn"): "settle",
    ("settle", "setup"): "buy",
    ("settle", "first_turn"): "settle",
}


def battles() -> Story:
    """Seat 0 attacks seats 1 and 2; seat 1 is to defend."""
    story = given(
        seat("coast", "river", hand="chariot axeman spearman"),
        seat("coast 2 temple", hand="archer walls"),
        seat("hills 1", hand="archer"),
    )
    story.does("attack", seat=1, units=["chariot", "axeman"]).does("attack", seat=2, units=["spearman"])
    return story.does("defend", unit="archer", stops="axeman")


@pytest.mark.ruling("C-93")
def test_when_the_defender_leaves_its_battle_ends_without_effect_and_the_war_goes_on() -> None:
    story = battles().does("resign")
    assert story.happened() == ["BattleEnded", "SeatResigned", "BattleBegan"]
    assert story.wire()["discard"] == {"archer": 1, "chariot": 1, "axeman": 1}
    assert story.plots(0) == ["coast", "river"]
    assert story.waits_for() == ("defend", 2)
    story.does("let_through").does("resettle", plots={"1": 1})
    assert story.wire()["step"] == "draw"


@pytest.mark.ruling("C-93")
def test_when_the_next_defender_leaves_the_present_battle_goes_on() -> None:
    story = battles().does("resign", by=2)
    assert story.happened() == ["BattleEnded", "SeatResigned"]
    assert story.wire()["discard"] == {"spearman": 1}
    assert story.waits_for() == ("defend", 1)
    story.does("let_through").does("resettle", plots={"1": 1})
    assert story.wire()["step"] == "draw"


@pytest.mark.ruling("C-93")
def test_when_the_attacked_seat_leaves_before_the_battles_begin_the_attacker_may_attack_another() -> None:
    story = given(seat(hand="axeman axeman"), seat(), seat(), seat()).does("attack", seat=1, units=["axeman"])
    story.does("resign", by=1)
    assert story.waits_for() == ("attack", 0)
    assert [form["seat"] for form in story.offered("attack")] == [2, 3]
    story.does("fight")
    assert story.wire()["step"] == "draw"


@pytest.mark.ruling("C-43", "C-93")
def test_when_the_defender_of_the_second_battle_leaves_it_is_that_battle_that_ends() -> None:
    hands = ("", "archer", "axeman chariot", "archer")
    story = given(*(seat(hand=hand) for hand in hands), active=2).does("attack", seat=1, units=["axeman"])
    story.does("attack", seat=3, units=["chariot"]).does("resign", by=1)
    assert [battle["defender"] for battle in story.wire()["war"]["battles"]] == [3]
    assert story.wire()["discard"] == {"axeman": 1}


@pytest.mark.ruling("C-56", "C-93")
def test_when_the_only_defender_leaves_the_war_ends_and_the_turn_goes_on() -> None:
    story = given(seat(hand="axeman walls"), seat(hand="archer"), seat()).does("attack", seat=1, units=["axeman"])
    story.does("fight").does("resign")
    assert story.happened() == ["BattleEnded", "SeatResigned", "WarEnded"]
    assert (story.wire()["step"], story.wire()["active"], story.hand(0)) == ("draw", 0, {"walls": 1})


@pytest.mark.ruling("C-93")
def test_a_seat_before_the_attacker_that_is_not_attacked_leaves_alone() -> None:
    story = given(seat(), seat(), seat(hand="archer"), seat(hand="axeman axeman"), active=3)
    story.does("attack", seat=2, units=["axeman"]).does("resign", by=1)
    assert story.happened() == ["SeatResigned"]
    story.does("fight").does("resign", by=0)
    assert story.happened() == ["SeatResigned"]
    assert story.waits_for() == ("defend", 2)


@pytest.mark.ruling("C-42", "C-93")
def test_when_the_only_other_neighbour_leaves_the_battles_begin_at_once() -> None:
    story = given(seat(hand="axeman axeman"), seat(hand="walls"), seat()).does("attack", seat=1, units=["axeman"])
    assert story.waits_for() == ("attack", 0)
    story.does("resign", by=2)
    assert story.waits_for() == ("defend", 1)


@pytest.mark.ruling("C-93")
def test_when_the_attacker_leaves_all_battles_end_and_the_next_turn_begins() -> None:
    story = battles().does("resign", by=0)
    assert story.wire()["discard"] == {"archer": 1, "chariot": 1, "axeman": 1, "spearman": 1}
    assert (story.wire()["active"], story.wire()["war"], story.wire()["turn"]) == (1, None, 2)
    assert story.plots(1) == ["coast 2 temple"]


@pytest.mark.ruling("C-93")
def test_population_on_its_way_leaves_with_the_attacker() -> None:
    story = given(seat("coast", "river", hand="spearman"), seat("coast 2"), seat("mountains"))
    story.does("attack", seat=1, units=["spearman"])
    assert story.waits_for() == ("resettle", 0)
    story.does("resign")
    assert story.plots(1) == ["coast 1"]


@pytest.mark.ruling("C-91", "C-93")
def test_when_the_game_ends_in_a_war_the_units_of_the_battles_that_are_left_are_discarded() -> None:
    options = {"teams": True, "seating": "side_by_side"}
    mine = seat("coast", hand="axeman chariot chariot")
    story = given(
        mine, seat("river 0 temple", hand="archer walls"), seat(), seat("hills", hand="archer"), options=options
    )
    story.does("resign", by=2).does("attack", seat=1, units=["axeman", "chariot"])
    story.does("attack", seat=3, units=["chariot"]).does("defend", unit="archer", stops="axeman")
    story.does("resign", by=3)
    assert story.result() == ("resignation", [0, 1], None, [])
    assert story.happened() == [
        "BattleEnded", "SeatResigned", "BattleEnded", "WarEnded", "HandRevealed", "HandRevealed", "GameEnded",
    ]  # fmt: skip
    assert story.wire()["discard"] == {"archer": 1, "axeman": 1, "chariot": 2}
    assert (story.wire()["war"], story.plots(1)) == (None, ["river temple"])


@pytest.mark.ruling("C-93")
def test_when_somebody_else_leaves_a_war_is_not_touched() -> None:
    story = given(seat(hand="axeman"), seat("coast 0 temple", hand="archer"), seat(), seat())
    story.does("attack", seat=1, units=["axeman"]).does("fight") if story.waits_for() else story.does(
        "attack", seat=1, units=["axeman"]
    )
    story.does("resign", by=2)
    assert story.waits_for() == ("defend", 1)


# teams

TEAMS = {"opposite": [(0, 2), (1, 3)], "side_by_side": [(0, 1), (2, 3)]}


@pytest.mark.ruling("C-95", "C-96")
@cases("seating", TEAMS)
def test_points_and_what_breaks_ties_are_added_for_partners(seating: str) -> None:
    options = {"teams": True, "seating": seating}
    seats = [seat("coast 1", commerce=12), seat("coast 2"), seat("coast 3"), seat("coast")]
    kind, winners, points, decided_by = last_bought(*seats, options=options).result()
    mine, others = TEAMS[seating]
    side = 2 + (3 if 2 in mine else 2)
    rest = 7 - side
    assert (kind, winners) == ("technologies", list(mine if side > rest else others))
    assert points == {number: side if number in mine else rest for number in range(4)}
    assert decided_by == []


@pytest.mark.ruling("C-96")
def test_partners_break_ties_together() -> None:
    seats = [
        seat("coast", commerce=12),
        seat("coast", technologies="sailing"),
        seat("hills 1"),
        seat("river 0 pyramids"),
    ]
    result = last_bought(*seats, options={"teams": True}).result()
    assert result[1:] == ([0, 2], {0: 2, 1: 2, 2: 2, 3: 2}, ["technologies", "population"])


@pytest.mark.ruling("C-96")
@cases("seating", TEAMS)
def test_each_seat_is_shown_with_the_points_of_its_side_while_the_partner_is_in_the_game(seating: str) -> None:
    seats = [seat("coast 1"), seat("coast 2"), seat("hills 3"), seat("river 5")]
    story = given(*seats, options={"teams": True, "seating": seating})
    shown = {"opposite": [4, 7, 4, 7], "side_by_side": [3, 3, 8, 8]}[seating]
    assert [each["points"] for each in story.wire()["seats"]] == shown
    story.does("resign", by=3)
    shown = {"opposite": [4, 2, 4, 0], "side_by_side": [3, 3, 3, 0]}[seating]
    assert [each["points"] for each in story.wire()["seats"]] == shown


@pytest.mark.ruling("C-97")
@cases("seating", TEAMS)
@cases("step", ["buy", "draw", "discard"])
def test_partners_hand_each_other_resources_in_a_turn_of_either(seating: str, step: str) -> None:
    mate = TEAMS[seating][0][1]
    seats = [seat("coast", food=3, commerce=1) for _ in range(4)]
    story = given(*seats, step="draw" if step == "discard" else step, options={"teams": True, "seating": seating})
    if step == "discard":
        story.does("draw")
    assert story.offered("give") == [
        {"type": "give", "choose": {"resources": {"from": {"food": 3, "commerce": 1}, "count": 4, "at_least": 1}}}
    ]
    story.does("give", resources={"food": 2}).does("give", by=mate, resources={"food": 1, "commerce": 1})
    assert (story.resources(0), story.resources(mate)) == ((2, 0, 2), (4, 0, 0))
    story.refuses("give", "give.nothing", resources={})
    story.refuses("give", "give.not_there", resources={"food": 3})
    other = TEAMS[seating][1][0]
    story.refuses("give", "give.not_now", by=other, resources={"food": 1})
    assert story.to_act() == 0


@pytest.mark.ruling("C-97")
def test_partners_hand_nothing_over_before_the_collection_in_a_war_or_without_a_partner() -> None:
    seats = [seat("hills 1", food=3, hand="axeman"), seat("coast", hand="archer"), seat("coast"), seat("coast")]
    story = given(*seats, step="collect", options={"teams": True})
    story.refuses("give", "give.not_now", resources={"food": 1})
    story.does("collect", hills=["food"]).does("attack", seat=1, units=["axeman"])
    story.refuses("give", "give.not_now", by=0, resources={"food": 1})
    story.does("resign", by=2).refuses("give", "give.no_partner", by=0, resources={"food": 1})
    given(seat(food=1)).refuses("give", "give.no_partner", resources={"food": 1})
