"""War: rulings C-40 to C-56."""

import pytest

from cartulary.games.civilization_the_card_game.cards import KINDS
from cartulary.games.civilization_the_card_game.events import BuildingReturned
from tests.cases import cases
from tests.domain.civilization_the_card_game.story import Story, given, seat

UNITS = ("archer", "axeman", "spearman", "swordsman", "chariot", "catapult")
STOPS = {
    "archer": {"axeman", "spearman", "swordsman", "chariot"},
    "axeman": {"axeman", "swordsman", "spearman"},
    "spearman": {"chariot"},
    "swordsman": set(),
    "chariot": set(),
    "catapult": set(),
}


def attack(story: Story, units: str, on: int = 1) -> Story:
    """The active seat attacks, and nobody else after that."""
    story.does("attack", seat=on, units=units.split())
    if story.waits_for() == ("attack", story.wire()["active"]):
        story.does("fight")
    return story


# who attacks whom


@pytest.mark.ruling("C-40")
def test_a_war_is_fought_once_a_turn_and_ends_the_purchases() -> None:
    story = attack(given(seat(hand="axeman axeman", food=20)), "axeman")
    assert story.wire()["step"] == "draw"
    story.refuses("attack", "step.draw", seat=1, units=["axeman"])
    story.refuses("buy_population", "step.draw", plot=0)


@pytest.mark.ruling("C-40")
@cases(("seats", "attacker", "targets"), [(2, 0, [1]), (3, 0, [1, 2]), (3, 2, [0, 1]), (4, 0, [1, 3]), (4, 2, [3, 1])])
def test_only_neighbours_are_attacked(seats: int, attacker: int, targets: list[int]) -> None:
    hands = ["axeman" if number == attacker else "" for number in range(seats)]
    story = given(*(seat(hand=hand) for hand in hands), active=attacker)
    assert [form["seat"] for form in story.offered("attack")] == targets
    for other in set(range(seats + 1)) - set(targets):
        story.refuses("attack", "attack.seat", seat=other, units=["axeman"])


@pytest.mark.ruling("C-40")
def test_partners_side_by_side_are_neighbours_like_others() -> None:
    story = given(seat(hand="axeman"), seat(), seat(), seat(), options={"teams": True, "seating": "side_by_side"})
    assert [form["seat"] for form in story.offered("attack")] == [1, 3]


@pytest.mark.ruling("C-41")
@cases("unit", UNITS)
def test_every_unit_but_the_archer_attacks(unit: str) -> None:
    story = given(seat(hand=unit))
    if unit == "archer":
        story.refuses("attack", "attack.units", seat=1, units=[unit])
    else:
        assert attack(story, unit).wire()["discard"] == {unit: 1}


@pytest.mark.ruling("C-41")
def test_one_attacks_with_one_or_more_units_from_hand() -> None:
    story = given(seat(hand="axeman axeman walls"))
    assert story.offered("attack")[0]["choose"] == {"units": {"from": {"axeman": 2}, "count": 2, "at_least": 1}}
    story.refuses("attack", "attack.units", seat=1, units=[])
    story.refuses("attack", "hand.missing", seat=1, units=["axeman"] * 3)
    story.refuses("attack", "hand.missing", seat=1, units=["chariot"])


@pytest.mark.ruling("C-42")
def test_both_neighbours_may_be_attacked_before_the_battles_begin() -> None:
    story = given(seat(hand="axeman chariot archer"), seat("coast 1", hand="walls"), seat("coast 1", hand="walls"))
    story.does("attack", seat=2, units=["axeman"])
    assert story.waits_for() == ("attack", 0)
    story.refuses("attack", "attack.seat", seat=2, units=["chariot"])
    story.refuses("draw", "step.war")
    story.does("attack", seat=1, units=["chariot"])
    assert story.waits_for() == ("defend", 1)


@pytest.mark.ruling("C-42")
def test_the_attacker_may_leave_it_at_one_neighbour() -> None:
    story = given(seat(hand="axeman chariot"), seat(), seat()).does("attack", seat=2, units=["axeman"])
    story.does("fight")
    assert story.wire()["step"] == "draw"
    assert story.hand(0) == {"chariot": 1}


@pytest.mark.ruling("C-42")
def test_the_game_asks_for_a_second_attack_while_cards_are_held_whatever_they_are() -> None:
    given(seat(hand="axeman walls"), seat(), seat()).does("attack", seat=1, units=["axeman"]).does("fight")
    story = given(seat(hand="axeman"), seat(), seat()).does("attack", seat=1, units=["axeman"])
    assert story.wire()["step"] == "draw"


