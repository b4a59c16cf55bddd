"""PettingZoo's own tests."""

import warnings
from functools import partial

import pytest
from pettingzoo.test import api_test, seed_test

from cartulary.catalogue import CATALOGUE
from cartulary_environments.pettingzoo_env import env


@pytest.mark.parametrize("game", [*CATALOGUE])
def test_the_api_is_that_of_pettingzoo(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(game, seats=3), num_cycles=1000)


@pytest.mark.parametrize("game", [*CATALOGUE])
def test_the_same_seed_gives_the_same_game(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(partial(env, game), num_cycles=200)
