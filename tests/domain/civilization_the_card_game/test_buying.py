"""Purchases: rulings C-20 to C-32."""

import pytest

from tests.cases import cases
from tests.domain.civilization_the_card_game.story import FOUR, given, seat


@pytest.mark.ruling("C-20")
def test_any_purchases_in_any_order_as_long_as_the_resources_last() -> None:
    story = given(seat(hand="walls temple", food=14, production=8, commerce=12))
    story.does("build", building="walls", plot=0).does("buy_population", plot=0).does(
        "buy_technology", technology="mining"
    )
    story.does("build", building="temple", plot=1).does("buy_population", plot=0)
    assert story.plots(0) == ["grassland 2 walls", "mountains temple", "coast", "hills"]
    assert story.resources(0) == (0, 4, 0)
    story.refuses("buy_population", "price.too_high", plot=1)


@pytest.mark.ruling("C-20")
def test_only_the_active_seat_buys_and_only_in_the_buy_step() -> None:
    story = given(seat(food=20), seat(food=20))
    story.refuses("buy_population", "turn.not_yours", by=1, plot=0)
    story.does("draw").refuses("buy_population", "step.discard", plot=0)


@pytest.mark.ruling("C-21")
@cases(("owned", "price"), [(4, 15), (5, 20), (6, 25), (7, 30)])
def test_the_fifth_plot_costs_fifteen_and_each_next_one_five_more(owned: int, price: int) -> None:
    plots = ["coast"] * 4 + ["mountains"] * (owned - 4)
    story = given(seat(*plots, food=price, commerce=1), more_plots="grassland")
    story.refuses("buy_plot", "pay.number", terrain="hills", pay={"food": price - 1})
    story.does("buy_plot", terrain="hills", pay={"food": price})
    assert story.plots(0)[-1] == "hills"
    assert story.resources(0) == (0, 0, 1)
    poor = given(seat(*plots, food=price - 1))
    poor.refuses("buy_plot", "price.too_high", terrain="hills")


@pytest.mark.ruling("C-21")
def test_a_plot_is_paid_with_any_mix_which_is_named_where_there_is_a_choice() -> None:
    story = given(seat(food=6, production=2, commerce=9))
    assert story.offered("buy_plot")[0]["choose"] == {
        "pay": {"from": {"food": 6, "production": 2, "commerce": 9}, "count": 15}
    }
    story.refuses("buy_plot", "pay.choose", terrain="hills")
    story.refuses("buy_plot", "pay.not_there", terrain="hills", pay={"food": 7, "commerce": 8})
    story.does("buy_plot", terrain="hills", pay={"food": 6, "production": 2, "commerce": 7})
    assert story.resources(0) == (0, 0, 2)


@pytest.mark.ruling("C-21")
def test_the_mix_may_be_left_out_where_only_one_is_possible() -> None:
    assert given(seat(food=8, commerce=7)).does("buy_plot", terrain="hills").resources(0) == (0, 0, 0)
    assert given(seat(commerce=17)).does("buy_plot", terrain="hills").resources(0) == (0, 0, 2)


@pytest.mark.ruling("C-21", "C-98")
def test_a_plot_that_costs_nothing_is_paid_with_nothing() -> None:
    story = given(seat("coast", food=3, commerce=2))
    assert {"type": "buy_plot", "terrain": "hills", "pay": {}} in story.offered("buy_plot")
    assert story.does("buy_plot", terrain="hills").resources(0) == (3, 0, 2)


@pytest.mark.ruling("C-22")
def test_a_bought_plot_is_replaced_at_once_while_there_is_one() -> None:
    story = given(seat(food=60), more_plots="coast grassland")
    story.refuses("buy_plot", "buy_plot.not_offered", terrain="coast")
    story.does("buy_plot", terrain="river")
    assert story.wire()["plots"] == {"open": ["hills", "forest", "coast"], "deck": 1}
    story.does("buy_plot", terrain="hills")
    assert story.wire()["plots"] == {"open": ["forest", "coast", "grassland"], "deck": 0}
    story.does("buy_plot", terrain="coast")
    assert story.wire()["plots"] == {"open": ["forest", "grassland"], "deck": 0}


