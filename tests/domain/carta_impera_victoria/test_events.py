"""Which events tell somebody what was hidden from him, so that they can't be taken back."""

import pytest

from cartulary.games.carta_impera_victoria import GAME
from cartulary.games.carta_impera_victoria.actions import ACTIONS, EndTurn
from cartulary.games.carta_impera_victoria.effects import EFFECT_OF
from cartulary.kernel.codec import Length, fields_of
from cartulary.kernel.messages import Event
from cartulary.match.events import MATCH_EVENTS
from tests.domain.story import given

REVEALING = {
    "CardsDealt",
    "PacketDealt",
    "PacketPassed",
    "CardExposed",
    "InquisitionBegun",
    "InquisitionExchanged",
    "CardsDrawn",
    "HandRevealed",
    "GameEnded",
}


def test_just_the_events_that_show_a_card_or_the_seed_reveal() -> None:
    events: tuple[type[Event], ...] = (*GAME.events, *MATCH_EVENTS)
    assert {each.NAME for each in events if each.REVEALS} == REVEALING
    assert {each.VERSION for each in events} == {1}


def test_events_and_actions_are_known_by_name() -> None:
    assert {name for name, _ in GAME.event_types} == {each.__name__ for each in (*GAME.events, *MATCH_EVENTS)}
    assert [*GAME.action_types] == [*(each.NAME for each in ACTIONS), "resign"]
    assert {"draft_keep", "end_turn", "breakthrough_discard"} <= GAME.action_types.keys()


def test_an_effect_names_just_as_many_cards_as_its_level_says() -> None:
    for kind, effect in EFFECT_OF.items():
        lengths = [each.mark(Length) for each in fields_of(kind)]
        assert lengths == [Length(effect.level)] * len(lengths)


def test_cards_drawn_without_an_end_of_the_turn_tell_no_action() -> None:
    story = given("A: hand W1 | B: -")
    drawn, *_ = GAME.apply(story.state, 0, EndTurn()).events
    with pytest.raises(LookupError):
        GAME.infer_action(story.state, [drawn])