# a. catapults


@pytest.mark.ruling("C-44", "C-53")
def test_each_catapult_returns_one_walls_to_hand() -> None:
    story = attack(
        given(seat(hand="catapult catapult"), seat("coast 0 walls", "hills 0 walls temple")), "catapult catapult"
    )
    assert story.plots(1) == ["coast", "hills temple"]
    assert story.hand(1) == {"walls": 2}
    assert story.wire()["discard"] == {"catapult": 2}


@pytest.mark.ruling("C-44")
def test_the_defender_chooses_which_walls_return() -> None:
    story = attack(given(seat(hand="catapult"), seat("coast 0 walls", "hills 0 walls walls")), "catapult")
    assert story.waits_for() == ("return_walls", 1)
    assert story.wire()["pending"]["count"] == 1
    assert story.offered("return_walls")[0]["choose"] == {"plots": {"from": {"0": 1, "1": 2}, "count": 1}}
    story.refuses("return_walls", "return_walls.number", plots={"0": 1, "1": 1})
    story.refuses("return_walls", "return_walls.not_there", plots={"2": 1})
    story.refuses("return_walls", "war.not_yet", by=0, plots={"0": 1})
    story.does("return_walls", plots={"1": 1})
    assert story.plots(1) == ["coast walls", "hills walls"]
    assert (story.wire()["step"], story.hand(0)) == ("draw", {"catapult": 1})


@pytest.mark.ruling("C-44")
def test_a_catapult_does_nothing_to_the_great_wall() -> None:
    story = attack(given(seat(hand="catapult"), seat("coast 0 great_wall")), "catapult")
    assert story.plots(1) == ["coast great_wall"]


@pytest.mark.ruling("C-42", "C-46", "C-51")
def test_a_war_lies_open_with_the_units_of_each_battle_and_what_is_still_to_be_given_up() -> None:
    story = given(
        seat("river", "forest", hand="axeman chariot spearman"),
        seat("coast 2 temple", "hills 1 forge", hand="archer walls"),
        seat("coast", hand="walls"),
        options={"war_phases": "one_by_one"},
    )
    story.does("attack", seat=2, units=["spearman"])
    nothing = {"stopped": {}, "defending": {}, "population": 0, "captives": 0, "buildings": 0}
    second = {"defender": 2, "attacking": {"spearman": 1}, **nothing}
    assert story.wire()["war"] == {"attacker": 0, "begun": False, "battles": [second]}
    assert story.wire()["pending"] == {"type": "attack", "seat": 0, "count": None}
    story.does("attack", seat=1, units=["axeman", "chariot"])
    first = {"defender": 1, "attacking": {"axeman": 1, "chariot": 1}, **nothing}
    assert story.wire()["war"] == {"attacker": 0, "begun": True, "battles": [first, second]}
    assert story.wire()["pending"] == {"type": "defend", "seat": 1, "count": None}
    story.does("defend", unit="archer", stops="axeman")
    first |= {"attacking": {"chariot": 1}, "stopped": {"axeman": 1}, "defending": {"archer": 1}}
    assert story.wire()["war"]["battles"] == [first, second]
    story.does("let_through")
    assert story.wire()["war"]["battles"] == [first | {"population": 1, "buildings": 1}, second]
    assert story.wire()["pending"] == {"type": "give_up_population", "seat": 1, "count": 1}
    story.does("give_up_population", plots={"0": 1})
    assert story.wire()["war"]["battles"] == [first | {"captives": 1, "buildings": 1}, second]
    assert story.wire()["pending"] == {"type": "resettle", "seat": 0, "count": 1}
    story.does("resettle", plots={"1": 1})
    assert story.wire()["war"]["battles"] == [first | {"buildings": 1}, second]
    assert story.wire()["pending"] == {"type": "give_up_building", "seat": 1, "count": 1}


# b. walls


@pytest.mark.ruling("C-45")
@cases("plot", ["coast 0 walls", "coast 0 great_wall", "coast 0 walls walls", "coast 0 walls great_wall"])
def test_walls_send_back_one_unit_whatever_their_number(plot: str) -> None:
    story = attack(given(seat(hand="axeman axeman"), seat(plot, "hills 0 temple")), "axeman axeman")
    assert "UnitSentBack" in story.happened()
    assert story.hand(0) == {"axeman": 1}


