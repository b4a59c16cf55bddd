"""Draw and discard: rulings C-60 to C-63."""

from collections import Counter

import pytest

from cartulary.games.civilization_the_card_game import GAME
from cartulary.games.civilization_the_card_game import events as e
from cartulary.games.civilization_the_card_game.actions import Draw
from cartulary.games.civilization_the_card_game.cards import KINDS
from tests.cases import cases
from tests.domain.civilization_the_card_game.story import CHANCE, given, seat

DECK = "archer axeman spearman swordsman chariot catapult walls temple"


@pytest.mark.ruling("C-60", "C-62")
@cases("step", ["buy", "draw"])
def test_one_draws_four_and_discards_two(step: str) -> None:
    story = given(seat(), deck=DECK, step=step).does("draw")
    assert story.hand(0) == {"archer": 1, "axeman": 1, "spearman": 1, "swordsman": 1}
    assert story.wire()["to_discard"] == 2
    story.refuses("draw", "step.discard")
    story.refuses("discard", "discard.number", cards=["archer"])
    story.refuses("discard", "discard.number", cards=["archer", "axeman", "spearman"])
    story.refuses("discard", "hand.missing", cards=["archer", "archer"])
    story.refuses("discard", "turn.not_yours", by=1, cards=["archer", "axeman"])
    story.does("discard", cards=["spearman", "archer"])
    assert story.hand(0) == {"axeman": 1, "swordsman": 1}
    assert story.wire()["discard"] == {"archer": 1, "spearman": 1}
    assert (story.wire()["active"], story.wire()["turn"]) == (1, 2)


@pytest.mark.ruling("C-60", "C-38")
@cases(
    ("plot", "technologies", "drawn", "discarded"),
    [
        ("coast", "", 4, 2),
        ("coast", "astronomy", 5, 2),
        ("coast 0 monastery", "", 5, 3),
        ("coast 0 monastery", "astronomy", 6, 3),
        ("coast 0 colosseum", "", 4, 2),
    ],
)
def test_astronomy_draws_one_more_and_the_culture_leader_draws_and_discards_one_more(
    plot: str, technologies: str, drawn: int, discarded: int
) -> None:
    story = given(seat(plot, technologies=technologies), for_sale="mining writing sailing", deck=DECK).does("draw")
    assert sum(story.hand(0).values()) == drawn
    assert story.wire()["to_discard"] == discarded


@pytest.mark.ruling("C-60")
def test_who_leads_is_looked_at_when_drawing() -> None:
    story = given(seat("coast 0 monastery"), deck=DECK).does("draw").does("tear_down", building="monastery", plot=0)
    assert story.wire()["leaders"]["culture"] is None
    assert story.wire()["to_discard"] == 3


@pytest.mark.ruling("C-61", "C-38")
def test_pottery_buys_one_more_card_for_any_three_resources_once_a_turn() -> None:
    story = given(seat(technologies="pottery", food=2, commerce=5), deck=DECK)
    story.refuses("pottery", "step.buy", pay={"commerce": 3})
    story.does("draw")
    assert story.offered("pottery")[0]["choose"] == {"pay": {"from": {"food": 2, "commerce": 5}, "count": 3}}
    story.refuses("pottery", "pay.choose")
    story.refuses("pottery", "pay.number", pay={"commerce": 4})
    story.does("pottery", pay={"food": 1, "commerce": 2})
    assert story.resources(0) == (1, 0, 3)
    assert story.hand(0) == {"archer": 1, "axeman": 1, "spearman": 1, "swordsman": 1, "chariot": 1}
    assert story.wire()["to_discard"] == 2
    story.refuses("pottery", "pottery.used", pay={"commerce": 3})


@pytest.mark.ruling("C-61")
def test_pottery_needs_the_technology_and_the_resources() -> None:
    given(seat(food=3), deck=DECK).does("draw").refuses("pottery", "pottery.not_yours")
    given(seat(technologies="pottery", food=2), deck=DECK).does("draw").refuses("pottery", "price.too_high")
    story = given(seat(technologies="pottery", food=3), deck=DECK).does("draw").does("pottery")
    assert story.resources(0) == (0, 0, 0)


