"""The arithmetic of zones of which not every card is known."""

from cartulary.games.civilization_the_card_game.cards import (
    ARCHER,
    AXEMAN,
    BACK,
    BARRACKS,
    KINDS,
    cards,
    cards_if_known,
    cards_or_backs,
    empty,
    remove,
    separate,
    zone,
)


def test_a_zone_counts_each_kind_and_the_backs() -> None:
    assert empty() == [0] * (len(KINDS) + 1)
    assert cards(zone([BACK, AXEMAN, ARCHER, AXEMAN])) == (ARCHER, AXEMAN, AXEMAN, BACK)
    assert (cards_if_known((ARCHER,)), cards_if_known((ARCHER, BACK))) == ((ARCHER,), None)
    assert (cards_or_backs(2, None), cards_or_backs(1, (ARCHER,))) == ((BACK, BACK), (ARCHER,))


def test_a_card_that_was_not_known_to_be_there_was_one_of_the_unknown_ones() -> None:
    hand = zone([ARCHER, BARRACKS, BACK, BACK])
    remove(hand, [ARCHER, AXEMAN])
    assert hand == zone([BARRACKS, BACK])


def test_of_a_hand_of_which_an_unseen_card_is_taken_only_what_must_be_left_stays_known() -> None:
    hand = zone([ARCHER, AXEMAN, AXEMAN, AXEMAN, AXEMAN, BACK])
    assert separate(hand) == BACK
    assert hand == zone([AXEMAN, AXEMAN, AXEMAN, BACK, BACK])


def test_a_card_taken_from_a_hand_of_one_kind_is_known() -> None:
    hand = zone([AXEMAN] * 3)
    assert (separate(hand), hand) == (AXEMAN, zone([AXEMAN] * 2))
    hand = zone([BACK] * 2)
    assert (separate(hand), hand) == (BACK, zone([BACK]))
