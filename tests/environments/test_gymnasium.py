"""Gymnasium's own checks, and games of one seat."""

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from cartulary.catalogue import CATALOGUE
from cartulary_environments.gymnasium_env import SeatEnv


@pytest.mark.parametrize("game", [*CATALOGUE])
def test_the_checks_of_gymnasium_pass(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SeatEnv(game), skip_render_check=True)


@pytest.mark.parametrize("game", [*CATALOGUE])
def test_a_seat_plays_to_the_end_against_bots(game: str) -> None:
    env = SeatEnv(game, seats=3, seat=1)
    observed, _ = env.reset(seed=4)
    random, over = np.random.default_rng(1), False
    while not over:
        token = random.choice(np.flatnonzero(observed["action_mask"]))
        observed, reward, over, _, _ = env.step(token)
    assert reward in (-1.0, 2.0)


def test_the_greedy_bot_is_an_opponent_too() -> None:
    env = SeatEnv("carta-impera-victoria", opponents="greedy")
    observed, _ = env.reset(seed=4)
    for _ in range(5):
        observed, _, over, _, _ = env.step(int(np.flatnonzero(observed["action_mask"])[0]))
        if over:
            break
    assert observed["observation"].any()


def test_a_token_that_may_not_follow_ends_the_game_and_costs_one() -> None:
    env = SeatEnv("carta-impera-victoria")
    observed, _ = env.reset(seed=4)
    illegal = int(np.flatnonzero(observed["action_mask"] == 0)[0])
    _, reward, terminated, _, info = env.step(illegal)
    assert (reward, terminated, info) == (-1.0, True, {"illegal": illegal})