@pytest.mark.ruling("C-61")
def test_pottery_can_be_used_again_in_the_next_turn() -> None:
    story = given(seat(technologies="pottery", commerce=6), seat("mountains"), deck=DECK).does("draw").does("pottery")
    for _ in range(2):
        hand = [kind for kind, count in story.hand(story.to_act()).items() for _ in range(count)]
        story.does("discard", cards=hand[:2]).does("draw")
    assert story.offered("pottery")


@pytest.mark.ruling("C-62")
def test_a_hand_with_fewer_cards_goes_whole_and_there_is_no_hand_limit() -> None:
    story = given(seat(), deck="archer").does("draw")
    assert story.offered("discard") == [{"type": "discard", "choose": {"cards": {"from": {"archer": 1}, "count": 1}}}]
    assert story.does("discard", cards=["archer"]).wire()["active"] == 1
    empty = given(seat()).does("draw")
    assert empty.offered("discard") == [{"type": "discard", "cards": []}]
    assert empty.does("discard", cards=[]).wire()["active"] == 1
    full = given(seat(hand=" ".join(["archer"] * 7 + ["axeman"] * 6)), deck=DECK.replace("archer axeman ", ""))
    full.does("draw").does("discard", cards=["archer", "archer"])
    assert sum(full.hand(0).values()) == 15


@pytest.mark.ruling("C-63")
def test_an_empty_deck_is_made_anew_of_the_discard_pile_in_the_middle_of_a_draw() -> None:
    pile = "walls archer temple barracks archer food-2"
    story = given(seat(), deck="chariot", discard=pile).does("draw")
    assert story.happened() == ["CardsDrawn", "DeckReshuffled", "CardsDrawn", "DiscardStepBegan"]
    reshuffled = story.events[1]
    assert isinstance(reshuffled, e.DeckReshuffled)
    in_order = sorted(map(KINDS.index, pile.split()))
    assert reshuffled.deck == tuple(CHANCE.stream("reshuffle-1").shuffled(in_order))
    drawn = [KINDS[kind] for kind in reshuffled.deck[:3]]
    assert story.hand(0) == Counter(["chariot", *drawn])
    assert (story.wire()["discard"], story.wire()["deck"]["count"]) == ({}, 3)


@pytest.mark.ruling("C-63")
def test_each_reshuffle_has_a_stream_of_its_own() -> None:
    story = given(seat(), seat(), discard="walls archer temple axeman")
    for number in range(1, 9):
        story.does("draw")
        reshuffled = next(event for event in story.events if isinstance(event, e.DeckReshuffled))
        assert reshuffled.deck is not None
        assert reshuffled.deck == tuple(CHANCE.stream(f"reshuffle-{number}").shuffled(sorted(reshuffled.deck)))
        hand = [kind for kind, count in story.hand(story.to_act()).items() for _ in range(count)]
        story.does("discard", cards=hand[:2])


@pytest.mark.ruling("C-63")
def test_a_deck_that_just_became_empty_is_not_made_anew_before_a_card_is_to_be_drawn() -> None:
    story = given(seat(), deck="archer axeman spearman chariot", discard="walls").does("draw")
    assert "DeckReshuffled" not in story.happened()
    assert story.wire()["discard"] == {"walls": 1}


@pytest.mark.ruling("C-63")
def test_when_both_are_empty_nothing_is_drawn() -> None:
    assert given(seat()).does("draw").happened() == ["DiscardStepBegan"]
    story = given(seat(), discard="walls").does("draw")
    assert story.hand(0) == {"walls": 1}


@pytest.mark.ruling("C-63")
def test_what_a_reshuffle_gives_stays_unknown_where_chance_is_not_known() -> None:
    story = given(seat(), discard="walls archer temple archer food-2")
    drawn = [event for event in GAME.apply(story.state, 0, Draw()).events if isinstance(event, e.CardsDrawn)]
    assert [(event.count, event.cards) for event in drawn] == [(4, None)]
