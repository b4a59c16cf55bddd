"""What technologies do: rulings C-33 to C-38."""

from collections import Counter
from typing import Any

import pytest

from cartulary.games.civilization_the_card_game import GAME
from cartulary.games.civilization_the_card_game import events as e
from cartulary.games.civilization_the_card_game.cards import KINDS
from cartulary.kernel.codec import decode_action
from tests.cases import cases
from tests.domain.civilization_the_card_game.story import CHANCE, Story, given, seat


@pytest.mark.ruling("C-33")
def test_mining_gives_one_production_for_each_plot_when_bought() -> None:
    story = given(seat("coast", "hills 2", "river", commerce=12)).does("buy_technology", technology="mining")
    assert story.resources(0) == (0, 3, 0)
    for other in ("agriculture", "monotheism"):
        story = given(seat("coast", commerce=12), for_sale=other, more_technologies="").does(
            "buy_technology", technology=other
        )
        assert story.resources(0) == (0, 0, 0)


@pytest.mark.ruling("C-34")
def test_the_wheel_draws_two_cards_when_bought_and_nothing_is_discarded() -> None:
    story = given(seat(commerce=14), deck="archer walls temple").does("buy_technology", technology="the_wheel")
    assert story.hand(0) == {"archer": 1, "walls": 1}
    assert story.wire()["step"] == "buy"


def with_writing(*hands: str) -> Story:
    """A seat that can buy Writing, and others with these hands."""
    others = [seat(hand=hand) for hand in hands]
    return given(seat(commerce=14), *others, for_sale="writing mining astronomy", more_technologies="sailing")


@pytest.mark.ruling("C-35")
def test_writing_takes_a_card_that_is_drawn_at_random_from_the_hand_in_the_order_of_the_kinds() -> None:
    story = with_writing("food-2 walls archer spearman chariot chariot")
    position = len(story.all_events) + 3
    story.does("buy_technology", technology="writing", seat=1)
    stolen = next(event for event in story.events if isinstance(event, e.CardStolen))
    assert story.all_events.index(stolen) + 1 == position
    hand = ["archer", "spearman", "chariot", "chariot", "walls", "food-2"]
    assert stolen.card == KINDS.index(hand[CHANCE.stream(f"steal-{position}").uniform(6)])
    assert Counter(story.hand(0)) + Counter(story.hand(1)) == Counter(hand)


@pytest.mark.ruling("C-35")
def test_writing_names_another_seat_that_has_cards() -> None:
    story = with_writing("archer", "", "walls walls")
    assert [form.get("seat") for form in story.offered("buy_technology")][-2:] == [1, 3]
    for wrong in (None, 0, 2, 4):
        story.refuses("buy_technology", "buy_technology.seat", technology="writing", seat=wrong)
    assert story.does("buy_technology", technology="writing", seat=3).hand(0) == {"walls": 1}
    second = given(seat(hand="temple"), seat(commerce=14), seat(hand="axeman"), active=1, for_sale="writing")
    assert [form["seat"] for form in second.offered("buy_technology")] == [0, 2]


@pytest.mark.ruling("C-35")
def test_writing_takes_nothing_where_nobody_has_a_card() -> None:
    story = with_writing("")
    story.refuses("buy_technology", "buy_technology.seat", technology="writing", seat=1)
    assert "CardStolen" not in story.does("buy_technology", technology="writing").happened()


@pytest.mark.ruling("C-35")
def test_what_writing_takes_stays_unknown_where_chance_is_not_known() -> None:
    story = with_writing("archer walls")
    action = decode_action(dict(GAME.action_types), {"type": "buy_technology", "technology": "writing", "seat": 1})
    decision = GAME.apply(story.state, 0, action)
    assert [event.card for event in decision.events if isinstance(event, e.CardStolen)] == [None]
    hands = GAME.view(decision.state, None)["seats"]
    assert [each["hand_count"] for each in hands] == [1, 1]


def with_law(*others: tuple[int, int, int], every_turn: bool = False) -> Story:
    """A seat that can buy Code of Laws, and others with these resources."""
    seats = [seat(food=food, production=production, commerce=commerce) for food, production, commerce in others]
    options = {"code_of_laws_every_turn": every_turn}
    return given(seat(commerce=20), *seats, for_sale="code_of_laws mining astronomy", options=options)