@pytest.mark.ruling("C-22")
def test_a_bought_technology_is_replaced_at_once_while_there_is_one() -> None:
    story = given(seat(commerce=54), more_technologies="sailing pottery")
    story.refuses("buy_technology", "buy_technology.not_offered", technology="sailing")
    story.does("buy_technology", technology="mining")
    assert story.wire()["technologies"] == {"open": ["the_wheel", "astronomy", "sailing"], "deck": 1}
    story.does("buy_technology", technology="the_wheel")
    assert story.wire()["technologies"] == {"open": ["astronomy", "sailing", "pottery"], "deck": 0}
    story.does("buy_technology", technology="sailing")
    assert story.wire()["technologies"] == {"open": ["astronomy", "pottery"], "deck": 0}


@pytest.mark.ruling("C-23")
@cases(("there", "price"), [(0, 6), (1, 8), (2, 10), (5, 16)])
def test_population_costs_six_food_and_two_more_for_each_that_is_there(there: int, price: int) -> None:
    story = given(seat(f"coast {there}", "hills 4", food=price))
    assert story.does("buy_population", plot=0).plots(0)[0] == f"coast {there + 1}"
    assert story.resources(0)[0] == 0
    given(seat(f"coast {there}", food=price - 1, commerce=50)).refuses("buy_population", "price.too_high", plot=0)


@pytest.mark.ruling("C-23")
def test_population_goes_to_an_own_plot() -> None:
    story = given(seat("coast", food=50))
    story.refuses("buy_population", "plot.unknown", plot=1)
    story.refuses("buy_population", "plot.unknown", plot=2)
    story.refuses("buy_population", "plot.unknown", plot=-1)


@pytest.mark.ruling("C-24")
@cases(("population", "room"), [(0, 1), (2, 1), (3, 2), (4, 2)])
def test_a_plot_holds_one_building_and_two_with_three_population(population: int, room: int) -> None:
    story = given(seat(f"coast {population}", hand="walls walls walls", production=12))
    assert story.seat(0)["plots"][0]["capacity"] == room
    for _ in range(room):
        story.does("build", building="walls", plot=0)
    story.refuses("build", "build.no_room", building="walls", plot=0)


@pytest.mark.ruling("C-24")
def test_what_stands_stays_when_the_population_leaves_but_makes_no_room() -> None:
    story = given(seat("coast 2 walls temple", "hills 0 walls", hand="library", production=8))
    for number in (0, 1):
        story.refuses("build", "build.no_room", building="library", plot=number)
    assert story.offered("build") == []
    assert story.plots(0) == ["coast 2 walls temple", "hills walls"]


@pytest.mark.ruling("C-24", "C-38")
def test_engineering_gives_every_own_plot_room_for_two_and_no_more() -> None:
    story = given(
        seat("coast", "hills 3", hand="walls temple library library temple", technologies="engineering", production=60)
    )
    for building, number in (("walls", 0), ("temple", 0), ("library", 1), ("library", 1)):
        story.does("build", building=building, plot=number)
    for number in (0, 1):
        story.refuses("build", "build.no_room", building="temple", plot=number)


@pytest.mark.ruling("C-24")
def test_wonders_take_room_like_buildings() -> None:
    story = given(seat("coast", hand="walls great_wall", production=30)).does("build", building="great_wall", plot=0)
    story.refuses("build", "build.no_room", building="walls", plot=0)


COSTS = {
    "walls": 4, "temple": 4, "colosseum": 4, "barracks": 4, "granary": 6, "forge": 6, "market": 6,
    "monastery": 6, "library": 8, "hanging_gardens": 12, "colossus": 12, "great_library": 16, "great_wall": 16,
    "pyramids": 20,
}  # fmt: skip
WONDERS = ("hanging_gardens", "colossus", "great_library", "great_wall", "pyramids")


@pytest.mark.ruling("C-25")
@cases("building", COSTS)
def test_each_building_and_wonder_is_built_from_hand_for_its_production(building: str) -> None:
    story = given(seat("coast", hand=building, production=COSTS[building]))
    story.does("build", building=building, plot=0)
    assert (story.plots(0), story.hand(0), story.resources(0)) == ([f"coast {building}"], {}, (0, 0, 0))
    given(seat("coast", hand=building, production=COSTS[building] - 1, food=50)).refuses(
        "build", "price.too_high", building=building, plot=0
    )


