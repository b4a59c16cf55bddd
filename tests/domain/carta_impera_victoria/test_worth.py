"""What a greedy bot wants more of: to be near domination, then cards before it, then cards in its hand."""

from cartulary.games.carta_impera_victoria import GAME
from cartulary.match.actions import Resign
from tests.domain.notation import A
from tests.domain.story import given


def worth(seat: str) -> float:
    """What the first seat's cards are worth to it."""
    return GAME.worth(given(f"A: {seat} | B: - | C: -; deck U5").state, A)


def test_who_has_nothing_or_has_left_is_worth_nothing() -> None:
    assert worth("-") == 0
    state = given("A: hand W1, area W2 | B: - | C: -").state
    assert GAME.worth(state, A) > 0
    assert GAME.worth(GAME.apply(state, A, Resign()).state, A) == 0


def test_cards_of_one_sphere_are_worth_more_than_as_many_of_several_and_the_last_of_them_most() -> None:
    for letter in "WRESCU":
        assert worth(f"area {letter}4") > worth("area W2 R2") > worth("area W1 R1 E1 S1")
        gains = [worth(f"area {letter}{number + 1}") - worth(f"area {letter}{number}") for number in range(1, 5)]
        assert gains == sorted({*gains})


def test_the_more_cards_are_needed_the_less_near_one_is() -> None:
    for number in range(1, 6):
        needs = [worth(f"area W{number}{more}") for more in (", democracy-on W2", ", democracy-on W1", "")]
        assert needs == sorted({*needs})
        assert worth(f"area W{number}, democracy-on R2") == needs[-1]


def test_a_card_before_one_is_worth_more_than_one_in_the_hand_and_that_more_than_none() -> None:
    assert worth("area W3 R1") > worth("area W3, hand R1") > worth("area W3")


def test_each_further_card_in_the_hand_and_each_before_one_of_another_sphere_adds_the_same() -> None:
    for zone in ("hand R", "area R"):
        first, second, third = (worth(f"area W4, {zone}{number}".replace(", area", "")) for number in (1, 2, 3))
        assert second - first == third - second > 0