@pytest.mark.ruling("C-36")
def test_code_of_laws_takes_three_resources_of_choice_from_one_seat_that_has_any() -> None:
    story = with_law((2, 2, 0), (0, 0, 0), (0, 0, 9))
    assert [form.get("seat") for form in story.offered("buy_technology")][-2:] == [1, 3]
    law: dict[str, Any] = {"technology": "code_of_laws"}
    for wrong in (None, 0, 2):
        story.refuses("buy_technology", "buy_technology.seat", seat=wrong, take={"food": 3}, **law)
    story.refuses("buy_technology", "take.choose", seat=1, **law)
    story.refuses("buy_technology", "take.number", seat=1, take={"food": 2}, **law)
    story.refuses("buy_technology", "take.not_there", seat=1, take={"food": 3}, **law)
    story.does("buy_technology", seat=1, take={"food": 1, "production": 2}, **law)
    assert (story.resources(0), story.resources(1)) == ((1, 2, 0), (1, 0, 0))


@pytest.mark.ruling("C-36")
def test_code_of_laws_takes_all_where_there_are_fewer_and_needs_no_types_where_there_is_no_choice() -> None:
    story = with_law((1, 1, 0), (0, 0, 9))
    assert story.does("buy_technology", technology="code_of_laws", seat=1).resources(0) == (1, 1, 0)
    rich = with_law((1, 1, 0), (0, 0, 9)).does("buy_technology", technology="code_of_laws", seat=2)
    assert (rich.resources(0), rich.resources(2)) == ((0, 0, 3), (0, 0, 6))


@pytest.mark.ruling("C-36")
def test_code_of_laws_takes_nothing_where_nobody_has_anything() -> None:
    story = with_law((0, 0, 0))
    story.refuses("buy_technology", "buy_technology.seat", technology="code_of_laws", seat=1)
    story.refuses("buy_technology", "buy_technology.nothing_to_take", technology="code_of_laws", take={"food": 1})
    assert "ResourcesTaken" not in story.does("buy_technology", technology="code_of_laws").happened()


@pytest.mark.ruling("C-36")
@cases("technology", ["engineering", "astronomy"])
def test_other_technologies_take_nothing(technology: str) -> None:
    story = given(seat(commerce=24), seat(food=9), for_sale=f"{technology} mining sailing")
    assert story.does("buy_technology", technology=technology).resources(1) == (9, 0, 0)


@pytest.mark.ruling("C-36")
def test_code_of_laws_works_once_unless_chosen_otherwise() -> None:
    story = with_law((0, 0, 9)).does("buy_technology", technology="code_of_laws", seat=1)
    story.refuses("code_of_laws", "code_of_laws.not_now", seat=1)


@pytest.mark.ruling("C-36")
def test_code_of_laws_may_take_in_every_turn_once_that_of_the_purchase_included() -> None:
    story = with_law((0, 0, 9), every_turn=True)
    story.refuses("buy_technology", "buy_technology.seat", technology="code_of_laws", seat=1)
    story.refuses("code_of_laws", "code_of_laws.not_now", seat=1)
    story.does("buy_technology", technology="code_of_laws")
    assert story.resources(0) == (0, 0, 0)
    story.refuses("code_of_laws", "code_of_laws.seat", seat=0)
    assert story.does("code_of_laws", seat=1).resources(0) == (0, 0, 3)
    story.refuses("code_of_laws", "code_of_laws.not_now", seat=1)
    story.does("draw").refuses("code_of_laws", "step.discard", seat=1)
    story.does("discard", cards=[]).does("draw").does("discard", cards=[])
    assert story.does("code_of_laws", seat=1, take=["commerce"] * 3).resources(1)[2] == 9 - 6 + 2


@pytest.mark.ruling("C-37")
def test_monotheism_doubles_temples_and_nothing_else() -> None:
    plots = ("coast 0 temple temple", "hills 0 colosseum monastery")
    for technologies, points in (("", (4, 4)), ("monotheism", (6, 6))):
        seen = given(seat(*plots, technologies=technologies)).seat(0)
        assert (seen["happiness"], seen["culture"]) == points
    seen = given(seat("coast 0 temple", technologies="monotheism")).seat(0)
    assert (seen["happiness"], seen["culture"]) == (2, 2)


@pytest.mark.ruling("C-37")
def test_literature_gives_three_culture() -> None:
    story = given(seat(commerce=12), for_sale="literature mining astronomy")
    story.does("buy_technology", technology="literature")
    assert (story.seat(0)["culture"], story.seat(0)["happiness"]) == (3, 0)
    assert given(seat("coast 0 library", technologies="literature")).seat(0)["culture"] == 4
    assert story.wire()["leaders"] == {"happiness": None, "culture": 0}


@pytest.mark.ruling("C-38")
def test_technologies_work_from_the_purchase_on() -> None:
    story = given(
        seat("coast 0 walls", commerce=36, food=4, hand="temple", production=4), for_sale="sailing engineering mining"
    )
    story.refuses("build", "build.no_room", building="temple", plot=0)
    story.does("buy_technology", technology="engineering").does("build", building="temple", plot=0)
    story.does("buy_technology", technology="sailing").does("bank", give="food", take="commerce")
    assert story.resources(0) == (2, 0, 1)