@pytest.mark.ruling("C-45")
def test_the_defender_chooses_which_unit_is_sent_back() -> None:
    story = attack(given(seat(hand="axeman chariot"), seat("coast 1 walls")), "axeman chariot")
    assert story.waits_for() == ("send_back", 1)
    story.refuses("send_back", "send_back.unit", unit="archer")
    story.refuses("send_back", "war.not_yet", by=0, unit="axeman")
    story.does("send_back", unit="chariot")
    assert story.hand(0) == {"chariot": 1}
    assert story.plots(1) == ["coast 1"]
    assert story.hand(1) == {"walls": 1}


@pytest.mark.ruling("C-45")
def test_without_walls_nothing_is_sent_back() -> None:
    story = attack(given(seat(hand="axeman"), seat("coast 0 temple")), "axeman")
    assert "UnitSentBack" not in story.happened()


@pytest.mark.ruling("C-45")
def test_where_a_catapult_that_has_worked_is_not_sent_back_one_that_has_not_is() -> None:
    options = {"worked_catapult_returns": False}
    story = attack(given(seat(hand="catapult"), seat("coast 0 walls great_wall"), options=options), "catapult")
    assert story.plots(1) == ["coast great_wall"]
    assert (story.hand(0), story.wire()["discard"]) == ({}, {"catapult": 1})
    idle = attack(given(seat(hand="catapult"), seat("coast 0 great_wall"), options=options), "catapult")
    assert idle.hand(0) == {"catapult": 1}
    both = given(seat(hand="catapult catapult"), seat("coast 0 walls great_wall"), options=options)
    attack(both, "catapult catapult")
    assert (both.hand(0), both.wire()["discard"]) == ({"catapult": 1}, {"catapult": 1})


@pytest.mark.ruling("C-45")
def test_a_catapult_that_has_worked_may_be_sent_back() -> None:
    story = attack(given(seat(hand="catapult"), seat("coast 0 walls great_wall")), "catapult")
    assert story.plots(1) == ["coast great_wall"]
    assert story.hand(0) == {"catapult": 1}


@pytest.mark.ruling("C-45")
def test_a_catapult_that_has_worked_and_is_sent_back_returns_no_more_walls() -> None:
    story = attack(given(seat(hand="catapult"), seat("coast 0 walls walls")), "catapult")
    assert story.plots(1) == ["coast walls"]
    assert (story.hand(0), story.hand(1)) == ({"catapult": 1}, {"walls": 1})


@pytest.mark.ruling("C-45")
@cases(("returns", "catapult"), [(True, ["catapult"]), (False, [])])
def test_beside_a_catapult_that_has_worked_every_other_unit_can_be_sent_back(
    returns: bool, catapult: list[str]
) -> None:
    units = "axeman chariot catapult"
    options = {"worked_catapult_returns": returns}
    story = attack(given(seat(hand=units), seat("coast 0 walls great_wall"), options=options), units)
    assert [form["unit"] for form in story.offered("send_back")] == ["axeman", "chariot", *catapult]


@pytest.mark.ruling("C-45")
def test_only_units_that_attack_can_be_sent_back() -> None:
    story = attack(given(seat(hand="axeman chariot"), seat("coast 0 walls")), "axeman chariot")
    assert [form["unit"] for form in story.offered("send_back")] == ["axeman", "chariot"]


# c. defence


@pytest.mark.ruling("C-46", "C-47")
@cases("attacker", UNITS[1:])
@cases("unit", UNITS)
def test_every_unit_against_every_unit(unit: str, attacker: str) -> None:
    story = attack(given(seat(hand=attacker), seat("coast 1 temple", hand=unit)), attacker)
    if attacker == "catapult":
        assert story.waits_for() is None
    elif attacker in STOPS[unit]:
        assert story.offered("defend") == [{"type": "defend", "unit": unit, "stops": attacker}]
        story.does("defend", unit=unit, stops=attacker)
        assert story.plots(1) == ["coast 1 temple"]
        assert story.wire()["discard"] == {unit: 2} if unit == attacker else {unit: 1, attacker: 1}
    else:
        story.refuses("defend", "defend.pair", unit=unit, stops=attacker)
        assert [form["type"] for form in story.offered("let_through")] == ["let_through"]