@pytest.mark.ruling("C-25")
def test_only_what_is_in_hand_is_built() -> None:
    given(seat(hand="walls", production=50)).refuses("build", "hand.missing", building="temple", plot=0)


TECHNOLOGIES = {
    "agriculture": 12, "mining": 12, "monotheism": 12, "literature": 12, "the_wheel": 14, "writing": 14,
    "mathematics": 14, "iron_working": 14, "sailing": 16, "pottery": 16, "masonry": 16, "currency": 16,
    "engineering": 20, "code_of_laws": 20, "astronomy": 24,
}  # fmt: skip


@pytest.mark.ruling("C-27")
@cases("technology", TECHNOLOGIES)
def test_each_technology_is_bought_for_its_commerce(technology: str) -> None:
    price = TECHNOLOGIES[technology]
    others = [each for each in ("mining", "sailing", "pottery") if each != technology][:2]
    sale = " ".join([technology, *others])
    story = given(seat(commerce=price), for_sale=sale).does("buy_technology", technology=technology)
    assert story.seat(0)["technologies"] == [technology]
    assert story.resources(0)[2] == 0
    given(seat(commerce=price - 1, food=50), for_sale=sale).refuses(
        "buy_technology", "price.too_high", technology=technology
    )


def price_of_mining(*plots: str, options: dict[str, object] | None = None) -> int:
    """What Mining, which costs 12, costs a seat."""
    story = given(seat(*plots, commerce=20), options=options)
    return 20 - story.does("buy_technology", technology="mining").resources(0)[2]


@pytest.mark.ruling("C-28")
@cases(
    ("plots", "price"),
    [
        (["coast 0 monastery"], 11),
        (["coast 0 library"], 10),
        (["coast 0 great_library"], 9),
        (["coast 0 colosseum"], 11),
        (["coast 0 monastery", "hills 0 monastery"], 10),
        (["coast 0 library library", "hills 0 library"], 6),
        (["coast 0 great_library library", "hills 0 monastery colosseum"], 5),
    ],
)
def test_technologies_cost_less_with_monasteries_libraries_the_great_library_and_the_happiness_leader(
    plots: list[str], price: int
) -> None:
    assert price_of_mining(*plots) == price


@pytest.mark.ruling("C-28")
def test_what_another_seat_has_makes_nothing_cheaper() -> None:
    story = given(seat(commerce=12), seat("coast 0 library colosseum"))
    assert story.does("buy_technology", technology="mining").resources(0)[2] == 0


def price_of(building: str, *plots: str, technologies: str = "", options: dict[str, object] | None = None) -> int:
    """What a building costs on the last plot."""
    story = given(seat(*plots, "river", hand=building, technologies=technologies, production=30), options=options)
    return 30 - story.does("build", building=building, plot=len(plots)).resources(0)[1]


@pytest.mark.ruling("C-29")
def test_buildings_and_wonders_cost_the_happiness_leader_and_with_masonry_one_less() -> None:
    assert price_of("walls") == 4
    assert price_of("walls", "coast 0 colosseum") == 3
    assert price_of("walls", technologies="masonry") == 3
    assert price_of("walls", "coast 0 colosseum", technologies="masonry") == 2
    assert price_of("pyramids", "coast 0 colosseum", technologies="masonry") == 18
    assert price_of("walls", "coast 0 library") == 4


@pytest.mark.ruling("C-29")
def test_masonry_may_be_for_buildings_only() -> None:
    buildings_only: dict[str, object] = {"masonry_wonders": False}
    assert price_of("pyramids", technologies="masonry", options=buildings_only) == 20
    assert price_of("walls", technologies="masonry", options=buildings_only) == 3


@pytest.mark.ruling("C-30")
def test_the_largest_discount_may_count_alone() -> None:
    largest: dict[str, object] = {"discounts": "largest"}
    assert price_of_mining("coast 0 library monastery", "hills 0 colosseum", options=largest) == 10
    assert price_of("walls", "coast 0 colosseum", technologies="masonry", options=largest) == 3
    assert price_of("walls", options=largest) == 4


