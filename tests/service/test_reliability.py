"""Reliability: one figure from turns in time and games kept, newer games before older ones."""

from datetime import UTC, datetime, timedelta

import pytest

from cartulary_service.players.reliability import FEWEST, HALF_LIFE, PlayedGame, assess, value

END = datetime(2026, 11, 1, tzinfo=UTC)


def game(in_time: int = 10, late: int = 0, departure: str = "stayed", age: timedelta = timedelta()) -> PlayedGame:
    return PlayedGame(END - age, departure, in_time, late)


def test_turns_in_time_and_games_played_to_the_end_give_the_full_value() -> None:
    assert value([game()] * FEWEST) == 100


def test_a_resignation_that_ends_a_game_costs_nothing() -> None:
    assert value([game(departure="conceded")] * FEWEST) == 100


@pytest.mark.parametrize("departure", ["resigned", "timed_out", "replaced"])
def test_each_game_that_was_left_costs_its_share(departure: str) -> None:
    assert value([game(), game(), game(), game(departure=departure)]) == 75


def test_turns_and_games_are_both_needed() -> None:
    assert value([game(in_time=9, late=1)] * 4) == 90
    assert value([*[game(in_time=9, late=1)] * 3, game(9, 1, "timed_out")]) == round(90 * 0.75)


def test_games_without_a_clock_count_as_games_alone() -> None:
    unclocked = game(in_time=0)
    assert value([unclocked] * 50) is None
    assert value([*[game(in_time=8, late=2)] * 3, *[unclocked] * 5]) == 80
    assert value([*[game()] * 3, game(in_time=0, departure="resigned")]) == 75


def test_too_few_games_with_a_clock_give_no_value() -> None:
    assert value([game()] * (FEWEST - 1)) is None
    assert value([]) is None


def test_a_game_of_a_half_life_ago_weighs_half_as_much() -> None:
    recent = [game()] * 3
    assert value([*recent, game(departure="resigned", age=HALF_LIFE)]) == round(100 * 3 / 3.5)
    assert value([*recent, game(departure="resigned", age=2 * HALF_LIFE)]) == round(100 * 3 / 3.25)
    assert value([*recent, game(in_time=0, late=10, age=HALF_LIFE)]) == round(100 * 30 / 35)


def test_the_counts_are_those_of_all_games_whatever_their_age() -> None:
    games = [
        game(5, 1, "replaced"),
        game(7, 0, "resigned", HALF_LIFE),
        game(0, 1, "timed_out"),
        game(departure="conceded"),
    ]
    counts = {"turns_in_time": 22, "turns_late": 2, "games_left": 1, "games_timed_out": 2, "games_counted": 4}
    assert assess(games) == counts | {"value": value(games)}