@pytest.mark.ruling("C-47", "C-38")
@cases("attacker", ["axeman", "spearman", "swordsman", "chariot"])
def test_with_mathematics_a_catapult_stops_any_unit(attacker: str) -> None:
    story = attack(
        given(seat(hand=attacker), seat("coast 1 temple", hand="catapult", technologies="mathematics")), attacker
    )
    story.does("defend", unit="catapult", stops=attacker)
    assert story.plots(1) == ["coast 1 temple"]


@pytest.mark.ruling("C-47")
def test_the_attackers_mathematics_do_not_help_the_defender_and_nothing_else_learns_to_stop() -> None:
    story = attack(given(seat(hand="axeman", technologies="mathematics"), seat(hand="catapult")), "axeman")
    story.refuses("defend", "defend.pair", unit="catapult", stops="axeman")
    both = attack(
        given(seat(hand="axeman catapult"), seat(hand="catapult", technologies="mathematics")), "axeman catapult"
    )
    both.refuses("defend", "defend.pair", unit="catapult", stops="catapult")
    other = attack(given(seat(hand="axeman"), seat(hand="chariot", technologies="mathematics")), "axeman")
    other.refuses("defend", "defend.pair", unit="chariot", stops="axeman")


@pytest.mark.ruling("C-46")
def test_units_defend_one_pair_at_a_time_until_the_rest_is_let_through() -> None:
    story = given(seat("river", hand="axeman chariot chariot"), seat("coast 2 temple", hand="archer spearman walls"))
    attack(story, "axeman chariot chariot")
    story.refuses("defend", "hand.missing", unit="axeman", stops="axeman")
    story.refuses("defend", "defend.pair", unit="archer", stops="swordsman")
    story.refuses("let_through", "war.not_yet", by=0)
    story.does("defend", unit="archer", stops="axeman").does("defend", unit="spearman", stops="chariot")
    story.refuses("defend", "hand.missing", unit="spearman", stops="chariot")
    story.does("let_through")
    assert story.plots(1) == ["coast 1"]
    assert story.hand(1) == {"walls": 1, "temple": 1}


@pytest.mark.ruling("C-48")
@cases("hand", ["archer", "walls", "food-2"])
def test_the_game_waits_for_a_defender_with_any_card(hand: str) -> None:
    assert attack(given(seat(hand="axeman"), seat(hand=hand)), "axeman").waits_for() == ("defend", 1)


@pytest.mark.ruling("C-48")
def test_the_game_does_not_wait_where_there_is_no_card_or_nothing_to_stop() -> None:
    assert attack(given(seat(hand="axeman"), seat()), "axeman").waits_for() is None
    assert attack(given(seat(hand="catapult"), seat(hand="archer")), "catapult").waits_for() is None
    story = attack(given(seat(hand="axeman"), seat(hand="archer archer")), "axeman")
    assert story.does("defend", unit="archer", stops="axeman").waits_for() is None


# d. what gets through


@pytest.mark.ruling("C-49", "C-51")
@cases(
    ("unit", "population", "buildings"),
    [("axeman", 0, 1), ("spearman", 1, 0), ("swordsman", 1, 1), ("chariot", 1, 1), ("catapult", 0, 0)],
)
def test_what_each_unit_takes_and_destroys(unit: str, population: int, buildings: int) -> None:
    story = attack(given(seat("river", hand=unit), seat("coast 3 temple temple")), unit)
    assert story.plots(1) == [f"coast {3 - population} " + " ".join(["temple"] * (2 - buildings))]
    assert story.plots(0) == ["river 1" if population else "river"]
    assert story.hand(1) == ({"temple": 1} if buildings else {})


@pytest.mark.ruling("C-49")
@cases(("unit", "taken"), [("chariot", 2), ("swordsman", 2), ("spearman", 1), ("axeman", 0)])
def test_barracks_make_chariots_and_swordsmen_take_two_and_a_second_adds_nothing(unit: str, taken: int) -> None:
    for barracks in ("barracks", "barracks barracks"):
        story = attack(given(seat(f"river 0 {barracks}", hand=unit), seat("coast 5")), unit)
        assert story.plots(1) == [f"coast {5 - taken}"]


@pytest.mark.ruling("C-49")
def test_each_barracks_may_add_one() -> None:
    options = {"barracks_add": True}
    story = attack(
        given(seat("river 0 barracks barracks", hand="chariot"), seat("coast 5"), options=options), "chariot"
    )
    assert story.plots(1) == ["coast 2"]