@pytest.mark.ruling("C-30")
def test_no_price_falls_below_one_or_as_chosen_nought() -> None:
    plots = [
        "coast 0 library library",
        "hills 0 library great_library",
        "hills 0 monastery monastery",
        "coast 0 colosseum",
    ]
    assert price_of_mining(*plots) == 1
    assert price_of_mining(*plots, options={"lowest_price": 0}) == 0
    assert given(seat(*plots, commerce=1)).does("buy_technology", technology="mining").resources(0)[2] == 0


BONUSES = {
    "food-2": (2, 0, 0), "food-3": (3, 0, 0), "production-2": (0, 2, 0), "production-3": (0, 3, 0),
    "commerce-2": (0, 0, 2), "commerce-3": (0, 0, 3),
}  # fmt: skip


@pytest.mark.ruling("C-31")
@cases("card", BONUSES)
def test_a_bonus_card_gives_its_value_in_its_type_and_is_discarded(card: str) -> None:
    story = given(seat(hand=card)).does("use_bonus", card=card)
    assert (story.resources(0), story.hand(0), story.wire()["discard"]) == (BONUSES[card], {}, {card: 1})


@pytest.mark.ruling("C-31")
def test_the_type_of_a_coloured_bonus_card_may_be_named_but_not_changed() -> None:
    story = given(seat(hand="food-2")).refuses("use_bonus", "use_bonus.other_type", card="food-2", resource="commerce")
    assert story.does("use_bonus", card="food-2", resource="food").resources(0) == (2, 0, 0)


@pytest.mark.ruling("C-31")
@cases(("card", "value"), [("red-1", 1), ("red-2", 2)])
@cases("resource", ["food", "production", "commerce"])
def test_a_red_card_gives_its_whole_value_in_one_type_of_choice(card: str, value: int, resource: str) -> None:
    story = given(seat(hand=card)).refuses("use_bonus", "use_bonus.choose", card=card)
    story.does("use_bonus", card=card, resource=resource)
    assert story.seat(0)["resources"] == {"food": 0, "production": 0, "commerce": 0} | {resource: value}


@pytest.mark.ruling("C-31")
def test_bonus_cards_are_used_from_hand() -> None:
    given(seat(hand="food-2")).refuses("use_bonus", "hand.missing", card="food-3")


@pytest.mark.ruling("C-31")
def test_bonus_cards_may_be_used_in_the_buy_step_only() -> None:
    story = given(seat(hand="food-2"), options={"bonus_cards": "buy_step"})
    assert [form["card"] for form in story.offered("use_bonus")] == ["food-2"]
    story.does("draw").refuses("use_bonus", "step.discard", card="food-2")
    after_a_war = given(seat(hand="food-2"), step="draw", options={"bonus_cards": "buy_step"})
    after_a_war.refuses("use_bonus", "step.draw", card="food-2")


@pytest.mark.ruling("C-31", "C-61")
def test_bonus_cards_pay_for_pottery_also_those_just_drawn() -> None:
    story = given(seat(hand="red-2", technologies="pottery"), step="draw", deck="food-2 walls walls walls temple")
    story.does("use_bonus", card="red-2", resource="commerce").does("draw")
    assert story.offered("pottery") == []
    story.does("use_bonus", card="food-2")
    assert story.offered("pottery")[0]["choose"] == {"pay": {"from": {"food": 2, "commerce": 2}, "count": 3}}
    story.does("pottery", pay={"food": 2, "commerce": 1})
    assert story.hand(0) == {"walls": 3, "temple": 1}


@pytest.mark.ruling("C-31", "C-62")
def test_a_hand_that_bonus_cards_have_left_smaller_is_discarded_as_far_as_it_goes() -> None:
    story = given(seat(), deck="food-2 food-3 red-1 walls").does("draw")
    assert story.wire()["to_discard"] == 2
    story.does("use_bonus", card="food-2").does("use_bonus", card="food-3")
    assert story.wire()["to_discard"] == 2
    story.does("use_bonus", card="red-1", resource="food")
    assert story.wire()["to_discard"] == 1
    story.refuses("discard", "discard.number", cards=[])
    story.does("discard", cards=["walls"])
    assert (story.wire()["active"], story.resources(0)) == (1, (6, 0, 0))


