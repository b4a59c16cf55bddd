"""Every refusal names its rule, the ruling that decides it, and what is possible instead."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

import pytest

from cartulary.games.civilization_the_card_game import GAME
from cartulary.kernel.codec import decode_action
from cartulary.kernel.rejected import Rejected
from tests.cases import cases
from tests.domain.civilization_the_card_game.story import CHANCE, Json, Story, begun, given, position, seat, setup

RICH: Final[Json] = {"food": 30, "production": 30, "commerce": 30}
TEAMS: Final[Json] = {"teams": True}
EVERY_TURN: Final[Json] = {"code_of_laws_every_turn": True}


def do(kind: str, **fields: Any) -> Json:
    """An action."""
    return {"type": kind, **fields}


def refusal(story: Story, action: Json, by: int = 0) -> Rejected:
    """Why an action is refused."""
    with pytest.raises(Rejected) as error:
        GAME.apply(story.state, by, decode_action(dict(GAME.action_types), action), CHANCE)
    return error.value


class Refusal(NamedTuple):
    """An action of seat 0 that is refused, and what the reason says."""

    story: Callable[[], Story]
    action: Json
    rule: str
    ruling: str | None
    says: str = ""


def attacked(units: str, *seats: Json) -> Story:
    """Seat 1 attacks seat 0, which has something first."""
    story = given(*seats, active=1)
    return story.does("attack", seat=0, units=units.split())


def at_war() -> Story:
    """Seat 0 attacks seat 1, which is to defend."""
    return given(seat(hand="axeman"), seat(hand="archer")).does("attack", seat=1, units=["axeman"])


def resettling() -> Story:
    """Seat 0 has taken population that can settle on two plots."""
    return given(seat("coast", "hills", hand="spearman"), seat("river 1")).does("attack", seat=1, units=["spearman"])


def drawn(**has: Any) -> Story:
    """Seat 0 has drawn four cards."""
    return given(seat(**has), deck="archer axeman temple walls").does("draw")


def after_pottery() -> Story:
    """Seat 0 has used Pottery."""
    return drawn(technologies="pottery", food=6).does("pottery")


def collecting() -> Story:
    """Seat 0 chooses what two plots give."""
    return given(seat("hills 1", "river 1", commerce=9), step="collect")


OF_THE_TURN: Final = (
    Refusal(collecting, do("draw"), "step.collect", "C-20", "collect."),
    Refusal(collecting, do("bank", give="commerce", take="food"), "step.collect", "C-32", "collect."),
    Refusal(partial(given, seat()), do("collect"), "step.buy", "C-20", "purchases, attack and draw."),
    Refusal(partial(given, seat()), do("discard", cards=[]), "step.buy", "C-20", "purchases, attack and draw."),
    Refusal(partial(given, seat(), step="draw"), do("buy_population", plot=0), "step.draw", "C-20", "draw."),
    Refusal(partial(drawn, technologies="pottery", food=3), do("draw"), "step.discard", "C-20", "discard."),
    Refusal(at_war, do("draw"), "step.war", "C-20", "the battles."),
    Refusal(partial(given, seat(), active=1), do("draw"), "turn.not_yours", None, "seat 1"),
    Refusal(collecting, do("collect", hills=["food"]), "collect.choose", None, "name river, 1 in all"),
    Refusal(
        collecting,
        do("collect", hills=["food"] * 2, river=["food"]),
        "collect.number",
        None,
        "Choose 1 as hills; you chose 2.",
    ),
    Refusal(collecting, do("collect", hills=["commerce"], river=["food"]), "collect.not_there", None, "as hills."),
    Refusal(
        collecting,
        do("collect", hills=["food"], river=["food"], forest=["production"]),
        "collect.nothing_to_choose",
        "C-15",
        "forest",
    ),
    Refusal(
        partial(drawn, technologies="pottery", food=3),
        do("discard", cards=["archer"]),
        "discard.number",
        "C-62",
        "Discard 2 cards; you chose 1.",
    ),
    Refusal(
        partial(drawn, technologies="pottery", food=3),
        do("discard", cards=["archer"] * 2),
        "hand.missing",
        None,
        "1 × archer",
    ),
    Refusal(partial(drawn, food=3), do("pottery"), "pottery.not_yours", "C-61"),
    Refusal(after_pottery, do("pottery"), "pottery.used", "C-61"),
    Refusal(partial(drawn, technologies="pottery", food=2), do("pottery"), "price.too_high", "C-61", "3"),
)
OF_PURCHASES: Final = (
    Refusal(
        partial(drawn, technologies="pottery", food=2, commerce=3),
        do("pottery"),
        "pay.choose",
        None,
        "name pay, 3 in all",
    ),
    Refusal(
        partial(given, seat(**RICH)),
        do("buy_plot", terrain="coast"),
        "buy_plot.not_offered",
        "C-21",
        "hills, river, forest",
    ),
    Refusal(
        partial(given, seat(**RICH), open_plots=""),
        do("buy_plot", terrain="coast"),
        "buy_plot.not_offered",
        "C-21",
        "none.",
    ),
    Refusal(
        partial(given, seat(food=7, commerce=7)),
        do("buy_plot", terrain="hills"),
        "price.too_high",
        "C-21",
        "15 resources of any types; you have 14",
    ),
    Refusal(partial(given, seat(**RICH)), do("buy_plot", terrain="hills"), "pay.choose", None, "name pay, 15 in all"),
    Refusal(partial(given, seat(food=5)), do("buy_population", plot=0), "price.too_high", None, "6 food; you have 5"),
    Refusal(partial(given, seat(food=6)), do("buy_population", plot=4), "plot.unknown", None, "0 to 3"),
    Refusal(
        partial(given, seat("coast 0 walls", hand="temple", **RICH)),
        do("build", building="temple", plot=0),
        "build.no_room",
        "C-24",
        "walls",
    ),
    Refusal(
        partial(given, seat(hand="walls", **RICH)),
        do("build", building="temple", plot=0),
        "hand.missing",
        None,
        "0 × temple",
    ),
    Refusal(
        partial(given, seat(hand="walls", production=3)),
        do("build", building="walls", plot=0),
        "price.too_high",
        None,
        "4 production; you have 3",
    ),
    Refusal(
        partial(given, seat("coast 0 walls")),
        do("tear_down", building="temple", plot=0),
        "tear_down.not_there",
        "C-26",
        "walls.",
    ),
    Refusal(partial(given, seat()), do("tear_down", building="temple", plot=0), "tear_down.not_there", "C-26", "none."),
    Refusal(
        partial(given, seat("coast 0 pyramids")),
        do("tear_down", building="pyramids", plot=0),
        "tear_down.wonder",
        "C-26",
        "pyramids is a wonder",
    ),
    Refusal(partial(given, seat(hand="red-1")), do("use_bonus", card="red-1"), "use_bonus.choose", "C-31"),
    Refusal(
        partial(given, seat(hand="food-2")),
        do("use_bonus", card="food-2", resource="commerce"),
        "use_bonus.other_type",
        "C-31",
        "food-2 gives food",
    ),
    Refusal(partial(given, seat(**RICH)), do("bank", give="food", take="food"), "bank.same_type", "C-32"),
    Refusal(
        partial(given, seat(commerce=2)),
        do("bank", give="commerce", take="food"),
        "price.too_high",
        None,
        "3 commerce; you have 2",
    ),
    Refusal(partial(given, seat(**RICH)), do("give", resources={"food": 1}), "give.no_partner", "C-97"),
    Refusal(
        partial(given, seat(**RICH), seat(), seat(), seat(), active=1, options=TEAMS),
        do("give", resources={"food": 1}),
        "give.not_now",
        "C-97",
    ),
    Refusal(
        partial(given, seat(**RICH), seat(), seat(), seat(), options=TEAMS),
        do("give", resources={}),
        "give.nothing",
        "C-97",
    ),
    Refusal(
        partial(given, seat(food=1), seat(), seat(), seat(), options=TEAMS),
        do("give", resources={"food": 2}),
        "give.not_there",
        None,
        "as resources.",
    ),
)
OF_TECHNOLOGIES: Final = (
    Refusal(
        partial(given, seat(**RICH)),
        do("buy_technology", technology="sailing"),
        "buy_technology.not_offered",
        "C-27",
        "sailing is not for sale; for sale are mining, the_wheel, astronomy.",
    ),
    Refusal(
        partial(given, seat(commerce=11)),
        do("buy_technology", technology="mining"),
        "price.too_high",
        None,
        "12 commerce; you have 11",
    ),
    Refusal(
        partial(given, seat(**RICH), seat(hand="walls"), seat(), seat(hand="walls"), for_sale="writing mining sailing"),
        do("buy_technology", technology="writing"),
        "buy_technology.seat",
        "C-35",
        "writing: name one of the seats 1, 3.",
    ),
    Refusal(
        partial(given, seat(**RICH), seat(food=1), for_sale="code_of_laws mining sailing"),
        do("buy_technology", technology="code_of_laws"),
        "buy_technology.seat",
        "C-36",
        "code_of_laws: name one of the seats 1.",
    ),
    Refusal(
        partial(given, seat(**RICH), seat(**RICH)),
        do("buy_technology", technology="mining", seat=1),
        "buy_technology.seat",
        "C-36",
        "mining: leave seat out.",
    ),
    Refusal(
        partial(given, seat(**RICH)),
        do("buy_technology", technology="mining", take={"food": 1}),
        "buy_technology.nothing_to_take",
        "C-36",
    ),
    Refusal(
        partial(given, seat(**RICH), seat(**RICH), for_sale="code_of_laws mining sailing"),
        do("buy_technology", technology="code_of_laws", seat=1),
        "take.choose",
        None,
        "name take, 3 in all",
    ),
    Refusal(
        partial(given, seat(technologies="code_of_laws"), seat(**RICH)),
        do("code_of_laws", seat=1),
        "code_of_laws.not_now",
        "C-36",
    ),
    Refusal(
        partial(given, seat(technologies="code_of_laws"), seat(food=1), seat(food=1), options=EVERY_TURN),
        do("code_of_laws", seat=0),
        "code_of_laws.seat",
        "C-36",
        "1, 2",
    ),
    Refusal(
        partial(given, seat(technologies="code_of_laws"), seat(), options=EVERY_TURN),
        do("code_of_laws", seat=1),
        "code_of_laws.seat",
        "C-36",
        "there is none",
    ),
    Refusal(
        partial(given, seat(technologies="code_of_laws"), seat(**RICH), options=EVERY_TURN),
        do("code_of_laws", seat=1),
        "take.choose",
        None,
        "name take, 3 in all",
    ),
)
OF_WAR: Final = (
    Refusal(partial(given, seat()), do("fight"), "war.none", "C-40"),
    Refusal(at_war, do("let_through"), "war.not_yet", "C-43", "defend of seat 1"),
    Refusal(
        partial(given, seat(hand="axeman"), seat(), seat(), seat()),
        do("attack", seat=2, units=["axeman"]),
        "attack.seat",
        "C-40",
        "Seat 2 cannot be attacked; you can attack 1, 3.",
    ),
    Refusal(
        partial(given, seat(hand="axeman"), seat("coast 0 colossus", protected=1)),
        do("attack", seat=1, units=["axeman"]),
        "attack.seat",
        "C-40",
        "nobody",
    ),
    Refusal(partial(given, seat(hand="archer")), do("attack", seat=1, units=["archer"]), "attack.units", "C-41"),
    Refusal(
        partial(given, seat(hand="walls")), do("attack", seat=1, units=["axeman"]), "hand.missing", None, "0 × axeman"
    ),
    Refusal(
        partial(attacked, "catapult", seat("coast 0 walls", "hills 0 walls"), seat(hand="catapult")),
        do("return_walls", plots={"0": 1, "1": 1}),
        "return_walls.number",
        None,
        "Choose 1 as plots; you chose 2.",
    ),
    Refusal(
        partial(attacked, "axeman chariot", seat("coast 0 walls"), seat(hand="axeman chariot")),
        do("send_back", unit="archer"),
        "send_back.unit",
        "C-45",
        "axeman, chariot",
    ),
    Refusal(
        partial(attacked, "axeman chariot", seat(hand="archer spearman"), seat(hand="axeman chariot")),
        do("defend", unit="spearman", stops="axeman"),
        "defend.pair",
        "C-47",
        "archer – axeman, archer – chariot, spearman – chariot",
    ),
    Refusal(
        partial(attacked, "axeman", seat(hand="catapult"), seat(hand="axeman")),
        do("defend", unit="catapult", stops="axeman"),
        "defend.pair",
        "C-47",
        "not at all",
    ),
    Refusal(
        partial(attacked, "axeman", seat(hand="walls"), seat(hand="axeman")),
        do("defend", unit="archer", stops="axeman"),
        "hand.missing",
        None,
        "0 × archer",
    ),
    Refusal(
        partial(attacked, "spearman", seat("coast 1", "hills 1"), seat(hand="spearman")),
        do("give_up_population", plots={"0": 1, "1": 1}),
        "give_up_population.number",
        None,
        "Choose 1 as plots; you chose 2.",
    ),
    Refusal(
        resettling,
        do("resettle", plots={"0": 1, "1": 1}),
        "resettle.number",
        None,
        "Choose 1 as plots; you chose 2.",
    ),
    Refusal(
        partial(attacked, "axeman", seat("coast 0 forge", "hills 0 temple"), seat(hand="axeman")),
        do("give_up_building", plot=0, building="temple"),
        "give_up_building.not_there",
        "C-52",
        "plot 0",
    ),
)
EVERY: Final = (*OF_THE_TURN, *OF_PURCHASES, *OF_TECHNOLOGIES, *OF_WAR)


@cases("each", EVERY)
def test_a_refusal_names_the_ruling_that_decides_it_and_what_is_possible(each: Refusal) -> None:
    why = refusal(each.story(), each.action)
    assert (why.rule, why.ruling) == (each.rule, each.ruling)
    assert each.says in why.reason


IN_ONES_TURN: Final = (
    do("draw"),
    do("pottery"),
    do("discard", cards=[]),
    do("collect"),
    do("buy_plot", terrain="hills"),
    do("buy_population", plot=0),
    do("build", building="walls", plot=0),
    do("buy_technology", technology="mining"),
    do("code_of_laws", seat=0),
    do("use_bonus", card="food-2"),
    do("bank", give="food", take="commerce"),
    do("attack", seat=0, units=["axeman"]),
)
ABLE: Final = seat(
    "hills 1 temple", hand="axeman walls food-2", technologies="pottery code_of_laws sailing", food=30, commerce=30
)


@cases("step", ["collect", "buy", "discard", "war"])
@cases("action", IN_ONES_TURN)
def test_what_is_done_in_ones_turn_is_refused_in_that_of_another(action: Json, step: str) -> None:
    other = seat("river", hand="axeman walls food-2", technologies="masonry", food=30)
    story = given(ABLE, other, options=EVERY_TURN, step="collect" if step == "collect" else "buy")
    if step == "discard":
        story.does("draw")
    if step == "war":
        story.does("attack", seat=1, units=["axeman"])
    why = refusal(story, action, 1)
    assert (why.rule, why.ruling) == ("turn.not_yours", None)


OF_BATTLES: Final = (
    do("fight"),
    do("return_walls", plots={"0": 1}),
    do("send_back", unit="axeman"),
    do("defend", unit="archer", stops="axeman"),
    do("let_through"),
    do("give_up_population", plots={"0": 1}),
    do("resettle", plots={"0": 1}),
    do("give_up_building", plot=0, building="temple"),
)


@cases("by", [0, 1])
@cases("action", OF_BATTLES)
def test_decisions_of_a_war_are_refused_to_who_is_not_to_make_them(action: Json, by: int) -> None:
    mine, other = seat("coast 0 temple", hand="axeman archer"), seat("hills 2 temple", hand="axeman archer")
    story = given(mine, other).does("attack", seat=1, units=["axeman"])
    if by == 1:
        story = given(mine, other, seat()).does("attack", seat=1, units=["axeman"])
        assert story.waits_for() == ("attack", 0)
    why = refusal(story, action, by)
    assert (why.rule, why.ruling) == ("war.not_yet", "C-43")


def test_once_the_battles_have_begun_nobody_else_is_attacked() -> None:
    story = given(seat(hand="axeman axeman"), seat(hand="walls"), seat(hand="walls"))
    story.does("attack", seat=1, units=["axeman"]).does("fight")
    why = refusal(story, do("attack", seat=2, units=["axeman"]))
    assert (why.rule, why.ruling) == ("war.not_yet", "C-43")


def test_at_the_start_a_refusal_says_who_comes_first_and_what_is_waited_for() -> None:
    story = begun(2)
    first = story.to_act()
    open_plots = story.wire()["plots"]["open"]
    closed = next(each for each in ("hills", "river", "forest") if each not in open_plots)
    why = refusal(story, do("take_plot", terrain=closed), first)
    assert (why.rule, why.ruling) == ("take_plot.not_open", "C-04")
    assert why.reason == f"{closed} does not lie open; open are {', '.join(open_plots)}."
    why = refusal(story, do("take_plot", terrain=open_plots[0]), 1 - first)
    assert (why.rule, why.ruling, why.reason) == ("setup.not_yet", "C-04", f"Seat {first} comes first.")
    for step, waits_for in (("plots", "take_plot"), ("discards", "discard"), ("settle", "settle")):
        while story.wire()["step"] != step:
            go_on(story)
        why = refusal(story, do("draw"), first)
        assert (why.rule, why.ruling) == ("setup.under_way", None)
        assert f"now is the time for {waits_for}." in why.reason
        wrong = do("settle", plot=0) if step != "settle" else do("take_plot", terrain="hills")
        why = refusal(story, wrong, first)
        assert (why.rule, why.ruling, why.reason) == (f"step.{step}", "C-20", f"Now is the time for {waits_for}.")


def go_on(story: Story) -> None:
    """The next choice of the start, the first one that there is."""
    form = next(iter(GAME.legal_actions(story.state, story.to_act()))).json()
    cards = [kind for kind, number in story.hand(story.to_act()).items() for _ in range(number)][:2]
    settled = {name: value for name, value in form.items() if name not in ("type", "choose")}
    story.does(form["type"], **(settled or {"cards": cards}))


def test_who_has_left_and_a_game_that_is_over_are_no_matter_of_a_ruling() -> None:
    story = given(seat(), seat(), seat()).does("resign")
    left = refusal(story, do("draw"))
    assert (left.rule, left.ruling) == ("seat.out", None)
    over = refusal(story.does("resign"), do("draw"), 2)
    assert (over.rule, over.ruling) == ("game.over", None)


IMPOSSIBLE: Final[tuple[tuple[Json, str, str | None, str], ...]] = (
    ({"seats": [seat()]}, "seats", None, "it has 1 seats, the game 2"),
    ({"active": 2}, "no_such_seat", None, "seat 2; seats are 0 to 1."),
    ({"turn": 0}, "turn", None, "10000"),
    ({"technologies": {"open": ["mining"], "deck": ["sailing"]}}, "market", "C-22", "of the technologies 3"),
    ({"plots": {"open": ["hills"], "deck": ["coast"]}}, "market", "C-22", "of the plots 3"),
    ({"technologies": {"open": []}}, "no_technologies", "C-80", ""),
    ({"deck": ["pyramids"] * 2}, "too_many", None, "2 × pyramids; the game has 1"),
    ({"plots": {"open": ["hills"] * 3, "deck": ["hills"]}}, "too_many", None, "6 × hills; the game has 5"),
    ({"seats": [seat(technologies="mining"), seat()]}, "too_many", None, "2 × mining; the game has 1"),
    ({"seats": [seat() | {"plots": []}, seat()]}, "no_plot", None, ""),
    ({"seats": [seat("coast 1001"), seat()]}, "population", None, "0 to 1000"),
    ({"seats": [seat("coast 3 walls temple temple"), seat()]}, "buildings", "C-24", "at most 2"),
    ({"seats": [seat(protected=1), seat()]}, "protected", "C-55", ""),
    (
        {"seats": [seat("coast 0 colosseum"), seat("hills 0 temple")], "leaders": {"happiness": None}},
        "leaders",
        "C-71",
        "happiness is led by another: the seats have 2, 1 points",
    ),
    (
        {"seats": [seat("coast 0 monastery"), seat()], "leaders": {"culture": None}},
        "leaders",
        "C-71",
        "culture is led by another: the seats have 2, 0 points",
    ),
)


@cases(("parts", "rule", "ruling", "says"), IMPOSSIBLE)
def test_the_refusal_of_a_position_names_its_ruling_and_what_is_wrong(
    parts: Json, rule: str, ruling: str | None, says: str
) -> None:
    with pytest.raises(Rejected) as error:
        GAME.begin_from(setup(), position(seat(), seat()) | parts)
    assert (error.value.rule, error.value.ruling) == (f"position.{rule}", ruling)
    assert says in error.value.reason


def test_teams_for_other_than_four_seats_are_refused_by_their_ruling() -> None:
    with pytest.raises(Rejected) as error:
        setup(3, teams=True)
    assert (error.value.rule, error.value.ruling) == ("setup.teams", "C-95")
    assert "4" in error.value.reason