@pytest.mark.ruling("C-49")
def test_the_defenders_barracks_take_nothing() -> None:
    story = attack(given(seat("river", hand="chariot"), seat("coast 5", "hills 0 colossus barracks")), "chariot")
    assert story.plots(1)[0] == "coast 4"


@pytest.mark.ruling("C-50")
def test_what_cannot_be_done_in_full_is_done_as_far_as_possible() -> None:
    hand = "chariot chariot swordsman"
    story = attack(given(seat("river", hand=hand), seat("coast 1 temple", "hills 0 pyramids")), hand)
    assert story.plots(1) == ["coast", "hills pyramids"]
    assert story.plots(0) == ["river 1"]


@pytest.mark.ruling("C-51")
def test_the_defender_chooses_where_population_goes_and_the_attacker_where_it_settles() -> None:
    story = attack(
        given(seat("river", "forest", hand="spearman spearman"), seat("coast 2", "hills 1")), "spearman spearman"
    )
    assert story.waits_for() == ("give_up_population", 1)
    assert story.wire()["pending"]["count"] == 2
    story.refuses("give_up_population", "give_up_population.number", plots={"0": 1})
    story.refuses("give_up_population", "give_up_population.not_there", plots={"1": 2})
    story.refuses("give_up_population", "war.not_yet", by=0, plots={"0": 2})
    story.does("give_up_population", plots={"0": 1, "1": 1})
    assert story.waits_for() == ("resettle", 0)
    assert story.plots(1) == ["coast 1", "hills"]
    story.refuses("resettle", "resettle.number", plots={"0": 1})
    story.refuses("resettle", "resettle.not_there", plots={"0": 1, "2": 1})
    story.refuses("resettle", "war.not_yet", by=1, plots={"0": 2})
    story.does("resettle", plots={"0": 1, "1": 1})
    assert story.plots(0) == ["river 1", "forest 1"]


@pytest.mark.ruling("C-51", "C-53")
def test_population_that_is_given_up_settles_by_itself_on_an_only_plot() -> None:
    story = attack(given(seat("river", hand="spearman"), seat("coast 1", "hills 1")), "spearman")
    story.does("give_up_population", plots={"1": 1})
    assert (story.plots(0), story.plots(1)) == (["river 1"], ["coast 1", "hills"])
    assert story.wire()["step"] == "draw"


@pytest.mark.ruling("C-52")
def test_the_defender_chooses_which_buildings_return_one_at_a_time() -> None:
    hand = "axeman axeman"
    story = attack(
        given(
            seat(hand=hand),
            seat("coast 0 temple", "hills 0 forge", "river 0 market"),
        ),
        hand,
    )
    assert story.waits_for() == ("give_up_building", 1)
    assert story.wire()["pending"]["count"] == 2
    story.refuses("give_up_building", "give_up_building.not_there", plot=0, building="forge")
    story.refuses("give_up_building", "plot.unknown", plot=3, building="forge")
    story.refuses("give_up_building", "war.not_yet", by=0, plot=0, building="temple")
    story.does("give_up_building", plot=2, building="market")
    assert story.waits_for() == ("give_up_building", 1)
    story.does("give_up_building", plot=0, building="temple")
    assert story.plots(1) == ["coast", "hills forge", "river"]
    assert story.hand(1) == {"market": 1, "temple": 1}
    assert story.wire()["step"] == "draw"


WONDERS = ("hanging_gardens", "colossus", "great_library", "great_wall", "pyramids")


@pytest.mark.ruling("C-52")
@cases("wonder", WONDERS)
def test_wonders_are_never_destroyed(wonder: str) -> None:
    story = attack(given(seat(hand="axeman axeman"), seat(f"coast 0 {wonder}")), "axeman axeman")
    assert story.plots(1) == [f"coast {wonder}"]


@pytest.mark.ruling("C-53")
def test_choices_with_one_outcome_are_made_by_themselves() -> None:
    story = given(seat("river", hand="swordsman"), seat("coast 3 granary granary"))
    attack(story, "swordsman")
    assert story.happened() == [
        "AttackLaid", "BattleBegan", "DefenceEnded", "PopulationTaken", "PopulationResettled", "BuildingReturned",
        "BattleEnded", "WarEnded",
    ]  # fmt: skip


