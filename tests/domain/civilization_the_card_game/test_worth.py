"""What a greedy bot wants more of: points, then plots and buildings, then resources and cards."""

from itertools import pairwise
from typing import Any

import pytest

from cartulary.games.civilization_the_card_game import GAME
from cartulary.match.actions import Resign
from tests.cases import cases
from tests.domain.civilization_the_card_game.story import FOUR, given, seat


def gain(*plots: str, **parts: Any) -> float:
    """By how much a seat is worth more than one with four bare plots."""
    return worth(seat(*plots, **parts)) - worth(seat())


def worth(of: Any) -> float:
    return GAME.worth(given(of).state, 0)


def test_points_are_wanted_more_than_plots_and_these_more_than_buildings_resources_and_cards() -> None:
    gains = [
        gain(technologies="writing"),
        gain(*FOUR, "river"),
        gain("grassland granary", *FOUR[1:]),
        gain(food=1),
        gain(hand="archer"),
    ]
    assert all(more > less > 0 for more, less in pairwise(gains))
    assert gain("grassland 1", *FOUR[1:]) == pytest.approx(gain(technologies="writing"))


def test_who_has_left_is_worth_nothing() -> None:
    state = given(seat(), seat(), seat()).state
    assert GAME.worth(state, 0) > 0
    assert GAME.worth(GAME.apply(state, 0, Resign()).state, 0) == 0


@cases(
    "both",
    [
        ({"technologies": "writing"}, {"technologies": "writing pottery"}),
        ({"food": 1}, {"production": 1, "commerce": 1}),
        ({"hand": "archer"}, {"hand": "axeman archer"}),
    ],
)
def test_two_are_worth_twice_as_much_as_one_whatever_else_a_seat_has(both: tuple[Any, Any]) -> None:
    one, two = both
    assert gain(**two) == pytest.approx(2 * gain(**one))
    much: Any = {"technologies": "masonry", "food": 5, "hand": "temple"}
    merged = {
        name: f"{much[name]} {value}" if name in much and name != "food" else value for name, value in one.items()
    }
    if one != {"food": 1}:
        assert gain(**much | merged) - gain(**much) == pytest.approx(gain(**one))


def test_plots_and_buildings_add_up_with_all_else() -> None:
    plots = ("grassland granary", "mountains forge", *FOUR[2:])
    much: Any = {"technologies": "masonry", "food": 5, "hand": "temple"}
    assert gain(*plots) == pytest.approx(2 * gain(plots[0], *FOUR[1:]))
    assert gain(*FOUR, "river", "hills") == pytest.approx(2 * gain(*FOUR, "river"))
    assert gain(*plots, "river", **much) == pytest.approx(gain(*plots) + gain(*FOUR, "river") + gain(**much))
