"""Positions and what is seen of them: ruling C-98."""

from typing import Any, get_args, get_type_hints

import pytest

from cartulary.games.civilization_the_card_game import GAME
from cartulary.games.civilization_the_card_game import events as e
from cartulary.games.civilization_the_card_game.actions import ACTIONS
from cartulary.games.civilization_the_card_game.cards import BACK
from cartulary.games.civilization_the_card_game.rules.war import Decision
from cartulary.games.civilization_the_card_game.state import UNKNOWN
from cartulary.games.civilization_the_card_game.view import PendingView
from cartulary.kernel.rejected import Rejected
from tests.cases import cases
from tests.domain.civilization_the_card_game.story import given, position, seat, setup


@pytest.mark.ruling("C-98")
def test_a_position_is_shown_as_it_was_given() -> None:
    mine = seat(
        "hills 2 granary walls",
        "coast",
        hand="archer archer food-2",
        technologies="pottery sailing",
        food=1,
        commerce=4,
    )
    story = given(
        mine,
        seat("river 0 colossus", protected=2),
        step="draw",
        active=1,
        dealer=1,
        turn=7,
        for_sale="mining writing astronomy",
        more_technologies="masonry currency",
        open_plots="forest grassland coast",
        more_plots="mountains",
        deck="temple walls",
        discard="chariot chariot",
    )
    seen = story.wire()
    assert (seen["turn"], seen["active"], seen["dealer"], seen["step"]) == (7, 1, 1, "draw")
    assert story.plots(0) == ["hills 2 walls granary", "coast"]
    assert story.hand(0) == {"archer": 2, "food-2": 1}
    assert sorted(story.seat(0)["technologies"]) == ["pottery", "sailing"]
    assert story.resources(0) == (1, 0, 4)
    assert story.seat(1)["protected"] == 2
    assert seen["technologies"] == {"open": ["mining", "writing", "astronomy"], "deck": 2}
    assert seen["plots"] == {"open": ["forest", "grassland", "coast"], "deck": 1}
    assert (seen["deck"], seen["discard"]) == ({"count": 2}, {"chariot": 2})
    assert story.does("draw").hand(1) == {"temple": 1, "walls": 1, "chariot": 2}


@pytest.mark.ruling("C-98")
def test_who_leads_in_a_position_may_be_named_where_several_could() -> None:
    plots = (seat("coast 0 colosseum"), seat("hills 0 colosseum"))
    assert given(*plots).wire()["leaders"]["happiness"] is None
    assert given(*plots, leaders={"happiness": 1}).wire()["leaders"]["happiness"] == 1


@pytest.mark.ruling("C-98")
def test_a_position_before_the_collection_collects() -> None:
    assert given(seat("coast"), step="collect").resources(0) == (0, 0, 2)


@pytest.mark.ruling("C-98")
def test_what_a_position_does_not_mention_is_not_there() -> None:
    least = {"plots": [{"terrain": "coast"}]}
    asked = {"active": 1, "dealer": 0, "step": "buy", "seats": [least] * 2, "technologies": {"open": ["mining"]}}
    decision = GAME.begin_from(setup(), asked)
    seen = GAME.view(decision.state, 0)
    assert (seen["turn"], seen["deck"], seen["discard"]) == (1, {"count": 0}, {})
    assert (seen["technologies"], seen["plots"]) == ({"open": ["mining"], "deck": 0}, {"open": [], "deck": 0})
    assert (seen["leaders"], seen["war"], seen["pending"]) == ({"happiness": None, "culture": None}, None, None)
    assert seen["seats"][0] == {
        "hand": {},
        "known": {},
        "hand_count": 0,
        "resources": {"food": 0, "production": 0, "commerce": 0},
        "plots": [{"terrain": "coast", "population": 0, "buildings": [], "capacity": 1}],
        "technologies": [],
        "happiness": 0,
        "culture": 0,
        "points": 0,
        "protected": 0,
        "present": True,
    }


@pytest.mark.ruling("C-98")
def test_the_latest_turn_and_the_most_population_are_possible() -> None:
    story = given(seat("coast 1000"), turn=10_000)
    assert (story.wire()["turn"], story.plots(0)) == (10_000, ["coast 1000"])