@pytest.mark.ruling("C-53")
def test_alike_buildings_on_one_plot_leave_no_choice_and_on_two_plots_they_do() -> None:
    assert attack(given(seat(hand="axeman"), seat("coast 0 temple temple")), "axeman").waits_for() is None
    story = attack(given(seat(hand="axeman"), seat("coast 0 temple", "hills 0 temple")), "axeman")
    assert story.waits_for() == ("give_up_building", 1)


@pytest.mark.ruling("C-53")
@cases("units", ["axeman axeman", "axeman axeman axeman"])
def test_when_all_buildings_are_destroyed_nobody_is_asked_in_which_order(units: str) -> None:
    story = attack(given(seat(hand=units), seat("coast 0 temple", "hills 0 forge")), units)
    assert story.waits_for() is None
    assert story.hand(1) == {"temple": 1, "forge": 1}
    returned = [event.building for event in story.events if isinstance(event, BuildingReturned)]
    assert returned == [KINDS.index("temple"), KINDS.index("forge")]


# e. the end of a battle


@pytest.mark.ruling("C-54")
def test_all_units_of_both_sides_are_discarded_but_for_one_sent_back() -> None:
    story = given(seat(hand="axeman axeman chariot catapult"), seat("coast 1 great_wall", hand="archer"))
    attack(story, "axeman axeman chariot catapult")
    story.does("send_back", unit="axeman").does("defend", unit="archer", stops="chariot")
    assert story.wire()["discard"] == {"archer": 1, "axeman": 1, "chariot": 1, "catapult": 1}
    assert story.hand(0) == {"axeman": 1}
    assert story.wire()["war"] is None


@pytest.mark.ruling("C-55")
@cases("turns", [1, 2, 3])
def test_the_owner_of_the_colossus_cannot_be_attacked_until_one_of_its_next_turns_begins(turns: int) -> None:
    hands = {"deck": " ".join(["walls"] * 3)}
    story = given(
        seat("coast", hand="colossus", production=12), seat(hand="axeman"), options={"colossus_turns": turns}, **hands
    )
    story.does("build", building="colossus", plot=0)
    for _ in range(turns):
        pass_turn(story)
        story.refuses("attack", "attack.seat", seat=0, units=["axeman"])
        pass_turn(story)
    pass_turn(story)
    story.does("attack", seat=0, units=["axeman"])


def pass_turn(story: Story) -> None:
    """Draw, and discard anything but units."""
    story.does("draw")
    hand = [kind for kind, count in story.hand(story.to_act()).items() for _ in range(count) if kind not in UNITS]
    due = story.wire()["to_discard"]
    kept = [kind for kind in story.hand(story.to_act()) if kind in UNITS]
    story.does("discard", cards=(hand + kept)[:due])


@pytest.mark.ruling("C-55")
def test_the_protection_ends_when_the_colossus_is_torn_down() -> None:
    hands = (seat("coast", hand="colossus", production=12), seat(hand="axeman axeman axeman"))
    story = given(*hands, options={"torn_down_wonders": True})
    story.does("build", building="colossus", plot=0)
    assert story.seat(0)["protected"] == 2
    story.does("tear_down", building="colossus", plot=0)
    assert story.seat(0)["protected"] == 0
    pass_turn(story)
    story.does("attack", seat=0, units=["axeman"])


@pytest.mark.ruling("C-55")
def test_only_the_colossus_protects_and_the_protection_stays_whatever_else_is_torn_down() -> None:
    options = {"torn_down_wonders": True}
    owner = seat("coast", "hills", hand="temple pyramids colossus", technologies="engineering", production=50)
    story = given(owner, options=options)
    for building, number in (("temple", 0), ("pyramids", 0)):
        story.does("build", building=building, plot=number)
        assert story.happened() == ["BuildingBuilt"]
    story.does("build", building="colossus", plot=1)
    for building in ("temple", "pyramids"):
        story.does("tear_down", building=building, plot=0)
        assert story.seat(0)["protected"] == 2
    unprotected = given(seat("coast 0 colossus"), options=options).does("tear_down", building="colossus", plot=0)
    assert unprotected.happened() == ["BuildingTornDown"]


@pytest.mark.ruling("C-56")
def test_after_the_war_comes_the_draw() -> None:
    story = attack(given(seat(hand="axeman walls", production=20), deck="temple"), "axeman")
    assert story.wire()["step"] == "draw"
    story.refuses("build", "step.draw", building="walls", plot=0)
    assert story.does("draw").hand(0) == {"walls": 1, "temple": 1, "axeman": 1}
