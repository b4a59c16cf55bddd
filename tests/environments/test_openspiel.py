"""OpenSpiel's own tests and algorithms."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from cartulary_environments.openspiel_game import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_random_simulations_of_openspiel_pass(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_is_mcts_of_openspiel_plays_a_game(name: str) -> None:
    game = pyspiel.load_game(name, {"players": 2})
    random = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random),
        uct_c=2.0,
        max_simulations=2,
        random_state=random,
        allow_inconsistent_action_sets=True,
    )
    state, chosen = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(random.randint(256))
        elif state.current_player() == 0 and chosen < 12:
            chosen += 1
            state.apply_action(bot.step(state))
        else:
            legal = state.legal_actions()
            state.apply_action(legal[random.randint(len(legal))])
    assert chosen == 12
    assert sum(state.returns()) == 0


def test_a_resampled_state_looks_the_same_to_its_player_alone() -> None:
    game = pyspiel.load_game("cartulary_carta_impera_victoria")
    state = game.new_initial_state()
    for _ in range(4):
        state.apply_action(17)
    for _ in range(20):
        state.apply_action(state.legal_actions()[0])
    player = state.current_player()
    other = state.resample_from_infostate(player, lambda: 0.25)
    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.information_state_string(1 - player) != state.information_state_string(1 - player)
    assert other.legal_actions() == state.legal_actions()


def test_the_seed_alone_decides_the_deal() -> None:
    game = pyspiel.load_game("cartulary_carta_impera_victoria", {"players": 4})
    dealt = []
    for last in (1, 1, 2):
        state = game.new_initial_state()
        for byte in (5, 6, 7, last):
            state.apply_action(byte)
        dealt.append(str(state))
    assert dealt[0] == dealt[1] != dealt[2]