IMPOSSIBLE: list[tuple[str, dict[str, Any]]] = [
    ("seats", {"seats": [seat()]}),
    ("seats", {"seats": [seat("coast"), seat("coast"), seat("coast")]}),
    ("no_such_seat", {"active": 2}),
    ("no_such_seat", {"active": 3}),
    ("no_such_seat", {"dealer": -1}),
    ("no_such_seat", {"leaders": {"culture": 2}}),
    ("turn", {"turn": 0}),
    ("turn", {"turn": 10_001}),
    ("market", {"technologies": {"open": ["mining", "writing"], "deck": ["sailing"]}}),
    ("market", {"technologies": {"open": ["mining", "writing", "sailing", "pottery"]}}),
    ("market", {"plots": {"open": ["hills"], "deck": ["coast"]}}),
    ("no_technologies", {"technologies": {"open": []}}),
    ("too_many", {"deck": ["pyramids", "pyramids"]}),
    ("too_many", {"seats": [seat(hand="walls walls"), seat("coast 0 walls walls")]}),
    ("too_many", {"seats": [seat(technologies="mining"), seat()]}),
    ("too_many", {"seats": [seat(*["coast"] * 3), seat(*["coast"] * 3)]}),
    ("no_plot", {"seats": [seat() | {"plots": []}, seat()]}),
    ("population", {"seats": [seat("coast"), {"plots": [{"terrain": "coast", "population": -1}]}]}),
    ("population", {"seats": [seat("coast"), {"plots": [{"terrain": "coast", "population": 1001}]}]}),
    ("buildings", {"seats": [seat("coast 3 walls temple temple"), seat()]}),
    ("protected", {"seats": [seat(protected=1), seat()]}),
    ("protected", {"seats": [seat("coast 0 hanging_gardens great_library", protected=1), seat()]}),
    ("protected", {"seats": [seat("coast 0 colossus", protected=3), seat()]}),
    ("protected", {"seats": [seat("coast 0 colossus", protected=-1), seat()]}),
    ("leaders", {"leaders": {"happiness": 0}}),
    ("leaders", {"seats": [seat("coast 0 colosseum"), seat()], "leaders": {"happiness": None}}),
]


@pytest.mark.ruling("C-98")
@cases(("rule", "parts"), IMPOSSIBLE)
def test_impossible_positions_are_refused_with_the_reason(rule: str, parts: dict[str, Any]) -> None:
    GAME.begin_from(setup(), position(seat(), seat()))
    with pytest.raises(Rejected) as error:
        GAME.begin_from(setup(), position(seat(), seat()) | parts)
    assert error.value.rule == f"position.{rule}"


@pytest.mark.ruling("C-98")
def test_hands_and_decks_of_a_position_are_secret() -> None:
    story = given(seat(hand="walls"), seat(hand="archer axeman"), deck="temple")
    secret = {
        event.NAME: [name for name in ("deck", "plots", "technologies", "cards") if hasattr(event, name)]
        for event in story.events
    }
    assert secret["HandSet"] == ["cards"]
    assert [event.count for event in story.events if isinstance(event, e.HandSet)] == [1, 2]
    seen = story.wire(1)["seats"]
    assert [each["hand"] for each in seen] == [None, {"archer": 1, "axeman": 1}]


@pytest.mark.ruling("C-98")
def test_what_a_view_may_say_that_is_waited_for_is_an_action_or_within_a_ply_the_end_of_a_battle() -> None:
    named = set(get_args(get_type_hints(PendingView)["type"]))
    assert named == {*get_args(Decision), "take_plot", "discard", "settle", "collect"}
    assert named - {"end"} <= {action.NAME for action in ACTIONS}


# where decks and hands are not known


@pytest.mark.ruling("C-22")
def test_what_comes_onto_the_market_of_an_unknown_deck_is_unknown() -> None:
    story = given(seat(food=15, commerce=40), for_sale="monotheism writing mining")
    story.state.plot_deck, story.state.technology_deck = [UNKNOWN] * 2, [UNKNOWN] * 2
    story.does("buy_plot", terrain="hills", pay={"food": 15}).does("buy_technology", technology="mining")
    assert [event.technology for event in story.events if isinstance(event, e.TechnologyOffered)] == [None]
    assert story.wire()["plots"] == {"open": ["river", "forest"], "deck": 1}
    assert story.wire()["technologies"] == {"open": ["monotheism", "writing"], "deck": 1}
    assert {form["technology"] for form in story.offered("buy_technology")} == {"monotheism", "writing"}
    with pytest.raises(Rejected, match=r"for sale are monotheism, writing\."):
        story.does("buy_technology", technology="sailing")


@pytest.mark.ruling("C-35", "C-60", "C-63")
def test_what_comes_from_an_unknown_deck_pile_or_hand_is_unknown() -> None:
    story = given(seat(commerce=14), seat(hand="archer"), for_sale="writing mining sailing", deck="walls")
    story.state.hands[1][BACK], story.state.deck = 1, [BACK]
    story.does("buy_technology", technology="writing", seat=1)
    assert [event.card for event in story.events if isinstance(event, e.CardStolen)] == [None]
    story.state.discard[BACK] = 3
    story.does("draw")
    drawn = [event for event in story.events if isinstance(event, e.CardsDrawn | e.DeckReshuffled)]
    assert [(event.count, event.cards if isinstance(event, e.CardsDrawn) else event.deck) for event in drawn] == [
        (1, None),
        (3, None),
        (3, None),
    ]
    assert (story.wire()["seats"][0]["hand_count"], story.wire()["deck"]["count"]) == (5, 0)