@pytest.mark.ruling("C-31", "C-62")
def test_a_hand_of_which_only_bonus_cards_were_left_discards_nothing() -> None:
    story = given(seat(), deck="food-2").does("draw").does("use_bonus", card="food-2")
    assert story.offered("discard") == [{"type": "discard", "cards": []}]
    assert story.does("discard", cards=[]).wire()["active"] == 1


@pytest.mark.ruling("C-31")
@cases("step", ["collect", "war"])
def test_bonus_cards_wait_for_the_collection_and_the_war(step: str) -> None:
    story = given(
        seat("hills 1", hand="food-2 axeman axeman"), seat(), seat(), step="buy" if step == "war" else "collect"
    )
    if step == "war":
        story.does("attack", seat=1, units=["axeman"])
    story.refuses("use_bonus", f"step.{step}", card="food-2")


@pytest.mark.ruling("C-32")
@cases("step", ["buy", "draw", "discard"])
@cases(("technology", "rate"), [("", 3), ("sailing", 2)])
def test_the_bank_changes_three_of_a_type_for_one_and_with_sailing_two(step: str, technology: str, rate: int) -> None:
    story = given(
        seat(food=rate, commerce=rate - 1, technologies=technology), step="draw" if step == "discard" else step
    )
    if step == "discard":
        story.does("draw")
    story.refuses("bank", "bank.same_type", give="food", take="food")
    story.refuses("bank", "price.too_high", give="commerce", take="food")
    assert story.does("bank", give="food", take="production").resources(0) == (0, 1, rate - 1)
    story.refuses("bank", "price.too_high", give="food", take="production")


@pytest.mark.ruling("C-32")
def test_the_bank_is_closed_in_the_turn_of_another() -> None:
    given(seat(), seat(*FOUR, food=9)).refuses("bank", "turn.not_yours", by=1, give="food", take="commerce")


# what is listed


@pytest.mark.ruling("C-32")
def test_the_bank_is_listed_for_each_type_that_suffices_and_each_other_type() -> None:
    story = given(seat(food=3, production=9, commerce=2), step="draw")
    assert story.offered("bank") == [
        {"type": "bank", "give": "food", "take": "production"},
        {"type": "bank", "give": "food", "take": "commerce"},
        {"type": "bank", "give": "production", "take": "food"},
        {"type": "bank", "give": "production", "take": "commerce"},
    ]


@pytest.mark.ruling("C-31")
def test_a_red_card_is_listed_for_each_type_and_another_one_once() -> None:
    assert given(seat(hand="food-2 red-1 red-1")).offered("use_bonus") == [
        {"type": "use_bonus", "card": "food-2"},
        *({"type": "use_bonus", "card": "red-1", "resource": each} for each in ("food", "production", "commerce")),
    ]


@pytest.mark.ruling("C-27")
def test_every_technology_that_can_be_paid_is_listed() -> None:
    story = given(seat(commerce=16), for_sale="the_wheel code_of_laws astronomy", more_technologies="sailing")
    assert story.offered("buy_technology") == [{"type": "buy_technology", "technology": "the_wheel"}]
    story = given(seat("coast 0 library", "hills 0 monastery", commerce=14), for_sale="astronomy engineering sailing")
    assert [form["technology"] for form in story.offered("buy_technology")] == ["sailing"]
    story = given(seat("coast 0 library library", commerce=16), for_sale="astronomy masonry engineering")
    assert [form["technology"] for form in story.offered("buy_technology")] == ["masonry", "engineering"]


@pytest.mark.ruling("C-36")
def test_what_code_of_laws_may_take_is_listed_for_each_seat_that_has_something() -> None:
    story = given(
        seat(technologies="code_of_laws"),
        seat(food=2, commerce=2),
        seat(),
        seat(food=1),
        options={"code_of_laws_every_turn": True},
    )
    assert story.offered("code_of_laws") == [
        {"type": "code_of_laws", "seat": 1, "choose": {"take": {"from": {"food": 2, "commerce": 2}, "count": 3}}},
        {"type": "code_of_laws", "seat": 3, "take": {"food": 1}},
    ]


@pytest.mark.ruling("C-18")
def test_a_payment_is_exactly_its_price_and_the_rest_of_a_bonus_card_stays() -> None:
    story = given(seat("mountains", hand="walls production-3", production=2)).does("use_bonus", card="production-3")
    assert story.does("build", building="walls", plot=0).resources(0) == (0, 1, 0)
